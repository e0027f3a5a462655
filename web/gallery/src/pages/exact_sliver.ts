// The closest point of a triangle that is almost a segment: the textbook's code in float beside carom.
import type {Page, State, Vec} from "../page";
import {CLOSEST_POINT, closestPoint, rounded} from "../textbook";
import {add, nine, scale, size, subtract, text, texts, vec} from "../vector";

const PLACES = 200, WRONG = 0.01;

/** The corner C beside a place of AB, and all numbers, as floats. */
function sliver({points: {a, b, p}, numbers: {width}}: State, place: number): {corners: Vec[]; point: Vec} {
    const c = add(add(a, scale(subtract(b, a), place)), [0, 2 ** -width, 0]);
    return {corners: [a, b, c].map(rounded), point: rounded(p)};
}

export default {
    id: "exact-sliver", title: "The closest point of a sliver", group: "Why exact",
    question: `C, the blue dot, lies a very little above AB, so that the triangle is a sliver. Which of its points is closest to P? The textbook's code is asked at ${PLACES} places of C, and is wrong where its point is farther away by more than ${WRONG}.`,
    points: {a: {at: [-1.8, 0.9, 1.6], label: "A"}, b: {at: [1.8, -0.4, -0.9], label: "B"}, p: {at: [-0.8, 0.3, 1.5], label: "P"}},
    numbers: {place: {value: 0.755, min: 0, max: 1, step: 0.005, label: "place of C"}, width: {value: 22, min: 1, max: 26, step: 1, label: "C above AB by 2 to the power of −"}},
    camera: [0.8, 1.4, 7.2],
    show(carom, state, draw) {
        const {corners, point} = sliver(state, state.numbers.place), all = Array.from({length: PLACES}, (_, i) => sliver(state, i / PLACES).corners);
        const probe = new carom.Point(point), one = new carom.Triangle(corners.flat()), many = new carom.Triangle(all.flat(2));
        const near = carom.closest(probe, one), each = carom.closest(probe, many);
        for (const shape of [probe, one, many]) shape.dispose();
        const [a, b, c] = corners, at = vec(near.pointB), distance = near.distance[0], told = closestPoint(point, a, b, c), far = size(subtract(told, point));
        // not a number where all corners are on one line in float, which the book's code divides by
        const wrong = all.reduce((n, [u, v, w], i) => n + (size(subtract(closestPoint(point, u, v, w), point)) - each.distance[i] <= WRONG ? 0 : 1), 0);
        draw.polygon(corners, "a");
        draw.point(c, "a", 0.04);
        draw.point(point, "b", 0.05);
        draw.line([point, at], "answer", 4);
        draw.point(at, "answer", 0.05);
        if (told.every(Number.isFinite)) {
            draw.line([point, told], "contact", 3, true);
            draw.point(told, "contact", 0.05);
        }
        return [["distance, carom", text(distance)], ["closest point, carom", texts(at)], ["point of the textbook's code", texts(told)], ["its distance", text(far)],
            ["which is too far by", text(far - distance)], [`of ${PLACES} places it is wrong at`, String(wrong)]];
    },
    code: state => {
        const {corners, point} = sliver(state, state.numbers.place), t = corners.map(nine), p = nine(point);
        return {
            c: `carom_triangle t = {{{${t.join("},\n                     {")}}}};
carom_vec3 p = {${p}};
carom_closest_on_triangle near =
    carom_closest_point_triangle(p, &t);`,
            python: `import numpy as np
t = carom.Triangle(np.float32([[${t.join("],\n                               [")}]]))
near = carom.closest(carom.Point(np.float32([${p}])), t)
print(near.distance, near.point_b)`,
            javascript: `const t = new carom.Triangle(Float32Array.of(${t.join(",\n    ")}));
const near = carom.closest(new carom.Point(Float32Array.of(${p})), t);`,
        };
    },
    textbook: {name: "the closest point by Voronoi regions", code: CLOSEST_POINT},
    algorithm: [
        "Which of the seven Voronoi regions P is in follows from six scalar products and from three areas, each a difference of two products of these.",
        "Of a sliver the areas are as small as the rounding of those products in float, so their signs and their ratios are noise.",
        "The code then takes P to be over the face, or over another edge, and weighs the corners by what is left: the point that it names may be anywhere on the triangle.",
        "carom computes in double, and where a triangle is so thin that rounding may still change a sign it takes the best of its three sides and of a refined point of its face.",
        "So its distance is right to rounding for every triangle, also for one that is a segment or a point.",
    ],
    source: "Ericson, Real-Time Collision Detection, 5.1.5", declares: ["carom_closest_point_triangle"],
} satisfies Page;
