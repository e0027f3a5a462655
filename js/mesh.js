// The build that asks triangle meshes alone: a third of the whole, of which "carom" is the import.

import {instantiate} from "./core.js";
import {MeshModule} from "./triangles.js";

export {CaromError} from "./core.js";

/** Loads the module. Each call makes one with a memory of its own. */
export default async function load(options = {}) {
    // each address stands as a whole, so that bundlers find it
    return new MeshModule(await instantiate(options, new URL("./carom-mesh.wasm", import.meta.url), new URL("./carom-mesh-plain.wasm", import.meta.url)));
}
