// Every kind of shape against every kind, by every verb: the bits that the command of the native library answers. CAROM names the command.
import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {test} from "node:test";

import load, {CERTAINTY, RELATION, SOLID_RELATION, VERDICT} from "../carom.js";
import {CUBE, OCTAHEDRON, generator, kindsOf, rows, worded} from "./kinds.mjs";

const command = process.env.CAROM;
const builds = process.env.CAROM_PLAIN === "0" ? [true] : [true, false];

// Verbs: the command's name, its numbers beside the shapes, and the fields of both, in which null stands for zero.
const plain = (names) => names.map((name) => [name, name.replace(/_[a-z]/g, (c) => c[1].toUpperCase())]);
const VERBS = {
    overlap: ["overlap", ["overlap"]],
    classify: ["classify", ["relation"]],
    closest: ["closest", ["distance", "lower_bound", "point_a", "point_b", "certainty"]],
    signedDistance: ["distance_signed", ["distance", "lower", "upper", "normal", "point_a", "point_b", "translation_a", "rotation_a", "translation_b", "rotation_b", "certainty"]],
    penetration: ["penetration", ["overlap", "depth", "normal", "point_a", "point_b"]],
    contact: ["contact", []],
    raycast: ["raycast", ["hit", "started_inside", "t", "t_exit", "point", "normal"]],
    sweep: ["sweep", ["hit", "initial_overlap", "fraction", "fraction_exit", "point", "normal"]],
    toi: ["toi", ["hit", "initial_overlap", "fraction", "fraction_upper", "point", "normal"]]};
const PATHS = ["ray", "segment", "line"];
const UNTIMED = ["ray", "line", "plane", "halfspace"]; // turning without end: some thousand steps each

// What is not finite is null in JSON, and so is what a miss has not.
const number = (value) => (value === null ? null : Number(value) + 0);
const finite = (value) => (Number.isFinite(value) ? value + 0 : null);

const subs = (answer, field, part) => answer[field]?.[part] ?? 0;

// Field by field, as numbers.
function expected(verb, answer) {
    if (verb === "classify") return [RELATION.indexOf(answer.relation)];
    if (verb === "contact") return [answer.points.length, ...(answer.points.length ? answer.normal : [0, 0, 0]), ...answer.points.flatMap((p) => [p.depth, ...p.point_a, ...p.point_b, p.id])].map(number);
    const missed = answer.hit === false;
    const fields = VERBS[verb][1].flatMap((name) => {
        if (name === "certainty") return [CERTAINTY.indexOf(answer.certainty)];
        const value = answer[name], vector = /^(point|normal|translation|rotation)/.test(name);
        return vector ? (value ?? [0, 0, 0]).map((x) => x + 0) : [missed && value === null ? 0 : number(value)];
    });
    if (verb === "raycast") return [...fields, subs(answer, "sub_b", "triangle"), subs(answer, "sub_b", "child")];
    if (["closest", "sweep"].includes(verb)) for (const part of ["triangle", "child"]) fields.push(subs(answer, "sub_a", part), subs(answer, "sub_b", part));
    return fields;
}

function found(verb, record, i) {
    if (verb === "overlap" || verb === "classify") return [record[i]];
    const at = (name, width) => [...record[name].subarray(width * i, width * i + width)].map(finite);
    if (verb === "contact") {
        const out = [record.count[i], ...at("normal", 3)];
        for (let k = 0; k < record.count[i]; k++) out.push(finite(record.depth[8 * i + k]), ...at("pointA", 24).slice(3 * k, 3 * k + 3), ...at("pointB", 24).slice(3 * k, 3 * k + 3), record.id[8 * i + k]);
        return out;
    }
    const fields = plain(VERBS[verb][1]).flatMap(([name, own]) => at(own, /^(point|normal|translation|rotation)/.test(name) ? 3 : 1));
    if (verb === "raycast") return [...fields, record.triangle[i], record.child[i]];
    if (["closest", "sweep"].includes(verb)) fields.push(record.triangleA[i], record.triangleB[i], record.childA[i], record.childB[i]);
    return fields;
}

test("every verb, every pair of kinds", {skip: !command}, async () => {
    const folder = mkdtempSync(join(tmpdir(), "carom-js-"));
    try {
        for (const simd of builds) {
            const carom = await load({simd}), random = generator(17), {kinds, pose, vector} = kindsOf(carom, random, folder), names = Object.keys(kinds);
            const pairs = names.flatMap((a) => names.map((b) => {
                // the command moves the vertices of a polygon where the library keeps its pose: it has none here
                const start = (kind) => (kind === "polygon" ? [0, 0, 0, 0, 0, 0, 1] : pose());
                const [shapeA, bodyA] = kinds[a](), [shapeB, bodyB] = kinds[b](), [poseA, poseB, endA, endB, motionA, motionB] = [start(a), start(b), pose(), pose(), vector(4), vector(1)];
                return {a, b, shapeA, shapeB, poseA, poseB, endA, endB, motionA, motionB, bodyA: {...bodyA, pose: worded(poseA)}, bodyB: {...bodyB, pose: worded(poseB)}};
            }));
            let compared = 0, touching = 0;
            for (const [verb, [query]] of Object.entries(VERBS)) {
                const asked = pairs.filter(({a, b}) => (verb === "raycast" ? PATHS.includes(a) : verb !== "toi" || !(UNTIMED.includes(a) || UNTIMED.includes(b))));
                const lines = asked.map((p) => JSON.stringify({query, a: p.bodyA, b: p.bodyB, ...(verb === "sweep" && {motion_a: p.motionA, motion_b: p.motionB}),
                    ...(verb === "toi" && {end_pose_a: worded(p.endA), end_pose_b: worded(p.endB), tolerance: 1e-4}), ...(verb === "contact" && {margin: 0.5, capacity: 8})}));
                const run = spawnSync(command, ["query"], {input: lines.join("\n") + "\n", encoding: "utf8", maxBuffer: 1 << 28});
                assert.equal(run.status, 0, run.stderr + run.stdout.split("\n").find((line) => line.includes("error")));
                const answers = run.stdout.trim().split("\n").map((line) => JSON.parse(line));
                const all = (name) => asked.flatMap((p) => p[name]), poses = {poseA: all("poseA"), poseB: all("poseB")};
                const options = {sweep: {...poses, motionA: all("motionA"), motionB: all("motionB")}, contact: {...poses, margin: 0.5, maxPoints: 8},
                    toi: {startA: poses.poseA, startB: poses.poseB, endA: all("endA"), endB: all("endB"), tolerance: 1e-4}}[verb] ?? poses;
                const record = carom[verb](asked.map((p) => p.shapeA), asked.map((p) => p.shapeB), options);
                answers.forEach((answer, i) => {
                    // of a ray and a mesh the command asks the ray in the mesh's frame, and turns point and normal back by its own way
                    const part = verb === "raycast" && asked[i].b === "mesh" ? 4 : Infinity;
                    assert.deepEqual(found(verb, record, i).slice(0, part), expected(verb, answer).slice(0, part), `${simd ? "vectors" : "plain"}: ${lines[i]}\n${JSON.stringify(answer)}`);
                    compared++;
                    touching += answer.hit === true || answer.overlap === true;
                });
                if (!simd) continue;
                // one pair at a time: the same numbers
                for (let i = 0; i < asked.length; i += 7) {
                    const {shapeA, shapeB, ...given} = asked[i], pair = new carom.Pair(shapeA, shapeB);
                    for (const name of ["poseA", "poseB", "endA", "endB", "motionA", "motionB"]) pair[name].set(given[name]);
                    const one = verb === "contact" ? pair.contact(0.5, 8) : verb === "toi" ? pair.toi(1e-4) : pair[verb]();
                    if (verb === "overlap") assert.equal(Number(one), record[i]);
                    else if (verb === "classify") assert.equal(one, RELATION[record[i]]);
                    else for (const [name, values] of Object.entries(record)) {
                        const width = values.length / asked.length, own = width === 1 ? [Number(one[name])] : [...one[name]];
                        assert.deepEqual(own, [...values.subarray(width * i, width * i + width)], `${verb} ${name} ${lines[i]}`);
                    }
                    pair.dispose();
                }
            }
            assert.ok(compared > 3500 && touching > 500, `${compared} ${touching}`);
        }
    } finally {
        rmSync(folder, {recursive: true});
    }
});

// Parts as objects of a file; coordinates have few digits, so that translations of powers of two are exact.
function assembly(random) {
    const cell = () => Math.floor(16 * random()) / 8, parts = [], sheet = {positions: [-2, 0.5, 0.25, 3, 0.5, 0.5, 0.5, 0.5, 3], faces: [0, 1, 2]};
    for (let i = 0; i < 40; i++) {
        const {positions, faces} = i === 7 ? sheet : [CUBE, OCTAHEDRON][i % 2], size = 2 ** -Math.floor(4 * random()), move = [cell(), cell(), cell()];
        parts.push({positions: positions.map((x, k) => size * x + move[k % 3]), faces});
    }
    parts.push(parts[3]); // equal, and one in another
    parts.push({positions: parts[3].positions.map((x, k) => (x + 31 * (parts[3].positions[k % 3] + parts[3].positions[3 + (k % 3)]) / 2) / 32), faces: parts[3].faces});
    return parts;
}

function fileOf(parts, path) {
    let first = 1;
    const lines = parts.flatMap(({positions, faces}, i) => {
        const own = [`o part${i}`, ...rows(positions).map((p) => `v ${p.join(" ")}`), ...rows(faces).map((f) => `f ${f.map((k) => k + first).join(" ")}`)];
        first += positions.length / 3;
        return own;
    });
    writeFileSync(path, lines.join("\n") + "\n");
}

test("clashes of an assembly", {skip: !command}, async () => {
    const folder = mkdtempSync(join(tmpdir(), "carom-js-")), parts = assembly(generator(23)), file = join(folder, "parts.obj");
    try {
        fileOf(parts, file);
        for (const simd of builds)
            for (const [clearance, tolerance] of [[0, 0], [0.125, 0], [0, 0.125]]) {
                const carom = await load({simd}), run = spawnSync(command, ["clash", file, "--json", "--clearance", `${clearance}`, "--tolerance", `${tolerance}`], {encoding: "utf8", maxBuffer: 1 << 28});
                assert.ok(run.status === 0 || run.status === 1, run.stderr);
                const found = carom.clash(parts.map(({positions, faces}) => new carom.Mesh(positions, faces)), {clearance, tolerance}), told = JSON.parse(run.stdout).clashes;
                assert.equal(found.a.length, told.length);
                const three = (name, i) => [...found[name].subarray(3 * i, 3 * i + 3)].map((x) => x + 0), relations = new Set();
                told.forEach((one, i) => {
                    const verdict = VERDICT[found.verdict[i]], relation = SOLID_RELATION[found.relation[i]], text = JSON.stringify(one);
                    relations.add(relation);
                    assert.deepEqual([found.a[i], found.b[i], verdict, verdict === "hard" && found.nested[i] === 1], [one.a, one.b, one.verdict, one.nested === true], text);
                    if (one.relation) assert.equal(relation, one.relation.replace(/^touching_(.*)s$/, "touch_$1").replace(/_([a-z])/g, (_, c) => c.toUpperCase()), text);
                    if (verdict === "near") assert.deepEqual([found.distance[i], ...three("pointA", i), ...three("pointB", i)], [one.distance, ...one.point_a, ...one.point_b].map((x) => x + 0), text);
                    if (verdict === "hard" && found.depth[i] > 0)
                        assert.deepEqual([found.depth[i], found.bound[i], ...three("pointA", i), ...three("pointB", i), ...three("normal", i)], [one.depth, one.depth_bound, ...one.point_a, ...one.point_b, ...one.normal].map((x) => x + 0), text);
                });
                assert.ok(told.length > 50 && (clearance || relations.size > 5), `${told.length} ${[...relations]}`);
            }
    } finally {
        rmSync(folder, {recursive: true});
    }
});

test("volumes of fits", {skip: !command}, async () => {
    const folder = mkdtempSync(join(tmpdir(), "carom-js-")), random = generator(31), file = join(folder, "cloud.obj");
    try {
        const positions = Array.from({length: 3 * 60}, (_, k) => (random() - 0.5) * [4, 1, 2][k % 3] + k % 3), faces = Array.from({length: 60}, (_, i) => i);
        fileOf([{positions, faces}], file);
        const run = spawnSync(command, ["bounds", file, "--json"], {encoding: "utf8"});
        assert.equal(run.status, 0, run.stderr);
        const told = Object.fromEntries(JSON.parse(run.stdout).volumes.map(({name, volume}) => [name, volume]));
        for (const simd of builds) {
            const carom = await load({simd}), {fit} = carom;
            assert.deepEqual([fit.sphere(positions), fit.box(positions), fit.orientedBox(positions), fit.capsule(positions), ...[14, 18, 26].map((k) => fit.kdop(positions, k))].map(({volume}) => volume),
                ["sphere, least", "AABB", "OBB, near-minimal", "capsule", "14-DOP", "18-DOP", "26-DOP"].map((name) => told[name]));
            assert.ok(Math.abs(new carom.Hull(positions).volume - told.hull) <= 1e-12 * told.hull);
        }
    } finally {
        rmSync(folder, {recursive: true});
    }
});
