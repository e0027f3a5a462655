// Two meshes as solids and as surfaces: how they stand to each other, exactly, coincident faces included; which triangles touch, and along which
// curves; and all parts of an assembly that are in each other's way.

import {CaromError, Frame, IDENTITY, STATUS, arrayOf, finite, notNegative} from "./core.js";
import {Mesh} from "./triangles.js";

/** How solids stand to each other, by the numbers of the module. */
export const SOLID_RELATION = Object.freeze(["unknown", "apart", "touchPoint", "touchEdge", "touchFace", "overlap", "aInB", "bInA", "equal"]);
/** Of the numbers in `verdict` of clashes; "clear" pairs are not listed. */
export const VERDICT = Object.freeze(["clear", "near", "touching", "undecided", "hard"]);

function meshOf(core, mesh, what) {
    if (!(mesh instanceof Mesh) || mesh.core !== core) throw new CaromError(`${what} is no mesh of this module`);
    if (mesh.precision !== "float64") throw new CaromError(`${what} is a mesh of float32: here it must be made with {precision: "float64"}`);
    return mesh.at;
}

function posesOf(poses, count, what) {
    if (arrayOf(poses, 7, what) !== count) throw new CaromError(count === 1 ? `${what}: ${poses.length} numbers, not 7` : `${what}: ${poses.length / 7} of them, and ${count} parts`);
    finite(poses, what, Float64Array);
    for (let i = 0; i < count; i++)
        if (Math.abs(Math.hypot(...[3, 4, 5, 6].map((k) => poses[7 * i + k])) - 1) > 1e-3) throw new CaromError(`${count === 1 ? what : `${what}[${i}]`} is no pose: its quaternion x y z w must be of unit length`);
    return poses;
}

// The addresses of both meshes and of their poses, in a frame.
function placed(core, frame, a, b, {poseA = IDENTITY, poseB = IDENTITY} = {}) {
    const meshes = frame.add(Uint32Array, 2, [meshOf(core, a, "a"), meshOf(core, b, "b")]);
    return [meshes, frame.add(Float64Array, 14, [...posesOf(poseA, 1, "poseA"), ...posesOf(poseB, 1, "poseB")])];
}

/** The relation of the solids of meshes a and b, "unknown" where one is open; a point that the surfaces share, with the triangles that meet
 * there, and one that is in the interior of both, where they are known. */
export function solidRelation(core, a, b, options) {
    const frame = new Frame(core), [meshes, poses] = placed(core, frame, a, b, options);
    const points = frame.add(Float64Array, 6), triangles = frame.add(Uint32Array, 2), has = frame.add(Uint32Array, 1);
    frame.fill();
    const relation = core.exports.solid_relation64(...[meshes, poses, points, triangles, has].map((part) => frame.address(part)));
    if (relation < 0) throw new CaromError(`solidRelation: ${STATUS[-relation]}`);
    const [bits] = frame.view(has), [triangleA, triangleB] = frame.view(triangles), all = frame.take(points);
    return {relation: SOLID_RELATION[relation], inContact: (bits & 1) === 1, contact: bits & 1 ? all.slice(0, 3) : null, triangleA, triangleB, witness: bits & 2 ? all.slice(3) : null};
}

/** The pairs of triangles that touch, two indices each. */
export function touchingTriangles(core, a, b, options) {
    const frame = new Frame(core), parts = placed(core, frame, a, b, options), bytes = frame.add(Uint32Array, 1);
    frame.fill();
    const at = core.exports.touching_triangles64(...[...parts, bytes].map((part) => frame.address(part)));
    return core.list(at, Uint32Array, frame.view(bytes)[0]);
}

/** The curves along which two surfaces meet, joined by exact tests. */
export function contactCurves(core, a, b, options) {
    const {exports} = core, frame = new Frame(core), parts = placed(core, frame, a, b, options), numbers = frame.add(Uint32Array, 3);
    frame.fill();
    const curves = core.made(exports.curves_create64(...parts.map((part) => frame.address(part))), "contactCurves");
    exports.curves_counts64(curves, frame.address(numbers));
    const [count, points, pairs] = frame.take(numbers), out = new Frame(core);
    const fields = {offsets: [Uint32Array, count + 1], closed: [Uint8Array, count], crosses: [Uint8Array, points], points: [Float64Array, 3 * points],
        triangleA: [Uint32Array, points], triangleB: [Uint32Array, points], joint: [Uint32Array, points], coplanar: [Uint32Array, 2 * pairs]};
    const arrays = Object.values(fields).map(([kind, length]) => out.add(kind, length)), struct = out.add(Uint32Array, arrays.length);
    out.fill();
    out.point(struct, ...arrays);
    exports.curves_parts64(curves, out.address(struct));
    exports.curves_destroy64(curves);
    return Object.fromEntries(Object.keys(fields).map((name, i) => [name, out.take(arrays[i])]));
}

// The numbers of a pair in the order of src/clash.c: name, kind and width.
const ROW = [["a", Uint32Array, 1], ["b", Uint32Array, 1], ["verdict", Uint32Array, 1], ["relation", Uint32Array, 1], ["nested", Uint8Array, 1], ["measured", Uint8Array, 1], ["insideIsB", Uint8Array, 1],
    ["distance", Float64Array, 1], ["depth", Float64Array, 1], ["bound", Float64Array, 1], ["normal", Float64Array, 3], ["point", Float64Array, 3], ["pointA", Float64Array, 3], ["pointB", Float64Array, 3]];
const WIDTH = ROW.reduce((sum, [, , width]) => sum + width, 0);

/** The pairs of parts that are not clear of each other, the worst first. Part i is mesh `mesh[i]` in pose i; without `mesh` it is mesh i, or the only one. */
export function clash(core, meshes, options = {}) {
    for (const name of Object.keys(options)) if (!["poses", "mesh", "clearance", "tolerance"].includes(name)) throw new CaromError(`clash: there is no option ${name}; there are poses, mesh, clearance, tolerance`);
    if (!Array.isArray(meshes)) throw new CaromError("meshes is no array of meshes");
    const addresses = meshes.map((mesh, i) => meshOf(core, mesh, `meshes[${i}]`));
    const count = options.mesh ? arrayOf(options.mesh, 1, "mesh") : meshes.length === 1 && options.poses ? arrayOf(options.poses, 7, "poses") : meshes.length;
    const which = options.mesh ?? Array.from({length: count}, (_, i) => (meshes.length === 1 ? 0 : i));
    for (let i = 0; i < count; i++) if (!(Number.isInteger(which[i]) && which[i] >= 0 && which[i] < meshes.length)) throw new CaromError(`mesh[${i}] is ${which[i]}: there are ${meshes.length} meshes`);
    const poses = options.poses ? posesOf(options.poses, count, "poses") : Array.from({length: count}, () => IDENTITY).flat(), numbers = ["clearance", "tolerance"].map((name) => notNegative(options[name] ?? 0, name));
    const frame = new Frame(core), [m, w, p, n] = [[Uint32Array, addresses], [Uint32Array, which], [Float64Array, poses], [Float64Array, numbers]].map(([kind, values]) => frame.add(kind, values.length, values));
    const question = frame.add(Uint32Array, 5), bytes = frame.add(Uint32Array, 1);
    frame.fill();
    frame.view(question).set([frame.address(m), meshes.length, frame.address(w), frame.address(p), count]);
    const at = core.made(core.exports.clash64(frame.address(question), frame.address(n), frame.address(bytes)), "clash"), rows = core.list(at, Float64Array, frame.view(bytes)[0]);
    const found = rows.length / WIDTH, out = {};
    let column = 0;
    for (const [name, kind, width] of ROW) {
        const first = column;
        out[name] = kind.from({length: width * found}, (_, i) => rows[Math.floor(i / width) * WIDTH + first + i % width]);
        column += width;
    }
    return out;
}
