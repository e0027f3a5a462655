// Shapes and verbs in JavaScript: hand-made cases, which pairs are asked, bad input, what is disposed of, memory.
import assert from "node:assert/strict";
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {test} from "node:test";

import load, {CaromError, RELATION} from "../carom.js";
import {OCTAHEDRON, generator, kindsOf} from "./kinds.mjs";

const carom = await load();
const at = (x, y = 0, z = 0) => [x, y, z, 0, 0, 0, 1];
const wrong = (act, message) => assert.throws(act, (error) => error instanceof CaromError && (error.message.includes(message) || assert.fail(error.message)));

test("exact cases", () => {
    const ball = new carom.Sphere([0, 0, 0], 1), cube = new carom.Box([0, 0, 0], [1, 1, 1]);
    const near = carom.closest(ball, new carom.Point([3, 0, 0, 0.5, 0, 0]));
    assert.deepEqual([[...near.distance], [...near.pointA.subarray(0, 3)]], [[2, 0], [1, 0, 0]]);
    assert.deepEqual([...carom.distance(ball, new carom.Point([0, 3, 0]))], [2]);
    assert.deepEqual([...carom.overlap(ball, new carom.Point([1, 0, 0, 1 + 2 ** -52, 0, 0]))], [1, 0]); // touching is contact
    assert.deepEqual([...carom.overlap(ball, new carom.Point([3, 0, 0, 4, 0, 0]), {distance: 2})], [1, 0]);
    assert.equal(RELATION[carom.classify(new carom.Sphere([0, 0, 0], 2), new carom.Box([-1, -1, -1], [1, 1, 1]))[0]], "contains");
    const deep = carom.penetration(cube, new carom.Box([0.75, 0, 0], [2, 1, 1]));
    assert.deepEqual([deep.depth[0], [...deep.normal].map((x) => x + 0), deep.overlap[0]], [0.25, [1, 0, 0], 1]);
    const touch = carom.contact(cube, new carom.Box([0, 0.75, 0], [1, 2, 1]));
    assert.deepEqual([touch.count[0], [...touch.normal], [...touch.depth]], [4, [0, 1, 0], [0.25, 0.25, 0.25, 0.25, 0, 0, 0, 0]]);
    assert.equal(carom.contact(cube, new carom.Box([0, 0.75, 0], [1, 2, 1]), {maxPoints: 1}).count[0], 1);
    assert.deepEqual([0.5, 1].map((margin) => carom.contact(cube, new carom.Sphere([0.5, 0.5, 2], 0.25), {margin}).count[0]), [0, 1]);
    const hits = carom.raycast(new carom.Ray([-3, 0, 0], [1, 0, 0]), [ball, new carom.Sphere([0, 5, 0], 1)]);
    assert.deepEqual([[...hits.hit], [...hits.t], [...hits.tExit]], [[1, 0], [2, 0], [4, 0]]);
    assert.deepEqual([...carom.raycast(new carom.Ray([-3, 0, 0], [1, 0, 0], 0, [1, 2]), ball).hit], [0, 1]);
    assert.equal(carom.sweep(ball, new carom.Box([5, -1, -1], [6, 1, 1]), {motionA: [8, 0, 0]}).fraction[0], 0.5);
    const grown = carom.sweep(ball, new carom.Box([5, -1, -1], [6, 1, 1]), {motionB: [-8, 0, 0], distance: 2}).fraction[0];
    assert.ok(grown <= 0.25 && grown > 0.25 - 1e-12, String(grown));
    const quarter = [0, 0, 0, 0, 0, Math.SQRT1_2, Math.SQRT1_2], turned = carom.toi(new carom.Segment([0, 0, 0], [2, 0, 0]), new carom.Point([0, 1, 0]), {endA: quarter});
    assert.ok(turned.hit[0] && Math.abs(turned.fraction[0] - 1) < 1e-6);
    assert.deepEqual([...carom.signedDistance(ball, new carom.Sphere([3, 0, 0, 1.5, 0, 0], 1)).distance], [1, -0.5]);
    const mesh = new carom.Mesh(OCTAHEDRON.positions, OCTAHEDRON.faces), field = new carom.HeightField([0, 0, 0, 1, 1, 1], 3);
    assert.deepEqual([carom.distance(mesh, new carom.Point([0, 0, 3]))[0], carom.distance(field, new carom.Point([1, 3, 1]))[0]], [2, 2]);
    assert.equal(carom.closest(mesh, new carom.Point([-2, -2, 2])).triangleA[0], 2);
    const pile = new carom.Compound([new carom.Point([9, 0, 0]), mesh], {poses: [...at(0), ...at(0, 0, 5)]});
    assert.deepEqual((({distance, childA}) => [distance[0], childA[0]])(carom.closest(pile, new carom.Point([0, 0, 7]))), [1, 1]);
    assert.deepEqual([...carom.overlap(new carom.Rounded(cube, 0.25), new carom.Point([1.25, 0.5, 0.5, 1.25, 1.25, 0.5]))], [1, 0]);
});

test("facts of shapes", () => {
    const hull = new carom.Hull([...[1, 0, 0, 0, 1, 0, 0, 0, 1], ...new Array(15).fill(0)]);
    assert.deepEqual([hull.vertices.length / 3, hull.faces.length, hull.omitted], [4, 4, 0]);
    assert.ok(Math.abs(hull.volume - 1 / 6) < 1e-15);
    assert.deepEqual([...hull.faces].map((face) => face.length), [3, 3, 3, 3]);
    assert.equal(new carom.Box([0, 0, 0], [1, 2, 3]).volume, 6);
    assert.deepEqual([...new carom.Box([0, 0, 0], [1, 2, 3]).centerMass], [0.5, 1, 1.5]);
    assert.deepEqual([...new carom.Sphere([1, 2, 3], 0.5).bounds()], [0.5, 1.5, 2.5, 1.5, 2.5, 3.5]);
    assert.deepEqual([...new carom.Sphere([0, 0, 0, 1, 1, 1], [1, 2]).bounds(at(1))], [0, -1, -1, 2, 1, 1, 0, -1, -1, 4, 3, 3]);
    assert.equal(new carom.Hull(Array.from({length: 300}, generator(3)), {maxVertices: 6}).vertices.length, 18);
    wrong(() => new carom.Plane([0, 0, 1], 0).volume, "bounds no solid");
    wrong(() => new carom.Sphere([0, 0, 0], [1, 2]).volume, "one shape");
});

test("which pairs", () => {
    const balls = new carom.Sphere([0, 0, 0, 3, 0, 0, 6, 0, 0], [1, 1.5, 0.5]), points = new carom.Point([2, 0, 0, 5, 0, 0, 4, 0, 0]), poses = [...at(0), ...at(1)];
    const each = carom.distance(balls, points);
    assert.deepEqual([...each], [1, 0.5, 1.5]);
    const all = carom.distance(balls, points, {pairs: "all"});
    assert.deepEqual([...all], [1, 4, 3, 0, 0.5, 0, 3.5, 0.5, 1.5]);
    assert.deepEqual([...carom.distance(balls, points, {pairs: [2, 0, 0, 1]})], [3.5, 4]);
    assert.deepEqual([...carom.distance(balls, points, {pairs: new Uint32Array(0)})], []);
    // one link in many poses against obstacles
    assert.deepEqual([...carom.distance(new carom.Sphere([0, 0, 0], 1), points, {poseA: poses, pairs: "all"})], [1, 4, 3, 0, 3, 2]);
    assert.deepEqual([...carom.distance(new carom.Sphere([0, 0, 0], 1), new carom.Point([3, 0, 0]), {poseA: poses})], [2, 1]);
    assert.deepEqual([...carom.sweep(new carom.Sphere([0, 0, 0], 1), new carom.Point([3, 0, 0]), {motionA: [4, 0, 0, 2, 0, 0, 1, 0, 0]}).fraction], [0.5, 1, 0]);
    // blocks of pairs: more than are posed at once
    const random = generator(5), n = 1000, many = new carom.Sphere(Float64Array.from({length: 3 * n}, () => 9 * random()), 0.5), one = new carom.Box([4, 4, 4], [5, 5, 5]);
    const found = carom.distance(many, one), pair = carom.distance(one, many);
    assert.deepEqual(found, pair);
    assert.deepEqual(carom.distance(many, one, {pairs: "all"}), found);
    const names = Uint32Array.from({length: 2 * n}, (_, k) => (k % 2 ? 0 : n - 1 - k / 2));
    assert.deepEqual(carom.distance(many, one, {pairs: names}), found.slice().reverse());
    assert.deepEqual(carom.concatenate([balls, points]).count, 6);
    assert.deepEqual([...carom.overlap([balls, points], new carom.Point([0, 0, 0]))], [1, 0, 0, 0, 0, 0]);
});

test("a pair, live", () => {
    const box = new carom.Box([-1, -1, -1], [1, 1, 1]), triangle = new carom.Triangle([2, 0, 0, 2, 1, 0, 2, 0, 1]), pair = new carom.Pair(box, triangle);
    const first = pair.closest();
    assert.deepEqual([pair.distance(), first.distance, pair.overlap(), pair.overlap(1), pair.classify()], [1, 1, false, true, "disjoint"]);
    pair.poseA[0] = 0.5;
    assert.equal(pair.closest(), first); // the same record
    assert.equal(first.distance, 0.5);
    triangle.set([1.5, 0, 0, 3, 1, 0, 3, 0, 1]); // as a page that drags a corner does
    assert.deepEqual([pair.distance(), pair.overlap()], [0, true]);
    wrong(() => triangle.set([NaN, 0, 0, 3, 1, 0, 3, 0, 1]), "Triangle: ");
    wrong(() => triangle.set(new Array(18).fill(0)), "Triangle: 2 of them, not 1");
    assert.equal(pair.distance(), 0); // unchanged
    pair.poseA[3] = 5;
    wrong(() => pair.distance(), "poseA is no pose");
    pair.poseA.set(at(-3));
    pair.motionA.set([9, 0, 0]);
    assert.equal(pair.sweep().hit, true);
    pair.poseB[0] = NaN;
    wrong(() => pair.sweep(), "poseB is no pose");
    wrong(() => pair.toi(-1), "tolerance is -1");
    pair.dispose();
    pair.dispose();
    wrong(() => pair.distance(), "the pair was disposed of");
});

test("bad input", () => {
    const ball = new carom.Sphere([0, 0, 0], 1), two = new carom.Sphere([0, 0, 0, 1, 1, 1], 1);
    wrong(() => new carom.Sphere([0, 0, 0, 1, 1, 1], [1, -2]), "Sphere[1]: radius is negative");
    wrong(() => new carom.Sphere([0, 0, NaN], 1), "Sphere: ");
    wrong(() => new carom.Sphere([0, 0], 1), "Sphere: center: length 2 is no multiple of 3");
    wrong(() => new carom.Sphere([0, 0, 0]), "Sphere: radius is no array");
    wrong(() => new carom.Sphere(new Array(9).fill(0), [1, 2]), "radius: 2 of them, and center: 3");
    wrong(() => new carom.Box([1, 0, 0], [0, 1, 1]), "Box: ");
    wrong(() => new carom.Plane([0, 0, 0], 1), "Plane: ");
    wrong(() => new carom.Hull([]), "points: there must be one at least");
    wrong(() => new carom.Hull([0, 0, Infinity]), "points[2] is Infinity");
    wrong(() => new carom.Hull([0, 0, 0], {maxVertices: 3}), "maxVertices is 3");
    wrong(() => new carom.HeightField([0, 1, 2], 1), "columns is 1");
    wrong(() => new carom.HeightField([0, 1, 2], 3), "1 rows");
    wrong(() => new carom.HeightField([0, 1, NaN, 3], 2), "heights[2] is NaN");
    wrong(() => new carom.Rounded(ball, -1), "Rounded: ");
    wrong(() => new carom.Rounded({}, 1), "core is no shape");
    wrong(() => new carom.Compound([ball, new carom.Plane([0, 0, 1], 0)]), "bounded");
    wrong(() => new carom.Compound([]), "children: there must be one at least");
    wrong(() => new carom.Compound([ball], {poses: at(NaN)}), "Compound");
    wrong(() => new carom.Kdop([1, 0, 0], [0], [1, 2]), "max: 2 numbers, and 1 normals");
    wrong(() => new carom.Polygon([0, 0, 0, 1, 1]), "vertices: length 5");
    wrong(() => carom.closest(ball, {}), "b is no shape of this module");
    wrong(() => carom.closest([ball, 7], ball), "a[1] is no shape");
    wrong(() => carom.closest(ball, new carom.Mesh(new Float32Array(9))), "b is a mesh of float32");
    wrong(() => carom.closest(two, new carom.Point(new Array(9).fill(0))), "b: 3 of them, and a: 2");
    wrong(() => carom.closest(ball, ball, {poseA: [...at(0), ...at(NaN)]}), "poseA[1] is no pose");
    wrong(() => carom.closest(ball, two, {poseB: [...at(0), 0, 0, 0, 0, 0, 0, 2], pairs: "all"}), "poseB[1] is no pose");
    wrong(() => carom.toi(ball, ball, {endB: at(Infinity)}), "endB[0] is no pose");
    wrong(() => carom.signedDistance(ball, ball, {poseB: at(Infinity)}), "poseB[0] is no pose");
    wrong(() => carom.closest(ball, ball, {poseA: [1, 2]}), "poseA: length 2 is no multiple of 7");
    wrong(() => carom.closest(ball, ball, {pose_a: at(0)}), "there is no option pose_a; there are poseA, poseB, pairs");
    wrong(() => carom.overlap(ball, ball, {distance: NaN}), "distance is NaN");
    wrong(() => carom.contact(ball, ball, {maxPoints: 9}), "maxPoints is 9");
    wrong(() => carom.closest(ball, two, {pairs: [0, 2]}), "pairs[1] is 2: b has 2 elements");
    wrong(() => carom.closest(ball, two, {pairs: "some"}), "pairs is some");
    wrong(() => new carom.Pair(ball, two), "b: a pair is of single shapes, not 2");
    // numbers that are no misuse: nothing is hit
    assert.equal(carom.sweep(ball, new carom.Point([5, 0, 0]), {motionA: [NaN, 0, 0]}).hit[0], 0);
    assert.equal(carom.distance(ball, new carom.Point([1e308, 0, 0]), {poseB: at(1e308)})[0], Infinity); // out of the range of numbers
});

test("what needs what is kept", () => {
    const positions = Float64Array.from(OCTAHEDRON.positions), mesh = new carom.Mesh(positions, OCTAHEDRON.faces), core = new carom.Box([0, 0, 0], [1, 1, 1]), hull = new carom.Hull(positions);
    const pair = new carom.Pair(mesh, new carom.Point([0, 0, 3])), round = new carom.Rounded(core, 1), pile = new carom.Compound([mesh, hull, round]), list = carom.concatenate([mesh, pile, hull]);
    const all = () => [...carom.distance(list, new carom.Point([0, 0, 4]))];
    assert.deepEqual([pair.distance(), all()], [2, [3, 2, 3]]);
    for (const one of [mesh, core, hull, round, pile]) {
        one.dispose();
        one.dispose();
    }
    const filler = Array.from({length: 50}, () => new carom.Hull(Array.from({length: 60}, generator(9)))); // written where something was freed
    assert.deepEqual([pair.distance(), all()], [2, [3, 2, 3]]);
    for (const one of filler) one.dispose();
    wrong(() => mesh.closest([0, 0, 0]), "the mesh was disposed of");
    wrong(() => carom.distance(hull, list), "the shape was disposed of");
    wrong(() => new carom.Compound([round]), "the shape was disposed of");
    list.dispose();
    wrong(() => list.bounds(), "the shape was disposed of");
});

test("memory is given back, and grows under a pair", () => {
    const folder = mkdtempSync(join(tmpdir(), "carom-js-")), random = generator(1), pair = new carom.Pair(new carom.Sphere([0, 0, 0], 1), new carom.Point([3, 0, 0]));
    try {
        assert.equal(pair.distance(), 2);
        let most = 0;
        for (let round = 0; round < 12; round++) {
            const {kinds} = kindsOf(carom, random, folder), made = Object.values(kinds).map((make) => make()[0]), big = new carom.Sphere(new Float64Array(30000), 1);
            const bounded = made.filter((shape) => shape.kind !== undefined);
            carom.distance(bounded, big, {pairs: "all"});
            assert.deepEqual([pair.distance(), pair.closest().pointA[0]], [2, 1]);
            for (const one of [...made, big]) one.dispose();
            if (round === 5) most = carom.memoryBytes;
        }
        assert.ok(carom.memoryBytes <= most + 65536 * 4, `${carom.memoryBytes} ${most}`);
    } finally {
        rmSync(folder, {recursive: true});
    }
});
