// Two oriented boxes, the fifteen axes that may separate them, and the shadows on one.
import type {Page, State, Vec} from "../page";
import {add, cross, dot, floats, list, scale, size, text, unit} from "../vector";

const HALF_A: Vec = [1.3, 0.7, 0.9], HALF_B: Vec = [0.8, 0.6, 1.1];
const NAMES = [...["A's x", "A's y", "A's z", "B's x", "B's y", "B's z"], ...[0, 1, 2].flatMap(i => [0, 1, 2].map(j => `A's ${"xyz"[i]} × B's ${"xyz"[j]}`))];

/** Columns of the rotation by angles about y, then x, then z. */
function axes(yaw: number, pitch: number, roll: number): Vec[] {
    const [cy, sy, cx, sx, cz, sz] = [Math.cos(yaw), Math.sin(yaw), Math.cos(pitch), Math.sin(pitch), Math.cos(roll), Math.sin(roll)];
    const turn = ([x, y, z]: Vec): Vec => {
        const [x1, y1] = [cz * x - sz * y, sz * x + cz * y], [y2, z2] = [cx * y1 - sx * z, sx * y1 + cx * z];
        return [cy * x1 + sy * z2, y2, cy * z2 - sy * x1];
    };
    return [turn([1, 0, 0]), turn([0, 1, 0]), turn([0, 0, 1])];
}

function boxes({points: {a, b}, numbers}: State): {center: Vec; axes: Vec[]; half: Vec}[] {
    const degrees = Math.PI / 180;
    return [{center: a, axes: axes(0.3, 0.2, 0), half: HALF_A}, {center: b, axes: axes(numbers.yaw * degrees, numbers.pitch * degrees, numbers.roll * degrees), half: HALF_B}];
}

const corners = (box: {center: Vec; axes: Vec[]; half: Vec}): Vec[] =>
    [0, 1, 2, 3, 4, 5, 6, 7].map(i => [0, 1, 2].reduce((at, k) => add(at, scale(box.axes[k], (i >> k & 1 ? 1 : -1) * box.half[k])), box.center));

export default {
    id: "separating-axes", title: "Separating axes of two boxes", group: "Do they overlap",
    question: "Is there a direction along which their shadows do not meet? Of the fifteen that count, the one with the widest gap, or the least overlap, is drawn.",
    points: {a: {at: [-1.3, 0, 0], label: "A"}, b: {at: [1.5, 0.5, 0.2], label: "B"}},
    numbers: {yaw: {value: 40, min: -180, max: 180, step: 1, label: "yaw of B"}, pitch: {value: 25, min: -90, max: 90, step: 1, label: "pitch of B"}, roll: {value: 10, min: -180, max: 180, step: 1, label: "roll of B"}},
    camera: [1, 3, 8],
    show(carom, state, draw) {
        const [one, other] = boxes(state);
        const a = new carom.OrientedBox(one.center, one.axes.flat(), one.half), b = new carom.OrientedBox(other.center, other.axes.flat(), other.half);
        const overlap = carom.overlap(a, b)[0] === 1, near = carom.closest(a, b), deep = carom.penetration(a, b);
        a.dispose();
        b.dispose();
        draw.hull(corners(one), "a");
        draw.hull(corners(other), "b");
        const candidates = [...one.axes, ...other.axes, ...one.axes.flatMap(u => other.axes.map(v => cross(u, v)))];
        let best = -Infinity, which = 0, separates = 0;
        candidates.forEach((axis, i) => {
            if (size(axis) < 1e-9) return;
            const along = unit(axis), shadow = (box: typeof one) => box.axes.reduce((sum, u, k) => sum + Math.abs(dot(u, along)) * box.half[k], 0);
            const gap = Math.abs(dot(add(other.center, scale(one.center, -1)), along)) - shadow(one) - shadow(other);
            if (gap > 0) separates++;
            if (gap > best + 1e-9) [best, which] = [gap, i];
        });
        const axis = unit(candidates[which]), foot: Vec = add(scale(add(one.center, other.center), 0.5), [0, -1.9, 0]);
        const span = (box: typeof one): [number, number] => {
            const at = corners(box).map(v => dot(add(v, scale(foot, -1)), axis));
            return [Math.min(...at), Math.max(...at)];
        };
        draw.line([add(foot, scale(axis, -5)), add(foot, scale(axis, 5))], "aside", 1);
        for (const [box, colour, lift] of [[one, "a", 0.04], [other, "b", -0.04]] as const) {
            const [low, high] = span(box), up: Vec = [0, lift, 0];
            draw.line([add(add(foot, scale(axis, low)), up), add(add(foot, scale(axis, high)), up)], colour, 8);
        }
        return [["overlap", overlap ? "yes" : "no"], ["axes that separate", `${separates} of 15`], [best > 0 ? "widest gap" : "least overlap", `${text(Math.abs(best))}, along ${NAMES[which]}`],
            [overlap ? "depth" : "distance", text(overlap ? deep.depth[0] : near.distance[0])]];
    },
    code: state => {
        const [one, other] = boxes(state);
        const c = (box: typeof one) => `{{${list(box.center)}},\n     {${box.axes.map(u => `{${list(u)}}`).join(", ")}},\n     {${list(box.half)}}}`;
        const python = (box: typeof one) => `carom.OrientedBox([${floats(box.center)}],\n    [${box.axes.map(u => `[${floats(u)}]`).join(", ")}], [${floats(box.half)}])`;
        const javascript = (box: typeof one) => `new carom.OrientedBox([${list(box.center)}],\n    [${list(box.axes.flat())}], [${list(box.half)}])`;
        return {
            c: `carom_obb a =\n    ${c(one)};\ncarom_obb b =\n    ${c(other)};\nbool overlap = carom_overlap_obb_obb(&a, &b);`,
            python: `a = ${python(one)}\nb = ${python(other)}\nprint(carom.overlap(a, b))`,
            javascript: `const a = ${javascript(one)};\nconst b = ${javascript(other)};\ncarom.overlap(a, b)[0];`,
        };
    },
    algorithm: [
        "Two convex polyhedra are apart exactly if some direction has them apart, and of all directions a few suffice: the normals of the faces and the cross products of the edges.",
        "Of two boxes these are three, three and nine.",
        "Along each, a box's shadow is its center's place plus and minus the sum of its half extents times the cosines, so a test is a handful of products.",
        "Where edges are parallel their cross product is zero or noise; carom bounds the rounding of each test and decides in double or exactly where a float cannot.",
        "The least overlap is the depth, unless it is larger than the sum of what the faces give; the widest gap is a lower bound of the distance, not the distance.",
    ],
    source: "Gottschalk, Lin, Manocha 1996; Ericson, Real-Time Collision Detection, 4.4.1", declares: ["carom_overlap_obb_obb"],
} satisfies Page;
