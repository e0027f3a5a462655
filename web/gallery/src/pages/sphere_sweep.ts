// A moving sphere against a plane, a sphere and a triangle: a ray against the Minkowski sum, and the bounce.
import type {Carom, Shape} from "carom";
import type {Drawing} from "../drawing";
import type {Page, State, Vec} from "../page";
import {add, dot, floats, list, number, scale, subtract, text, texts, vec} from "../vector";

const NORMAL: Vec = [0.2, 1, 0.1];
const TRIANGLE: Vec[] = [[-1.6, -1.2, 1.2], [1.8, -0.9, 0.6], [0.1, -0.6, -1.7]];
const BALL: Vec = [0.4, -0.8, 0];

const obstacles: Record<string, {make(carom: Carom): Shape; draw(draw: Drawing, radius: number): void; c: [string, string]; python: string; javascript: string}> = {
    plane: {
        make: carom => new carom.Plane(NORMAL, -1),
        draw(draw, radius) {
            const at = (x: number, z: number, offset: number): Vec => [x, (offset - NORMAL[0] * x - NORMAL[2] * z) / NORMAL[1], z];
            const length = Math.hypot(...NORMAL);
            draw.polygon([at(-3, -3, -1), at(3, -3, -1), at(3, 3, -1), at(-3, 3, -1)], "a");
            const sum = -1 + radius * length;
            draw.polygon([at(-3, -3, sum), at(3, -3, sum), at(3, 3, sum), at(-3, 3, sum)], "region", 0.15);
        },
        c: [`carom_plane plane = {{${list(NORMAL)}}, -1};`, "plane"], python: `carom.Plane([${floats(NORMAL)}], -1.0)`, javascript: `new carom.Plane([${list(NORMAL)}], -1)`,
    },
    sphere: {
        make: carom => new carom.Sphere(BALL, 0.9),
        draw(draw, radius) {
            draw.sphere(BALL, 0.9, "a");
            draw.sphere(BALL, 0.9 + radius, "region", 0.15);
        },
        c: [`carom_sphere other = {{${list(BALL)}}, 0.9};`, "other"], python: `carom.Sphere([${floats(BALL)}], 0.9)`, javascript: `new carom.Sphere([${list(BALL)}], 0.9)`,
    },
    triangle: {
        make: carom => new carom.Triangle(TRIANGLE.flat()),
        draw(draw, radius) {
            draw.polygon(TRIANGLE, "a");
            const e = subtract(TRIANGLE[1], TRIANGLE[0]), f = subtract(TRIANGLE[2], TRIANGLE[0]);
            const n: Vec = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]], up = scale(n, radius / Math.hypot(...n));
            for (const way of [1, -1]) draw.polygon(TRIANGLE.map(v => add(v, scale(up, way))), "region", 0.15);
            for (let i = 0; i < 3; i++) draw.capsule(TRIANGLE[i], TRIANGLE[(i + 1) % 3], radius, "region", 0.1);
        },
        c: [`carom_triangle triangle = {{${TRIANGLE.map(v => `{${list(v)}}`).join(", ")}}};`, "triangle"],
        python: `carom.Triangle([${TRIANGLE.map(v => `[${floats(v)}]`).join(", ")}])`, javascript: `new carom.Triangle([${list(TRIANGLE.flat())}])`,
    },
};
const TYPED: Record<string, string> = {plane: "carom_sweep_sphere_plane", sphere: "carom_sweep_sphere_sphere", triangle: "carom_sweep_sphere_triangle"};
const motionOf = ({points: {a, b}}: State): Vec => subtract(b, a);

export default {
    id: "sphere-sweep", title: "A moving sphere", group: "When things touch",
    question: "When does the sphere that goes from A to B first touch, and where does it bounce? The pale surface is the Minkowski sum: its center touches that.",
    points: {a: {at: [-2.4, 2, 0.8], label: "A"}, b: {at: [1.4, -1.8, -0.2], label: "B"}},
    numbers: {radius: {value: 0.5, min: 0, max: 1, step: 0.01, label: "radius"}, bounce: {value: 0.8, min: 0, max: 1, step: 0.01, label: "restitution"}},
    choices: {against: {value: "triangle", options: {plane: "a plane", sphere: "a sphere", triangle: "a triangle"}, label: "against"}},
    camera: [3, 3, 8],
    show(carom, state, draw) {
        const {points: {a, b}, numbers: {radius, bounce}, choices: {against}} = state, motion = motionOf(state);
        const ball = new carom.Sphere(a, radius), obstacle = obstacles[against].make(carom);
        const hit = carom.sweep(ball, obstacle, {motionA: motion});
        ball.dispose();
        obstacle.dispose();
        obstacles[against].draw(draw, radius);
        draw.sphere(a, radius, "b");
        draw.line([a, b], "b", 1, true);
        if (!hit.hit[0]) {
            draw.sphere(b, radius, "b", 0.15);
            return [["touches", "no: the way is free"]];
        }
        const fraction = hit.fraction[0], at = add(a, scale(motion, fraction)), normal = scale(vec(hit.normal), -1);
        draw.sphere(at, radius, "answer");
        draw.line([a, at], "b", 3);
        draw.point(vec(hit.point), "contact", 0.05);
        draw.arrow(vec(hit.point), add(vec(hit.point), normal), "contact", 2);
        // the rest of the motion, its part along the normal turned and scaled
        const rest = scale(motion, 1 - fraction), along = dot(rest, normal), after = add(rest, scale(normal, -(1 + bounce) * Math.min(0, along)));
        draw.arrow(at, add(at, after), "answer", 3);
        draw.sphere(add(at, after), radius, "answer", 0.15);
        return [["touches", hit.initialOverlap[0] ? "from the start" : `after ${text(fraction)} of the motion`], ["point", texts(hit.point)], ["normal", texts(normal)], ["ends at", texts(add(at, after))]];
    },
    code: state => {
        const {points: {a}, numbers: {radius, bounce}, choices: {against}} = state, motion = motionOf(state), o = obstacles[against];
        const call = against === "sphere"
            ? `carom_sweep_hit hit = ${TYPED[against]}(&ball, motion, &${o.c[1]}, (carom_vec3){0, 0, 0});`
            : `carom_sweep_hit hit = ${TYPED[against]}(&ball, motion, &${o.c[1]});`;
        return {
            c: `carom_sphere ball = {{${list(a)}}, ${number(radius)}};
carom_vec3 motion = {${list(motion)}};
${o.c[0]}
${call}
carom_bounce end = carom_response_remaining(
    ball.center, motion, hit.fraction, hit.normal, ${number(bounce)});`,
            python: `ball = carom.Sphere([${floats(a)}], ${number(radius)})
hit = carom.sweep(ball, ${o.python}, [${floats(motion)}])
print(hit.hit, hit.fraction, hit.point, hit.normal)`,
            javascript: `const ball = new carom.Sphere([${list(a)}], ${number(radius)});
const hit = carom.sweep(ball, ${o.javascript},
    {motionA: [${list(motion)}]});`,
        };
    },
    algorithm: [
        "A moving sphere touches a shape when its center touches the shape grown by the radius, its Minkowski sum with the sphere.",
        "So the question is a ray against the sum: two planes for a plane, a larger sphere for a sphere, and for a triangle two faces, three cylinders and three spheres.",
        "The first hit of the ray is the fraction of the motion after which they touch, and never later: nothing tunnels, however fast.",
        "At the contact the rest of the motion is reflected: its part along the normal is turned round and multiplied by the restitution.",
        "A grazing path counts as contact; carom decides it with bounds on the rounding and exactly where these do not suffice.",
    ],
    source: "Ericson, Real-Time Collision Detection, 5.5.3 to 5.5.6", declares: ["carom_sweep_sphere_plane", "carom_sweep_sphere_triangle"],
} satisfies Page;
