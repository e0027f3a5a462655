// The time of impact of a box that moves and turns: a bracket of the first contact, as narrow as the tolerance.
import type {Page, State} from "../page";
import {add, floats, list, number, scale, subtract, text, texts, vec} from "../vector";

const GROUND = [1.4, 0.35, 1] as [number, number, number], BOX = [0.9, 0.25, 0.35] as [number, number, number];

/** Position and quaternion at a fraction of the motion, turned about z. */
function poseAt({points: {a, b}, numbers: {turn}}: State, t: number): number[] {
    const angle = turn * t * Math.PI / 180 / 2;
    return [...add(a, scale(subtract(b, a), t)), 0, 0, Math.sin(angle), Math.cos(angle)];
}

export default {
    id: "turning", title: "When turning boxes touch", group: "When things touch",
    question: "When does a box that goes from A to B and turns meanwhile first touch the other? The answer is a bracket that holds the first contact, and it is never missed.",
    points: {a: {at: [-1.6, 2.2, 0.2], label: "A"}, b: {at: [1, 0.3, 0], label: "B"}},
    numbers: {turn: {value: 170, min: -179, max: 179, step: 1, label: "turn, degrees"}, digits: {value: 3, min: 1, max: 9, step: 1, label: "tolerance 10^−"}, time: {value: 1, min: 0, max: 1, step: 0.001, label: "time shown"}},
    camera: [1.5, 2.5, 7],
    runs: {number: "time", seconds: 4},
    show(carom, state, draw) {
        const {numbers: {digits, time}} = state, start = poseAt(state, 0), end = poseAt(state, 1);
        const ground = new carom.Box(scale(GROUND, -1), GROUND), box = new carom.Box(scale(BOX, -1), BOX);
        const hit = carom.toi(box, ground, {startA: start, endA: end, tolerance: 10 ** -digits});
        const found = hit.hit[0] === 1, t = found ? Math.min(time, hit.fraction[0]) : time;
        const gap = carom.distance(box, ground, {poseA: poseAt(state, t)});
        ground.dispose();
        box.dispose();
        draw.box(scale(GROUND, -1), GROUND, "a");
        for (let i = 0; i <= 8; i++) draw.box(scale(BOX, -1), BOX, "b", 0.05, poseAt(state, (found ? hit.fraction[0] : 1) * i / 8));
        draw.box(scale(BOX, -1), BOX, "answer", 0.5, poseAt(state, t));
        if (found && t === hit.fraction[0]) draw.point(vec(hit.point), "contact", 0.06);
        return [["touches", !found ? "never" : hit.initialOverlap[0] ? "from the start" : hit.certain[0] ? "yes" : "comes as near as the tolerance"],
            ...(found ? [["first contact between", `${hit.fraction[0].toFixed(10)}`], ["and", `${hit.fractionUpper[0].toFixed(10)}`], ["point", texts(hit.point)]] as [string, string][] : []), ["distance at the time shown", text(gap[0])]];
    },
    code: state => {
        const start = poseAt(state, 0), end = poseAt(state, 1), tolerance = `1e-${number(state.numbers.digits)}`;
        const pose = (p: number[]) => `{{${list(p.slice(0, 3))}}, {${list(p.slice(3))}}}`;
        return {
            c: `carom_shape box = carom_shape_aabb((carom_vec3){${list(scale(BOX, -1))}}, (carom_vec3){${list(BOX)}});
carom_shape ground = carom_shape_aabb((carom_vec3){${list(scale(GROUND, -1))}}, (carom_vec3){${list(GROUND)}});
carom_pose rest = carom_pose_identity();
carom_turning_shape a = {&box, ${pose(start)},
                         ${pose(end)}};
carom_turning_shape b = {&ground, rest, rest};
carom_toi_hit hit = carom_toi(&a, &b, ${tolerance}f);
/* the first contact is between hit.fraction and hit.fraction_upper */`,
            python: `hit = carom.toi(carom.Box([${floats(scale(BOX, -1))}], [${floats(BOX)}]),
                carom.Box([${floats(scale(GROUND, -1))}], [${floats(GROUND)}]),
                [${floats(start)}],
                [${floats(end)}], tolerance=${tolerance})
print(hit.hit, hit.fraction, hit.fraction_upper)`,
            javascript: `const hit = carom.toi(new carom.Box([${list(scale(BOX, -1))}], [${list(BOX)}]),
    new carom.Box([${list(scale(GROUND, -1))}], [${list(GROUND)}]),
    {startA: [${list(start)}],
     endA: [${list(end)}], tolerance: ${tolerance}});`,
        };
    },
    algorithm: [
        "Within a time no point of a moving body goes farther than a bound that its motion and its size give.",
        "So for a span of time in which the bodies are farther apart than both may go there is no contact, and the search goes on behind it.",
        "Other spans are halved, the earlier half first, until the bodies touch or the span is within the tolerance.",
        "The first contact is then in the span that is left: it is never missed, and told early by no more than the tolerance.",
        "Steps are as long as the distance allows, so far fewer are needed than by halving alone.",
    ],
    source: "Ericson, Real-Time Collision Detection, 5.5.2; Mirtich 1996", declares: ["carom_toi"],
} satisfies Page;
