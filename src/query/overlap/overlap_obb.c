/* Oriented boxes against oriented boxes and triangles: the fifteen separating axes of
 * [Gottschalk96] in four lanes with a band of a few ulps of the boxes' size, and behind them the
 * same in double (kernel_boxes.c) and exact (sat_exact.c). The answer is exact for the boxes as
 * their numbers describe them, orthonormal or not. */
#include "carom/overlap.h"
#include "query/overlap/kernel_boxes.h"
#include "query/overlap/sat_exact.h"
#include "query/overlap/lanes.h"
#include "query/overlap/tolerances.h"
#include "query/overlap/volume_valid.h"

static CAROM_NOINLINE bool obb_obb_exact(const carom_obb *a, const carom_obb *b) {
    if (!obb_holds_points(a) || !obb_holds_points(b)) return false;
    sat_body first = carom_sat_obb(a), second = carom_sat_obb(b);
    return !carom_sat_disjoint(&first, &second);
}

static CAROM_NOINLINE bool obb_obb_double(const carom_obb *a, const carom_obb *b) {
    box_frame first = frame_of_obb(a), second = frame_of_obb(b);
    box_verdict verdict = carom_boxes_verdict(&first, &second);
    if (verdict != BOXES_DOUBT) return verdict == BOXES_MEET;
    return obb_obb_exact(a, b);
}

/* The axes of a box, also by component with one axis in each lane, and its half-extents. */
typedef struct obb_lanes {
    lanes4 axis[3], x, y, z, half;
} obb_lanes;

static inline void load_obb(obb_lanes *out, const carom_obb *box) {
    const size_t first = offsetof(carom_obb, axes);
    lanes4 tail = LANES_AT(box, offsetof(carom_obb, half_extents) - sizeof(carom_real));
    for (size_t i = 0; i < 3; i++)
        out->axis[i] = LANES_AT(box, first + i * sizeof(carom_vec3));
    COLUMNS_OF_LANES(out->x, out->y, out->z, out->axis);
    out->half = SHUFFLE_LANES(tail, 1, 2, 3, 3);
}

/* a . (x, y, z), each component of `a` spread over the lanes. */
#define DOT_LANES(a, x, y, z)                                                                      \
    (SPREAD_LANE(a, 0) * (x) + SPREAD_LANE(a, 1) * (y) + SPREAD_LANE(a, 2) * (z))

/* The gaps on the cross products of A's axis i with B's axes. Uses local names of
 * carom_overlap_obb_obb. */
#define EDGE_GAPS(i, i1, i2)                                                                       \
    (ABS_LANES(SPREAD_LANE(to_a, i2) * row[i1] - SPREAD_LANE(to_a, i1) * row[i2]) -                \
     (SPREAD_LANE(ha, i1) * m[i2] + SPREAD_LANE(ha, i2) * m[i1]) -                                 \
     (hb_next * LAST_LANES(m[i]) + hb_last * NEXT_LANES(m[i])))

/* True when the edge pairs of A's axis i overlap beyond the band, or are too nearly parallel to
 * separate boxes that overlap so deeply along the faces (kernel_boxes.c). */
#define EDGES_MEET(i)                                                                              \
    ((lane_mask)(gap[i] < -limit) |                                                                \
     (lane_mask)(3 * (NEXT_LANES(m[i]) + LAST_LANES(m[i])) * size + limit < shallowest))

/* Three axes at a time, in the caller's precision, on the rows of R = A^T B; a lane is an axis,
 * and the fourth lane repeats the third. `apart` and `meet` hold what is certain beyond the band.
 * Nearly parallel edges get the second test EDGES_MEET. */
bool carom_overlap_obb_obb(const carom_obb *a, const carom_obb *b) {
    if (LANES_ARE_SLOW) return obb_obb_double(a, b);
    obb_lanes la, lb;
    load_obb(&la, a);
    load_obb(&lb, b);
    const lanes4 ha = la.half, hb = lb.half, zero = {0, 0, 0, 0};
    lanes4 centers = LANES_AT(b, 0) - LANES_AT(a, 0), row[3], m[3], reach[3], column[3];
    lanes4 to_a = DOT_LANES(centers, la.x, la.y, la.z), to_b = DOT_LANES(centers, lb.x, lb.y, lb.z);
    for (int i = 0; i < 3; i++) {
        row[i] = DOT_LANES(la.axis[i], lb.x, lb.y, lb.z);
        m[i] = ABS_LANES(row[i]);
    }
    for (int i = 0; i < 3; i++)
        reach[i] = m[i] * hb;
    COLUMNS_OF_LANES(column[0], column[1], column[2], reach);
    lanes4 size = ABS_LANES(to_a) + ha + hb;
    size = size + NEXT_LANES(size) + LAST_LANES(size);
    lanes4 limit = OBB_LANES_BAND * size + SMALLEST_BAND;
    lanes4 on_a = ABS_LANES(to_a) - ha - (column[0] + column[1] + column[2]);
    lanes4 on_b = ABS_LANES(to_b) - hb - DOT_LANES(ha, m[0], m[1], m[2]);
    lane_mask apart = (lane_mask)(on_a > limit) | (lane_mask)(on_b > limit);
    lanes4 hb_next = NEXT_LANES(hb), hb_last = LAST_LANES(hb);
    const lanes4 gap[3] = {EDGE_GAPS(0, 1, 2), EDGE_GAPS(1, 2, 0), EDGE_GAPS(2, 0, 1)};
    apart |=
        (lane_mask)(gap[0] > limit) | (lane_mask)(gap[1] > limit) | (lane_mask)(gap[2] > limit);
    lane_mask faces_meet = (lane_mask)(on_a < -limit) & (lane_mask)(on_b < -limit) &
                           (lane_mask)(ha >= zero) & (lane_mask)(hb >= zero);
    lane_mask meet = faces_meet & (lane_mask)(gap[0] < -limit) & (lane_mask)(gap[1] < -limit) &
                     (lane_mask)(gap[2] < -limit);
    bool separated = ANY_LANE(apart), met = !ANY_LANE(~meet);
    if (CAROM_LIKELY(separated != met)) return met;
    lanes4 face = LARGER_LANES(on_a, on_b),
           other = LARGER_LANES(NEXT_LANES(face), LAST_LANES(face)),
           shallowest = -LARGER_LANES(face, other);
    meet = faces_meet & EDGES_MEET(0) & EDGES_MEET(1) & EDGES_MEET(2);
    return !separated && !ANY_LANE(~meet) ? true : obb_obb_double(a, b);
}

static CAROM_NOINLINE bool obb_triangle_exact(const carom_obb *box,
                                              const carom_triangle *triangle) {
    if (!obb_holds_points(box) || !triangle_is_finite(triangle)) return false;
    const vec3 v[3] = {load3(triangle->v[0]), load3(triangle->v[1]), load3(triangle->v[2])};
    sat_body solid = carom_sat_obb(box);
    return !carom_sat_disjoint_triangle(&solid, v);
}

/* Gap between the box and the triangle's interval [low, high] on an axis where the box reaches
 * `reach`. */
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
    double band = OBB_LOCAL_BAND * size;
    bool in_range = (size <= CUBE_MOST) & (size >= OBB_TRIANGLE_LEAST) & (h.x >= 0.0) &
                    (h.y >= 0.0) & (h.z >= 0.0);
    if (CAROM_UNLIKELY(!in_range)) return obb_triangle_exact(box, triangle);
    double face = max2(gap_of_three(vec(v[0].x, v[1].x, v[2].x), h.x),
                       max2(gap_of_three(vec(v[0].y, v[1].y, v[2].y), h.y),
                            gap_of_three(vec(v[0].z, v[1].z, v[2].z), h.z)));
    if (face > band) return false;
    vec3 e[3] = {sub3(v[1], v[0]), sub3(v[2], v[1]), sub3(v[0], v[2])}, n = cross3(e[0], e[1]);
    double plane = fabs(dot3(n, v[0])) - fabs(n.x) * h.x - fabs(n.y) * h.y - fabs(n.z) * h.z;
    double plane_band = band * OBB_PLANE_PARTS * max_abs3(e[0]) * max_abs3(e[1]);
    if (plane > plane_band) return false;
    bool met = face < -band && plane < -plane_band;
    for (int i = 0; i < 3; i++) {
        double edge = triangle_edge_gap(v, e[i], h),
               edge_band = OBB_EDGE_PARTS * band * max_abs3(e[i]);
        if (edge > edge_band) return false;
        met &= edge < -edge_band;
    }
    return met ? true : obb_triangle_exact(box, triangle);
}
