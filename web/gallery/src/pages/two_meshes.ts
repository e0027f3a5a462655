// Two meshes, one of which is dragged: do they touch, how near are they, which triangles touch.
import type * as THREE from "three";
import type {Carom, Mesh} from "carom";
import {MESH_IN_C, arrays, ballGeometry, knotGeometry} from "../knot";
import type {Page, State, Vec} from "../page";
import {add, floats, list, size as sizeOf, subtract, text, texts, vec} from "../vector";

interface Made {
    geometry: THREE.BufferGeometry;
    positions: Float64Array;
    indices: Uint32Array;
    mesh: Mesh;
}
let knot: Made | undefined, ball: Made | undefined;

function made(carom: Carom, geometry: THREE.BufferGeometry): Made {
    const {positions, indices} = arrays(geometry);
    return {geometry, positions, indices, mesh: new carom.Mesh(positions, indices)};
}

/** The corners of triangles of a mesh, moved. */
function corners({positions, indices}: Made, triangles: Iterable<number>, move: Vec): number[] {
    return [...triangles].flatMap(t => [0, 1, 2].flatMap(k => add(vec(positions, 3 * indices[3 * t + k]), move)));
}

export default {
    id: "two-meshes", title: "Two meshes", group: "Do they overlap",
    question: "Do two meshes touch, with which of their triangles, along which curves, and how deep? Drag the ball B into the knot; apart, the least distance is shown.",
    points: {b: {at: [1.15, 0.95, 0.75], label: "B"}},
    numbers: {radius: {value: 0.5, min: 0.1, max: 1.5, step: 0.05, label: "radius of the ball"}},
    camera: [2, 2.5, 6],
    meshes: () => ({knot: arrays(knotGeometry()), ball: arrays(ballGeometry(1))}),
    show(carom, state, draw) {
        const {points: {b}, numbers: {radius}} = state, size = `${radius}`;
        knot ??= made(carom, knotGeometry());
        if (!ball || ball.geometry.name !== size) {
            ball?.mesh.dispose();
            ball?.geometry.dispose();
            const geometry = ballGeometry(1);
            geometry.scale(radius, radius, radius);
            geometry.name = size;
            ball = made(carom, geometry);
        }
        const pose = [...b, 0, 0, 0, 1], start = performance.now(), touch = knot.mesh.overlaps(ball.mesh, pose), asked = performance.now();
        const near = knot.mesh.distance(ball.mesh, pose), end = performance.now();
        draw.mesh(knot.geometry, "a", touch ? 0.55 : 1);
        draw.mesh(ball.geometry, "b", touch ? 0.45 : 1, pose);
        const rows: [string, string][] = [["triangles", `${knot.mesh.triangleCount.toLocaleString("en")} and ${ball.mesh.triangleCount.toLocaleString("en")}`], ["they touch", touch ? "yes" : "no"], ["distance", text(near.distance)]];
        if (touch) {
            const pairs = carom.touchingTriangles(knot.mesh, ball.mesh, {poseB: pose}), ofKnot = new Set(pairs.filter((_, i) => i % 2 === 0)), ofBall = new Set(pairs.filter((_, i) => i % 2 === 1));
            const curves = carom.contactCurves(knot.mesh, ball.mesh, {poseB: pose}), deep = carom.clash([knot.mesh, ball.mesh], {poses: [0, 0, 0, 0, 0, 0, 1, ...pose]});
            draw.triangles([...corners(knot, ofKnot, [0, 0, 0]), ...corners(ball, ofBall, b)], "contact");
            let length = 0;
            for (let i = 0; i < curves.closed.length; i++) {
                const points = Array.from({length: curves.offsets[i + 1] - curves.offsets[i]}, (_, k) => vec(curves.points, 3 * (curves.offsets[i] + k)));
                if (curves.closed[i]) points.push(points[0]);
                draw.line(points, "answer", 5);
                for (let k = 1; k < points.length; k++) length += sizeOf(subtract(points[k], points[k - 1]));
            }
            const [from, to] = [vec(deep.pointA), vec(deep.pointB)];
            if (deep.depth[0] > 0) draw.line([from, to], "region", 4);
            rows.push(["triangles that touch", `${ofKnot.size} of the knot, ${ofBall.size} of the ball`], ["curves", `${curves.closed.length}, ${text(length)} long`], ["depth", deep.depth.length ? `${text(deep.depth[0])}, at most ${text(deep.bound[0])}` : "0"]);
        } else {
            const [pointA, pointB] = [vec(near.pointA), vec(near.pointB)];
            draw.line([pointA, pointB], "answer", 4);
            draw.point(pointA, "answer", 0.05);
            draw.point(pointB, "answer", 0.05);
            rows.push(["point of the knot", texts(pointA)], ["point of the ball", texts(pointB)], ["of triangles", `${near.triangleA.toLocaleString("en")} and ${near.triangleB.toLocaleString("en")}`]);
        }
        return [...rows, ["asked in", `${text(asked - start)} ms and ${text(end - asked)} ms`]];
    },
    code: ({points: {b}}: State) => ({
        c: `/* meshes of carom_io_load, or of arrays: carom_mesh_create */
${MESH_IN_C}
carom_placed_mesh a = {.mesh = mesh, .pose = carom_pose_identity()};
carom_placed_mesh b = {.mesh = mesh, .pose = {{${list(b)}}, {0, 0, 0, 1}}};
bool touch = carom_overlap_mesh_mesh(&a, &b);
carom_triangle_pair pairs[100];
size_t count = carom_query_mesh_mesh(&a, &b, pairs, 100);
carom_mesh_pair_closest near = carom_closest_mesh_mesh(&a, &b);
carom_mesh_curves *curves;
if (carom_mesh_curves_create(&curves, &a, &b, NULL) != CAROM_OK) return 1;
carom_mesh_penetration deep = carom_penetrate_mesh_mesh(&a, &b, NULL);
carom_mesh_curves_destroy(curves);
carom_mesh_destroy(mesh);`,
        python: `a = carom.box_mesh([-1.0, -1, -1], [1.0, 1, 1])  # or carom.Mesh.load("part.stl")
b = carom.box_mesh([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5])
pose = [${floats([...b, 0, 0, 0, 1])}]
print(a.overlaps(b, pose), a.distance(b, pose).distance)
print(a.contact_curves(b, pose))`,
        javascript: `const corners = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
const mesh = new carom.Mesh(corners, [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3]);
const pose = [${list([...b, 0, 0, 0, 1])}];
const touch = mesh.overlaps(mesh, pose);
const near = mesh.distance(mesh, pose);
const {points, offsets, closed} = carom.contactCurves(mesh, mesh, {poseB: pose});
const {depth, bound} = carom.clash([mesh], {poses: [0, 0, 0, 0, 0, 0, 1, ...pose]});`,
    }),
    algorithm: [
        "Each mesh has a tree of boxes, and both trees are descended together: two nodes are left alone unless their boxes meet.",
        "Of two leaves each triangle of one is asked against each of the other, and the question ends with the first pair that touches.",
        "Whether two triangles touch is decided by the signs of determinants, exactly, so a mesh that only grazes another is found too.",
        "For the distance nodes are visited in the order of the distance of their boxes, until none is nearer than the best pair of triangles.",
        "The segments that pairs of triangles share are joined to curves where they end in the same place, told by exact signs; the depth is that of the deepest point of one surface in the other solid, between two bounds.",
    ],
    source: "Gottschalk, Lin and Manocha 1996; Guigue and Devillers 2003", declares: ["carom_overlap_mesh_mesh", "carom_closest_mesh_mesh", "carom_mesh_curves_create"],
} satisfies Page;
