/* Triangle against triangle. Two triangles meet exactly when an edge of one meets the other: that
 * takes the signs of nine volumes, one for each pair of edges, and of six heights over the two
 * planes; all are evaluated together, three in a vector, without branches, in the caller's
 * precision with an error bound.
 *
 * Where that is undecided, the Guigue-Devillers test [GuigueDevillers03] follows in double: each
 * triangle must cross the other's plane, and the intervals that they cut from the planes' common
 * line must overlap, which two more determinants decide. Only certain, non-zero signs are used; a
 * zero or undecided one (touching, coplanar, degenerate) goes to planar_exact.c, so the special
 * cases of [GuigueDevillers03] are not needed here. The answer is exact. */
#include "carom/overlap.h"
#include "query/overlap/planar_exact.h"
#include "query/overlap/lanes.h"
#include "query/overlap/tolerances.h"

static double interval_extent(vec3 a, vec3 b) {
    return max2(max_abs3(a), max_abs3(b));
}

/* The vertex that is alone on its side of the plane, or -1 when all are on one side. */
static int lone_vertex(double d0, double d1, double d2) {
    bool s0 = d0 > 0.0, s1 = d1 > 0.0, s2 = d2 > 0.0;
    if (s0 == s1) return s1 == s2 ? -1 : 2;
    return s0 == s2 ? 1 : 0;
}

static bool bounds_part(const vec3 a[3], const vec3 b[3]) {
    vec3 low_a = lower3(a[0], lower3(a[1], a[2])), high_a = upper3(a[0], upper3(a[1], a[2]));
    vec3 low_b = lower3(b[0], lower3(b[1], b[2])), high_b = upper3(b[0], upper3(b[1], b[2]));
    return low_a.x > high_b.x || low_b.x > high_a.x || low_a.y > high_b.y || low_b.y > high_a.y ||
           low_a.z > high_b.z || low_b.z > high_a.z;
}

/* Comparisons of coordinates are exact even where products leave the range. */
static CAROM_NOINLINE bool triangles_touch_robust(const vec3 a[3], const vec3 b[3]) {
    return !bounds_part(a, b) && carom_triangles_touch_exact(a, b);
}

/* Signed volume of p0 p1 q0 q1. */
static double volume(vec3 p0, vec3 p1, vec3 q0, vec3 q1) {
    return dot3(cross3(sub3(p1, p0), sub3(q0, p0)), sub3(q1, p0));
}

/* The last step of [GuigueDevillers03]: lone[] are the lone vertices, sides[] tells on which side
 * they are. */
static bool intervals_meet(const vec3 a[3], const vec3 b[3], const int lone[2],
                           const double sides[2]) {
    vec3 p = a[lone[0]], q = b[lone[1]];
    vec3 p1 = a[(lone[0] + 1) % 3], p2 = a[(lone[0] + 2) % 3];
    vec3 q1 = b[(lone[1] + 1) % 3], q2 = b[(lone[1] + 2) % 3];
    bool flip_a = sides[1] < 0.0, flip_b = sides[0] < 0.0;
    vec3 a1 = flip_a ? p2 : p1, a2 = flip_a ? p1 : p2;
    vec3 b1 = flip_b ? q2 : q1, b2 = flip_b ? q1 : q2;
    double first = volume(p, a1, q, b1), second = volume(p, a2, b2, q);
    double reach = max2(interval_extent(sub3(a1, p), sub3(a2, p)),
                        max2(max_abs3(sub3(q, p)), interval_extent(sub3(b1, p), sub3(b2, p))));
    double bound = DETERMINANT_ERROR * reach * reach * reach + DETERMINANT_UNDERFLOW;
    if (first > bound || second > bound) return false;
    if (first < -bound && second < -bound) return true;
    return triangles_touch_robust(a, b);
}

static CAROM_NOINLINE bool triangles_double(const carom_triangle *ta, const carom_triangle *tb) {
    const vec3 a[3] = {load3(ta->v[0]), load3(ta->v[1]), load3(ta->v[2])};
    const vec3 b[3] = {load3(tb->v[0]), load3(tb->v[1]), load3(tb->v[2])};
    vec3 b1 = sub3(b[1], b[0]), b2 = sub3(b[2], b[0]), nb = cross3(b1, b2);
    vec3 w0 = sub3(a[0], b[0]), w1 = sub3(a[1], b[0]), w2 = sub3(a[2], b[0]);
    double da0 = dot3(nb, w0), da1 = dot3(nb, w1), da2 = dot3(nb, w2);
    double edge = interval_extent(b1, b2), reach = max2(max_abs3(w0), interval_extent(w1, w2));
    double bound = DETERMINANT_ERROR * edge * edge * reach + DETERMINANT_UNDERFLOW;
    double least = min2(da0, min2(da1, da2)), most = max2(da0, max2(da1, da2));
    if (least > bound || most < -bound) return false;
    bool is_certain = min2(fabs(da0), min2(fabs(da1), fabs(da2))) > bound && reach < CUBE_MOST;
    vec3 a1 = sub3(a[1], a[0]), a2 = sub3(a[2], a[0]), na = cross3(a1, a2);
    vec3 u1 = sub3(b[1], a[0]), u2 = sub3(b[2], a[0]);
    double db0 = -dot3(na, w0), db1 = dot3(na, u1), db2 = dot3(na, u2);
    edge = interval_extent(a1, a2);
    reach = max2(max_abs3(w0), interval_extent(u1, u2));
    bound = DETERMINANT_ERROR * edge * edge * reach + DETERMINANT_UNDERFLOW;
    least = min2(db0, min2(db1, db2));
    most = max2(db0, max2(db1, db2));
    if (least > bound || most < -bound) return false;
    is_certain =
        is_certain && min2(fabs(db0), min2(fabs(db1), fabs(db2))) > bound && reach < CUBE_MOST;
    if (CAROM_UNLIKELY(!is_certain)) return triangles_touch_robust(a, b);
    int lone[2] = {lone_vertex(da0, da1, da2), lone_vertex(db0, db1, db2)};
    double sides[2] = {lone[0] == 0   ? da0
                       : lone[0] == 1 ? da1
                                      : da2,
                       lone[1] == 0   ? db0
                       : lone[1] == 1 ? db1
                                      : db2};
    return intervals_meet(a, b, lone, sides);
}

/* ---- three in a vector */

/* Lanes 0 to 2 belong to the three vertices, or to the edges that start there. */
typedef struct lanes3 {
    lanes4 x, y, z;
} lanes3;

#define DOT_LANES3(a, b) ((a).x * (b).x + (a).y * (b).y + (a).z * (b).z)
#define NORM_LANES3(a) (ABS_LANES((a).x) + ABS_LANES((a).y) + ABS_LANES((a).z))

static inline void load_triangle(lanes3 *out, const carom_triangle *t) {
    lanes4 tail = LANES_AT(t, 5 * sizeof(carom_real));
    const lanes4 rows[3] = {LANES_AT(t, 0), LANES_AT(t, sizeof(carom_vec3)),
                            SHUFFLE_LANES(tail, 1, 2, 3, 3)};
    COLUMNS_OF_LANES(out->x, out->y, out->z, rows);
}

static inline void sub_lanes3(lanes3 *out, const lanes3 *a, const lanes3 *b) {
    *out = (lanes3){a->x - b->x, a->y - b->y, a->z - b->z};
}

static inline void next_lanes3(lanes3 *out, const lanes3 *a) {
    *out = (lanes3){NEXT_LANES(a->x), NEXT_LANES(a->y), NEXT_LANES(a->z)};
}

static inline void cross_lanes3(lanes3 *out, const lanes3 *a, const lanes3 *b) {
    *out =
        (lanes3){a->y * b->z - a->z * b->y, a->z * b->x - a->x * b->z, a->x * b->y - a->y * b->x};
}

/* The lanes whose number is certainly above zero, and certainly below. */
typedef struct lane_signs {
    lane_mask above, below;
} lane_signs;

#define SIGNS_OF_LANES(v, limit)                                                                   \
    ((lane_signs){(lane_mask)((v) > (limit)), (lane_mask)((v) < -(limit))})

/* Certain hits and misses of the edges of one triangle, from the heights of their start points
 * over the other's plane, and from the volumes with the other's edges. */
static inline void edges_against(const lane_signs *height, const lane_signs volume[3],
                                 lane_mask *hit, lane_mask *miss) {
    lane_mask above = NEXT_LANES(height->above), below = NEXT_LANES(height->below);
    lane_mask beside = (height->above & above) | (height->below & below);
    lane_mask through = (height->above & below) | (height->below & above);
    lane_mask some_above = volume[0].above | volume[1].above | volume[2].above;
    lane_mask some_below = volume[0].below | volume[1].below | volume[2].below;
    lane_mask inside = (volume[0].above & volume[1].above & volume[2].above) |
                       (volume[0].below & volume[1].below & volume[2].below);
    *hit |= through & inside;
    *miss &= beside | (some_above & some_below);
}

bool carom_overlap_triangle_triangle(const carom_triangle *ta, const carom_triangle *tb) {
    if (LANES_ARE_SLOW) return triangles_double(ta, tb);
    lanes3 a, b, e, f, apart, normal, rotated;
    load_triangle(&a, ta);
    load_triangle(&b, tb);
    next_lanes3(&rotated, &a);
    sub_lanes3(&e, &rotated, &a);
    next_lanes3(&rotated, &b);
    sub_lanes3(&f, &rotated, &b);
    sub_lanes3(&apart, &a, &b);
    lanes4 size_e = NORM_LANES3(e), size_f = NORM_LANES3(f), size = NORM_LANES3(apart) + size_f;
    SUM_LANES(size_e);
    SUM_LANES(size_f);
    SUM_LANES(size);
    /* The product of the sizes bounds every partial sum. It must overflow before a partial sum
     * does, or an infinity would pass for certain: so the factor of the band comes last. */
    /* Heights may be taken from any vertex of the plane, so lane by lane. */
    next_lanes3(&rotated, &f);
    cross_lanes3(&normal, &f, &rotated);
    lanes4 limit = (size_f * size_f + SMALLEST_BAND) * size * VOLUME_BAND + SMALLEST_BAND;
    lane_signs height_a = SIGNS_OF_LANES(DOT_LANES3(normal, apart), limit);
    next_lanes3(&rotated, &e);
    cross_lanes3(&normal, &e, &rotated);
    limit = (size_e * size_e + SMALLEST_BAND) * size * VOLUME_BAND + SMALLEST_BAND;
    lane_signs height_b = SIGNS_OF_LANES(-DOT_LANES3(normal, apart), limit);
    /* Volumes: edge i of A with edge i + k of B. */
    lane_signs volume[3], volume_b[3];
    limit = (size_e * size_f + SMALLEST_BAND) * size * VOLUME_BAND + SMALLEST_BAND;
    for (int k = 0; k < 3; k++) {
        cross_lanes3(&normal, &e, &f);
        sub_lanes3(&apart, &a, &b);
        volume[k] = SIGNS_OF_LANES(DOT_LANES3(normal, apart), limit);
        next_lanes3(&b, &b);
        next_lanes3(&f, &f);
    }
    volume_b[0] = volume[0];
    volume_b[1] = (lane_signs){LAST_LANES(volume[1].above), LAST_LANES(volume[1].below)};
    volume_b[2] = (lane_signs){NEXT_LANES(volume[2].above), NEXT_LANES(volume[2].below)};
    lane_mask hit = {0, 0, 0, 0}, miss = ~hit;
    edges_against(&height_a, volume, &hit, &miss);
    edges_against(&height_b, volume_b, &hit, &miss);
    bool meet = ANY_LANE(hit);
    bool missed = ALL_LANES(miss) | ALL_LANES(height_a.above) | ALL_LANES(height_a.below) |
                  ALL_LANES(height_b.above) | ALL_LANES(height_b.below);
    if (CAROM_UNLIKELY(meet == missed)) return triangles_double(ta, tb);
    return meet;
}
