/* Oriented boxes against oriented boxes and triangles. A fast test with a band of a few ulps of the boxes'
 * size, then the exact one on the boxes as their numbers describe them. */
#include "carom/overlap.h"
#include "query/overlap/kernel_boxes.h"
#include "query/overlap/sat_exact.h"
#include "query/overlap/lanes.h"
#include "query/overlap/volume_valid.h"

static CAROM_NOINLINE bool obb_obb_exact(const carom_obb *a, const carom_obb *b) {
    if (!obb_holds_points(a) || !obb_holds_points(b)) return false;
    sat_body first = carom_sat_obb(a), second = carom_sat_obb(b);
    return !carom_sat_disjoint(&first, &second);
}

static CAROM_NOINLINE bool obb_obb_careful(const carom_obb *a, const carom_obb *b) {
    box_frame first = frame_of_obb(a), second = frame_of_obb(b);
    box_verdict verdict = carom_boxes_verdict(&first, &second);
    if (verdict != BOXES_DOUBT) return verdict == BOXES_MEET;
    return obb_obb_exact(a, b);
}

/* What the fifteen axes share: the rows of R = A^T B with their magnitudes, and the way between the centres
 * in both frames. */
typedef struct obb_lanes {
    lanes4 row[3], size_row[3], to_a, to_b, half_a, half_b;
} obb_lanes;

static inline void relate_obbs(obb_lanes *rel, const carom_obb *a, const carom_obb *b) {
    const carom_vec3 *u = a->axes, *v = b->axes, ha = a->half_extents, hb = b->half_extents;
    carom_real x = b->center.x - a->center.x, y = b->center.y - a->center.y;
    carom_real z = b->center.z - a->center.z;
    const lanes4 ax = {u[0].x, u[1].x, u[2].x, 0}, bx = {v[0].x, v[1].x, v[2].x, 0};
    const lanes4 ay = {u[0].y, u[1].y, u[2].y, 0}, by = {v[0].y, v[1].y, v[2].y, 0};
    const lanes4 az = {u[0].z, u[1].z, u[2].z, 0}, bz = {v[0].z, v[1].z, v[2].z, 0};
    rel->half_a = (lanes4){ha.x, ha.y, ha.z, 0};
    rel->half_b = (lanes4){hb.x, hb.y, hb.z, 0};
    rel->to_a = x * ax + y * ay + z * az;
    rel->to_b = x * bx + y * by + z * bz;
    for (int i = 0; i < 3; i++) {
        rel->row[i] = u[i].x * bx + u[i].y * by + u[i].z * bz;
        rel->size_row[i] = ABS_LANES(rel->row[i]);
    }
}

/* Three axes at a time, in the caller's precision. Only the cross products of the edges are left when no
 * face separates; `apart` and `meet` tell what is sure beyond the band. The fourth lane is zero throughout. */
bool carom_overlap_obb_obb(const carom_obb *a, const carom_obb *b) {
    obb_lanes r;
    relate_obbs(&r, a, b);
    const lanes4 *m = r.size_row, ha = r.half_a, hb = r.half_b, zero = {0, 0, 0, 0};
    lanes4 size = ABS_LANES(r.to_a) + ha + hb;
    carom_real band = 128 * CAROM_REAL_EPSILON * SUM_LANES(size) + SMALLEST_BAND;
    lanes4 column0 = {m[0][0], m[1][0], m[2][0], 0}, column1 = {m[0][1], m[1][1], m[2][1], 0};
    lanes4 column2 = {m[0][2], m[1][2], m[2][2], 0};
    lanes4 on_a = ABS_LANES(r.to_a) - ha - (hb[0] * column0 + hb[1] * column1 + hb[2] * column2);
    lanes4 on_b = ABS_LANES(r.to_b) - hb - (ha[0] * m[0] + ha[1] * m[1] + ha[2] * m[2]);
    lanes4 limit = {band, band, band, band};
    lane_mask apart = (lane_mask)(on_a > limit) | (lane_mask)(on_b > limit);
    if (ANY_LANE(apart)) return false;
    lanes4 hb_next = {hb[1], hb[2], hb[0], 0}, hb_last = {hb[2], hb[0], hb[1], 0};
    lane_mask meet = (lane_mask)(on_a < -limit) & (lane_mask)(on_b < -limit);
    for (int i = 0; i < 3; i++) {
        int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        lanes4 next = {m[i][1], m[i][2], m[i][0], 0}, last = {m[i][2], m[i][0], m[i][1], 0};
        lanes4 way = r.to_a[i2] * r.row[i1] - r.to_a[i1] * r.row[i2];
        lanes4 gap =
            ABS_LANES(way) - (ha[i1] * m[i2] + ha[i2] * m[i1]) - (hb_next * last + hb_last * next);
        apart |= (lane_mask)(gap > limit);
        meet &= (lane_mask)(gap < -limit);
    }
    if (ANY_LANE(apart)) return false;
    meet &= (lane_mask)(ha >= zero) & (lane_mask)(hb >= zero);
    if (CAROM_LIKELY(meet[0] & meet[1] & meet[2])) return true;
    return obb_obb_careful(a, b);
}

static CAROM_NOINLINE bool obb_triangle_exact(const carom_obb *box,
                                              const carom_triangle *triangle) {
    if (!obb_holds_points(box) || !triangle_is_finite(triangle)) return false;
    const vec3 v[3] = {load3(triangle->v[0]), load3(triangle->v[1]), load3(triangle->v[2])};
    sat_body solid = carom_sat_obb(box);
    return !carom_sat_disjoint_triangle(&solid, v);
}

/* Gap between the box and the triangle's interval [low, high] on an axis where the box reaches `reach`. */
static inline double interval_gap(double low, double high, double reach) {
    return max2(low, -high) - reach;
}

static inline double gap_of_three(vec3 p, double reach) {
    return interval_gap(min2(p.x, min2(p.y, p.z)), max2(p.x, max2(p.y, p.z)), reach);
}

/* The widest gap over the cross products of edge e with the box's axes, in the box's frame. */
static double triangle_edge_gap(const vec3 v[3], vec3 e, vec3 h) {
    vec3 u = vec(fabs(e.x), fabs(e.y), fabs(e.z));
    vec3 n[3] = {cross3(e, v[0]), cross3(e, v[1]), cross3(e, v[2])};
    double x = gap_of_three(vec(n[0].x, n[1].x, n[2].x), h.y * u.z + h.z * u.y);
    double y = gap_of_three(vec(n[0].y, n[1].y, n[2].y), h.z * u.x + h.x * u.z);
    double z = gap_of_three(vec(n[0].z, n[1].z, n[2].z), h.x * u.y + h.y * u.x);
    return max2(x, max2(y, z));
}

bool carom_overlap_obb_triangle(const carom_obb *box, const carom_triangle *triangle) {
    vec3 h = load3(box->half_extents);
    const vec3 v[3] = {obb_local(box, load3(triangle->v[0])), obb_local(box, load3(triangle->v[1])),
                       obb_local(box, load3(triangle->v[2]))};
    double size = sum_abs3(v[0]) + sum_abs3(v[1]) + sum_abs3(v[2]) + sum_abs3(h);
    double band = 32.0 * (double)CAROM_REAL_EPSILON * size;
    bool sound = (size <= 1e90) & (size >= 1e-80) & (h.x >= 0.0) & (h.y >= 0.0) & (h.z >= 0.0);
    if (CAROM_UNLIKELY(!sound)) return obb_triangle_exact(box, triangle);
    double face = max2(gap_of_three(vec(v[0].x, v[1].x, v[2].x), h.x),
                       max2(gap_of_three(vec(v[0].y, v[1].y, v[2].y), h.y),
                            gap_of_three(vec(v[0].z, v[1].z, v[2].z), h.z)));
    if (face > band) return false;
    vec3 e[3] = {sub3(v[1], v[0]), sub3(v[2], v[1]), sub3(v[0], v[2])}, n = cross3(e[0], e[1]);
    double plane = fabs(dot3(n, v[0])) - fabs(n.x) * h.x - fabs(n.y) * h.y - fabs(n.z) * h.z;
    double plane_band = band * 8.0 * max_abs3(e[0]) * max_abs3(e[1]);
    if (plane > plane_band) return false;
    bool met = face < -band && plane < -plane_band;
    for (int i = 0; i < 3; i++) {
        double edge = triangle_edge_gap(v, e[i], h), edge_band = 4.0 * band * max_abs3(e[i]);
        if (edge > edge_band) return false;
        met &= edge < -edge_band;
    }
    return met ? true : obb_triangle_exact(box, triangle);
}
