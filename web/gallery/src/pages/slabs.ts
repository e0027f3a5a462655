// A ray against an axis-aligned box: three slabs.
import type {Page, Vec} from "../page";
import {add, floats, list, scale, subtract, text, texts, vec} from "../vector";

const AXES = ["x", "y", "z"];

export default {
    id: "slabs", title: "A ray and a box", group: "Where rays hit",
    question: "Where does the ray enter the last of three slabs, and where does it leave the first?",
    points: {o: {at: [-2.6, 1.1, 1.5], label: "O"}, d: {at: [-1.2, 0.75, 0.85], label: "D"}, h: {at: [1.2, 0.8, 0.9], label: "H"}},
    camera: [3, 3, 7],
    show(carom, {points: {o, d, h}}, draw) {
        const half = h.map(x => Math.max(0.1, Math.abs(x))) as Vec, low = scale(half, -1), direction = subtract(d, o);
        draw.box(low, half, "a");
        if (direction.every(x => x === 0)) return [["ray", "its direction is zero: invalid, so no hit"]];
        const ray = new carom.Ray(o, direction), box = new carom.Box(low, half);
        const hit = carom.raycast(ray, box);
        ray.dispose();
        box.dispose();
        const at = (t: number): Vec => add(o, scale(direction, t));
        draw.arrow(o, d, "b", 3);
        draw.line([d, at(20)], "b", 1, true);
        const rows: [string, string][] = [];
        AXES.forEach((axis, k) => {
            const t = [low[k], half[k]].map(x => (x - o[k]) / direction[k]).sort((a, b) => a - b);
            rows.push([`slab of ${axis}`, direction[k] === 0 ? (o[k] >= low[k] && o[k] <= half[k] ? "parallel, within" : "parallel, outside") : `t from ${text(t[0])} to ${text(t[1])}`]);
            if (direction[k] !== 0) for (const x of t) if (x > 0) draw.point(at(x), "aside", 0.035);
        });
        const found = hit.hit[0] === 1;
        if (found) {
            draw.line([at(hit.t[0]), at(hit.tExit[0])], "answer", 5);
            draw.point(vec(hit.point), "answer");
            draw.arrow(vec(hit.point), add(vec(hit.point), vec(hit.normal)), "answer", 2);
        }
        return [...rows, ["hit", found ? (hit.startedInside[0] ? "starts inside" : "yes") : "no"],
            ...(found ? [["t, and where it leaves", `${text(hit.t[0])}, ${text(hit.tExit[0])}`], ["point", texts(hit.point)], ["normal", texts(hit.normal)]] as [string, string][] : [])];
    },
    code: ({points: {o, d, h}}) => {
        const half = h.map(x => Math.max(0.1, Math.abs(x))) as Vec, low = scale(half, -1), direction = subtract(d, o);
        return {
            c: `carom_ray ray = {{${list(o)}}, {${list(direction)}}, 0, INFINITY};
carom_aabb box = {{${list(low)}}, {${list(half)}}};
carom_ray_hit hit = carom_raycast_ray_aabb(&ray, &box);
/* hit.hit, hit.t, hit.t_exit, hit.point, hit.normal */`,
            python: `hit = carom.raycast(carom.Ray([${floats(o)}], [${floats(direction)}]),
                    carom.Box([${floats(low)}], [${floats(half)}]))
print(hit.hit, hit.t, hit.t_exit, hit.point, hit.normal)`,
            javascript: `const hit = carom.raycast(new carom.Ray([${list(o)}], [${list(direction)}]),
    new carom.Box([${list(low)}], [${list(half)}]));
hit.hit[0]; hit.t[0]; hit.tExit[0]; hit.point; hit.normal;`,
        };
    },
    algorithm: [
        "A box is where three slabs meet, each between two parallel planes.",
        "The ray is in a slab from the nearer of two values of t to the farther one, each of them one division.",
        "It is in the box from the latest entry to the earliest exit, and misses where that is the wrong way round.",
        "A direction that is parallel to a slab divides by zero: then the start alone tells, without a NaN.",
        "carom bounds the rounding of the two ends and compares exactly where they are nearer than that, so a ray along a face, an edge or through a corner hits.",
    ],
    source: "Kay and Kajiya 1986; Ericson, Real-Time Collision Detection, 5.3.3", declares: ["carom_raycast_ray_aabb"],
} satisfies Page;
