// A shape of every kind at random, as the package makes it and as the command reads it.
import {writeFileSync} from "node:fs";
import {join} from "node:path";

export function generator(seed) {
    return () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 4294967296;
}

export const OCTAHEDRON = {positions: [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1], faces: [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5]};

export const CUBE = {positions: [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1],
    faces: [0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 2, 3, 7, 2, 7, 6, 0, 4, 7, 0, 7, 3, 1, 2, 6, 1, 6, 5]};

export const rows = (numbers) => Array.from({length: numbers.length / 3}, (_, i) => numbers.slice(3 * i, 3 * i + 3));

export function kindsOf(carom, random, folder) {
    const number = (size = 1) => size * (2 * random() - 1), vector = (size = 1) => [number(size), number(size), number(size)], radius = () => 0.1 + random();
    const points = (n) => Array.from({length: n}, () => vector()).flat();
    const rotation = () => {
        const q = [number(), number(), number(), number()], length = Math.hypot(...q);
        return q.map((x) => x / length);
    };
    const axes = () => {
        const [x, y, z, w] = rotation();
        return [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)];
    };
    const box = () => {
        const a = vector(), b = vector();
        return [a.map((x, k) => Math.min(x, b[k])), a.map((x, k) => Math.max(x, b[k]))];
    };
    writeFileSync(join(folder, "octahedron.obj"), rows(OCTAHEDRON.positions).map((p) => `v ${p.join(" ")}`).join("\n") + "\n" + rows(OCTAHEDRON.faces).map((f) => `f ${f.map((i) => i + 1).join(" ")}`).join("\n") + "\n");
    const kinds = {
        point: (p = vector()) => [new carom.Point(p), {point: p}],
        segment: (a = vector(), b = vector()) => [new carom.Segment(a, b), {segment: [a, b]}],
        ray: (o = vector(2), d = vector(), low = 0.5 * random(), high = 2 + random()) => [new carom.Ray(o, d, low, high), {ray: {origin: o, direction: d, t_min: low, t_max: high}}],
        line: (o = vector(2), d = vector()) => [new carom.Line(o, d), {line: {origin: o, direction: d}}],
        plane: (n = vector(), d = number()) => [new carom.Plane(n, d), {plane: {normal: n, offset: d}}],
        halfspace: (n = vector(), d = number()) => [new carom.Halfspace(n, d), {halfspace: {normal: n, offset: d}}],
        sphere: (c = vector(), r = radius()) => [new carom.Sphere(c, r), {sphere: {center: c, radius: r}}],
        capsule: (a = vector(), b = vector(), r = radius()) => [new carom.Capsule(a, b, r), {capsule: {a, b, radius: r}}],
        aabb: ([low, high] = box()) => [new carom.Box(low, high), {aabb: {min: low, max: high}}],
        obb: (c = vector(), x = axes(), h = [radius(), radius(), radius()]) => [new carom.OrientedBox(c, x, h), {obb: {center: c, axes: rows(x), half_extents: h}}],
        triangle: (c = points(3)) => [new carom.Triangle(c), {triangle: rows(c)}],
        polygon: (c = [0, 0, 0, 2, 0, 0, 2, 1, 0, 1, 2, 0, 0, 1, 0]) => [new carom.Polygon(c), {polygon: rows(c)}],
        kdop: (n = [1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1], low = [-1, -1, -1, -random()], high = [random(), 1, 1, 1]) => [new carom.Kdop(n, low, high), {kdop: {normals: rows(n), min: low, max: high}}],
        cylinder: (a = vector(), b = vector(), r = radius()) => [new carom.Cylinder(a, b, r), {cylinder: {a, b, radius: r}}],
        cone: (base = vector(), apex = vector(), r = radius()) => [new carom.Cone(base, apex, r), {cone: {base, apex, radius: r}}],
        ellipsoid: (c = vector(), r = [radius(), radius(), radius()], x = axes()) => [new carom.Ellipsoid(c, r, x), {ellipsoid: {center: c, axes: rows(x), radii: r}}],
        tetrahedron: (c = points(4)) => [new carom.Tetrahedron(c), {tetrahedron: rows(c)}],
        hull: (p = points(12)) => [new carom.Hull(p), {hull: rows(p)}],
        mesh: () => [new carom.Mesh(OCTAHEDRON.positions, OCTAHEDRON.faces), {mesh: join(folder, "octahedron.obj")}],
        heightfield: (h = Array.from({length: 12}, () => 0.5 * random()), o = [-1, 0, -1], s = [0.75, 1, 1]) => [new carom.HeightField(h, 4, {origin: o, spacing: s}), {heightfield: {heights: [0, 4, 8].map((i) => h.slice(i, i + 4)), origin: o, spacing: s}}],
        compound: () => {
            const parts = [kinds.sphere(), kinds.obb(), kinds.hull()], poses = parts.map(() => pose());
            return [new carom.Compound(parts.map(([shape]) => shape), {poses: poses.flat()}), {compound: parts.map(([, body], i) => ({...body, pose: worded(poses[i])}))}];
        },
        rounded: (r = 0.5 * random()) => {
            const [shape, core] = kinds.aabb();
            return [new carom.Rounded(shape, r), {rounded: {core, radius: r}}];
        }};
    const pose = (size = 1.5) => [...vector(size), ...rotation()];
    return {kinds, pose, vector};
}

/** A pose as the command reads it. */
export function worded(pose) {
    return {position: [...pose.slice(0, 3)], rotation: [...pose.slice(3)]};
}
