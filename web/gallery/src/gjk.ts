// The Gilbert-Johnson-Keerthi algorithm, written to be read and to be drawn step by step. It is for display alone: rounding is not cared for, and every
// answer of a page is the library's.
import type {State, Vec} from "./page";
import {add, dot, floats, list, scale, subtract} from "./vector";

/** A vertex of the Minkowski difference A - B, with the vertices of A and B that it is the difference of. */
export interface Vertex {
    at: Vec;
    a: Vec;
    b: Vec;
}

export interface Step {
    /** The vertices that the nearest point is a combination of. */
    simplex: Vertex[];
    /** The point of the simplex that is nearest to the origin. */
    nearest: Vec;
    /** The farthest vertex in the direction of the origin, which the next simplex takes in; none in the last step. */
    support?: Vertex;
}

function farthest(points: Vec[], direction: Vec): Vec {
    return points.reduce((best, p) => (dot(p, direction) > dot(best, direction) ? p : best));
}

/** The vertex of A - B that is farthest along a direction. */
export function supportOf(pointsA: Vec[], pointsB: Vec[], direction: Vec): Vertex {
    const a = farthest(pointsA, direction), b = farthest(pointsB, scale(direction, -1));
    return {at: subtract(a, b), a, b};
}

/** Solves the symmetric system m x = r of up to three unknowns by elimination; null where it is singular. */
function solve(m: number[][], r: number[]): number[] | null {
    const n = r.length, rows = m.map((row, i) => [...row, r[i]]);
    for (let k = 0; k < n; k++) {
        if (!(rows[k][k] > 1e-14)) return null;
        for (let i = 0; i < n; i++) {
            if (i === k) continue;
            const factor = rows[i][k] / rows[k][k];
            for (let j = k; j <= n; j++) rows[i][j] -= factor * rows[k][j];
        }
    }
    return rows.map((row, i) => row[n] / row[i]);
}

/** The point nearest to the origin of the plane, line or point through vertices, if it is between them. */
function nearestBetween(vertices: Vertex[]): Vec | null {
    const [first, ...others] = vertices, edges = others.map(v => subtract(v.at, first.at));
    const weights = solve(edges.map(e => edges.map(f => dot(e, f))), edges.map(e => -dot(e, first.at)));
    if (!weights || weights.some(w => w < 0) || weights.reduce((sum, w) => sum + w, 0) > 1) return null;
    return edges.reduce((p, e, i) => add(p, scale(e, weights[i])), first.at);
}

/** Of all corners, edges, faces and the inside of a simplex the one whose nearest point is the simplex's. */
function reduced(vertices: Vertex[]): {simplex: Vertex[]; nearest: Vec} {
    let best: {simplex: Vertex[]; nearest: Vec} | undefined;
    for (let subset = 1; subset < 1 << vertices.length; subset++) {
        const simplex = vertices.filter((_, i) => subset >> i & 1), nearest = nearestBetween(simplex);
        if (nearest && (!best || dot(nearest, nearest) < dot(best.nearest, best.nearest))) best = {simplex, nearest};
    }
    return best!; // a single vertex always has one
}

/** The steps until no vertex of A - B is nearer to the origin, or the simplex holds it. */
export function gjk(pointsA: Vec[], pointsB: Vec[], start: Vec = [1, 0, 0]): Step[] {
    const steps: Step[] = [];
    let simplex = [supportOf(pointsA, pointsB, start)], nearest = simplex[0].at;
    while (steps.length < 32) {
        const squared = dot(nearest, nearest), support = supportOf(pointsA, pointsB, scale(nearest, -1));
        const ends = squared < 1e-16 || squared - dot(nearest, support.at) <= 1e-10 * squared;
        steps.push({simplex, nearest, support: ends ? undefined : support});
        if (ends) break;
        ({simplex, nearest} = reduced([...simplex, support]));
    }
    return steps;
}

/** The two hulls of the pages about GJK and EPA. */
export const A: Vec[] = [[-0.6, -0.4, -0.4], [0.6, -0.5, -0.3], [0.1, -0.4, 0.6], [-0.4, 0.5, 0.1], [0.5, 0.3, -0.2], [0.2, 0.6, 0.3]];
export const B: Vec[] = [[-0.5, -0.3, -0.3], [0.4, -0.5, -0.3], [0.5, -0.3, 0.4], [-0.4, -0.4, 0.4], [0, 0.6, 0]];

/** Where the origin of the space of differences is drawn. */
export const ORIGIN: Vec = [1.9, -0.3, 0];

/** Position and quaternion of B, turned about y. */
export function poseOfB({points: {b}, numbers: {turn}}: State): number[] {
    return [...b, 0, Math.sin(turn * Math.PI / 360), 0, Math.cos(turn * Math.PI / 360)];
}

/** The vertices of both where they stand. */
export function placed({points: {a, b}, numbers: {turn}}: State): [Vec[], Vec[]] {
    const c = Math.cos(turn * Math.PI / 180), s = Math.sin(turn * Math.PI / 180);
    return [A.map(p => add(a, p)), B.map(([x, y, z]) => add(b, [c * x + s * z, y, c * z - s * x]))];
}

/** Lines of C that make the hulls `hull_a` and `hull_b`, the shapes `a` and `b`, and their poses. */
function hullsInC(state: State): string {
    const {points: {a}} = state, p = poseOfB(state), rows = (points: Vec[]) => points.map(v => `{${list(v)}}`).join(", ");
    return `carom_vec3 points_a[${A.length}] = {${rows(A)}};
carom_vec3 points_b[${B.length}] = {${rows(B)}};
carom_hull_def def_a = {.points = points_a, .point_count = ${A.length}};
carom_hull_def def_b = {.points = points_b, .point_count = ${B.length}};
carom_hull *hull_a, *hull_b;
if (carom_hull_create(&hull_a, &def_a) != CAROM_OK) return 1;
if (carom_hull_create(&hull_b, &def_b) != CAROM_OK) return 1;
carom_shape a = carom_shape_hull(hull_a), b = carom_shape_hull(hull_b);
carom_pose pose_a = {{${list(a)}}, {0, 0, 0, 1}};
carom_pose pose_b = {{${list(p.slice(0, 3))}}, {${list(p.slice(3))}}};`;
}

/** A question about both hulls in three languages: the lines of C that ask it, the verb of Python and JavaScript, the name of its answer, and what Python prints
 * of that. */
export function codeOfHulls(state: State, ask: {c: string; verb: string; answer: string; prints: string[]}): {c: string; python: string; javascript: string} {
    const {points: {a}} = state, {c, verb, answer, prints} = ask, p = poseOfB(state), rows = (points: Vec[]) => points.map(v => `[${floats(v)}]`).join(", ");
    return {
        c: `${hullsInC(state)}
${c}
carom_hull_destroy(hull_a);
carom_hull_destroy(hull_b);`,
        python: `a = carom.Hull([${rows(A)}])
b = carom.Hull([${rows(B)}])
${answer} = carom.${verb}(a, b, [${floats([...a, 0, 0, 0, 1])}],
                         [${floats(p)}])
print(${prints.map(name => `${answer}.${name}`).join(", ")})`,
        javascript: `const a = new carom.Hull([${list(A.flat())}]);
const b = new carom.Hull([${list(B.flat())}]);
const ${answer} = carom.${verb}(a, b, {poseA: [${list([...a, 0, 0, 0, 1])}],
    poseB: [${list(p)}]});`,
    };
}
