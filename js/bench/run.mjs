// The rows in node, as tables. usage: node run.mjs PACKAGE FILE.stl (binary), in a folder where three, three-mesh-bvh, @dimforge/rapier3d-compat
// and manifold-3d are installed
import {readFileSync} from "node:fs";
import {resolve} from "node:path";
import {pathToFileURL} from "node:url";

import {meshRows, shapeRows, solidRows, table, triangles} from "./rows.mjs";

const module = (path) => import(pathToFileURL(resolve("node_modules", path)));
const version = (name) => `${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version}`;
const [, , folder, file] = process.argv;
const carom = await (await import(pathToFileURL(resolve(folder, "carom.js")))).default();
const THREE = await module("three/build/three.module.js"), {MeshBVH, SAH} = await module("three-mesh-bvh/build/index.module.js");
const RAPIER = (await module("@dimforge/rapier3d-compat/dist/rapier.mjs")).default, solids = await (await module("manifold-3d/manifold.js")).default();
await RAPIER.init();
solids.setup();
console.log(`node ${process.version}, ${["three-mesh-bvh", "@dimforge/rapier3d-compat", "manifold-3d"].map(version).join(", ")}\n`);
for (const rows of [() => meshRows(carom, {THREE, MeshBVH, SAH}, triangles(readFileSync(file))), () => shapeRows(carom, RAPIER), () => solidRows(carom, solids)]) console.log(table(rows()) + "\n");
