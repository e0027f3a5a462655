// The distance of two hulls by GJK, step by step, with the Minkowski difference.
import {A, B, ORIGIN, type Vertex, codeOfHulls, gjk, placed, poseOfB} from "../gjk";
import type {Page, Vec} from "../page";
import {add, scale, size, subtract, text, texts, vec} from "../vector";

const NAMES = ["", "a point", "an edge", "a triangle", "a tetrahedron"];

export default {
    id: "gjk", title: "GJK, step by step", group: "Closest points",
    question: "How near are two hulls? The set of all differences A − B, drawn on the right about the green origin O, says it: its distance from O is theirs.",
    points: {a: {at: [-2.6, 0.3, 0], label: "A"}, b: {at: [-0.9, -0.4, 0.3], label: "B"}},
    numbers: {step: {value: 2, min: 1, max: 10, step: 1, label: "step"}, turn: {value: 20, min: -180, max: 180, step: 1, label: "turn of B"}},
    camera: [0, 1.6, 7.5],
    runs: {number: "step", seconds: 10},
    show(carom, state, draw) {
        const {points: {a}, numbers} = state, [pointsA, pointsB] = placed(state), poseA = [...a, 0, 0, 0, 1], poseB = poseOfB(state);
        const hullA = new carom.Hull(A.flat()), hullB = new carom.Hull(B.flat());
        const near = carom.closest(hullA, hullB, {poseA, poseB}), depth = carom.penetration(hullA, hullB, {poseA, poseB}).depth[0];
        hullA.dispose();
        hullB.dispose();
        draw.hull(pointsA, "a");
        draw.hull(pointsB, "b");
        const there = (p: Vec): Vec => add(ORIGIN, p);
        draw.hull(pointsA.flatMap(p => pointsB.map(q => there(subtract(p, q)))), "aside", 0.12);
        draw.point(ORIGIN, "answer", 0.06);
        const steps = gjk(pointsA, pointsB), index = Math.min(numbers.step, steps.length) - 1, {simplex, nearest, support} = steps[index];
        const vertex = (v: Vertex, colour: "contact" | "region") => {
            draw.point(there(v.at), colour, 0.05);
            draw.point(v.a, colour, 0.04);
            draw.point(v.b, colour, 0.04);
        };
        for (const v of simplex) vertex(v, "contact");
        for (let i = 0; i < simplex.length; i++) for (let j = 0; j < i; j++) draw.line([there(simplex[i].at), there(simplex[j].at)], "contact", 4);
        for (let i = 0; i < simplex.length && simplex.length >= 3; i++)
            if (simplex.length === 4 || i === 0) draw.polygon(simplex.filter((_, k) => simplex.length === 3 || k !== i).map(v => there(v.at)), "contact", 0.35, false);
        draw.line([ORIGIN, there(nearest)], "answer", 4);
        draw.point(there(nearest), "answer", 0.04);
        if (support) {
            vertex(support, "region");
            draw.arrow(there(nearest), add(there(nearest), scale(nearest, -0.5 / Math.max(size(nearest), 1e-9))), "region", 2);
        }
        const [pointA, pointB] = [vec(near.pointA), vec(near.pointB)];
        draw.line([pointA, pointB], "answer", 3);
        return [["distance", text(near.distance[0])], ...(near.distance[0] > 0 ? [["point of A", texts(pointA)], ["point of B", texts(pointB)]] : [["they overlap, depth", text(depth)]]) as [string, string][],
            ["step shown", `${index + 1} of ${steps.length}`], ["simplex", NAMES[simplex.length]], ["its distance from O", text(size(nearest))],
            ["then", support ? `takes in ${texts(support.at)}` : size(nearest) < 1e-8 ? "ends: it holds the origin" : "ends: nothing is nearer"]];
    },
    code: state => codeOfHulls(state, {
        c: "carom_closest_any near = carom_closest(&a, pose_a, &b, pose_b);",
        verb: "closest", answer: "near", prints: ["distance", "point_a", "point_b"],
    }),
    algorithm: [
        "The shapes meet where the set of differences A − B holds the origin, and else they are as far apart as it is from the origin; the set itself is never built.",
        "Its farthest vertex in a direction is the farthest vertex of A in it less the farthest of B against it.",
        "A simplex of up to four such vertices is kept, of which the point nearest to the origin is found.",
        "The farthest vertex from there towards the origin joins it, and what the nearest point does not depend on is left out.",
        "It ends when the new vertex is no nearer to the origin, or when the simplex holds the origin; carom decides contact by exact signs, and bounds the distance from both sides.",
    ],
    source: "Gilbert, Johnson and Keerthi 1988; Ericson, Real-Time Collision Detection, 9.5", declares: ["carom_closest"],
} satisfies Page;
