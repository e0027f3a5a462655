// The closest point of a triangle, with its Voronoi regions.
import type {Page, Vec} from "../page";
import {add, cross, floats, list, scale, subtract, text, texts, unit, vec} from "../vector";

const FEATURES = ["the face", "edge AB", "edge BC", "edge CA", "corner A", "corner B", "corner C"];

/** The feature on which a point of the triangle lies, by which of its barycentric coordinates are zero. */
function feature(w: Vec): number {
    const zero = w.map(x => x === 0);
    if (zero[1] && zero[2]) return 4;
    if (zero[0] && zero[2]) return 5;
    if (zero[0] && zero[1]) return 6;
    return zero[2] ? 1 : zero[0] ? 2 : zero[1] ? 3 : 0;
}

export default {
    id: "triangle", title: "The closest point of a triangle", group: "Closest points",
    question: "Which of its seven Voronoi regions is the point in? The lines are where the regions part, in the plane of the triangle.",
    points: {p: {at: [1.6, 1.4, 0.8], label: "P"}, a: {at: [-1.5, -1, 0.6], label: "A"}, b: {at: [1.7, -0.8, 0.5], label: "B"}, c: {at: [0, -0.3, -1.8], label: "C"}},
    camera: [3, 4, 6.5],
    show(carom, {points: {p, a, b, c}}, draw) {
        const point = new carom.Point(p), triangle = new carom.Triangle([...a, ...b, ...c]);
        const near = carom.closest(point, triangle);
        point.dispose();
        triangle.dispose();
        const at = vec(near.pointB), w = vec(near.barycentric), corners = [a, b, c];
        draw.polygon(corners, "a");
        // borders of the regions: outwards from each corner, at right angles to both of its edges
        const normal = cross(subtract(b, a), subtract(c, a));
        corners.forEach((corner, i) => {
            for (const other of [corners[(i + 1) % 3], corners[(i + 2) % 3]]) {
                const along = subtract(other, corner), inwards = subtract(corners.find(v => v !== corner && v !== other)!, corner);
                let out = unit(cross(normal, along));
                if (out[0] * inwards[0] + out[1] * inwards[1] + out[2] * inwards[2] > 0) out = scale(out, -1);
                draw.line([corner, add(corner, scale(out, 4))], "region", 2, true);
            }
        });
        draw.point(p, "b");
        draw.point(at, "answer");
        draw.line([p, at], "answer", 3);
        return [["distance", text(near.distance[0])], ["closest point", texts(at)], ["region", FEATURES[feature(w)]], ["barycentric", texts(w)]];
    },
    code: ({points: {p, a, b, c}}) => ({
        c: `carom_triangle triangle = {{{${list(a)}}, {${list(b)}}, {${list(c)}}}};
carom_closest_on_triangle near =
    carom_closest_point_triangle((carom_vec3){${list(p)}}, &triangle);
/* near.distance, near.point_b, near.barycentric, near.feature */`,
        python: `near = carom.closest(carom.Point([${floats(p)}]),
                     carom.Triangle([[${floats(a)}], [${floats(b)}], [${floats(c)}]]))
print(near.distance, near.point_b)`,
        javascript: `const near = carom.closest(new carom.Point([${list(p)}]),
    new carom.Triangle([${list(a)}, ${list(b)}, ${list(c)}]));
near.distance[0]; near.pointB; near.barycentric;`,
    }),
    algorithm: [
        "The plane of a triangle falls into seven regions: where a corner is nearest, where an edge is, and the face itself.",
        "Six scalar products of the edges with the way from each corner to P tell the region, without a root or a division.",
        "In a corner's region the corner is the answer; in an edge's region one division places the point on the edge; over the face the three areas are the barycentric coordinates.",
        "carom decides the region in double with bounds on the rounding and, where a sign is uncertain, by exact sums, so a point on a border is on it.",
        "A triangle that is a segment or a point is answered as that segment or point, where the textbook's code divides 0 by 0.",
    ],
    source: "Ericson, Real-Time Collision Detection, 5.1.5", declares: ["carom_closest_point_triangle"],
} satisfies Page;
