// First hits and closest points of a mesh beside three-mesh-bvh, in one run, the least of several passes; the answers are compared.
// usage: node three_mesh_bvh.mjs PACKAGE FILE.stl (binary), in a folder where three and three-mesh-bvh are installed
import {readFileSync} from "node:fs";
import {resolve} from "node:path";
import {pathToFileURL} from "node:url";
import {createRequire} from "node:module";

const require = createRequire(pathToFileURL(resolve("package.json")));
const THREE = await import(pathToFileURL(require.resolve("three").replace("three.cjs", "three.module.js")));
const {MeshBVH, SAH} = await import(pathToFileURL(require.resolve("three-mesh-bvh").replace("index.umd.cjs", "index.module.js")));
const load = (await import(pathToFileURL(resolve(process.argv[2], "carom.js")))).default;

const file = readFileSync(process.argv[3]), count = file.readUInt32LE(80), positions = new Float32Array(9 * count);
for (let i = 0; i < count; i++) for (let k = 0; k < 9; k++) positions[9 * i + k] = file.readFloatLE(96 + 50 * i + 4 * k);

let seed = 12345;
const random = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 4294967296;
const N = 100000, rays = new Float32Array(6 * N), points = new Float32Array(3 * N);
const carom = await load(), mesh = new carom.Mesh(positions), b = mesh.bounds, size = [0, 1, 2].map((k) => b[k + 3] - b[k]);
for (let i = 0; i < N; i++) { // from a ball around the mesh to a point of its box; points in a box half as large again
    const z = 2 * random() - 1, angle = 2 * Math.PI * random(), ring = Math.sqrt(1 - z * z);
    const from = [ring * Math.cos(angle), ring * Math.sin(angle), z].map((x, k) => (b[k] + b[k + 3]) / 2 + x * Math.hypot(...size));
    const d = from.map((x, k) => b[k] + size[k] * random() - x), length = Math.hypot(...d);
    rays.set([...from, ...d.map((x) => x / length)], 6 * i);
    points.set([0, 1, 2].map((k) => b[k] + size[k] * (1.5 * random() - 0.25)), 3 * i);
}

const geometry = new THREE.BufferGeometry().setAttribute("position", new THREE.BufferAttribute(positions.slice(), 3));
const build = {};
function built(name, act) {
    const start = performance.now(), made = act();
    build[name] = performance.now() - start;
    return made;
}
built("carom", () => new carom.Mesh(positions)).dispose();
const trees = {"three-mesh-bvh": built("three-mesh-bvh", () => new MeshBVH(geometry.clone())), "three-mesh-bvh, SAH": built("three-mesh-bvh, SAH", () => new MeshBVH(geometry.clone(), {strategy: SAH}))};
const ray = new THREE.Ray(), point = new THREE.Vector3(), target = {};

const rows = {
    "first hits": {
        "carom, many": () => mesh.raycast(rays).t.reduce((n, t) => n + (t < Infinity), 0),
        "carom, one by one": () => { let n = 0; for (let i = 0; i < N; i++) n += mesh.raycastFirst(rays.subarray(6 * i, 6 * i + 6)) !== null; return n; }},
    "closest points": {
        "carom, many": () => mesh.closest(points).distance.reduce((sum, d) => sum + d, 0),
        "carom, one by one": () => { let sum = 0; for (let i = 0; i < N; i++) sum += mesh.closestPoint(points[3 * i], points[3 * i + 1], points[3 * i + 2]).distance; return sum; }}};
for (const [name, tree] of Object.entries(trees)) {
    rows["first hits"][name] = () => { let n = 0; for (let i = 0; i < N; i++) { ray.origin.fromArray(rays, 6 * i); ray.direction.fromArray(rays, 6 * i + 3); n += tree.raycastFirst(ray, THREE.DoubleSide) !== null; } return n; };
    rows["closest points"][name] = () => { let sum = 0; for (let i = 0; i < N; i++) sum += tree.closestPointToPoint(point.fromArray(points, 3 * i), target).distance; return sum; };
}
console.log(`${count} triangles, ${N} questions; node ${process.version}, three-mesh-bvh ${JSON.parse(readFileSync("node_modules/three-mesh-bvh/package.json")).version}`);
console.log(`build, ms: ${Object.entries(build).map(([name, ms]) => `${name} ${ms.toFixed(0)}`).join(", ")}`);
for (const [row, runs] of Object.entries(rows)) {
    const best = {}, answers = {};
    for (let pass = 0; pass < 5; pass++)
        for (const [name, run] of Object.entries(runs)) {
            const start = performance.now();
            answers[name] = run();
            best[name] = Math.min(best[name] ?? Infinity, performance.now() - start);
        }
    const first = Object.values(answers)[0];
    for (const [name, ms] of Object.entries(best))
        console.log(`${row}: ${name}: ${(1e6 * ms / N).toFixed(0)} ns, ${(ms / best["carom, many"]).toFixed(2)} of carom's many${Math.abs(answers[name] - first) <= 1e-6 * first ? "" : `; answers differ: ${answers[name]}, ${first}`}`);
}
