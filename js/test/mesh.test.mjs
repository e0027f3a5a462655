// Meshes in JavaScript: hand-made cases, brute force, what the command answers for the same numbers, bad input; in both precisions and with
// both builds of the module. usage: node --test (in the folder of the built package); CAROM names the command.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {describe, test} from "node:test";

import load, {CaromError} from "../carom.js";

const CUBE = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1];
const FACES = [0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 2, 3, 7, 2, 7, 6, 0, 4, 7, 0, 7, 3, 1, 2, 6, 1, 6, 5];

function generator(seed) {
    return () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 4294967296;
}

/** Triangles at random in the unit cube, on a lattice of 1/64 so that many touch. */
function soup(count, random, size = 0.25) {
    const out = [];
    const on = (x) => Math.round(64 * x) / 64;
    for (let i = 0; i < count; i++) {
        const at = [random(), random(), random()];
        for (let k = 0; k < 9; k++) out.push(on(at[k % 3] + size * (random() - 0.5)));
    }
    return out;
}

const modules = [await load({simd: true}), ...(process.env.CAROM_PLAIN === "0" ? [] : [await load({simd: false})])];

for (const [which, carom] of modules.entries())
    for (const kind of [Float32Array, Float64Array])
        describe(`${which ? "plain" : "vectors"}, ${kind.name}`, () => {
            const cube = new carom.Mesh(kind.from(CUBE), FACES);

            test("a cube", () => {
                assert.equal(cube.precision, kind === Float32Array ? "float32" : "float64");
                assert.deepEqual([...cube.bounds], [0, 0, 0, 1, 1, 1]);
                assert.deepEqual([cube.closure, cube.triangleCount, cube.vertexCount], ["closed", 12, 8]);
                const hits = cube.raycast([-1, 0.25, 0.5, 1, 0, 0, -1, 5, 5, 1, 0, 0, 0.5, 0.5, 0.5, 0, 0, 2]);
                assert.ok(hits.t instanceof kind);
                assert.deepEqual([...hits.t], [1, Infinity, 0.25]);
                assert.deepEqual([...hits.triangle], [8, -1, 2]);
                assert.deepEqual([...hits.normal.slice(0, 6)], [-1, 0, 0, 0, 0, 0]);
                assert.deepEqual([...cube.occluded([-1, 0.25, 0.5, 1, 0, 0, -1, 5, 5, 1, 0, 0])], [1, 0]);
                assert.deepEqual([...cube.raycast([-1, 0.25, 0.5, 1, 0, 0], {facing: "back"}).t], [2]);
                assert.deepEqual([...cube.raycast([-1, 0.25, 0.5, 1, 0, 0], {tMax: 0.5}).triangle], [-1]);
                assert.deepEqual([...cube.raycastAll([-1, 0.25, 0.5, 1, 0, 0]).t], [1, 2]);
                assert.deepEqual(cube.raycastFirst([-1, 0.25, 0.5, 1, 0, 0]), {triangle: 8, t: 1, normal: [-1, 0, 0], barycentric: [0.5, 0.25, 0.25]});
                assert.equal(cube.raycastFirst([-1, 5, 5, 1, 0, 0]), null);
                // through edges and corners, which triangles share
                assert.deepEqual([...cube.occluded([-1, 0, 0.5, 1, 0, 0, -1, -1, -1, 1, 1, 1, 2, 0.5, 0.5, -1, 0, 0])], [1, 1, 1]);
                const near = cube.closest([0.5, 0.25, 2, 2, 2, 2]);
                assert.deepEqual([...near.point], [0.5, 0.25, 1, 1, 1, 1]);
                assert.deepEqual([near.distance[0], near.distance[1]], [1, kind.of(Math.sqrt(3))[0]]);
                assert.deepEqual(cube.closestPoint(0.5, 0.25, 2), {triangle: near.triangle[0], distance: 1, point: [0.5, 0.25, 1], barycentric: [...near.barycentric.slice(0, 3)]});
                const points = [0.5, 0.5, 0.75, 0.5, 0.5, 3, 1, 0.5, 0.5];
                for (const method of [undefined, "normal", "parity", "winding"]) assert.deepEqual([...cube.signedDistance(points, {method})], [-0.25, 2, 0]);
                assert.deepEqual([...cube.classify(points)], [1, 0, 2]);
                assert.deepEqual([...cube.contains(points)], [1, 0, 1]);
                assert.ok(Math.abs(cube.windingNumber([0.5, 0.5, 0.5])[0] - 1) < 1e-6);
                assert.deepEqual([...cube.overlapBox([0.25, 0.25, 0.75], [0.75, 0.75, 2])], [2, 3]);
                assert.deepEqual([...cube.overlapSphere([0.75, 0.25, 1.5], 0.5)], [2]);
            });

            test("two meshes", () => {
                const other = new carom.Mesh(kind.from(CUBE), FACES), at = (x) => [x, 0, 0, 0, 0, 0, 1];
                assert.deepEqual([cube.overlaps(other), cube.overlaps(other, at(1)), cube.overlaps(other, at(1.0625))], [true, true, false]);
                const apart = cube.distance(other, at(3));
                assert.deepEqual([apart.distance, apart.pointA[0], apart.pointB[0]], [2, 1, 3]);
                assert.equal(cube.distance(other, at(1)).distance, 0);
                other.refit(kind.from(CUBE, (x) => 2 * x - 0.5)); // around the first
                assert.deepEqual([cube.overlaps(other), cube.distance(other).distance], [false, 0.5]);
                other.dispose();
                assert.throws(() => cube.overlaps(other), CaromError);
                other.dispose();
            });

            test("a grid of distances", () => {
                const grid = cube.signedDistanceGrid({bounds: [-1, -1, -1, 2, 2, 2], cell: 0.5});
                assert.deepEqual([grid.count, [...grid.origin], grid.cell, grid.distances.length], [[7, 7, 7], [-1, -1, -1], 0.5, 343]);
                const points = [];
                for (let k = 0; k < 7; k++) for (let j = 0; j < 7; j++) for (let i = 0; i < 7; i++) points.push(i / 2 - 1, j / 2 - 1, k / 2 - 1);
                assert.deepEqual(grid.distances, cube.signedDistance(points));
            });

            test("as a search through all triangles", () => {
                const random = generator(7), triangles = soup(300, random), mesh = new carom.Mesh(kind.from(triangles));
                const each = Array.from({length: 300}, (_, i) => new carom.Mesh(kind.from(triangles.slice(9 * i, 9 * i + 9))));
                const rays = kind.from({length: 6 * 500}, (_, k) => (k % 6 < 3 ? 3 * random() - 1 : random() - 0.5));
                const points = kind.from({length: 3 * 500}, () => 3 * random() - 1);
                const first = {t: new kind(500).fill(Infinity), triangle: new Int32Array(500).fill(-1)}, near = {distance: new kind(500).fill(Infinity), triangle: new Int32Array(500).fill(-1)};
                each.forEach((one, index) => {
                    one.raycast(rays).t.forEach((t, i) => { if (t < first.t[i]) [first.t[i], first.triangle[i]] = [t, index]; });
                    one.closest(points).distance.forEach((d, i) => { if (d < near.distance[i]) [near.distance[i], near.triangle[i]] = [d, index]; });
                    one.dispose();
                });
                const hits = mesh.raycast(rays), closest = mesh.closest(points);
                assert.deepEqual([hits.t, hits.triangle], [first.t, first.triangle]);
                assert.deepEqual([closest.distance, closest.triangle], [near.distance, near.triangle]);
                assert.deepEqual([...mesh.occluded(rays)], [...first.triangle].map((t) => (t < 0 ? 0 : 1)));
                for (let i = 0; i < 500; i++) {
                    const one = mesh.raycastFirst(rays.subarray(6 * i, 6 * i + 6)), point = mesh.closestPoint(...points.subarray(3 * i, 3 * i + 3));
                    assert.deepEqual([one?.triangle ?? -1, one?.t ?? Infinity], [hits.triangle[i], hits.t[i]]);
                    assert.deepEqual([point.triangle, point.distance], [closest.triangle[i], closest.distance[i]]);
                }
            });

            test("shapecasts", () => {
                const random = generator(6), corners = kind.from(soup(2000, random, 0.0625)), mesh = new carom.Mesh(corners), center = [0.5, 0.4, 0.3].map((x) => Math.fround(x)), radius = 0.25;
                // a ball by tests of the caller's own: what is out of reach is left out, what is within is not asked again
                let asked = 0, free = 0;
                const near = (box) => Math.hypot(...center.map((c, k) => Math.max(box[k] - c, 0, c - box[3 + k]))), far = (box) => Math.hypot(...center.map((c, k) => Math.max(c - box[k], box[3 + k] - c)));
                const found = [], ended = mesh.shapecast({
                    intersectsBounds: (box, isLeaf, score, depth) => {
                        asked++;
                        assert.ok(typeof isLeaf === "boolean" && depth >= 0 && depth < 12 && score === undefined);
                        return far(box) <= radius ? 2 : near(box) <= radius;
                    },
                    intersectsTriangle: (triangle, index, contained) => {
                        assert.deepEqual([...triangle], [...corners.subarray(9 * index, 9 * index + 9)]);
                        free += contained;
                        const own = new carom.Mesh(triangle); // the module is asked meanwhile
                        if (own.closestPoint(...center).distance <= radius) found.push(index);
                        own.dispose();
                    }});
                assert.deepEqual([ended, found.sort((a, b) => a - b)], [false, [...mesh.overlapSphere(center, radius)]]);
                assert.ok(asked < 2000 && free > 3 && found.length > 20, `${asked} ${free} ${found.length}`);
                // the nearest first, and an end
                let last = -1, count = 0;
                assert.equal(mesh.shapecast({boundsTraverseOrder: near, intersectsBounds: (box, isLeaf, score) => score === near(box), intersectsTriangle: () => ++count === 5}), true);
                assert.equal(count, 5);
                const first = mesh.shapecast({boundsTraverseOrder: near, intersectsBounds: (box, isLeaf, score, depth) => depth < 2 && (last = Math.max(last, score)) >= 0});
                assert.deepEqual([first, last >= 0], [false, true]);
                assert.equal(new carom.Mesh(kind.of()).shapecast({intersectsBounds: () => assert.fail()}), false);
                mesh.dispose();
                assert.throws(() => mesh.shapecast({intersectsBounds: () => true}), /the mesh was disposed of/);
            });

            test("bad input", () => {
                const wrong = (act, message) => assert.throws(act, (error) => error instanceof CaromError && error.message.includes(message));
                wrong(() => new carom.Mesh(kind.of(0, 0, NaN, 1, 1, 1, 2, 2, 2)), "positions[2] is NaN");
                wrong(() => new carom.Mesh(kind.from(CUBE), [0, 1, 8]), "indices[2] is 8, and there are 8 vertices");
                wrong(() => new carom.Mesh(kind.from(CUBE), [0, 1]), "indices: length 2");
                wrong(() => new carom.Mesh(kind.of(1, 2)), "positions: length 2");
                wrong(() => new carom.Mesh(kind.of(1, 2, 3)), "no whole number of triangles");
                wrong(() => new carom.Mesh(null), "positions is no array");
                wrong(() => new carom.Mesh(kind.from(CUBE), FACES, {build: "toString"}), "build is toString");
                wrong(() => cube.raycast([1, 2]), "rays: length 2");
                wrong(() => cube.raycast([], {facing: "up"}), "both, front, back");
                wrong(() => cube.closest("abc"), "points is no array");
                wrong(() => cube.refit(kind.of(1, 2, 3)), "1 vertices, not 8");
                wrong(() => cube.refit(kind.from(CUBE).fill(Infinity, 3, 4)), "positions[3] is Infinity");
                wrong(() => cube.overlaps({}), "none of this module");
                wrong(() => cube.distance(new carom.Mesh(CUBE, FACES, {precision: kind === Float32Array ? "float64" : "float32"})), "the other mesh is of");
                wrong(() => cube.overlaps(cube, [1, 2]), "pose: 2 numbers");
                assert.deepEqual([...cube.bounds], [0, 0, 0, 1, 1, 1]);
                const odd = cube.raycast([NaN, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, -1, 0.25, 0.5, Infinity, 0, 0]);
                assert.deepEqual([...odd.triangle].map((t) => t < 12), [true, true, true]);
                assert.equal(cube.closest([NaN, 0, 0]).triangle[0], -1);
                const empty = new carom.Mesh(new kind(0));
                assert.deepEqual([...empty.raycast([0, 0, 0, 1, 0, 0]).triangle, ...empty.closest([0, 0, 0]).triangle], [-1, -1]);
                assert.equal(empty.closestPoint(0, 0, 0), null);
                assert.deepEqual([...cube.raycast([]).t], []);
            });

            test("memory grows under old views, and is given back", () => {
                const random = generator(3), big = kind.from(soup(20000, random, 0.01));
                let most = 0;
                for (let round = 0; round < 6; round++) {
                    const mesh = new carom.Mesh(big), hit = cube.raycastFirst([-1, 0.25, 0.5, 1, 0, 0]);
                    assert.equal(hit.t, 1);
                    mesh.dispose();
                    if (round === 2) most = carom.memoryBytes;
                }
                assert.equal(carom.memoryBytes, most);
            });
        });

test("the command's answers, bit for bit", {skip: !process.env.CAROM}, () => {
    const folder = mkdtempSync(join(tmpdir(), "carom-js-")), random = generator(11), triangles = Float32Array.from(soup(2000, random));
    try {
        const file = new DataView(new ArrayBuffer(84 + 50 * 2000));
        file.setUint32(80, 2000, true);
        for (let i = 0; i < 2000; i++) for (let k = 0; k < 9; k++) file.setFloat32(96 + 50 * i + 4 * k, triangles[9 * i + k], true);
        writeFileSync(join(folder, "soup.stl"), new Uint8Array(file.buffer));
        const rays = Float64Array.from({length: 6 * 1000}, (_, k) => (k % 6 < 3 ? 3 * random() - 1 : random() - 0.5));
        const points = Float64Array.from({length: 3 * 1000}, () => 3 * random() - 1);
        const rows = (numbers, width) => Array.from({length: numbers.length / width}, (_, i) => numbers.subarray(width * i, width * i + width).join(" ")).join("\n") + "\n";
        writeFileSync(join(folder, "rays"), rows(rays, 6));
        writeFileSync(join(folder, "points"), rows(points, 3));
        const ask = (...words) => execFileSync(process.env.CAROM, [...words, "--json"], {encoding: "utf8", maxBuffer: 1 << 28}).trim().split("\n").map((line) => JSON.parse(line));
        const hits = ask("raycast", join(folder, "soup.stl"), "--rays", join(folder, "rays"));
        const near = ask("closest", join(folder, "soup.stl"), "--points", join(folder, "points"));
        assert.ok(hits.filter((h) => h.hit).length > 100);
        for (const carom of modules) {
            const mesh = new carom.Mesh(Float64Array.from(triangles)), found = mesh.raycast(rays), closest = mesh.closest(points);
            hits.forEach((h, i) => {
                assert.deepEqual([found.triangle[i], found.t[i]], h.hit ? [h.triangle, h.t] : [-1, Infinity]);
                if (h.hit) assert.deepEqual([...found.normal.slice(3 * i, 3 * i + 3)].map((x) => x + 0), h.normal);
            });
            near.forEach((p, i) => assert.deepEqual([closest.triangle[i], Math.abs(closest.distance[i]), [...closest.point.slice(3 * i, 3 * i + 3)].map((x) => x + 0)], [p.triangle, Math.abs(p.distance), p.closest]));
        }
    } finally {
        rmSync(folder, {recursive: true});
    }
});
