// Two moving spheres: one stands still in the other's frame.
import type {Page} from "../page";
import {add, floats, list, number, scale, subtract, text, texts, vec} from "../vector";

export default {
    id: "two-spheres", title: "Two moving spheres", group: "When things touch",
    question: "Do their paths cross at the same time? Each sphere goes from its first letter to its second within the same time.",
    points: {a: {at: [-3, 0.4, 0.6], label: "A"}, b: {at: [2.4, -0.4, -0.4], label: "B"}, c: {at: [0.6, 2.2, -1.2], label: "C"}, d: {at: [-0.2, -2, 0.6], label: "D"}},
    numbers: {first: {value: 0.6, min: 0, max: 1.5, step: 0.01, label: "radius AB"}, second: {value: 0.45, min: 0, max: 1.5, step: 0.01, label: "radius CD"}, time: {value: 1, min: 0, max: 1, step: 0.001, label: "time shown"}},
    camera: [2, 2.5, 8],
    runs: {number: "time", seconds: 3},
    show(carom, {points: {a, b, c, d}, numbers: {first, second, time}}, draw) {
        const motionA = subtract(b, a), motionB = subtract(d, c), one = new carom.Sphere(a, first), other = new carom.Sphere(c, second);
        const hit = carom.sweep(one, other, {motionA, motionB});
        one.dispose();
        other.dispose();
        draw.line([a, b], "a", 2, true);
        draw.line([c, d], "b", 2, true);
        draw.sphere(a, first, "a", 0.12);
        draw.sphere(c, second, "b", 0.12);
        const found = hit.hit[0] === 1, t = found ? Math.min(time, hit.fraction[0]) : time;
        draw.sphere(add(a, scale(motionA, t)), first, "a");
        draw.sphere(add(c, scale(motionB, t)), second, "b");
        if (found && t === hit.fraction[0]) {
            draw.point(vec(hit.point), "contact", 0.07);
            draw.arrow(vec(hit.point), add(vec(hit.point), vec(hit.normal)), "contact", 2);
        }
        return [["touch", !found ? "never" : hit.initialOverlap[0] ? "from the start" : `after ${text(hit.fraction[0])} of the time`],
            ...(found ? [["point", texts(hit.point)], ["normal", texts(hit.normal)]] as [string, string][] : [["", "their paths may cross, but not at the same time"]] as [string, string][])];
    },
    code: ({points: {a, b, c, d}, numbers: {first, second}}) => ({
        c: `carom_sphere a = {{${list(a)}}, ${number(first)}}, b = {{${list(c)}}, ${number(second)}};
carom_sweep_hit hit = carom_sweep_sphere_sphere(
    &a, (carom_vec3){${list(subtract(b, a))}}, &b, (carom_vec3){${list(subtract(d, c))}});
/* hit.hit, hit.fraction, hit.point, hit.normal */`,
        python: `hit = carom.sweep(carom.Sphere([${floats(a)}], ${number(first)}),
                  carom.Sphere([${floats(c)}], ${number(second)}),
                  [${floats(subtract(b, a))}], [${floats(subtract(d, c))}])
print(hit.hit, hit.fraction)`,
        javascript: `const hit = carom.sweep(new carom.Sphere([${list(a)}], ${number(first)}),
    new carom.Sphere([${list(c)}], ${number(second)}),
    {motionA: [${list(subtract(b, a))}], motionB: [${list(subtract(d, c))}]});`,
    }),
    algorithm: [
        "Seen from the second sphere, it stands still and the first one moves by the difference of the two motions.",
        "They touch when the centers are as far apart as the sum of the radii, so a point moves against a sphere of that radius.",
        "That is a quadratic equation in time; its smaller root is the first contact, if it is between 0 and 1.",
        "Where they overlap at the start, the answer is 0 and the normal is that of least separation.",
        "A miss is decided by the sign of the discriminant, with a bound on its rounding, and exactly where that is in doubt.",
    ],
    source: "Ericson, Real-Time Collision Detection, 5.5.5", declares: ["carom_sweep_sphere_sphere"],
} satisfies Page;
