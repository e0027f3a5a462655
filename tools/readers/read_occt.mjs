// STEP and IGES by occt-import-js, another build of OpenCASCADE: prints parts and box as JSON.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import process from "node:process";

const require = createRequire(path.join(process.cwd(), "package.json"));
const occt = await require("occt-import-js")();
const file = process.argv[2], data = new Uint8Array(readFileSync(file));
const result = /\.ige?s$/i.test(file) ? occt.ReadIgesFile(data, null) : occt.ReadStepFile(data, null);
if (!result.success) throw new Error("occt-import-js does not read it");
const min = [Infinity, Infinity, Infinity], max = [-Infinity, -Infinity, -Infinity];
for (const mesh of result.meshes) {
  mesh.attributes.position.array.forEach((x, i) => {
    min[i % 3] = Math.min(min[i % 3], x);
    max[i % 3] = Math.max(max[i % 3], x);
  });
}
console.log(JSON.stringify({ parts: result.meshes.length, min, max, scale: "mm" }));
