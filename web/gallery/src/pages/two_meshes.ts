// Two meshes, one of which is dragged: do they touch, how near are they, which triangles touch.
import type * as THREE from "three";
import type {Carom, Mesh} from "carom";
import {MESH_IN_C, arrays, ballGeometry, knotGeometry} from "../knot";
import type {Page, State, Vec} from "../page";
import {add, floats, list, text, texts, vec} from "../vector";

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

/** The corners of chosen triangles, moved. */
function corners({positions, indices}: Made, triangles: ArrayLike<number>, move: Vec): Float64Array {
    const out = new Float64Array(9 * triangles.length);
    for (let i = 0; i < triangles.length; i++)
        for (let k = 0; k < 3; k++)
            for (let axis = 0; axis < 3; axis++) out[9 * i + 3 * k + axis] = positions[3 * indices[3 * triangles[i] + k] + axis] + move[axis];
    return out;
}

/** Of the triangles of a mesh whose boxes reach a box, those that touch another mesh: their corners. */
function touching(carom: Carom, of: Made, low: Vec, high: Vec, other: Mesh, move: Vec): Vec[][] {
    const near = of.mesh.overlapBox(low, high);
    if (near.length === 0) return [];
    const all = corners(of, near, move), shapes = new carom.Triangle(all), touch = carom.overlap(shapes, other);
    shapes.dispose();
    return [...touch].flatMap((yes, i) => (yes ? [[vec(all, 9 * i), vec(all, 9 * i + 3), vec(all, 9 * i + 6)]] : []));
}

export default {
    id: "two-meshes", title: "Two meshes", group: "Do they overlap",
    question: "Do two meshes touch, and with which of their triangles? Drag the ball B into the knot; apart, the least distance is shown.",
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
            // the ball's triangles are asked where they are, those of the knot where the ball stands still
            const reach: Vec = [radius, radius, radius], low = add(b, reach.map(x => -x) as Vec), high = add(b, reach), back = b.map(x => -x) as Vec;
            const ofKnot = touching(carom, knot, low, high, ball.mesh, back).map(t => t.map(p => add(p, b)));
            const bounds = Array.from(knot.mesh.bounds, (x, i) => x - b[i % 3]);
            const ofBall = touching(carom, ball, vec(bounds), vec(bounds, 3), knot.mesh, b);
            draw.triangles([...ofKnot, ...ofBall].flat(2), "contact");
            rows.push(["of the knot touch", `${ofKnot.length} triangles`], ["of the ball touch", `${ofBall.length} triangles`]);
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
carom_mesh_destroy(mesh);`,
        python: `a = carom.box_mesh([-1.0, -1, -1], [1.0, 1, 1])  # or carom.Mesh.load("part.stl")
b = carom.box_mesh([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5])
pose = [${floats([...b, 0, 0, 0, 1])}]
print(a.overlaps(b, pose), a.distance(b, pose).distance)`,
        javascript: `const corners = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
const mesh = new carom.Mesh(corners, [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3]);
const pose = [${list([...b, 0, 0, 0, 1])}];
const touch = mesh.overlaps(mesh, pose);
const near = mesh.distance(mesh, pose);`,
    }),
    algorithm: [
        "Each mesh has a tree of boxes, and both trees are descended together: two nodes are left alone unless their boxes meet.",
        "Of two leaves each triangle of one is asked against each of the other, and the question ends with the first pair that touches.",
        "Whether two triangles touch is decided by the signs of determinants, exactly, so a mesh that only grazes another is found too.",
        "For the distance nodes are visited in the order of the distance of their boxes, until none is nearer than the best pair of triangles.",
        "Which triangles touch is asked here of every triangle of one mesh that is near the other; in C carom_query_mesh_mesh lists the pairs, and carom_mesh_curves_create the curves along which they cross.",
    ],
    source: "Gottschalk, Lin and Manocha 1996; Guigue and Devillers 2003", header: "mesh_pair.h",
} satisfies Page;
