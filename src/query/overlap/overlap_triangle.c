/* Two triangles by the signs of [GuigueDevillers03]: each must cross the other's plane, and then
 * the two intervals that they cut from the planes' common line must meet, which two more
 * determinants tell. Only certain, non-zero signs are used; a zero or a doubt (touching, coplanar,
 * degenerate) goes to the exact path, so that none of their special cases is here. */
#include "carom/overlap.h"
#include "query/overlap/flat_exact.h"

/* Above 9 roundings of 2^-53 on each of 6 products. */
#define SIGN_ERROR 6e-15

static double extent(vec3 a, vec3 b) {
    return max2(max_abs3(a), max_abs3(b));
}

/* Which vertex is alone on its side, and on which: the lone vertex, or -1 when all are on one side.
 */
static int lone_vertex(double d0, double d1, double d2) {
    bool s0 = d0 > 0.0, s1 = d1 > 0.0, s2 = d2 > 0.0;
    if (s0 == s1) return s1 == s2 ? -1 : 2;
    return s0 == s2 ? 1 : 0;
}

static CAROM_NOINLINE bool triangles_touch_cold(const vec3 a[3], const vec3 b[3]) {
    return carom_triangles_touch_exact(a, b);
}

/* Signed volume of p0 p1 q0 q1. */
static double volume(vec3 p0, vec3 p1, vec3 q0, vec3 q1) {
    return dot3(cross3(sub3(p1, p0), sub3(q0, p0)), sub3(q1, p0));
}

/* The last step: i and j are the lone vertices, sides tell on which side they are. */
static bool intervals_meet(const vec3 a[3], const vec3 b[3], const int lone[2],
                           const double sides[2]) {
    vec3 p = a[lone[0]], q = b[lone[1]];
    vec3 p1 = a[(lone[0] + 1) % 3], p2 = a[(lone[0] + 2) % 3];
    vec3 q1 = b[(lone[1] + 1) % 3], q2 = b[(lone[1] + 2) % 3];
    bool flip_a = sides[1] < 0.0, flip_b = sides[0] < 0.0;
    vec3 a1 = flip_a ? p2 : p1, a2 = flip_a ? p1 : p2;
    vec3 b1 = flip_b ? q2 : q1, b2 = flip_b ? q1 : q2;
    double first = volume(p, a1, q, b1), second = volume(p, a2, b2, q);
    double reach = max2(extent(sub3(a1, p), sub3(a2, p)),
                        max2(max_abs3(sub3(q, p)), extent(sub3(b1, p), sub3(b2, p))));
    double bound = SIGN_ERROR * reach * reach * reach + 1e-290;
    if (first > bound || second > bound) return false;
    if (first < -bound && second < -bound) return true;
    return triangles_touch_cold(a, b);
}

bool carom_overlap_triangle_triangle(const carom_triangle *ta, const carom_triangle *tb) {
    const vec3 a[3] = {load3(ta->v[0]), load3(ta->v[1]), load3(ta->v[2])};
    const vec3 b[3] = {load3(tb->v[0]), load3(tb->v[1]), load3(tb->v[2])};
    vec3 b1 = sub3(b[1], b[0]), b2 = sub3(b[2], b[0]), nb = cross3(b1, b2);
    vec3 w0 = sub3(a[0], b[0]), w1 = sub3(a[1], b[0]), w2 = sub3(a[2], b[0]);
    double da0 = dot3(nb, w0), da1 = dot3(nb, w1), da2 = dot3(nb, w2);
    double edge = extent(b1, b2), reach = max2(max_abs3(w0), extent(w1, w2));
    double bound = SIGN_ERROR * edge * edge * reach + 1e-290;
    double least = min2(da0, min2(da1, da2)), most = max2(da0, max2(da1, da2));
    if (least > bound || most < -bound) return false;
    bool sure = min2(fabs(da0), min2(fabs(da1), fabs(da2))) > bound && reach < 1e90;
    vec3 a1 = sub3(a[1], a[0]), a2 = sub3(a[2], a[0]), na = cross3(a1, a2);
    vec3 u1 = sub3(b[1], a[0]), u2 = sub3(b[2], a[0]);
    double db0 = -dot3(na, w0), db1 = dot3(na, u1), db2 = dot3(na, u2);
    edge = extent(a1, a2);
    reach = max2(max_abs3(w0), extent(u1, u2));
    bound = SIGN_ERROR * edge * edge * reach + 1e-290;
    least = min2(db0, min2(db1, db2));
    most = max2(db0, max2(db1, db2));
    if (least > bound || most < -bound) return false;
    sure = sure && min2(fabs(db0), min2(fabs(db1), fabs(db2))) > bound && reach < 1e90;
    if (CAROM_UNLIKELY(!sure)) return triangles_touch_cold(a, b);
    int lone[2] = {lone_vertex(da0, da1, da2), lone_vertex(db0, db1, db2)};
    double sides[2] = {lone[0] == 0   ? da0
                       : lone[0] == 1 ? da1
                                      : da2,
                       lone[1] == 0   ? db0
                       : lone[1] == 1 ? db1
                                      : db2};
    return intervals_meet(a, b, lone, sides);
}
