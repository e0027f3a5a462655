// Formulas of textbooks in float, as they are printed: each operation is rounded to float, as C compiled without fused operations does it. Beside
// each function is the same in C, which the pages show; the test compiles that and compares it with what the pages say.
import type {Vec} from "./page";

const f = Math.fround;
export const rounded = (v: Vec): Vec => v.map(f) as Vec;
const minus = (u: Vec, v: Vec): Vec => [f(u[0] - v[0]), f(u[1] - v[1]), f(u[2] - v[2])];
const along = (a: Vec, u: Vec, t: number): Vec => [f(a[0] + f(t * u[0])), f(a[1] + f(t * u[1])), f(a[2] + f(t * u[2]))];
const cross = (u: Vec, v: Vec): Vec => [f(f(u[1] * v[2]) - f(u[2] * v[1])), f(f(u[2] * v[0]) - f(u[0] * v[2])), f(f(u[0] * v[1]) - f(u[1] * v[0]))];
const dot = (u: Vec, v: Vec): number => f(f(f(u[0] * v[0]) + f(u[1] * v[1])) + f(u[2] * v[2]));

const DIFFERENCE = `typedef struct { float x, y, z; } vec;
static vec minus(vec u, vec v) { return (vec){u.x - v.x, u.y - v.y, u.z - v.z}; }
static float dot(vec u, vec v) { return u.x * v.x + u.y * v.y + u.z * v.z; }
`;
const CROSS = `static vec cross(vec u, vec v) {
    return (vec){u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
}
`;
const ALONG = `static vec along(vec a, vec u, float t) {
    return (vec){a.x + t * u.x, a.y + t * u.y, a.z + t * u.z};
}
`;

/** Moller and Trumbore's test of a ray and a triangle. All numbers are floats. */
export function rayHits(origin: Vec, direction: Vec, a: Vec, b: Vec, c: Vec): boolean {
    const e1 = minus(b, a), e2 = minus(c, a), p = cross(direction, e2), det = dot(e1, p);
    if (Math.abs(det) < 1e-8) return false;
    const inverse = f(1 / det), s = minus(origin, a), u = f(inverse * dot(s, p));
    if (u < 0 || u > 1) return false;
    const q = cross(s, e1), v = f(inverse * dot(direction, q));
    if (v < 0 || f(u + v) > 1) return false;
    return f(inverse * dot(e2, q)) >= 0;
}
export const RAY_HITS = `${DIFFERENCE}${CROSS}int ray_hits(vec origin, vec direction, vec a, vec b, vec c) {
    vec e1 = minus(b, a), e2 = minus(c, a), p = cross(direction, e2);
    float det = dot(e1, p);
    if (fabsf(det) < 1e-8f) return 0;
    float inverse = 1 / det;
    vec s = minus(origin, a);
    float u = inverse * dot(s, p);
    if (u < 0 || u > 1) return 0;
    vec q = cross(s, e1);
    float v = inverse * dot(direction, q);
    if (v < 0 || u + v > 1) return 0;
    return inverse * dot(e2, q) >= 0;
}`;

/** The segment from p to q against the front of a triangle. */
function segmentHits(p: Vec, q: Vec, a: Vec, b: Vec, c: Vec): boolean {
    const ab = minus(b, a), ac = minus(c, a), qp = minus(p, q), ap = minus(p, a), n = cross(ab, ac), d = dot(qp, n), t = dot(ap, n);
    if (d <= 0 || t < 0 || t > d) return false;
    const e = cross(qp, ap), v = dot(ac, e), w = -dot(ab, e);
    return v >= 0 && v <= d && w >= 0 && f(v + w) <= d;
}
/** Two triangles that are not in one plane meet where an edge of one goes through the other. All numbers are floats. */
export function trianglesMeet(first: Vec[], second: Vec[]): boolean {
    for (const [s, t] of [[first, second], [second, first]])
        for (let i = 0; i < 3; i++) {
            const p = s[i], q = s[(i + 1) % 3];
            if (segmentHits(p, q, t[0], t[1], t[2]) || segmentHits(q, p, t[0], t[1], t[2])) return true;
        }
    return false;
}
export const TRIANGLES_MEET = `${DIFFERENCE}${CROSS}int segment_hits(vec p, vec q, const vec t[3]) { /* its front */
    vec ab = minus(t[1], t[0]), ac = minus(t[2], t[0]), qp = minus(p, q), ap = minus(p, t[0]);
    vec n = cross(ab, ac);
    float d = dot(qp, n), at = dot(ap, n);
    if (d <= 0 || at < 0 || at > d) return 0;
    vec e = cross(qp, ap);
    float v = dot(ac, e), w = -dot(ab, e);
    return v >= 0 && v <= d && w >= 0 && v + w <= d;
}
int triangles_meet(const vec s[3], const vec t[3]) { /* not in one plane */
    for (int i = 0; i < 3; i++) {
        int k = (i + 1) % 3;
        if (segment_hits(s[i], s[k], t) || segment_hits(s[k], s[i], t)) return 1;
        if (segment_hits(t[i], t[k], s) || segment_hits(t[k], t[i], s)) return 1;
    }
    return 0;
}`;

/** The closest point of a triangle by its Voronoi regions. All numbers are floats. */
export function closestPoint(p: Vec, a: Vec, b: Vec, c: Vec): Vec {
    const ab = minus(b, a), ac = minus(c, a), ap = minus(p, a), d1 = dot(ab, ap), d2 = dot(ac, ap);
    if (d1 <= 0 && d2 <= 0) return a;
    const bp = minus(p, b), d3 = dot(ab, bp), d4 = dot(ac, bp);
    if (d3 >= 0 && d4 <= d3) return b;
    const vc = f(f(d1 * d4) - f(d3 * d2));
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return along(a, ab, f(d1 / f(d1 - d3)));
    const cp = minus(p, c), d5 = dot(ab, cp), d6 = dot(ac, cp);
    if (d6 >= 0 && d5 <= d6) return c;
    const vb = f(f(d5 * d2) - f(d1 * d6));
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return along(a, ac, f(d2 / f(d2 - d6)));
    const va = f(f(d3 * d6) - f(d5 * d4)), from = f(d4 - d3), to = f(d5 - d6);
    if (va <= 0 && from >= 0 && to >= 0) return along(b, minus(c, b), f(from / f(from + to)));
    const inverse = f(1 / f(f(va + vb) + vc));
    return along(along(a, ab, f(vb * inverse)), ac, f(vc * inverse));
}
export const CLOSEST_POINT = `${DIFFERENCE}${ALONG}vec closest_point(vec p, vec a, vec b, vec c) {
    vec ab = minus(b, a), ac = minus(c, a), ap = minus(p, a);
    float d1 = dot(ab, ap), d2 = dot(ac, ap);
    if (d1 <= 0 && d2 <= 0) return a;
    vec bp = minus(p, b);
    float d3 = dot(ab, bp), d4 = dot(ac, bp);
    if (d3 >= 0 && d4 <= d3) return b;
    float vc = d1 * d4 - d3 * d2;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return along(a, ab, d1 / (d1 - d3));
    vec cp = minus(p, c);
    float d5 = dot(ab, cp), d6 = dot(ac, cp);
    if (d6 >= 0 && d5 <= d6) return c;
    float vb = d5 * d2 - d1 * d6;
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return along(a, ac, d2 / (d2 - d6));
    float va = d3 * d6 - d5 * d4;
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0)
        return along(b, minus(c, b), (d4 - d3) / ((d4 - d3) + (d5 - d6)));
    float inverse = 1 / (va + vb + vc);
    return along(along(a, ab, vb * inverse), ac, vc * inverse);
}`;
