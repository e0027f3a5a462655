/* The nearest points of two boxes by alternating projections [Cheney59] with an exact line search,
 * in lanes: y is the point of B nearest to x, then x the point of A nearest to y. Two points each
 * of which is the other's nearest realise the distance. In a box's own frame the projection is a
 * clamp [Ericson05] 5.1.4, so a corner is found at once. Where points would converge slowly along
 * an edge or a face, the step is extended to its minimum on the present faces: two edges take one
 * step.
 *
 * A distance is returned only when the plane perpendicular to it certifies it to rounding. Same
 * bits on every instruction set. It spares most box pairs the general search by GJK. */
#include "convex/box/box_lanes.h"
#include "convex/box/box_nearest.h"
#include "convex/box/tolerances.h"
#include "math/box_axes.h"

/* Projections onto each box before the pair is left to the general solver. */
#define NEAREST_STEPS 12

/* Vectors in lanes; the fourth lane is undefined. In A's frame a point y of B is `separation` plus
 * the rotation of its own coordinates. A matrix in lanes is applied as the sum of its three cyclic
 * diagonals times the vector rotated by 0, 1 and 2 lanes. */
typedef struct box_search {
    d4 to_b[3], to_a[3]; /* cyclic diagonals of the rotations to B's frame and to A's */
    d4 separation;       /* from A's centre to B's */
    d4 half_a, half_b;
    d4 x, y;           /* points of A in A's frame, and of B in B's frame */
    d4 free_x, free_y; /* y in A's frame and x in B's frame: before clamping */
    d4 apart;          /* x - y */
    double size;
    int steps;
} box_search;

typedef enum box_nearest_end {
    BOXES_UNDECIDED,
    BOXES_NEAREST,
    BOXES_X_IN_B,
    BOXES_Y_IN_A
} box_nearest_end;

/* Matrix times vector, by cyclic diagonals. */
static CAROM_INLINE d4 d4_products(const d4 by[3], d4 v) {
    const d4 next = d4_next(v);
    const d4 two = d4_add(d4_mul(by[0], v), d4_mul(by[1], next));
    return d4_add(two, d4_mul(by[2], d4_next(next)));
}

static CAROM_INLINE d4 d4_clamped(d4 v, d4 half) {
    return d4_max(d4_min(v, half), d4_neg(half));
}

static CAROM_INLINE bool is_inside(d4 v, d4 half, double margin) {
    return (d4_bits(d4_lt(d4_abs(v), d4_sub(half, d4_all(margin)))) & 7u) == 7u;
}

static CAROM_INLINE d4 half_lanes(const box_view *s) {
    return d4_of(s->half.x, s->half.y, s->half.z, s->half.z);
}

/* One cyclic diagonal of the rotation between the frames. */
static CAROM_INLINE d4 diagonal_of(const d4 *a, const d4 *b) {
    return d4_add(d4_add(d4_mul(a[0], b[0]), d4_mul(a[1], b[1])), d4_mul(a[2], b[2]));
}

static CAROM_INLINE void start_boxes(box_search *s, const box_view *a, const box_view *b) {
    d4 of_a[4], of_b[4];
    axes_in_lanes(of_a, a->axes);
    axes_in_lanes(of_b, b->axes);
    s->to_b[0] = s->to_a[0] = diagonal_of(of_a, of_b);
    const vec3 apart = sub3(b->center, a->center);
    s->separation = along_axes(of_a, &apart);
    for (int k = 1; k < 3; k++) {
        for (int i = 0; i < 3; i++)
            of_a[i] = d4_next(of_a[i]);
        s->to_b[k] = diagonal_of(of_a, of_b);
    }
    s->to_a[1] = d4_next(s->to_b[2]);
    s->to_a[2] = d4_next(d4_next(s->to_b[1]));
    s->half_a = half_lanes(a);
    s->half_b = half_lanes(b);
    s->size = max_abs3(apart) + max_abs3(a->half) + max_abs3(b->half);
    s->x = d4_clamped(s->separation, s->half_a);
}

/* The sums of the first three lanes of each vector. */
static CAROM_INLINE d4 lane_sums(d4 p, d4 q, d4 r, d4 s) {
    d4 row[4] = {p, q, r, s};
    d4_transpose(row);
    return d4_add(d4_add(row[0], row[1]), row[2]);
}

/* Line search: extends the step d of x to the minimum of the distance with y on its present faces,
 * by |d|^2 / |P d|^2, where P d is the part of d along the axes on which y is clamped. The step
 * ends at the faces of A, and is never shortened. */
static CAROM_INLINE d4 extended_step(const box_search *s, d4 step) {
    const d4 zero = d4_all(0.0), in_b = d4_products(s->to_b, step);
    const d4 clamped = d4_select(d4_eq(s->free_y, s->y), zero, in_b);
    const d4 end = d4_select(d4_lt(step, zero), d4_neg(s->half_a), s->half_a);
    double sum[4], limit[4];
    d4_store(limit, d4_div(d4_sub(end, s->x), step));
    d4_store(sum, lane_sums(d4_mul(step, step), d4_mul(clamped, clamped), zero, zero));
    double by = sum[0] / max2(sum[1], sum[0] * NEAREST_EXTENSION);
    for (int i = 0; i < 3; i++)
        by = limit[i] < by ? limit[i] : by; /* limit is NaN where the step is 0 */
    return d4_mul(step, d4_all(max2(by, 1.0)));
}

/* Extending every step would zigzag across a valley that is crossed at a slant: after the first two
 * every other step is not extended. */
static CAROM_INLINE box_nearest_end alternate_projections(box_search *s) {
    const d4 still = d4_all(NEAREST_STILL * s->size);
    const double margin = NEAREST_INSIDE * s->size;
    for (s->steps = 1; s->steps <= NEAREST_STEPS; s->steps++) {
        s->free_y = d4_products(s->to_b, d4_sub(s->x, s->separation));
        if (is_inside(s->free_y, s->half_b, margin)) return BOXES_X_IN_B;
        s->y = d4_clamped(s->free_y, s->half_b);
        s->free_x = d4_add(s->separation, d4_products(s->to_a, s->y));
        if (is_inside(s->free_x, s->half_a, margin)) return BOXES_Y_IN_A;
        const d4 x = d4_clamped(s->free_x, s->half_a), step = d4_sub(x, s->x);
        if ((d4_bits(d4_le(d4_abs(step), still)) & 7u) == 7u) return BOXES_NEAREST;
        const bool unextended = s->steps > 2 && s->steps % 2 == 0;
        s->x = unextended ? x : d4_clamped(d4_add(s->x, extended_step(s, step)), s->half_a);
    }
    return BOXES_UNDECIDED;
}

/* The numbers of a box stand in a row: a load of four takes a vector and one number behind it. */
static CAROM_INLINE vec3 point_of_box(const box_view *b, d4 at) {
    double v[4], x[4];
    d4_store(v, at);
    d4 from = d4_add(d4_load(&b->center.x), d4_mul(d4_load(&b->axes[0].x), d4_all(v[0])));
    from = d4_add(from, d4_mul(d4_load(&b->axes[1].x), d4_all(v[1])));
    d4_store(x, d4_add(from, d4_mul(d4_load(&b->axes[2].x), d4_all(v[2]))));
    return vec(x[0], x[1], x[2]);
}

static CAROM_INLINE boxes_known set_common_point(const box_view *on, d4 at, convex_distance *out) {
    out->point_a = out->point_b = point_of_box(on, at);
    out->distance = out->lower_bound = 0.0;
    out->normal = vec(1, 0, 0);
    out->overlap = true;
    return BOXES_KNOWN;
}

/* Do the boxes overlap by more than rounding, by the separating axis test? */
static CAROM_APART bool boxes_certainly_overlap(const box_view *a, const box_view *b) {
    box_lanes lanes_a, lanes_b;
    axis_lanes separation;
    box_choice choice;
    BOX_LANES_LOAD(&lanes_a, &a->center.x, loose_doubles);
    BOX_LANES_LOAD(&lanes_b, &b->center.x, loose_doubles);
    BOX_DELTA_LOAD(separation, &a->center.x, &b->center.x, loose_doubles);
    box_axes_choose(&lanes_a, &lanes_b, &separation, &choice);
    return choice.meet;
}

/* |x - y|, and the gap of the boxes along x - y: an upper and a lower bound of the distance. */
typedef struct box_proof {
    double separation, gap;
} box_proof;

static CAROM_INLINE box_proof bound_distance(const box_search *s) {
    const d4 d = s->apart, in_b = d4_products(s->to_b, d);
    double sum[4];
    d4_store(sum, lane_sums(d4_mul(d, d), d4_mul(d, s->separation), d4_mul(d4_abs(d), s->half_a),
                            d4_mul(d4_abs(in_b), s->half_b)));
    const double separation = sqrt(sum[0]);
    return (box_proof){separation, (-sum[1] - sum[2] - sum[3]) / separation};
}

static CAROM_INLINE bool is_certified(const box_search *s, double distance, double gap) {
    return distance - gap <= NEAREST_GAP * distance + NEAREST_GAP_SIZE * s->size;
}

/* Removes from a short x - y the components along edges and faces that it is perpendicular to: they
 * come from rounding. */
static CAROM_APART void remove_tangential(box_search *s) {
    const d4 zero = d4_all(0.0);
    const d4_flags of_a = d4_lt(d4_abs(s->free_x), s->half_a);
    const d4_flags of_b = d4_lt(d4_abs(s->free_y), s->half_b);
    s->apart = d4_select(of_a, zero, s->apart);
    const d4 along = d4_select(of_b, d4_products(s->to_b, s->apart), zero);
    const d4 off = d4_select(of_a, zero, d4_products(s->to_a, along));
    double sum[4];
    d4_store(sum, lane_sums(d4_mul(along, along), d4_mul(off, off), zero, zero));
    if (sum[1] > 0.0) s->apart = d4_sub(s->apart, d4_mul(off, d4_all(sum[0] / sum[1])));
}

/* Sets the nearest points when they are certified. Where x and y coincide, the boxes only touch, or
 * the projections reached the common part from outside: then the separating axis test decides. */
static CAROM_INLINE boxes_known set_nearest_points(box_search *s, const box_view *a,
                                                   const box_view *b, convex_distance *out) {
    s->apart = d4_sub(s->x, s->free_x);
    box_proof proof = bound_distance(s);
    const double distance = proof.separation;
    if (!(distance > NEAREST_TOUCHING * s->size)) {
        set_common_point(a, s->x, out);
        return boxes_certainly_overlap(a, b) ? BOXES_KNOWN : BOXES_COINCIDE;
    }
    if (CAROM_UNLIKELY(!is_certified(s, distance, proof.gap))) {
        remove_tangential(s);
        proof = bound_distance(s);
        if (!is_certified(s, distance, proof.gap)) return BOXES_UNKNOWN;
    }
    double n[4];
    d4_store(n, d4_div(s->apart, d4_all(-proof.separation)));
    out->normal = mad3(mad3(scale3(a->axes[0], n[0]), a->axes[1], n[1]), a->axes[2], n[2]);
    out->distance = distance;
    out->lower_bound = max2(0.0, min2(distance, proof.gap - NEAREST_BOUND_ERROR * s->size));
    out->point_a = point_of_box(a, s->x);
    out->point_b = point_of_box(b, s->y);
    out->overlap = false;
    return BOXES_KNOWN;
}

boxes_known SIMD_NAME(carom_boxes_nearest)(const box_view *a, const box_view *b,
                                           convex_distance *out) {
    box_search s;
    start_boxes(&s, a, b);
    if (!(s.size > NEAREST_SIZE_MIN && s.size < NEAREST_SIZE_MAX)) return BOXES_UNKNOWN;
    out->status = CONVEX_EXACT;
    const box_nearest_end end = alternate_projections(&s);
    out->iterations = s.steps;
    if (end == BOXES_NEAREST) return set_nearest_points(&s, a, b, out);
    if (end == BOXES_UNDECIDED) return BOXES_UNKNOWN;
    return end == BOXES_X_IN_B ? set_common_point(a, s.x, out) : set_common_point(b, s.y, out);
}
