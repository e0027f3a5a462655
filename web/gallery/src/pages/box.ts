// The closest point of an axis-aligned box, with the regions of its faces, edges and corners.
import type {Page, Vec} from "../page";
import {floats, list, scale, text, texts, vec} from "../vector";

const FEATURES = ["inside: the point itself", "a face", "an edge", "a corner"];

export default {
    id: "box", title: "The closest point of a box", group: "Closest points",
    question: "Is it on a face, an edge or a corner? Each coordinate is clamped by itself.",
    points: {p: {at: [2.1, 1.6, 0.7], label: "P"}, h: {at: [1.1, 0.8, 0.9], label: "H"}},
    camera: [3, 3, 7],
    show(carom, {points: {p, h}}, draw) {
        const half = h.map(x => Math.max(0.1, Math.abs(x))) as Vec, low = scale(half, -1);
        const point = new carom.Point(p), box = new carom.Box(low, half), near = carom.closest(point, box);
        point.dispose();
        box.dispose();
        const at = vec(near.pointB), outside = p.map((x, k) => Math.abs(x) > half[k]);
        draw.box(low, half, "a");
        // the region of the feature: the box's extent where the coordinate is within, beyond the face where it is not
        const far = 3, from = p.map((x, k) => (outside[k] ? (x > 0 ? half[k] : -far) : -half[k])) as Vec, to = p.map((x, k) => (outside[k] ? (x > 0 ? far : -half[k]) : half[k])) as Vec;
        if (outside.some(Boolean)) draw.box(from, to, "region", 0.12);
        draw.point(p, "b");
        draw.point(at, "answer");
        draw.line([p, at], "answer", 3);
        return [["distance", text(near.distance[0])], ["closest point", texts(at)], ["region", FEATURES[outside.filter(Boolean).length]], ["clamped", "xyz".split("").filter((_, k) => outside[k]).join(", ") || "none"]];
    },
    code: ({points: {p, h}}) => {
        const half = h.map(x => Math.max(0.1, Math.abs(x))) as Vec, low = scale(half, -1);
        return {
            c: `carom_aabb box = {{${list(low)}}, {${list(half)}}};
carom_closest_points near =
    carom_closest_point_aabb((carom_vec3){${list(p)}}, &box);`,
            python: `near = carom.closest(carom.Point([${floats(p)}]),
                     carom.Box([${floats(low)}], [${floats(half)}]))
print(near.distance, near.point_b)`,
            javascript: `const near = carom.closest(new carom.Point([${list(p)}]),
    new carom.Box([${list(low)}], [${list(half)}]));`,
        };
    },
    algorithm: [
        "Space about a box falls into 27 regions: itself, six faces, twelve edges and eight corners.",
        "Along each axis the coordinate is within the box's extent, below or above it, and is clamped to the extent.",
        "The three clamped coordinates are the closest point, since the axes do not depend on each other.",
        "An oriented box is the same in its own frame: three scalar products carry the point there.",
        "The distance is formed without overflow and underflow, so it is right at 1e-30 and at 1e30.",
    ],
    source: "Ericson, Real-Time Collision Detection, 5.1.3", declares: ["carom_closest_point_aabb"],
} satisfies Page;
