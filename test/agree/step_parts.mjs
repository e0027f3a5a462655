// Writes each solid of STEP files as an OBJ file in double precision, so that `carom clash` can be
// run on the assembly. usage: step_parts.mjs FOLDER FILE.stp... [--deflection D] [--angle A]
//
// FOLDER gets a folder of its own for each file. The package occt-import-js must be installed where
// OCCT_IMPORT names its folder, or beside this script's working folder in node_modules. Its test
// files are assemblies of the CAx Implementor Forum: bolts in nuts, plates on rods.
import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";

const options = { "--deflection": "0.001", "--angle": "0.5" };
const [folder, ...files] = process.argv.slice(2).filter((word, i, all) => {
    if (word in options) options[word] = all[i + 1];
    return !(word in options) && !(all[i - 1] in options);
});
if (!folder || files.length === 0) {
    console.error("usage: step_parts.mjs FOLDER FILE.stp... [--deflection D] [--angle A]");
    process.exit(2);
}
const where = process.env.OCCT_IMPORT ?? path.join(process.cwd(), "node_modules/occt-import-js");
const occt = await createRequire(import.meta.url)(where)();

const digits = (x) => (Object.is(x, -0) ? "0" : x.toPrecision(17));

function objOf(mesh) {
    const at = mesh.attributes.position.array, index = mesh.index.array, lines = [];
    for (let i = 0; i < at.length; i += 3)
        lines.push(`v ${digits(at[i])} ${digits(at[i + 1])} ${digits(at[i + 2])}`);
    for (let i = 0; i < index.length; i += 3)
        lines.push(`f ${index[i] + 1} ${index[i + 1] + 1} ${index[i + 2] + 1}`);
    return lines.join("\n") + "\n";
}

for (const file of files) {
    const read = occt.ReadStepFile(fs.readFileSync(file), {
        linearDeflectionType: "bounding_box_ratio",
        linearDeflection: Number(options["--deflection"]),
        angularDeflection: Number(options["--angle"]),
    });
    if (!read.success) {
        console.error(`${file}: cannot be read`);
        continue;
    }
    const to = path.join(folder, path.basename(file).replace(/\.[^.]*$/, ""));
    fs.rmSync(to, { recursive: true, force: true });
    fs.mkdirSync(to, { recursive: true });
    read.meshes.forEach((mesh, i) => {
        const name = (mesh.name || "part").replace(/[^A-Za-z0-9_-]+/g, "_");
        fs.writeFileSync(path.join(to, `${String(i).padStart(3, "0")}_${name}.obj`), objOf(mesh));
    });
    const triangles = read.meshes.reduce((sum, mesh) => sum + mesh.index.array.length / 3, 0);
    console.log(`${to}: ${read.meshes.length} parts, ${triangles} triangles`);
}
