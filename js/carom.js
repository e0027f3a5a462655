// carom for JavaScript: shapes and the verbs between them, triangle meshes, scenes, structures over boxes and worlds, as WebAssembly. Questions
// come in typed arrays, many at a time, and so do answers. What asks meshes alone is "carom/mesh", in a third of the bytes.

import {Bsp} from "./bsp.js";
import {instantiate} from "./core.js";
import {fits} from "./fit.js";
import {Mover} from "./mover.js";
import {Scene} from "./scene.js";
import {concatenate, shapeClasses} from "./shapes.js";
import {clash, contactCurves, solidRelation, touchingTriangles} from "./solids.js";
import {Space} from "./space.js";
import {MeshModule} from "./triangles.js";
import {Pair, verbs} from "./verbs.js";
import {World} from "./world.js";

export {CaromError} from "./core.js";
export {SOLID_RELATION, VERDICT} from "./solids.js";
export {SPACE_KINDS} from "./space.js";
export {CERTAINTY, RELATION} from "./verbs.js";
export {EVENT} from "./world.js";

/** Loads the module. Each call makes one with a memory of its own: nothing is shared, and there is no global state. */
export default async function load(options = {}) {
    // each address stands as a whole, so that bundlers find it
    return new Carom(await instantiate(options, new URL("./carom.wasm", import.meta.url), new URL("./carom-plain.wasm", import.meta.url)));
}

/** A module, its classes and its verbs. */
export class Carom extends MeshModule {
    constructor(exports) {
        super(exports);
        const {core} = this;
        Object.assign(this, shapeClasses(core), verbs(core));
        this.concatenate = (shapes) => concatenate(core, shapes);
        this.fit = fits(core);
        for (const [name, ask] of Object.entries({clash, contactCurves, solidRelation, touchingTriangles})) this[name] = (...values) => ask(core, ...values);
        for (const [name, base] of Object.entries({Bsp, Mover, Pair, Scene, Space, World}))
            this[name] = {[name]: class extends base {
                constructor(...values) {
                    super(core, ...values);
                }
            }}[name];
    }
}
