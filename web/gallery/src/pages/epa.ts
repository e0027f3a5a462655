// How deep two hulls are in each other by EPA, step by step, in the Minkowski difference.
import {epa} from "../epa";
import {A, B, ORIGIN, codeOfHulls, placed, poseOfB} from "../gjk";
import type {Page, Vec} from "../page";
import {add, scale, subtract, text, texts, vec} from "../vector";

export default {
    id: "epa", title: "EPA, step by step", group: "How they touch",
    question: "How deep are two hulls in each other? A polytope within the set of all differences A − B grows until its face nearest to the green origin O is one of the set's: its distance is the depth.",
    points: {a: {at: [-1.9, -0.2, 0.2], label: "A"}, b: {at: [-1.5, -0.3, 0.4], label: "B"}},
    numbers: {step: {value: 2, min: 1, max: 12, step: 1, label: "step"}, turn: {value: 20, min: -180, max: 180, step: 1, label: "turn of B"}},
    camera: [0, 1.6, 7],
    runs: {number: "step", seconds: 10},
    show(carom, state, draw) {
        const {points: {a}, numbers} = state, [pointsA, pointsB] = placed(state), poseA = [...a, 0, 0, 0, 1], poseB = poseOfB(state);
        const hullA = new carom.Hull(A.flat()), hullB = new carom.Hull(B.flat()), deep = carom.penetration(hullA, hullB, {poseA, poseB}), [apart] = carom.distance(hullA, hullB, {poseA, poseB});
        hullA.dispose();
        hullB.dispose();
        draw.hull(pointsA, "a");
        draw.hull(pointsB, "b");
        const there = (p: Vec): Vec => add(ORIGIN, p);
        draw.hull(pointsA.flatMap(p => pointsB.map(q => there(subtract(p, q)))), "aside", 0.08);
        draw.point(ORIGIN, "answer", 0.06);
        const steps = epa(pointsA, pointsB), depth = deep.depth[0];
        if (!steps.length) return [["they overlap", apart > 0 ? "no" : "they touch"], ["distance", text(apart)], ["steps", "none: no tetrahedron of differences holds O"]];
        const index = Math.min(numbers.step, steps.length) - 1, {faces, nearest, support} = steps[index];
        for (const face of faces) draw.polygon(face.corners.map(v => there(v.at)), "region", face === nearest ? 0.1 : 0.18);
        draw.polygon(nearest.corners.map(v => there(v.at)), "contact", 0.6);
        const foot = scale(nearest.normal, nearest.distance);
        draw.line([ORIGIN, there(foot)], "answer", 4);
        if (support) {
            draw.arrow(there(foot), add(there(foot), scale(nearest.normal, 0.5)), "contact", 2);
            for (const at of [there(support.at), support.a, support.b]) draw.point(at, "contact", 0.05);
        }
        const [pointA, pointB] = [vec(deep.pointA), vec(deep.pointB)];
        draw.line([pointA, pointB], "answer", 4);
        return [["they overlap, depth", text(depth)], ["normal", texts(deep.normal)], ["point of A", texts(pointA)], ["point of B", texts(pointB)], ["step shown", `${index + 1} of ${steps.length}`],
            ["faces of the polytope", String(faces.length)], ["nearest face's distance", text(nearest.distance)], ["then", support ? `takes in ${texts(support.at)}` : "ends: nothing is beyond the face"]];
    },
    code: state => codeOfHulls(state, {
        c: `carom_penetration deep = carom_penetrate(&a, pose_a, &b, pose_b);
/* moving B along deep.normal by deep.depth parts them */`,
        verb: "penetration", answer: "deep", prints: ["overlap", "depth", "normal"],
    }),
    algorithm: [
        "Where the shapes overlap the set of differences A − B holds the origin, and the least translation that parts them leads to the nearest point of its border.",
        "GJK ends with a tetrahedron of vertices of the set that holds the origin; it is the first polytope.",
        "In each step the face nearest to the origin is taken, and the farthest vertex of the set along its normal is looked for.",
        "If that is beyond the face it joins the polytope: the faces that it sees go, and their rim is joined to it.",
        "Else the face is one of the set's border, and its distance is the depth; carom bounds the depth from both sides, finds that of small hulls by separating axes, and decides whether they overlap by exact signs.",
    ],
    source: "van den Bergen 2001; Gregorius 2013; Ericson, Real-Time Collision Detection, 9.3", declares: ["carom_penetrate"],
} satisfies Page;
