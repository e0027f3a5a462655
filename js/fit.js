// Bounding volumes of points: every point is in the result, which is rounded outwards. They are records of the numbers that the constructors of
// the shapes take, with the volume; hulls are new carom.Hull(points).

import {CaromError, Frame, STATUS} from "./core.js";
import {pointsIn} from "./shapes.js";

// Of each kind its number in src/fit.c, and its fields, with their widths, in the order of the struct.
const KINDS = {
    sphere: [0, {center: 3, radius: 1}],
    box: [1, {low: 3, high: 3}],
    orientedBox: [2, {center: 3, axes: 9, halfExtents: 3}],
    capsule: [3, {a: 3, b: 3, radius: 1}]};
const KDOPS = [6, 14, 18, 26];

/** The fits of a module. */
export function fits(core) {
    const of = (name) => (points) => {
        const [kind, fields] = KINDS[name], frame = new Frame(core), [count, at] = pointsIn(frame, Float64Array, points, "points");
        const out = frame.add(Float64Array, 15), volume = frame.add(Float64Array, 1);
        frame.fill();
        if (!core.exports.fit64(kind, frame.address(at), count, frame.address(out), frame.address(volume))) throw new CaromError(STATUS[1]);
        const numbers = frame.take(out), record = {};
        let first = 0;
        for (const [field, width] of Object.entries(fields)) {
            record[field] = width === 1 ? numbers[first] : numbers.slice(first, first + width);
            first += width;
        }
        return {...record, volume: frame.view(volume)[0]};
    };
    return Object.freeze({
        sphere: of("sphere"), box: of("box"), orientedBox: of("orientedBox"), capsule: of("capsule"),
        kdop(points, k = 26) {
            if (!KDOPS.includes(k)) throw new CaromError(`k is ${k}: it may be ${KDOPS.join(", ")}`);
            const frame = new Frame(core), [count, at] = pointsIn(frame, Float64Array, points, "points");
            const [normals, min, max, volume] = [3 * k / 2, k / 2, k / 2, 1].map((length) => frame.add(Float64Array, length));
            frame.fill();
            core.exports.fit_kdop64(k, frame.address(at), count, ...[normals, min, max, volume].map((part) => frame.address(part)));
            return {normals: frame.take(normals), min: frame.take(min), max: frame.take(max), volume: frame.view(volume)[0]};
        }});
}
