// A triangle of which a corner was put on another one, in float: the textbook's test of two triangles beside carom.
import type {Page, State, Vec} from "../page";
import {TRIANGLES_MEET, rounded, trianglesMeet} from "../textbook";
import {add, cross, dot, nine, scale, subtract, unit} from "../vector";

const PLACES = 1000;

/** The corner D on ABC at a share of the way, and all corners, as floats. */
function triangles({points: {a, b, c, e, f}}: State, place: number): {first: Vec[]; second: Vec[]} {
    const u = 0.15 + 0.7 * place, w = 0.4 * (1 - u), d = add(a, add(scale(subtract(b, a), u), scale(subtract(c, a), w)));
    return {first: [a, b, c].map(rounded), second: [d, e, f].map(rounded)};
}

/** How high corners are above the plane of a triangle. */
function heights(first: Vec[], second: Vec[]): number[] {
    const normal = unit(cross(subtract(first[1], first[0]), subtract(first[2], first[0])));
    return second.map(p => dot(normal, subtract(p, first[0])));
}
const meet = (yes: boolean) => (yes ? "they meet" : "they do not meet");

export default {
    id: "exact-triangles", title: "A corner on a face", group: "Why exact",
    question: `D, the dot, is put on the triangle ABC and rounded to float. Does DEF meet ABC? With E and F on one side it does where D came to lie on the plane or beyond it, and only exact numbers tell. The textbook's code guesses; it is asked at ${PLACES} places of D.`,
    points: {a: {at: [-1.6, -0.5, 1.1], label: "A"}, b: {at: [1.7, -0.2, 0.7], label: "B"}, c: {at: [0.2, 0.4, -1.6], label: "C"}, e: {at: [-0.6, 1.5, 0.4], label: "E"}, f: {at: [0.8, 1.7, -0.3], label: "F"}},
    numbers: {place: {value: 0.5, min: 0, max: 1, step: 0.001, label: "place of D"}},
    camera: [1.5, 2.5, 6],
    show(carom, state, draw) {
        const {first, second} = triangles(state, state.numbers.place), all = Array.from({length: PLACES}, (_, i) => triangles(state, i / PLACES).second);
        const still = new carom.Triangle(first.flat()), one = new carom.Triangle(second.flat()), many = new carom.Triangle(all.flat(2));
        const exact = carom.overlap(still, one)[0] !== 0, each = carom.overlap(still, many);
        for (const shape of [still, one, many]) shape.dispose();
        const high = heights(first, second), flat = high.every(h => h === 0), textbook = trianglesMeet(first, second);
        const wrong = all.reduce((n, corners, i) => n + (trianglesMeet(first, corners) !== (each[i] !== 0) ? 1 : 0), 0);
        draw.polygon(first, "a");
        draw.polygon(second, "b");
        draw.line([0, 1].map(place => triangles(state, place).second[0]), "aside", 1, true);
        draw.point(second[0], textbook === exact || flat ? "answer" : "contact", 0.05);
        const up = high[0] * (high[1] + high[2] < 0 ? -1 : 1);
        return [["carom, exactly", meet(exact)], ["the textbook's code", meet(textbook) + (flat ? " (in one plane: a case of its own there)" : textbook === exact ? "" : ", which is wrong")],
            ["from the plane towards E and F D is", up.toExponential(2).replaceAll("-", "−")], [`of ${PLACES} places it is wrong at`, String(wrong)]];
    },
    code: state => {
        const {first, second} = triangles(state, state.numbers.place), [s, t] = [first, second].map(corners => corners.map(nine));
        return {
            c: `carom_triangle s = {{{${s.join("},\n                     {")}}}};
carom_triangle t = {{{${t.join("},\n                     {")}}}};
bool meet = carom_overlap_triangle_triangle(&s, &t);`,
            python: `import numpy as np
s = carom.Triangle(np.float32([[${s.join("],\n                               [")}]]))
t = carom.Triangle(np.float32([[${t.join("],\n                               [")}]]))
print(carom.overlap(s, t))`,
            javascript: `const s = new carom.Triangle(Float32Array.of(${s.join(",\n    ")}));
const t = new carom.Triangle(Float32Array.of(${t.join(",\n    ")}));
const meet = carom.overlap(s, t);`,
        };
    },
    textbook: {name: "each edge against the other triangle", code: TRIANGLES_MEET},
    algorithm: [
        "Two triangles that are not in one plane meet where an edge of one goes through the other, so six segments are tested against a triangle each.",
        "On which side of a plane an end of a segment is, and on which side of an edge it passes, are signs of determinants of the corners.",
        "In float the difference of two corners is rounded already, and a determinant smaller than the rounding has any sign, or is 0, which the code takes for touching.",
        "carom computes each sign in double with a bound on the error, and by exact sums where that does not suffice.",
        "So its answer is that of the numbers which it is given, whichever triangle is named first and however the corners are turned.",
    ],
    source: "Ericson, Real-Time Collision Detection, 5.2.10 and 5.3.6; Shewchuk 1997; Guigue and Devillers 2003", declares: ["carom_overlap_triangle_triangle"],
} satisfies Page;
