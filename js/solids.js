// How the solids of two closed meshes stand to each other: exact, coincident faces included.

import {CaromError, Frame, IDENTITY, STATUS, arrayOf, finite} from "./core.js";
import {Mesh} from "./triangles.js";

const RELATIONS = ["unknown", "apart", "touchPoint", "touchEdge", "touchFace", "overlap", "aInB", "bInA", "equal"];

/** The relation of the solids of meshes a and b, "unknown" where one is open; a point that the surfaces share, with the triangles that meet
 * there, and one that is in the interior of both, where they are known. */
export function solidRelation(core, a, b, {poseA = IDENTITY, poseB = IDENTITY} = {}) {
    for (const [mesh, name] of [[a, "a"], [b, "b"]]) {
        if (!(mesh instanceof Mesh) || mesh.core !== core) throw new CaromError(`${name} is no mesh of this module`);
        if (mesh.precision !== "float64") throw new CaromError(`${name} is a mesh of float32: here it must be made with {precision: "float64"}`);
    }
    for (const [pose, name] of [[poseA, "poseA"], [poseB, "poseB"]]) {
        if (arrayOf(pose, 7, name) !== 1) throw new CaromError(`${name}: ${pose.length} numbers, not 7`);
        finite(pose, name, Float64Array);
        if (Math.abs(Math.hypot(...Array.from(pose).slice(3)) - 1) > 1e-3) throw new CaromError(`${name} is no pose: its quaternion x y z w must be of unit length`);
    }
    const frame = new Frame(core), meshes = frame.add(Uint32Array, 2, [a.at, b.at]), poses = frame.add(Float64Array, 14, [...poseA, ...poseB]);
    const points = frame.add(Float64Array, 6), triangles = frame.add(Uint32Array, 2), has = frame.add(Uint32Array, 1);
    frame.fill();
    const relation = core.exports.solid_relation64(...[meshes, poses, points, triangles, has].map((part) => frame.address(part)));
    if (relation < 0) throw new CaromError(`solidRelation: ${STATUS[-relation]}`);
    const [bits] = frame.view(has), [triangleA, triangleB] = frame.view(triangles), all = frame.take(points);
    return {relation: RELATIONS[relation], inContact: (bits & 1) === 1, contact: bits & 1 ? all.slice(0, 3) : null, triangleA, triangleB, witness: bits & 2 ? all.slice(3) : null};
}
