// Models of the gallery, made of files that tools/fetch-bunny.sh and tools/fetch-assembly.sh put into build/data: into the folder given. Each is left
// out where its file is missing; pages have meshes of their own then.
import {existsSync, mkdirSync, readFileSync, writeFileSync} from "node:fs";
import {createRequire} from "node:module";

const [, , data, out] = process.argv;
mkdirSync(out, {recursive: true});

/** The scan as the number of vertices and of triangles, the least corner and the step of the coordinates, three steps of 16 bits a vertex, three indices a triangle. */
function bunny(file) {
    const stl = readFileSync(file), count = stl.readUInt32LE(80), at = new Map(), positions = [], indices = new Uint32Array(3 * count);
    for (let i = 0; i < count; i++)
        for (let k = 0; k < 3; k++) {
            const offset = 96 + 50 * i + 12 * k, key = stl.subarray(offset, offset + 12).toString("latin1");
            if (!at.has(key)) {
                at.set(key, at.size);
                positions.push(...[0, 4, 8].map((n) => stl.readFloatLE(offset + n)));
            }
            indices[3 * i + k] = at.get(key);
        }
    const low = [0, 1, 2].map((k) => positions.reduce((least, x, i) => (i % 3 === k ? Math.min(least, x) : least), Infinity));
    const size = positions.reduce((most, x, i) => Math.max(most, x - low[i % 3]), 0) / 65535, vertices = at.size, padding = vertices % 2 ? 2 : 0;
    const bytes = new ArrayBuffer(24 + 6 * vertices + padding + 12 * count);
    new Uint32Array(bytes, 0, 2).set([vertices, count]);
    new Float32Array(bytes, 8, 4).set([...low, size]);
    new Uint16Array(bytes, 24, 3 * vertices).set(positions.map((x, i) => Math.round((x - low[i % 3]) / size)));
    new Uint32Array(bytes, 24 + 6 * vertices + padding, 3 * count).set(indices);
    writeFileSync(`${out}/bunny.bin`, new Uint8Array(bytes));
}

/** The parts of a STEP assembly as triangles, in millimetres, by occt-import-js where it is installed. */
async function assembly(file) {
    const occt = await createRequire(import.meta.url)("occt-import-js")(), found = occt.ReadStepFile(new Uint8Array(readFileSync(file)), {linearUnit: "millimeter", linearDeflectionType: "absolute_value", linearDeflection: 0.2, angularDeflection: 0.5});
    if (!found.success || found.meshes.length < 10) throw new Error(`${file}: it cannot be read`);
    const parts = found.meshes.map(({name, attributes, index}) => {
        const positions = attributes.position.array.map(Math.fround), at = new Map(), own = [];
        // one vertex where several have one place
        const names = Array.from({length: positions.length / 3}, (_, i) => {
            const point = positions.slice(3 * i, 3 * i + 3), key = point.join();
            if (!at.has(key)) {
                at.set(key, at.size);
                own.push(...point);
            }
            return at.get(key);
        });
        const triangles = [];
        for (let i = 0; i < index.array.length; i += 3) {
            const [a, b, c] = [0, 1, 2].map((k) => names[index.array[i + k]]);
            if (a !== b && b !== c && c !== a) triangles.push(a, b, c);
        }
        return {name, positions: own.map((x) => Number(x.toFixed(5))), indices: triangles};
    });
    writeFileSync(`${out}/as1.json`, JSON.stringify(parts));
}

if (existsSync(`${data}/bunny.stl`)) bunny(`${data}/bunny.stl`);
if (existsSync(`${data}/as1-oc-214.stp`)) await assembly(`${data}/as1-oc-214.stp`).catch((error) => console.error(`models: the assembly is left out: ${error.message}`));
