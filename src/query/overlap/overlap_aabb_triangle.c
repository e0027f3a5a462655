/* Triangle against box by the thirteen separating axes of [AkenineMoller01], without branches that
 * depend on the data. The box's own axes are compared as given and so exact; the other ten are
 * evaluated relative to the box's centre with an error bound, first in the caller's precision,
 * three axes at a time, and in double where that is undecided. Only when the largest gap is within
 * its bound of zero even then do exact signs decide (sat_exact.c). The answer is exact. */
#include "carom/overlap.h"
#include "query/overlap/lanes.h"
#include "query/overlap/sat_exact.h"
#include "query/overlap/tolerances.h"

static double max_of_3(double a, double b, double c) {
    return max2(a, max2(b, c));
}
static double min_of_3(double a, double b, double c) {
    return min2(a, min2(b, c));
}

static CAROM_NOINLINE bool touches_exact(const vec3 v[3], const carom_aabb *box) {
    sat_body solid = carom_sat_aabb(box);
    for (int i = 0; i < 3; i++)
        if (!finite3(v[i])) return false;
    if (!finite3(solid.p[0]) || !finite3(solid.p[1])) return false;
    return !carom_sat_disjoint_triangle(&solid, v);
}

/* The largest gap along the cross products of the box's axes with one edge. On these axes two of
 * the triangle's vertices, p and a neighbour along the edge, project alike; q is the third. */
static double edge_axes_gap(vec3 edge, vec3 p, vec3 q, vec3 h) {
    vec3 e = vec(fabs(edge.x), fabs(edge.y), fabs(edge.z));
    vec3 i = cross3(edge, p), j = cross3(edge, q);
    double x = max2(min2(i.x, j.x), -max2(i.x, j.x)) - (h.y * e.z + h.z * e.y);
    double y = max2(min2(i.y, j.y), -max2(i.y, j.y)) - (h.x * e.z + h.z * e.x);
    double z = max2(min2(i.z, j.z), -max2(i.z, j.z)) - (h.x * e.y + h.y * e.x);
    return max_of_3(x, y, z);
}

static CAROM_NOINLINE bool aabb_triangle_double(const carom_aabb *box,
                                                const carom_triangle *triangle) {
    const vec3 v[3] = {load3(triangle->v[0]), load3(triangle->v[1]), load3(triangle->v[2])};
    vec3 low = load3(box->min), high = load3(box->max);
    vec3 least = vec(min_of_3(v[0].x, v[1].x, v[2].x), min_of_3(v[0].y, v[1].y, v[2].y),
                     min_of_3(v[0].z, v[1].z, v[2].z));
    vec3 most = vec(max_of_3(v[0].x, v[1].x, v[2].x), max_of_3(v[0].y, v[1].y, v[2].y),
                    max_of_3(v[0].z, v[1].z, v[2].z));
    bool inside = (low.x <= high.x) & (low.y <= high.y) & (low.z <= high.z) & (most.x >= low.x) &
                  (most.y >= low.y) & (most.z >= low.z) & (least.x <= high.x) &
                  (least.y <= high.y) & (least.z <= high.z);
    if (!inside) return false;
    vec3 c = scale3(add3(low, high), 0.5), h = scale3(sub3(high, low), 0.5);
    vec3 p = sub3(v[0], c), q = sub3(v[1], c), r = sub3(v[2], c);
    vec3 e0 = sub3(v[1], v[0]), e1 = sub3(v[2], v[1]), e2 = sub3(v[0], v[2]), n = cross3(e0, e1);
    double gap = max_of_3(edge_axes_gap(e0, p, r, h), edge_axes_gap(e1, q, p, h),
                          edge_axes_gap(e2, r, q, h));
    double face = fabs(dot3(n, p)) - (h.x * fabs(n.x) + h.y * fabs(n.y) + h.z * fabs(n.z));
    double edge = max2(max_abs3(e0), max_abs3(e1));
    double size = max2(max2(max_abs3(low), max_abs3(high)),
                       max_of_3(max_abs3(v[0]), max_abs3(v[1]), max_abs3(v[2])));
    double bound = GAP_ERROR * 2.0 * edge * size, face_bound = GAP_ERROR * 4.0 * edge * edge * size;
    bool apart = (gap > bound) | (face > face_bound);
    bool is_certain = (size < CUBE_MOST) & (size > CUBE_LEAST) &
                      (apart | ((gap < -bound) & (face < -face_bound)));
    return is_certain ? !apart : touches_exact(v, box);
}

/* Twice the gaps on the cross products of the box's axes with edge e, one in each lane. The edge's
 * own vertices project alike, so p and q, one of them and the third, span the triangle: from the
 * middle |i + j| / 2, half its width |i - j| / 2 to either side. */
#define EDGE_AXES_GAPS(gap, e, p, q)                                                               \
    do {                                                                                           \
        lanes4 next_ = NEXT_LANES(e), last_ = LAST_LANES(e);                                       \
        lanes4 i_ = next_ * LAST_LANES(p) - last_ * NEXT_LANES(p);                                 \
        lanes4 j_ = next_ * LAST_LANES(q) - last_ * NEXT_LANES(q);                                 \
        lanes4 sum_ = i_ + j_, difference_ = i_ - j_;                                              \
        (gap) = ABS_LANES(sum_) - ABS_LANES(difference_) -                                         \
                (NEXT_LANES(extent) * ABS_LANES(last_) + LAST_LANES(extent) * ABS_LANES(next_));   \
    } while (0)

/* A number within its band of zero decides nothing, so NaN, infinities and overflow end undecided,
 * except where a box axis separates. */
bool carom_overlap_aabb_triangle(const carom_aabb *box, const carom_triangle *triangle) {
    if (LANES_ARE_SLOW) return aabb_triangle_double(box, triangle);
    const size_t real = sizeof(carom_real);
    lanes4 low = LANES_AT(box, 0), high = LANES_AT(box, 2 * real), v[3], e[3], gap[3];
    low = SHUFFLE_LANES(low, 0, 1, 2, 2);
    high = SHUFFLE_LANES(high, 1, 2, 3, 3);
    for (size_t i = 0; i < 2; i++) {
        v[i] = LANES_AT(triangle, i * 3 * real);
        v[i] = SHUFFLE_LANES(v[i], 0, 1, 2, 2);
    }
    v[2] = LANES_AT(triangle, 5 * real);
    v[2] = SHUFFLE_LANES(v[2], 1, 2, 3, 3);
    lane_mask apart = ((lane_mask)(v[0] > high) & (lane_mask)(v[1] > high) & (v[2] > high)) |
                      ((lane_mask)(v[0] < low) & (lane_mask)(v[1] < low) & (v[2] < low));
    lanes4 extent = high - low, half = extent * (carom_real)0.5, size = half;
    for (int i = 0; i < 3; i++)
        e[i] = v[i < 2 ? i + 1 : 0] - v[i];
    for (int i = 0; i < 3; i++) {
        v[i] = (v[i] - low) - half;
        size += ABS_LANES(v[i]);
    }
    size = size + NEXT_LANES(size) + LAST_LANES(size);
    /* The square or cube of four sizes bounds every partial sum. It must overflow before a partial
     * sum does, or an infinity would pass for certain: so the factor of the band comes last. */
    size = size * 4;
    lanes4 square = size * size;
    lanes4 limit = square * (EDGE_BAND / 16) + SMALLEST_BAND;
    lanes4 face_limit = square * size * (FACE_BAND / 64) + SMALLEST_BAND;
    lanes4 n = NEXT_LANES(e[0]) * LAST_LANES(e[1]) - LAST_LANES(e[0]) * NEXT_LANES(e[1]);
    lanes4 height = n * v[0], reach = ABS_LANES(n) * half;
    height = height + NEXT_LANES(height) + LAST_LANES(height);
    lanes4 face = ABS_LANES(height) - (reach + NEXT_LANES(reach) + LAST_LANES(reach));
    EDGE_AXES_GAPS(gap[0], e[0], v[0], v[2]);
    EDGE_AXES_GAPS(gap[1], e[1], v[1], v[0]);
    EDGE_AXES_GAPS(gap[2], e[2], v[2], v[1]);
    lane_mask meet = (lane_mask)(face < -face_limit) & (extent >= 0);
    apart |= (lane_mask)(face > face_limit);
    for (int i = 0; i < 3; i++) {
        apart |= (lane_mask)(gap[i] > limit);
        meet &= (lane_mask)(gap[i] < -limit);
    }
    meet &= ~apart; /* a box axis may separate where the others are undecided or overlap */
    bool separated = ANY_LANE(apart), met = !ANY_LANE(~meet);
    if (CAROM_UNLIKELY(separated == met)) return aabb_triangle_double(box, triangle);
    return met;
}
