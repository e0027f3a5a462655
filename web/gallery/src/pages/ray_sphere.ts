// The five cases of a ray and a sphere.
import type {Page} from "../page";
import {add, dot, floats, list, number, scale, subtract, text, texts, vec} from "../vector";

export default {
    id: "ray-sphere", title: "A ray and a sphere", group: "Where rays hit",
    question: "Which of five cases is it: two hits, a tangent, a start inside, a sphere behind, a miss?",
    points: {o: {at: [-3, 0.6, 0], label: "O"}, d: {at: [-1.9, 0.5, 0.1], label: "D"}, s: {at: [0.8, 0, 0], label: "S"}},
    numbers: {radius: {value: 1, min: 0, max: 2, step: 0.01, label: "radius"}},
    camera: [0, 2.5, 8],
    show(carom, {points: {o, d, s}, numbers: {radius}}, draw) {
        const direction = subtract(d, o);
        draw.sphere(s, radius, "a");
        if (direction.every(x => x === 0)) return [["ray", "its direction is zero: invalid, so no hit"]];
        const ray = new carom.Ray(o, direction), sphere = new carom.Sphere(s, radius);
        const hit = carom.raycast(ray, sphere);
        ray.dispose();
        sphere.dispose();
        const m = subtract(o, s), a = dot(direction, direction), b = dot(m, direction), c = dot(m, m) - radius * radius, discriminant = b * b - a * c;
        draw.arrow(o, d, "b", 3);
        draw.line([d, add(o, scale(direction, 20))], "b", 1, true);
        const nearest = add(o, scale(direction, -b / a));
        draw.line([s, nearest], "aside", 1, true);
        draw.point(nearest, "aside", 0.04);
        const found = hit.hit[0] === 1;
        if (found) {
            draw.line([add(o, scale(direction, hit.t[0])), add(o, scale(direction, hit.tExit[0]))], "answer", 5);
            draw.point(vec(hit.point), "answer");
            draw.arrow(vec(hit.point), add(vec(hit.point), vec(hit.normal)), "answer", 2);
        }
        const which = found ? (hit.startedInside[0] ? "it starts inside" : hit.t[0] === hit.tExit[0] ? "a tangent: one point" : "two hits") : discriminant < 0 ? "a miss" : "the sphere is behind";
        return [["case", which], ["discriminant b² − ac", text(discriminant)],
            ...(found ? [["t, and where it leaves", `${text(hit.t[0])}, ${text(hit.tExit[0])}`], ["point", texts(hit.point)], ["normal", texts(hit.normal)]] as [string, string][] : [])];
    },
    code: ({points: {o, d, s}, numbers: {radius}}) => {
        const direction = subtract(d, o), r = number(radius);
        return {
            c: `carom_ray ray = {{${list(o)}}, {${list(direction)}}, 0, INFINITY};
carom_sphere sphere = {{${list(s)}}, ${r}};
carom_ray_hit hit = carom_raycast_ray_sphere(&ray, &sphere);`,
            python: `hit = carom.raycast(carom.Ray([${floats(o)}], [${floats(direction)}]),
                    carom.Sphere([${floats(s)}], ${r}))
print(hit.hit, hit.t, hit.t_exit, hit.started_inside)`,
            javascript: `const hit = carom.raycast(new carom.Ray([${list(o)}], [${list(direction)}]),
    new carom.Sphere([${list(s)}], ${r}));`,
        };
    },
    algorithm: [
        "A point of the ray is on the sphere where its distance from the center is the radius: a quadratic equation in t.",
        "With m from the center to the start, a = d·d, b = m·d and c = m·m − r², the ray's line meets the sphere where b² − ac is not negative.",
        "c tells whether the start is inside, b whether the ray comes nearer or recedes.",
        "Textbook code subtracts large numbers there and loses a small or distant sphere; carom computes the discriminant from the cross product m × d, and decides its sign exactly where it is in doubt.",
        "The direction needs no unit length, and t counts in its own lengths.",
    ],
    source: "Ericson, Real-Time Collision Detection, 5.3.2", declares: ["carom_raycast_ray_sphere"],
} satisfies Page;
