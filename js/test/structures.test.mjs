// Scenes, solids, fits, partitions, spaces, worlds and movers in JavaScript: hand-made cases, brute force, bad input, in both builds of the module.
import assert from "node:assert/strict";
import {describe, test} from "node:test";

import load, {CaromError, EVENT, SOLID_RELATION, SPACE_KINDS, VERDICT} from "../carom.js";
import {CUBE, OCTAHEDRON, generator} from "./kinds.mjs";

const at = (x, y = 0, z = 0) => [x, y, z, 0, 0, 0, 1];
const wrong = (act, message) => assert.throws(act, (error) => error instanceof CaromError && (error.message.includes(message) || assert.fail(error.message)));
const modules = [await load({simd: true}), ...(process.env.CAROM_PLAIN === "0" ? [] : [await load({simd: false})])];

for (const [which, carom] of modules.entries())
    describe(which ? "plain" : "vectors", () => {
        for (const kind of [Float32Array, Float64Array])
            test(`scenes, ${kind.name}`, () => {
                const mesh = new carom.Mesh(kind.from(OCTAHEDRON.positions), OCTAHEDRON.faces), random = generator(4);
                const row = new carom.Scene([mesh], {poses: [...at(0), ...at(2), ...at(9)]});
                assert.deepEqual([row.count, row.precision, [...row.bounds].map((x) => Math.round(1000 * x) / 1000), [...row.pairs()]], [3, mesh.precision, [-1, -1, -1, 10, 1, 1], [0, 1]]);
                const hits = row.raycast([20, 0.25, 0.25, -1, 0, 0, 20, 5, 5, -1, 0, 0]);
                assert.deepEqual([[...hits.instance], [...hits.t], hits.t instanceof kind], [[2, -1], [10.5, Infinity], true]);
                assert.deepEqual([row.raycastFirst([20, 0.25, 0.25, -1, 0, 0]).instance, row.raycastFirst([20, 5, 5, -1, 0, 0])], [2, null]);
                assert.deepEqual([...row.raycastAll([20, 0.25, 0.25, -1, 0, 0], {facing: "front"}).instance], [2, 1, 0]);
                assert.deepEqual([...row.occluded([20, 0.25, 0.25, -1, 0, 0, 20, 5, 5, -1, 0, 0])], [1, 0]);
                assert.deepEqual((({instance, distance}) => [instance, distance])(row.closestPoint(6, 0, 0)), [2, 2]);
                // one instance where it is: the mesh's own answers
                const alone = new carom.Scene([mesh]), rays = kind.from({length: 600}, (_, k) => (k % 6 < 3 ? 4 * random() - 2 : random() - 0.5)), points = kind.from({length: 300}, () => 4 * random() - 2);
                const {instance, ...found} = alone.raycast(rays), own = mesh.raycast(rays);
                assert.deepEqual(found, own);
                assert.deepEqual([...instance].map((i) => i < 0), [...own.triangle].map((i) => i < 0));
                assert.deepEqual(alone.closest(points).distance, mesh.closest(points).distance);
                // many instances: a search through all
                const n = 20, poses = Array.from({length: n}, () => at(6 * random(), 6 * random(), 6 * random())).flat(), scales = Array.from({length: 3 * n}, () => 1);
                const many = new carom.Scene([mesh], {poses, scales}), each = many.raycast(rays).instance, pairs = [];
                for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) {
                    const offset = [0, 1, 2].map((k) => poses[7 * j + k] - poses[7 * i + k]);
                    if (mesh.overlaps(mesh, at(...offset))) pairs.push(`${i} ${j}`);
                }
                const touching = many.pairs(), listed = Array.from({length: touching.length / 2}, (_, i) => `${touching[2 * i]} ${touching[2 * i + 1]}`);
                assert.deepEqual(listed.sort(), pairs.sort());
                assert.ok(each.some((i) => i >= 0) && pairs.length > 3);
                many.move(at(100));
                assert.equal(many.raycast(rays).instance.every((i) => i < 0), true);
                mesh.dispose();
                assert.equal(alone.closestPoint(0, 0, 3).distance, 2); // the scene keeps it
                alone.dispose();
                alone.dispose();
                wrong(() => alone.pairs(), "the scene was disposed of");
            });

        test("scenes: bad input", () => {
            const mesh = new carom.Mesh(OCTAHEDRON.positions, OCTAHEDRON.faces), single = new carom.Mesh(Float32Array.from(OCTAHEDRON.positions), OCTAHEDRON.faces);
            wrong(() => new carom.Scene([mesh, {}]), "meshes[1] is no mesh");
            wrong(() => new carom.Scene([mesh, single]), "meshes[1] is of float32 and meshes[0] of float64");
            wrong(() => new carom.Scene([mesh], {mesh: [0, 1]}), "mesh[1] is 1: there are 1 meshes");
            wrong(() => new carom.Scene([mesh, mesh], {poses: [...at(0), ...at(0), ...at(0)]}), "poses: 3 of them, and 2 instances");
            wrong(() => new carom.Scene([mesh], {poses: at(NaN)}), "poses[0] is NaN");
            wrong(() => new carom.Scene([mesh], {poses: [0, 0, 0, 0, 0, 0, 7]}), "out of range");
            wrong(() => new carom.Scene([mesh], {scales: [0, 1, 1]}), "out of range");
            wrong(() => new carom.Scene([mesh]).raycast([1, 2]), "rays: length 2");
            wrong(() => new carom.Scene([mesh]).raycast([], {facing: "up"}), "both, front, back");
            assert.deepEqual([...new carom.Scene([]).raycast([0, 0, 0, 1, 0, 0]).instance], [-1]);
            assert.equal(new carom.Scene([mesh]).closest([NaN, 0, 0]).instance[0], -1);
        });

        test("solids", () => {
            const cube = (low, size, kind = Float64Array) => new carom.Mesh(kind.from([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1], (x) => low + size * x),
                [0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 2, 3, 7, 2, 7, 6, 0, 4, 7, 0, 7, 3, 1, 2, 6, 1, 6, 5]);
            const one = cube(0, 1), half = cube(0.25, 0.5), of = (...pose) => carom.solidRelation(one, one, {poseB: [...pose, 0, 0, 0, 1]}).relation;
            assert.deepEqual([of(2, 0, 0), of(1, 1, 1), of(1, 1, 0.5), of(1, 0.5, 0), of(0.5, 0.5, 0), of(0, 0, 0)], ["apart", "touchPoint", "touchEdge", "touchFace", "overlap", "equal"]);
            assert.deepEqual([of(1 + 2 ** -52, 0, 0), of(1 - 2 ** -53, 0, 0)], ["apart", "overlap"]);
            assert.deepEqual([carom.solidRelation(half, one).relation, carom.solidRelation(one, half).relation], ["aInB", "bInA"]);
            const touch = carom.solidRelation(one, one, {poseB: at(1, 0.5)}), deep = carom.solidRelation(one, one, {poseB: at(0.5, 0.5)});
            assert.deepEqual([touch.inContact, touch.contact[0], touch.witness], [true, 1, null]);
            assert.ok(deep.witness.every((x, k) => x > (k < 2 ? 0.5 : 0) && x < 1));
            assert.equal(carom.solidRelation(one, new carom.Mesh([0, 0, 0, 1, 0, 0, 0, 1, 0])).relation, "unknown");
            wrong(() => carom.solidRelation(one, {}), "b is no mesh");
            wrong(() => carom.solidRelation(cube(0, 1, Float32Array), one), "a is a mesh of float32");
            wrong(() => carom.solidRelation(one, one, {poseB: [0, 0, NaN, 0, 0, 0, 1]}), "poseB[2] is NaN");
            wrong(() => carom.solidRelation(one, one, {poseA: [0, 0, 0, 0, 0, 0, 3]}), "poseA is no pose");
        });

        test("spaces: every kind as the brute force", () => {
            const random = generator(8), n = 200, low = Float64Array.from({length: 3 * n}, () => Math.round(40 * random()) / 4), high = low.map((x) => x + Math.round(8 * random()) / 4);
            const rays = Float64Array.from({length: 120}, (_, k) => (k % 6 < 3 ? 10 * random() : random() - 0.5)), points = Float64Array.from({length: 60}, () => 10 * random());
            const sorted = (pairs) => Array.from({length: pairs.length / 2}, (_, i) => 1000 * pairs[2 * i] + pairs[2 * i + 1]).sort((a, b) => a - b);
            const lists = ({ids, offsets}) => Array.from({length: offsets.length - 1}, (_, i) => [...ids.subarray(offsets[i], offsets[i + 1])].sort((a, b) => a - b));
            const pairs = [];
            for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) if ([0, 1, 2].every((k) => low[3 * i + k] <= high[3 * j + k] && low[3 * j + k] <= high[3 * i + k])) pairs.push(1000 * i + j);
            let first = null;
            for (const kind of SPACE_KINDS) {
                const space = new carom.Space(kind, low, high);
                assert.equal(space.count, n);
                assert.deepEqual(sorted(space.pairs()), pairs);
                const answers = [lists(space.inBoxes(low.subarray(0, 60), high.subarray(0, 60))), space.alongRays(rays), space.nearest(points, 3)];
                first ??= answers;
                assert.deepEqual(answers, first);
                const ids = space.insert([0, 0, 0], [50, 50, 50]);
                assert.deepEqual([...ids], [n]);
                space.move(ids, [60, 60, 60], [61, 61, 61]);
                assert.deepEqual(sorted(space.pairs()), pairs);
                space.move([0], [60, 60, 60], [60, 60, 60]);
                space.build();
                assert.ok(sorted(space.pairs()).includes(n));
                space.remove([n]);
                wrong(() => space.remove([1, n]), `ids[1] is ${n}: no box has it`);
                assert.equal(space.count, n - 1);
                const moved = new carom.Space(kind, low, high);
                moved.moveAll(low.map((x) => x + 1), high.map((x) => x + 1));
                assert.deepEqual(sorted(moved.pairs()), pairs);
                assert.deepEqual(moved.pairs(space).length % 2, 0);
                moved.dispose();
                moved.dispose();
                wrong(() => moved.pairs(), "the space was disposed of");
                space.dispose();
            }
            wrong(() => new carom.Space("heap", low, high), "kind is heap");
            wrong(() => new carom.Space("grid", [0, 0, 1], [1, 1, 0]), "low[2] is 1, above high[2], 0");
            wrong(() => new carom.Space("grid", [0, NaN, 1], [1, 1, 2]), "low[1] is NaN");
            wrong(() => new carom.Space("grid", [0, 0, 0], [1, 1, 1], {cell: -1}), "cell is -1");
            wrong(() => new carom.Space("grid", [0, 0, 0], [1, 1, 1]).nearest([NaN, 0, 0]), "points[0] is NaN");
            assert.deepEqual([...new carom.Space("octree", [], []).pairs()], []);
        });

        test("fits", () => {
            const random = generator(8), points = Float64Array.from({length: 300}, (_, k) => (random() - 0.5) * [1, 3, 2][k % 3] + 5), near = (x, y) => assert.ok(Math.abs(x - y) <= 1e-12 * Math.abs(y), `${x} ${y}`);
            const {fit} = carom, within = (shape) => assert.ok(carom.overlap(shape, new carom.Point(points)).every((x) => x === 1));
            const sphere = fit.sphere(points), box = fit.box(points), turned = fit.orientedBox(points), capsule = fit.capsule(points), hull = new carom.Hull(points);
            for (const [shape, {volume}] of [[new carom.Sphere(sphere.center, sphere.radius), sphere], [new carom.Box(box.low, box.high), box],
                [new carom.OrientedBox(turned.center, turned.axes, turned.halfExtents), turned], [new carom.Capsule(capsule.a, capsule.b, capsule.radius), capsule]]) {
                within(shape);
                near(volume, shape.volume);
                assert.ok(volume > hull.volume);
            }
            let last = Infinity;
            for (const k of [6, 14, 26]) {
                const {normals, min, max, volume} = fit.kdop(points, k);
                assert.deepEqual([normals.length, min.length, max.length], [3 * k / 2, k / 2, k / 2]);
                within(new carom.Kdop(normals, min, max));
                assert.ok(volume <= last && volume >= hull.volume);
                last = volume;
            }
            near(fit.kdop(points, 6).volume, box.volume);
            // each face of the least box holds a point; three or more points are on the least sphere
            for (let k = 0; k < 3; k++) assert.deepEqual([Math.min(...points.filter((_, i) => i % 3 === k)), Math.max(...points.filter((_, i) => i % 3 === k))], [box.low[k], box.high[k]]);
            const far = Array.from({length: 100}, (_, i) => Math.hypot(...[0, 1, 2].map((k) => points[3 * i + k] - sphere.center[k])));
            assert.ok(far.filter((d) => d > sphere.radius * (1 - 1e-9)).length >= 3 && far.every((d) => d <= sphere.radius));
            assert.deepEqual({...fit.sphere([1, 2, 3])}, {center: Float64Array.of(1, 2, 3), radius: 0, volume: 0});
            assert.equal(fit.orientedBox([0, 0, 0, 1, 1, 1]).volume < 1e-9, true);
            wrong(() => fit.sphere([]), "points: there must be one at least");
            wrong(() => fit.box([0, NaN, 0]), "points[1] is NaN");
            wrong(() => fit.capsule([0, 0]), "points: length 2");
            wrong(() => fit.kdop(points, 12), "k is 12");
        });

        test("curves and triangles of two meshes", () => {
            const one = new carom.Mesh(CUBE.positions, CUBE.faces), poseB = at(0.5, 0.25, 0.125), pairs = carom.touchingTriangles(one, one, {poseB}), brute = [];
            const corner = (faces, i, move) => [0, 1, 2].flatMap((k) => [0, 1, 2].map((axis) => CUBE.positions[3 * faces[3 * i + k] + axis] + move[axis]));
            for (let i = 0; i < 12; i++) for (let j = 0; j < 12; j++)
                if (carom.overlap(new carom.Triangle(corner(CUBE.faces, i, [0, 0, 0])), new carom.Triangle(corner(CUBE.faces, j, poseB)))[0]) brute.push(`${i} ${j}`);
            assert.deepEqual(Array.from({length: pairs.length / 2}, (_, i) => `${pairs[2 * i]} ${pairs[2 * i + 1]}`).sort(), brute.sort());
            const curves = carom.contactCurves(one, one, {poseB});
            assert.deepEqual([curves.closed.length, curves.closed[0], curves.coplanar.length, curves.offsets[1]], [1, 1, 0, curves.points.length / 3]);
            // the loop is on both surfaces
            for (const move of [[0, 0, 0], poseB]) assert.deepEqual(one.classify(curves.points.map((x, i) => x - move[i % 3])), new Uint8Array(curves.points.length / 3).fill(2));
            const flush = carom.contactCurves(one, one, {poseB: at(1)});
            assert.ok(flush.coplanar.length >= 4);
            const apart = carom.contactCurves(one, one, {poseB: at(2)});
            assert.deepEqual([[...apart.offsets], apart.points.length, carom.touchingTriangles(one, one, {poseB: at(2)}).length], [[0], 0, 0]);
            wrong(() => carom.contactCurves(one, {}), "b is no mesh");
            wrong(() => carom.touchingTriangles(one, one, {poseA: [0, 0, 0]}), "poseA: length 3");
        });

        test("clash", () => {
            const one = new carom.Mesh(CUBE.positions, CUBE.faces), small = new carom.Mesh(CUBE.positions.map((x) => 0.25 + x / 8), CUBE.faces);
            const named = (found) => Array.from(found.a, (a, i) => `${a} ${found.b[i]} ${VERDICT[found.verdict[i]]} ${SOLID_RELATION[found.relation[i]]}`);
            const row = carom.clash([one], {poses: [...at(0), ...at(0.5), ...at(1.5), ...at(3)], clearance: 1});
            assert.deepEqual(named(row), ["0 1 hard overlap", "1 2 touching touchFace", "0 2 near apart", "2 3 near apart"]);
            assert.deepEqual([row.distance[2], row.distance[3], row.depth[0]], [0.5, 0.5, 0.5]);
            assert.ok(row.bound[0] >= 0.5 && row.bound[0] < 0.5 / 0.9);
            const nested = carom.clash([one, small]), same = carom.clash([one, one]);
            assert.deepEqual([named(nested), [...nested.nested], named(same)], [["0 1 hard bInA"], [1], ["0 1 hard equal"]]);
            assert.deepEqual(named(carom.clash([one], {poses: [...at(0), ...at(0.9375)], tolerance: 0.125})), ["0 1 touching overlap"]);
            assert.deepEqual(named(carom.clash([one, small], {mesh: [1, 0, 1], poses: [...at(0), ...at(0), ...at(9)]})), ["0 1 hard aInB"]);
            assert.deepEqual([named(carom.clash([])), named(carom.clash([one]))], [[], []]);
            // an open sheet through the cube, in it, and beside it
            const sheet = (z, size) => new carom.Mesh([0.5 - size, 0.5, z, 0.5 + size, 0.25, z, 0.5, 0.5 + size, z]);
            assert.deepEqual([named(carom.clash([one, sheet(0.5, 2)])), named(carom.clash([one, sheet(0.5, 0.125)])), named(carom.clash([one, sheet(2, 0.125)]))], [["0 1 hard unknown"], ["0 1 hard unknown"], []]);
            wrong(() => carom.clash(one), "meshes is no array");
            wrong(() => carom.clash([one, {}]), "meshes[1] is no mesh");
            wrong(() => carom.clash([one], {mesh: [0, 1]}), "mesh[1] is 1: there are 1 meshes");
            wrong(() => carom.clash([one, one], {poses: [...at(0), ...at(0), ...at(0)]}), "poses: 3 of them, and 2 parts");
            wrong(() => carom.clash([one, one], {poses: [...at(0), 0, 0, 0, 0, 0, 0, 7]}), "poses[1] is no pose");
            wrong(() => carom.clash([one], {clearance: -1}), "clearance is -1");
            wrong(() => carom.clash([one], {clearence: 1}), "no option clearence");
        });

        test("partitions", () => {
            // the sides of the cube as squares: points in it, on it, beside it
            const square = (k, high) => [[0, 0], [1, 0], [1, 1], [0, 1]].map(([u, v]) => [0, 1, 2].map((axis) => (axis === k ? high : axis === (k + 1) % 3 ? u : v)));
            const sides = [0, 1, 2].flatMap((k) => [square(k, 0).reverse(), square(k, 1)]), bsp = new carom.Bsp(sides.flat(2), sides.map((side) => side.length));
            assert.deepEqual([...bsp.classify([0.5, 0.5, 0.5, 1, 0.5, 0.25, 2, 0.5, 0.5, NaN, 0, 0])], [1, 2, 0, 0]);
            assert.deepEqual([bsp.facts.pieces, bsp.facts.splits, bsp.facts.degenerate], [6, 0, 0]);
            const hits = bsp.raycast([5, 0.5, 0.5, -1, 0, 0, 5, 2, 2, -1, 0, 0]);
            assert.deepEqual([[...hits.polygon], [...hits.t], [...hits.normal]], [[1, -1], [4, Infinity], [1, 0, 0, 0, 0, 0]]);
            const seen = bsp.pieces([5, 0.5, 0.5]);
            assert.deepEqual([[...seen.polygon].sort(), seen.polygon[seen.front.lastIndexOf(1)], seen.offsets[6], seen.front.reduce((a, b) => a + b)], [[0, 1, 2, 3, 4, 5], 1, 24, 1]);
            // random triangles, which cut each other: the first hits are those of the triangles one by one; pieces have the area of the whole
            const random = generator(3), corners = Float64Array.from({length: 9 * 40}, random), mess = new carom.Bsp(corners), rays = Array.from({length: 300}, (_, k) => (k % 6 < 3 ? 3 * random() - 1 : random() - 0.5));
            const each = carom.raycast(new carom.Ray(rays.filter((_, k) => k % 6 < 3), rays.filter((_, k) => k % 6 > 2)), new carom.Polygon(corners.subarray(0, 9)));
            assert.ok(mess.raycast(rays).t.every((t, i) => !each.hit[i] || t <= each.t[i]));
            const area = (p) => { // of a convex polygon
                let sum = [0, 0, 0];
                for (let i = 1; i + 1 < p.length; i++) {
                    const [u, v] = [p[i], p[i + 1]].map((q) => q.map((x, k) => x - p[0][k]));
                    sum = [sum[0] + u[1] * v[2] - u[2] * v[1], sum[1] + u[2] * v[0] - u[0] * v[2], sum[2] + u[0] * v[1] - u[1] * v[0]];
                }
                return Math.hypot(...sum) / 2;
            };
            const rowsOf = (numbers) => Array.from({length: numbers.length / 3}, (_, i) => [...numbers.slice(3 * i, 3 * i + 3)]), parts = mess.pieces([0.5, 0.5, 9]), own = rowsOf(corners), cut = rowsOf(parts.vertices);
            const whole = Array.from({length: 40}, (_, i) => area(own.slice(3 * i, 3 * i + 3))), sums = new Float64Array(40);
            for (let i = 0; i < parts.polygon.length; i++) sums[parts.polygon[i]] += area(cut.slice(parts.offsets[i], parts.offsets[i + 1]));
            assert.ok(mess.facts.splits > 20 && sums.every((sum, i) => Math.abs(sum - whole[i]) < 1e-9));
            wrong(() => new carom.Bsp([0, 0, NaN]), "vertices[2] is NaN");
            wrong(() => new carom.Bsp([0, 0, 0, 1, 0, 0, 0, 1, 0], [4]), "counts: 4 vertices in all, and there are 3");
            assert.deepEqual([...new carom.Bsp([]).classify([0, 0, 0])], [0]);
            mess.dispose();
            wrong(() => mess.facts, "the partition was disposed of");
        });

        test("movers", () => {
            const world = new carom.World(), floor = world.add(new carom.Box([-9, -1, -9], [9, 0, 9]), {kind: "static"});
            world.add(new carom.Box([2, 0, -9], [9, 0.25, 9]), {kind: "static"});
            world.add(new carom.Box([4, 0, -9], [9, 5, 9]), {kind: "static"});
            const capsule = new carom.Capsule([0, 0.4, 0], [0, 1.4, 0], 0.4), mover = new carom.Mover(capsule, {pose: at(0, 0.1), stepHeight: 0.3, snapDistance: 0.3});
            capsule.dispose(); // the mover keeps it
            const walk = (frames, velocity) => {
                let moved;
                for (let i = 0; i < frames; i++) moved = mover.move(world, [velocity[0], mover.ground === "ground" ? velocity[1] : -2, velocity[2]], 1 / 60);
                return moved;
            };
            assert.equal(mover.ground, "air");
            assert.ok(walk(30, [0, 0, 0]).free);
            assert.deepEqual([mover.ground, mover.groundId, [...mover.groundNormal]], ["ground", floor[0], [0, 1, 0]]);
            const moved = walk(240, [3, 0, 0]), {pose} = mover; // up a step, and not through the wall
            assert.ok(pose[0] < 3.6 && pose[0] > 3.5 && pose[1] > 0.25 && pose[1] < 0.27 && moved.free && Math.abs(moved.velocity[0]) < 1e-9 && moved.contactCount >= 2, `${pose}`);
            mover.pose = at(0, 3);
            assert.deepEqual([[...mover.pose], walk(1, [0, 0, 0]).contactCount], [at(0, 3), 0]);
            mover.pose = at(3, 0, 0); // inside of the step: pushed out
            assert.deepEqual((({inside, free}) => [inside, free])(walk(1, [0, 0, 0])), [true, true]);
            wrong(() => new carom.Mover(new carom.Plane([0, 1, 0], 0)), "Mover: ");
            wrong(() => new carom.Mover([capsule, capsule]), "the shape was disposed of");
            wrong(() => new carom.Mover(new carom.Sphere([0, 0, 0, 1, 1, 1], 1)), "a mover is one shape, not 2");
            wrong(() => new carom.Mover(new carom.Sphere([0, 0, 0], 1), {stepHeight: -1}), "stepHeight is -1");
            wrong(() => new carom.Mover(new carom.Sphere([0, 0, 0], 1), {pose: [0, 0, NaN, 0, 0, 0, 1]}), "pose[2] is NaN");
            wrong(() => mover.move({}, [0, 0, 0], 1), "the world is none of this module");
            wrong(() => mover.move(world, [0, NaN, 0], 1), "velocity[1] is NaN");
            wrong(() => mover.move(world, [0, 0, 0], -1), "dt is -1");
            mover.dispose();
            wrong(() => mover.pose, "the mover was disposed of");
        });

        test("worlds", () => {
            const world = new carom.World({gravity: [0, -10, 0], response: true}), floor = world.add(new carom.Halfspace([0, 1, 0], 0), {kind: "static", mass: 0});
            const balls = world.add(new carom.Sphere([0, 0, 0], 0.5), {poses: [...at(0, 1), ...at(3, 9)], velocity: [0, -100, 0]});
            assert.deepEqual([world.count, balls.length, typeof balls[0]], [3, 2, "bigint"]);
            const impacts = world.step(0.01);
            assert.deepEqual([[...impacts.a], [...impacts.b], [...impacts.normal]], [[floor[0]], [balls[0]], [0, 1, 0]]);
            assert.ok(impacts.time[0] <= 0.5 / 100.1 && impacts.time[0] > 0.5 / 100.1 - 1e-8); // to the surface, and not through it
            assert.deepEqual([...world.events.kind].map((k) => EVENT[k]), ["begin"]);
            const {poses, velocity} = world.states(balls);
            assert.ok(poses[1] >= 0.5 && poses[8] === 9 - 100.1 * 0.01 && velocity[1] === 0);
            world.move(balls, [...at(0, 5), ...at(4, 5)]);
            const hits = world.raycast([-3, 5, 0, 1, 0, 0, 0, 2, 0, 0, -1, 0, 0, 50, 0, 0, 1, 0]);
            assert.deepEqual([[...hits.id], [...hits.t]], [[balls[0], floor[0], 0n], [2.5, 2, Infinity]]);
            assert.deepEqual([...world.sweep(new carom.Sphere([-3, 5, 0], 0.5), [4, 0, 0, 1, 0, 0]).t], [0.5, Infinity]);
            const near = world.overlap(new carom.Sphere([0, 0, 0], 0.25), {poses: [...at(0, 5), ...at(0, 0), ...at(20, 20)]});
            assert.deepEqual([[...near.ids], [...near.offsets]], [[balls[0], floor[0]], [0, 1, 2, 2]]);
            const nearest = world.nearest(new carom.Point([0, 5, 2]), 4);
            assert.deepEqual([[...nearest.id], nearest.distance[0], nearest.distance[3]], [[balls[0], balls[1], floor[0], 0n], 1.5, Infinity]);
            world.setVelocity([balls[1]], [1, 2, 3]);
            assert.deepEqual([...world.states([balls[1]]).velocity], [1, 2, 3]);
            world.remove([balls[0]]);
            wrong(() => world.states([balls[0]]), "ids[0] is not in use");
            wrong(() => world.remove([balls[1], balls[0]]), "ids[1] is not in use");
            assert.equal(world.count, 1);
            wrong(() => world.remove([7]), "ids[0] is 7");
            wrong(() => world.add(new carom.Sphere([0, 0, 0], 1), {poses: [...at(0), ...at(NaN)]}), "poses[7] is NaN");
            wrong(() => world.add(new carom.Sphere([0, 0, 0], 1), {poses: [...at(0), 0, 0, 0, 0, 0, 0, 9]}), "collider 1: ");
            wrong(() => world.add(new carom.Sphere([0, 0, 0], 1), {kind: "floating"}), "kind is floating");
            wrong(() => world.add(new carom.Sphere([0, 0, 0], 1), {restitution: 2}), "collider 0: ");
            wrong(() => world.step(NaN), "dt is NaN");
            wrong(() => new carom.World({gravity: [0, NaN, 0]}), "gravity[1] is NaN");
            assert.equal(world.count, 1);
            world.dispose();
            world.dispose();
            wrong(() => world.step(1), "the world was disposed of");
        });

        test("a world keeps what its colliders refer to", () => {
            const world = new carom.World(), hull = new carom.Hull(OCTAHEDRON.positions), mesh = new carom.Mesh(OCTAHEDRON.positions, OCTAHEDRON.faces);
            const ids = world.add([hull, mesh], {poses: [...at(0), ...at(5)], kind: "sensor"});
            hull.dispose();
            mesh.dispose();
            const filler = Array.from({length: 50}, () => new carom.Hull(Array.from({length: 60}, generator(9))));
            assert.deepEqual([...world.raycast([0, 0.125, 9, 0, 0, -1, 5, 0.125, 9, 0, 0, -1]).t], [8.125, 8.125]);
            for (const one of filler) one.dispose();
            const before = carom.memoryBytes;
            world.remove(ids);
            for (let i = 0; i < 200; i++) {
                const one = new carom.Hull(Array.from({length: 300}, generator(i)));
                const id = world.add(one);
                one.dispose();
                world.step(0.01);
                world.remove(id);
            }
            assert.ok(carom.memoryBytes <= before + 65536 * 8, `${before} ${carom.memoryBytes}`);
            world.dispose();
        });
    });
