// Bounding volumes around a mesh that turns, and how much of each is void.
import type * as THREE from "three";
import type {Carom, Hull} from "carom";
import {arrays, knotGeometry} from "../knot";
import {type Model, bunny, geometryOf} from "../models";
import type {Page, State, Vec} from "../page";
import {add, cross, dot, floats, list, scale, text, vec} from "../vector";

const scan = await bunny();
const MODELS: Record<string, () => Model> = {...(scan && {bunny: () => scan}), knot: () => ({name: "a torus knot", ...arrays(knotGeometry())})};
const KINDS: Record<string, string> = {sphere: "least sphere", box: "box along the axes", orientedBox: "box in any direction", capsule: "capsule", kdop14: "14-DOP", kdop18: "18-DOP", kdop26: "26-DOP", hull: "convex hull"};

interface Made {
    of: string;
    geometry: THREE.BufferGeometry;
    triangles: number;
    volume: number;
    closed: boolean;
    hull: Hull;
    vertices: Float64Array; // of the hull
}
let made: Made | undefined;

function make(carom: Carom, name: string): Made {
    if (made?.of === name) return made;
    made?.hull.dispose();
    const model = MODELS[name](), mesh = new carom.Mesh(model.positions, model.indices), hull = new carom.Hull(model.positions);
    made = {of: name, geometry: geometryOf(model), triangles: mesh.triangleCount, volume: volumeOf(model), closed: mesh.closure === "closed", hull, vertices: hull.vertices};
    mesh.dispose();
    return made;
}

/** That of the cones from the origin to the triangles: of a mesh with small holes about the one that it would have without them. */
function volumeOf({positions, indices}: Model): number {
    let sum = 0;
    for (let i = 0; i < indices.length; i += 3) {
        const [a, b, c] = [0, 1, 2].map(k => vec(positions, 3 * indices[i + k]));
        sum += dot(a, cross(b, c)) / 6;
    }
    return Math.abs(sum);
}

/** The quaternion of a turn about y, then a tilt about x. */
function quaternion({numbers: {turn, tilt}}: State): number[] {
    const [cy, sy, cx, sx] = [turn, tilt].flatMap(degrees => [Math.cos(degrees * Math.PI / 360), Math.sin(degrees * Math.PI / 360)]);
    return [sx * cy, cx * sy, sx * sy, cx * cy];
}

function turned(points: ArrayLike<number>, q: number[]): Float64Array {
    const out = new Float64Array(points.length), axis: Vec = [q[0], q[1], q[2]];
    for (let i = 0; i < points.length; i += 3) {
        const p = vec(points, i), c = scale(cross(axis, p), 2);
        out.set(add(add(p, scale(c, q[3])), cross(axis, c)), i);
    }
    return out;
}

/** The corners of a k-DOP: where three of its planes meet, and no other cuts the point off. */
function cornersOf({normals, min, max}: {normals: Float64Array; min: Float64Array; max: Float64Array}): Vec[] {
    const planes = Array.from(min, (least, i) => [{n: vec(normals, 3 * i), d: max[i]}, {n: scale(vec(normals, 3 * i), -1), d: -least}]).flat(), out: Vec[] = [];
    for (let i = 0; i < planes.length; i++) for (let j = 0; j < i; j++) for (let k = 0; k < j; k++) {
        const [a, b, c] = [planes[i], planes[j], planes[k]], bc = cross(b.n, c.n), volume = dot(a.n, bc);
        if (Math.abs(volume) < 1e-9) continue;
        const p = scale(add(add(scale(bc, a.d), scale(cross(c.n, a.n), b.d)), scale(cross(a.n, b.n), c.d)), 1 / volume);
        if (planes.every(({n, d}) => dot(n, p) <= d + 1e-9)) out.push(p);
    }
    return out;
}

export default {
    id: "bounding", title: "Bounding volumes", group: "Which of many",
    question: "How much of a volume around a mesh is void? Turn the mesh: what lies along the axes grows and shrinks, the rest turns with it.",
    points: {},
    numbers: {turn: {value: 30, min: -180, max: 180, step: 1, label: "turn"}, tilt: {value: 20, min: -90, max: 90, step: 1, label: "tilt"}},
    choices: {mesh: {value: Object.keys(MODELS)[0], options: Object.fromEntries(Object.keys(MODELS).map(name => [name, name === "bunny" ? "Stanford bunny" : "torus knot"])), label: "mesh"},
        kind: {value: "orientedBox", options: KINDS, label: "volume"}},
    camera: [2.5, 1.8, 6.5],
    runs: {number: "turn", seconds: 12},
    meshes: ({choices: {mesh}}) => ({[mesh]: MODELS[mesh]()}),
    show(carom, state, draw) {
        const {choices: {kind, mesh}} = state, q = quaternion(state), {geometry, triangles, volume, closed, hull, vertices} = make(carom, mesh), points = turned(vertices, q), {fit} = carom, pose = [0, 0, 0, ...q];
        const start = performance.now(), sphere = fit.sphere(points), box = fit.box(points), oriented = fit.orientedBox(points), capsule = fit.capsule(points), kdops = {kdop14: fit.kdop(points, 14), kdop18: fit.kdop(points, 18), kdop26: fit.kdop(points, 26)}, end = performance.now();
        const volumes: Record<string, number> = {sphere: sphere.volume, box: box.volume, orientedBox: oriented.volume, capsule: capsule.volume, ...Object.fromEntries(Object.entries(kdops).map(([name, k]) => [name, k.volume])), hull: hull.volume};
        draw.mesh(geometry, "a", 1, pose);
        if (kind === "sphere") draw.sphere(vec(sphere.center), sphere.radius, "b", 0.22);
        else if (kind === "box") draw.box(vec(box.low), vec(box.high), "b", 0.22);
        else if (kind === "capsule") draw.capsule(vec(capsule.a), vec(capsule.b), capsule.radius, "b", 0.22);
        else if (kind === "orientedBox") {
            const axes = [0, 3, 6].map(at => vec(oriented.axes, at)), center = vec(oriented.center);
            draw.hull(Array.from({length: 8}, (_, i) => axes.reduce((p, axis, k) => add(p, scale(axis, (i >> k & 1 ? 1 : -1) * oriented.halfExtents[k])), center)), "b", 0.22);
        } else if (kind === "hull") draw.hull(Array.from({length: points.length / 3}, (_, i) => vec(points, 3 * i)), "b", 0.22);
        else draw.hull(cornersOf(kdops[kind as keyof typeof kdops]), "b", 0.22);
        const part = (v: number) => `${text(v)}, void ${(100 * (1 - volume / v)).toFixed(1)} %`;
        return [["mesh", `${triangles.toLocaleString("en")} triangles, volume ${closed ? "" : "about "}${text(volume)}`], ...Object.entries(KINDS).map(([name, label]): [string, string] => [name === kind ? `▸ ${label}` : label, part(volumes[name])]),
            ["all fitted in", `${text(end - start)} ms, of the hull's ${(points.length / 3).toLocaleString("en")} vertices`]];
    },
    code: state => {
        const corners = turned([1, 0, 0, -1, 0.5, 0, 0, 1, 0.25, 0.25, 0, 2], quaternion(state)), rows = (open: string, close: string, write: (v: Vec) => string) => [0, 3, 6, 9].map(i => open + write(vec(corners, i)) + close).join(", ");
        const {kind} = state.choices, k = kind.startsWith("kdop") ? kind.slice(4) : "";
        const c: Record<string, string> = {
            sphere: "carom_sphere sphere = carom_fit_sphere_points(points, 4);\ndouble volume = carom_volume_sphere(&sphere);", box: "carom_aabb box = carom_fit_aabb_points(points, 4);\ndouble volume = carom_volume_aabb(&box);",
            orientedBox: `carom_hull_def def = {.points = points, .point_count = 4};
carom_hull *hull;
if (carom_hull_create(&hull, &def) != CAROM_OK) return 1;
carom_obb box = carom_fit_obb_hull(hull);
double volume = carom_volume_obb(&box);
carom_hull_destroy(hull);`, capsule: "carom_capsule capsule = carom_fit_capsule_points(points, 4);\ndouble volume = carom_volume_capsule(&capsule);",
            hull: `carom_hull_def def = {.points = points, .point_count = 4};
carom_hull *hull;
if (carom_hull_create(&hull, &def) != CAROM_OK) return 1;
double volume = carom_volume_hull(hull);
carom_hull_destroy(hull);`};
        const python: Record<string, string> = {sphere: "sphere = carom.Sphere(*carom.fit.sphere(points))\nprint(sphere.volume)", box: "print(carom.fit.box(points).volume)", orientedBox: "print(carom.fit.oriented_box(points).volume)", capsule: "print(carom.fit.capsule(points).volume)", hull: "print(carom.Hull(points).volume)"};
        return {
            c: `/* a mesh's vertices, or those of its hull */
carom_vec3 points[4] = {${rows("{", "}", list)}};
${c[kind] ?? `carom_real low[${Number(k) / 2}], high[${Number(k) / 2}];
carom_kdop_slabs slabs = {.min = low, .max = high};
slabs.normals = carom_kdop_normals(${k}, &slabs.count);
carom_kdop kdop = carom_fit_kdop_points(&slabs, points, 4);
double volume = carom_volume_kdop(&kdop);`}`,
            python: `points = [${rows("[", "]", floats)}]
${python[kind] ?? `kdop = carom.fit.kdop(points, ${k})
print(kdop.low, kdop.high)`}`,
            javascript: `const points = [${list(corners)}];
${kind === "hull" ? "const {volume} = new carom.Hull(points);" : `const {volume} = carom.fit.${k ? `kdop(points, ${k})` : `${kind}(points)`};`}`,
        };
    },
    algorithm: [
        "The least sphere is found by adding the farthest point again and again to those that it rests on.",
        "The box along the axes and the k-DOP are the least and the largest products of the points with fixed directions, so they change when the mesh turns.",
        "The box in any direction has one axis along the normal of a face or along an edge of the hull, the least rectangle across it, and is turned about each of its axes until nothing is gained.",
        "A capsule is the least circle along the best of some directions, with its ends drawn in as far as they go.",
        "All are rounded outwards, so that no vertex is outside; only the vertices of the convex hull matter, which is found once, exactly.",
    ],
    source: "Welzl 1991; Ritter 1990; Barber, Dobkin and Huhdanpaa 1996; Ericson, Real-Time Collision Detection, chapter 4", declares: ["carom_fit_sphere_points", "carom_fit_obb_hull", "carom_fit_kdop_points", "carom_hull_create"],
} satisfies Page;
