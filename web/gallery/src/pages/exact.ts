// Rays through the edge that two triangles share: the textbook's test in float beside carom.
import type {Page, Vec} from "../page";
import {RAY_HITS, rayHits, rounded} from "../textbook";
import {add, list, scale, subtract} from "../vector";

const RAYS = 2000;

export default {
    id: "exact", title: "Rays through an edge", group: "Why exact",
    question: `Does a ray through the edge BC of two triangles hit one of them? ${RAYS} rays from O to points of the edge, in float: the textbook's code misses both triangles with some of them.`,
    points: {o: {at: [0.7, 2.4, 2.6], label: "O"}, a: {at: [-1.8, -0.3, 0.6], label: "A"}, b: {at: [-0.3, -0.9, 1.4], label: "B"}, c: {at: [0.45, -0.2, -1.7], label: "C"}, d: {at: [1.9, -0.7, 0.3], label: "D"}},
    camera: [2, 3.5, 7],
    show(carom, {points: {o, a, b, c, d}}, draw) {
        const mesh = new carom.Mesh(Float32Array.from([...a, ...b, ...c, ...d]), [0, 1, 2, 2, 1, 3]);
        const rays = new Float32Array(6 * RAYS), leaks: Vec[] = [], [fo, fa, fb, fc, fd] = [o, a, b, c, d].map(rounded);
        for (let i = 0; i < RAYS; i++) {
            const target = add(b, scale(subtract(c, b), (i + 0.5) / RAYS)), direction = rounded(subtract(rounded(target), fo));
            rays.set([...fo, ...direction], 6 * i);
            if (!rayHits(fo, direction, fa, fb, fc) && !rayHits(fo, direction, fc, fb, fd)) leaks.push(target);
        }
        // a ray in float passes the edge on one side or the other, or through it: exactly which, carom decides; it is in none of the two only beyond the edge's ends
        const hit = mesh.raycast(rays), missed = hit.triangle.reduce((n, t) => n + (t < 0 ? 1 : 0), 0);
        mesh.dispose();
        draw.polygon([a, b, c], "a");
        draw.polygon([c, b, d], "b");
        for (const at of leaks.slice(0, 200)) draw.line([o, add(at, scale(subtract(at, o), 0.4))], "contact", 1);
        draw.point(o, "answer");
        return [["rays", String(RAYS)], ["missed by the textbook's code", String(leaks.length)], ["missed by carom", String(missed)]];
    },
    code: ({points: {o, a, b, c, d}}) => ({
        c: `carom_vec3 corners[4] = {{${list(a)}}, {${list(b)}}, {${list(c)}}, {${list(d)}}};
uint32_t faces[6] = {0, 1, 2, 2, 1, 3};
carom_mesh_def def = {.vertices = corners, .indices = faces,
                      .vertex_count = 4, .triangle_count = 2};
carom_mesh *mesh;
if (carom_mesh_create(&mesh, &def) != CAROM_OK) return 1;
carom_ray ray = {{${list(o)}}, {${list(subtract(scale(add(b, c), 0.5), o))}}, 0, INFINITY};
carom_mesh_ray_hit hit = carom_raycast_ray_mesh(&ray, mesh, CAROM_BOTH_SIDES);
carom_mesh_destroy(mesh);`,
        python: `import numpy as np
mesh = carom.Mesh(np.float32([[${list(a)}], [${list(b)}], [${list(c)}], [${list(d)}]]),
                  [[0, 1, 2], [2, 1, 3]])
hits = mesh.raycast(np.float32([[${list(o)}]]), np.float32([[${list(subtract(scale(add(b, c), 0.5), o))}]]))
print(hits.triangle)`,
        javascript: `const mesh = new carom.Mesh(Float32Array.of(${list([...a, ...b, ...c, ...d])}),
    [0, 1, 2, 2, 1, 3]);
const hits = mesh.raycast(Float32Array.of(${list(o)}, ${list(subtract(scale(add(b, c), 0.5), o))}));`,
    }),
    textbook: {name: "Moller and Trumbore's test", code: RAY_HITS},
    algorithm: [
        "On which side of the edge a ray passes is the sign of a determinant of differences.",
        "Computed in float, its sign is wrong where its value is smaller than the rounding, and the two triangles round differently, so both may say no.",
        "carom computes the sign in double with a bound on the error, and by exact sums where that does not suffice.",
        "The same determinant belongs to both triangles, so a ray that passes between two triangles of a closed surface does not exist.",
        "Where a ray goes exactly through the edge it hits, and the triangle of the lower index is named.",
    ],
    source: "Moller and Trumbore 1997; Shewchuk 1997; Woop, Benthin and Wald 2013", declares: ["carom_raycast_ray_mesh"],
} satisfies Page;
