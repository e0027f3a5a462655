/* Segments against segments, triangles and boxes [Ericson05] 5.1.9, 5.1.10.
 *
 * The fallback for two segments takes the best of five candidates: each end against the other
 * segment, and the interior solution, refined by its residual. Every candidate is a pair of points
 * of the segments, so the best is never too short. Contact is decided exactly; then the distance
 * is 0 and one point is given twice. Of two segments the one comes first that does by its numbers,
 * so that exchanging them changes no bit. */
#include "query/closest/kernel_segment_segment.h"

#include "carom/closest.h"
#include "carom/overlap.h"
#include "query/closest/exact_contact.h"
#include "query/closest/kernel_point_triangle.h"
#include "query/closest/near_contact.h"
#include "query/closest/rescale.h"
#include "query/closest/tolerances.h"
#include "query/closest/closest_segment.h"
#include "shape/order.h"

static void keep_better(segment_pair *best, const segment_pair *other) {
    if (other->d2 < best->d2) *best = *other;
}

static segment_pair pair_at(const vec3 ends[4], double s, double t) {
    vec3 u = sub3(ends[1], ends[0]), v = sub3(ends[3], ends[2]);
    vec3 from_a = s == 1.0 ? ends[1] : ends[0], from_b = t == 1.0 ? ends[3] : ends[2];
    vec3 apart = sub3(from_a, from_b);
    if (s != 0.0 && s != 1.0) apart = mad3(apart, u, s);
    if (t != 0.0 && t != 1.0) apart = mad3(apart, v, -t);
    return (segment_pair){s, t, apart, len2(apart)};
}

/* Iterative refinement: three rounds of solving for the residual; the last digits settle even
 * where u and v are nearly parallel. */
static segment_pair interior_pair(const vec3 ends[4], double s, double t) {
    vec3 u = sub3(ends[1], ends[0]), v = sub3(ends[3], ends[2]);
    vec3 n = cross3(u, v), w = sub3(ends[0], ends[2]);
    double nn = len2(n);
    for (int i = 0; i < 3 && nn > 0.0; i++) {
        vec3 left = mad3(mad3(w, u, s), v, -t);
        s -= dot3(cross3(left, v), n) / nn;
        t -= dot3(cross3(left, u), n) / nn;
    }
    return pair_at(ends, clamp01(s), clamp01(t));
}

segment_pair carom_segment_segment_robust(const vec3 ends[4]) {
    segment_pair best = pair_at(ends, 0.0, point_segment(ends[0], ends[2], ends[3]).t);
    segment_pair other = pair_at(ends, 1.0, point_segment(ends[1], ends[2], ends[3]).t);
    keep_better(&best, &other);
    other = pair_at(ends, point_segment(ends[2], ends[0], ends[1]).t, 0.0);
    keep_better(&best, &other);
    other = pair_at(ends, point_segment(ends[3], ends[0], ends[1]).t, 1.0);
    keep_better(&best, &other);
    other = interior_pair(ends, 0.5, 0.5);
    keep_better(&best, &other);
    return best;
}

static vec3 at_parameter(vec3 a, vec3 b, double t) {
    return t == 1.0 ? b : t == 0.0 ? a : mad3(a, sub3(b, a), t);
}

static carom_closest_params give(const vec3 ends[4], const segment_pair *pair, double distance) {
    vec3 a = at_parameter(ends[0], ends[1], pair->s), b = at_parameter(ends[2], ends[3], pair->t);
    if (distance == 0.0) b = a;
    return (carom_closest_params){(carom_real)distance, store3(a), store3(b), (carom_real)pair->s,
                                  (carom_real)pair->t};
}

static const carom_closest_params no_params = {.distance = (carom_real)INFINITY};

static CAROM_NOINLINE carom_closest_params segments_robust(const carom_segment *a,
                                                           const carom_segment *b) {
    const vec3 given[4] = {load3(a->a), load3(a->b), load3(b->a), load3(b->b)};
    vec3 ends[4] = {given[0], given[1], given[2], given[3]};
    double back = carom_rescale(ends, 4);
    if (back == 0.0) return no_params;
    segment_pair pair = carom_segment_segment_robust(ends);
    if (pair.d2 < CONTACT_BAND_SQUARE && carom_overlap_segment_segment(a, b))
        return give(given, &pair, 0.0);
    double distance = carom_length(pair.apart);
    if (distance == 0.0)
        distance = carom_near_distance((near_shape){ends, 2}, (near_shape){ends + 2, 2});
    return give(given, &pair, distance * back);
}

static CAROM_NOINLINE carom_closest_params segments_filtered(const carom_segment *a,
                                                             const carom_segment *b) {
    const vec3 ends[4] = {load3(a->a), load3(a->b), load3(b->a), load3(b->b)};
    segment_pair pair = segment_segment(ends[0], ends[1], ends[2], ends[3]);
    double size = len2(sub3(ends[1], ends[0])) + len2(sub3(ends[3], ends[2]));
    /* the pair may use one end of a segment whose other end is not finite */
    if (!(pair.d2 > TINY_SQUARE && pair.d2 < HUGE_SQUARE && size < HUGE_SQUARE))
        return segments_robust(a, b);
    if (pair.d2 < CONTACT_BAND_SQUARE * size && carom_overlap_segment_segment(a, b))
        return give(ends, &pair, 0.0);
    return give(ends, &pair, sqrt(pair.d2));
}

/* Exactly a at 0 and b at 1. */
static inline vec3 blend3(vec3 a, vec3 b, double t) {
    return add3(scale3(a, 1.0 - t), scale3(b, t));
}

/* The ends are single values: as an array they would be stored and reloaded. */
static CAROM_INLINE carom_closest_params ordered_segments(const carom_segment *a,
                                                          const carom_segment *b) {
    vec3 a0 = load3(a->a), a1 = load3(a->b), b0 = load3(b->a), b1 = load3(b->b);
    segment_pair pair;
    if (CAROM_UNLIKELY(!regular_segments(&pair, a0, a1, b0, b1))) return segments_filtered(a, b);
    return (carom_closest_params){(carom_real)sqrt(pair.d2), store3(blend3(a0, a1, pair.s)),
                                  store3(blend3(b0, b1, pair.t)), (carom_real)pair.s,
                                  (carom_real)pair.t};
}

carom_closest_params carom_closest_segment_segment(const carom_segment *a, const carom_segment *b) {
    if (!is_second_first(&a->a.x, &b->a.x, 6)) return ordered_segments(a, b);
    const carom_closest_params c = ordered_segments(b, a);
    return (carom_closest_params){c.distance, c.point_b, c.point_a, c.t_b, c.t_a};
}

/* ---- segment against triangle */

typedef struct candidate {
    double d2, t;
    vec3 a, b;
} candidate;

static void try_candidate(candidate *best, double d2, double t, const vec3 points[2]) {
    if (d2 < best->d2) *best = (candidate){d2, t, points[0], points[1]};
}

static candidate segment_triangle(const vec3 s[2], const vec3 v[3]) {
    candidate best = {.d2 = (double)INFINITY};
    for (int i = 0; i < 2; i++) {
        on_triangle on = point_triangle(s[i], v[0], v[1], v[2]);
        try_candidate(&best, on.d2, i, (vec3[2]){s[i], on.point});
    }
    for (int i = 0; i < 3; i++) {
        vec3 e0 = v[i], e1 = v[(i + 1) % 3];
        segment_pair pair = segment_segment(s[0], s[1], e0, e1);
        vec3 points[2] = {at_parameter(s[0], s[1], pair.s), at_parameter(e0, e1, pair.t)};
        try_candidate(&best, pair.d2, pair.s, points);
    }
    return best;
}

static double square_of_sides(const vec3 v[3]) {
    return len2(sub3(v[1], v[0])) * len2(sub3(v[2], v[0]));
}

/* The parameter at which a segment that touches the triangle meets it: through the plane, or the
 * best candidate when the segment is in the plane or the triangle has no area. */
double carom_segment_triangle_contact(const vec3 s[2], const vec3 v[3]) {
    vec3 n = cross3(sub3(v[1], v[0]), sub3(v[2], v[0]));
    double before = dot3(n, sub3(s[0], v[0])), after = dot3(n, sub3(s[1], v[0]));
    if ((before < 0.0) != (after < 0.0) && finite1(before - after) && before != after) {
        double size = carom_length(n) * carom_length(sub3(s[1], s[0]));
        bool certain = fabs(before - after) > CROSSING_SINE * size &&
                       len2(n) > CROSSING_TRIANGLE * square_of_sides(v);
        double t = clamp01(certain ? before / (before - after) : carom_plane_crossing(s, v));
        vec3 x = at_parameter(s[0], s[1], t);
        double reach = max2(len2(sub3(s[1], s[0])), len2(sub3(v[1], v[0])));
        if (point_triangle(x, v[0], v[1], v[2]).d2 <= CROSSING_OFF_SQUARE * reach) return t;
    }
    return segment_triangle(s, v).t;
}

carom_closest_params carom_closest_segment_triangle(const carom_segment *segment,
                                                    const carom_triangle *triangle) {
    const vec3 s[2] = {load3(segment->a), load3(segment->b)};
    const vec3 v[3] = {load3(triangle->v[0]), load3(triangle->v[1]), load3(triangle->v[2])};
    if (carom_overlap_segment_triangle(segment, triangle)) {
        double t = carom_segment_triangle_contact(s, v);
        carom_vec3 x = store3(at_parameter(s[0], s[1], t));
        return (carom_closest_params){0, x, x, (carom_real)t, 0};
    }
    vec3 scaled[5] = {s[0], s[1], v[0], v[1], v[2]};
    double back = carom_rescale(scaled, 5);
    if (back == 0.0) return no_params;
    candidate best = segment_triangle(scaled, scaled + 2);
    double distance = sqrt(best.d2);
    if (distance == 0.0)
        distance = carom_near_distance((near_shape){scaled, 2}, (near_shape){scaled + 2, 3});
    return (carom_closest_params){(carom_real)(distance * back), store3(scale3(best.a, back)),
                                  store3(scale3(best.b, back)), (carom_real)best.t, 0};
}

/* ---- segment against box */

static vec3 clamp_into_box(vec3 p, vec3 low, vec3 high) {
    return vec(max2(low.x, min2(high.x, p.x)), max2(low.y, min2(high.y, p.y)),
               max2(low.z, min2(high.z, p.z)));
}

/* Squared gaps between the segment's own box and the sides of the other, by side and axis. */
typedef struct side_gaps {
    double squared[2][3];
    double least; /* of what two squared distances differ in by more than they are rounded */
} side_gaps;

static side_gaps gaps_to_sides(const vec3 s[2], vec3 low, vec3 high) {
    const vec3 least = lower3(s[0], s[1]), most = upper3(s[0], s[1]);
    const double size =
        max2(max2(max_abs3(least), max_abs3(most)), max2(max_abs3(low), max_abs3(high)));
    side_gaps out = {.least = SEGMENT_BOX_SQUARE_LEAST * size * size};
    for (int side = 0; side < 2; side++) {
        const vec3 up = sub3(least, side ? high : low), down = sub3(side ? high : low, most);
        for (int k = 0; k < 3; k++) {
            const double gap = max2(max2(axis3(up, k), axis3(down, k)), 0.0);
            out.squared[side][k] = gap * gap;
        }
    }
    return out;
}

/* A point of the segment, the nearest one of the box, how far apart they are, and how the square
 * of that changes: half of its first and second derivative by t. */
typedef struct box_distance {
    double t, d2, slope, curve;
    vec3 q, apart;
} box_distance;

static CAROM_INLINE box_distance distance_at(vec3 start, vec3 along, const vec3 box[2], double t) {
    const vec3 p = mad3(start, along, t), q = clamp_into_box(p, box[0], box[1]), r = sub3(p, q);
    const double curve = (r.x != 0.0 ? along.x * along.x : 0.0) +
                         (r.y != 0.0 ? along.y * along.y : 0.0) +
                         (r.z != 0.0 ? along.z * along.z : 0.0);
    return (box_distance){t, len2(r), dot3(along, r), curve, q, r};
}

/* The squared distance from a point of the segment to the box is convex in the parameter, its
 * derivative piecewise linear: Newton's method, between the ends of a bracket. `margin`: every pair
 * of points that is nearest but for rounding has its point of the box within so much of q along
 * each axis, since the distance grows on both sides of t and the projection onto a convex set
 * brings points no farther apart. Infinite where that is not shown. */
static box_distance nearest_of_box(const vec3 s[2], vec3 low, vec3 high, double *margin) {
    const vec3 along = sub3(s[1], s[0]), box[2] = {low, high};
    box_distance from = distance_at(s[0], along, box, 0.0), to = distance_at(s[0], along, box, 1.0),
                 at = from.d2 < to.d2 ? from : to;
    if (from.slope < 0.0 && to.slope > 0.0) {
        const double least = SEGMENT_BOX_SLOPE * (to.slope - from.slope);
        double t = from.t - from.slope / from.curve;
        for (int i = 0; i < SEGMENT_BOX_STEPS; i++) {
            if (!(t > from.t && t < to.t)) t = 0.5 * (from.t + to.t);
            at = distance_at(s[0], along, box, t);
            if (fabs(at.slope) <= least) break;
            *(at.slope < 0.0 ? &from : &to) = at;
            t = at.t - at.slope / at.curve;
        }
    }
    const double more = at.d2 * SEGMENT_BOX_GROWTH;
    const bool grows =
        (at.t <= 0.0 || distance_at(s[0], along, box, at.t - SEGMENT_BOX_STEP).d2 > more) &&
        (at.t >= 1.0 || distance_at(s[0], along, box, at.t + SEGMENT_BOX_STEP).d2 > more);
    *margin = grows ? 4.0 * SEGMENT_BOX_STEP * max_abs3(along) + 1e-5 * max_abs3(at.apart)
                    : (double)INFINITY;
    return at;
}

static void try_edge(candidate *best, const vec3 s[2], vec3 e0, vec3 e1) {
    const segment_pair pair = segment_segment(s[0], s[1], e0, e1);
    const vec3 points[2] = {at_parameter(s[0], s[1], pair.s), at_parameter(e0, e1, pair.t)};
    try_candidate(best, pair.d2, pair.s, points);
}

/* Edge i of twelve: its axis is i / 4, the sides of the other two axes, in their order, are bits.
 */
static void try_box_edge(candidate *best, const vec3 s[2], const vec3 box[2], int i) {
    const int axis = i / 4;
    const vec3 first = box[i & 1], second = box[(i >> 1) & 1];
    const double y = axis == 0 ? first.y : first.x, z = axis == 2 ? second.y : second.z;
    const vec3 e0 = axis == 0   ? vec(box[0].x, y, z)
                    : axis == 1 ? vec(y, box[0].y, z)
                                : vec(y, z, box[0].z);
    const vec3 e1 =
        vec(axis == 0 ? box[1].x : e0.x, axis == 1 ? box[1].y : e0.y, axis == 2 ? box[1].z : e0.z);
    try_edge(best, s, e0, e1);
}

/* For disjoint shapes the nearest pair is an end and a face, or the segment and one of the twelve
 * edges. Edges that are no place of the nearest point of the box are left out, which are nearly
 * all; where that is not known, those that are farther off across their axis. */
static candidate segment_box(const vec3 s[2], vec3 low, vec3 high) {
    const vec3 box[2] = {low, high};
    candidate best = {.d2 = (double)INFINITY};
    double margin;
    const box_distance near = nearest_of_box(s, low, high, &margin);
    for (int i = 0; i < 2; i++) {
        vec3 q = clamp_into_box(s[i], low, high);
        try_candidate(&best, len2(sub3(s[i], q)), i, (vec3[2]){s[i], q});
    }
    if (margin <= DBL_MAX) {
        bool at[2][3];
        for (int side = 0; side < 2; side++)
            for (int k = 0; k < 3; k++)
                at[side][k] = fabs(axis3(box[side], k) - axis3(near.q, k)) <= margin;
        for (int i = 0; i < 12; i++)
            if (at[i & 1][i < 4] && at[(i >> 1) & 1][i < 8 ? 2 : 1]) try_box_edge(&best, s, box, i);
        return best;
    }
    const side_gaps gaps = gaps_to_sides(s, low, high);
    for (int i = 0; i < 12; i++) {
        const double off = gaps.squared[i & 1][i < 4] + gaps.squared[(i >> 1) & 1][i < 8 ? 2 : 1];
        if (!(off > best.d2 * SEGMENT_BOX_FARTHER + gaps.least)) try_box_edge(&best, s, box, i);
    }
    return best;
}

/* The first parameter at which a segment that overlaps the box is inside (slabs). */
static double box_entry(const vec3 s[2], vec3 low, vec3 high) {
    double t = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        double p = axis3(s[0], axis), q = axis3(s[1], axis);
        double near = p < axis3(low, axis) ? axis3(low, axis) : axis3(high, axis);
        if (p >= axis3(low, axis) && p <= axis3(high, axis)) continue;
        double at = (near - p) / (q - p);
        if (at > t && at <= 1.0) t = at;
    }
    return t;
}

carom_closest_params carom_closest_segment_aabb(const carom_segment *segment,
                                                const carom_aabb *box) {
    const vec3 s[2] = {load3(segment->a), load3(segment->b)};
    vec3 low = load3(box->min), high = load3(box->max);
    if (carom_overlap_segment_aabb(segment, box)) {
        double t = box_entry(s, low, high);
        carom_vec3 x = store3(clamp_into_box(at_parameter(s[0], s[1], t), low, high));
        return (carom_closest_params){0, x, x, (carom_real)t, 0};
    }
    vec3 scaled[4] = {s[0], s[1], low, high};
    double back = carom_rescale(scaled, 4);
    if (back == 0.0 || !(low.x <= high.x && low.y <= high.y && low.z <= high.z)) return no_params;
    candidate best = segment_box(scaled, scaled[2], scaled[3]);
    double distance = sqrt(best.d2);
    if (distance == 0.0)
        distance = carom_near_box_distance((near_shape){scaled, 2}, scaled[2], scaled[3]);
    return (carom_closest_params){(carom_real)(distance * back), store3(scale3(best.a, back)),
                                  store3(scale3(best.b, back)), (carom_real)best.t, 0};
}
