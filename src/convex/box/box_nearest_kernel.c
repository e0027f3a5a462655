/* The nearest points of two boxes, by turns: the point of B nearest to one of A, then the point of
 * A nearest to that. Two points each of which is the other's nearest are the nearest of all. Seen
 * from a box the nearest point is a clamp, so that a corner is found at once, and so is whatever it
 * is nearest to. Where points would creep along an edge or a face, the step is drawn out to where
 * its gain ends as long as the other one's faces stay the same: two edges then take one step.
 *
 * All is told in A's frame, where y lies at `way` + the turn of y's own coordinates, by lanes: a
 * turn is its three diagonals times the vector and the same with its numbers moved round. */
#include "convex/box/box_lanes.h"
#include "convex/box/box_nearest.h"
#include "math/box_axes.h"

#define NEAREST_TURNS 12
/* Of the size: points that move by less stand still. */
#define NEAREST_STILL 0x1p-51
/* A step is drawn out by no more. */
#define NEAREST_DRAWN 0x1p-40
/* Points that are this part of the size inside are so, whatever rounding did. */
#define NEAREST_INSIDE 1e-12
#define NEAREST_SMALL 1e-60
#define NEAREST_LARGE 1e60

/* In lanes; the fourth holds anything. */
typedef struct box_search {
    d4 into[3], back[3]; /* diagonals of the turns to B's frame and to A's */
    d4 way;              /* to B's centre */
    d4 half_a, half_b;
    d4 x, y;           /* on A in its frame, and on B in that of B */
    d4 free_x, free_y; /* each as the other sees it, before it is clamped */
    d4 apart;          /* x - y */
    double size;
    int turns;
} box_search;

typedef enum box_turns_end { BOXES_OPEN, BOXES_NEAREST, BOXES_X_IN_B, BOXES_Y_IN_A } box_turns_end;

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

static CAROM_INLINE d4 diagonal_of(const d4 *a, const d4 *b) {
    return d4_add(d4_add(d4_mul(a[0], b[0]), d4_mul(a[1], b[1])), d4_mul(a[2], b[2]));
}

static CAROM_INLINE void start_boxes(box_search *s, const box_view *a, const box_view *b) {
    d4 of_a[4], of_b[4];
    axes_in_lanes(of_a, a->axes);
    axes_in_lanes(of_b, b->axes);
    s->into[0] = s->back[0] = diagonal_of(of_a, of_b);
    const vec3 apart = sub3(b->center, a->center);
    s->way = along_axes(of_a, &apart);
    for (int k = 1; k < 3; k++) {
        for (int i = 0; i < 3; i++)
            of_a[i] = d4_next(of_a[i]);
        s->into[k] = diagonal_of(of_a, of_b);
    }
    s->back[1] = d4_next(s->into[2]);
    s->back[2] = d4_next(d4_next(s->into[1]));
    s->half_a = half_lanes(a);
    s->half_b = half_lanes(b);
    s->size = max_abs3(apart) + max_abs3(a->half) + max_abs3(b->half);
    s->x = d4_clamped(s->way, s->half_a);
}

/* The sum of the first three lanes of each. */
static CAROM_INLINE d4 lane_sums(d4 p, d4 q, d4 r, d4 s) {
    d4 row[4] = {p, q, r, s};
    d4_turn(row);
    return d4_add(d4_add(row[0], row[1]), row[2]);
}

/* A step of x drawn out to where its gain would end if y stayed on the same faces: by its square by
 * the square of its part along which y stays, as far as A goes. It is never shortened. */
static CAROM_INLINE d4 drawn_out(const box_search *s, d4 step) {
    const d4 zero = d4_all(0.0), seen = d4_products(s->into, step);
    const d4 stays = d4_select(d4_eq(s->free_y, s->y), zero, seen);
    const d4 end = d4_select(d4_lt(step, zero), d4_neg(s->half_a), s->half_a);
    double sum[4], room[4];
    d4_store(room, d4_div(d4_sub(end, s->x), step));
    d4_store(sum, lane_sums(d4_mul(step, step), d4_mul(stays, stays), zero, zero));
    double by = sum[0] / max2(sum[1], sum[0] * NEAREST_DRAWN);
    for (int i = 0; i < 3; i++)
        by = room[i] < by ? room[i] : by; /* which is no number where the step stands still */
    return d4_mul(step, d4_all(max2(by, 1.0)));
}

/* Where a valley is crossed at a slant, steps that all were drawn out would go to and fro across
 * it: after the first two every other one is not. */
static CAROM_INLINE box_turns_end take_turns(box_search *s) {
    const d4 still = d4_all(NEAREST_STILL * s->size);
    const double margin = NEAREST_INSIDE * s->size;
    for (s->turns = 1; s->turns <= NEAREST_TURNS; s->turns++) {
        s->free_y = d4_products(s->into, d4_sub(s->x, s->way));
        if (is_inside(s->free_y, s->half_b, margin)) return BOXES_X_IN_B;
        s->y = d4_clamped(s->free_y, s->half_b);
        s->free_x = d4_add(s->way, d4_products(s->back, s->y));
        if (is_inside(s->free_x, s->half_a, margin)) return BOXES_Y_IN_A;
        const d4 x = d4_clamped(s->free_x, s->half_a), step = d4_sub(x, s->x);
        if ((d4_bits(d4_le(d4_abs(step), still)) & 7u) == 7u) return BOXES_NEAREST;
        const bool plain = s->turns > 2 && s->turns % 2 == 0;
        s->x = plain ? x : d4_clamped(d4_add(s->x, drawn_out(s, step)), s->half_a);
    }
    return BOXES_OPEN;
}

static CAROM_INLINE vec3 point_of_box(const box_view *b, d4 at) {
    double v[4];
    d4_store(v, at);
    vec3 from = mad3(mad3(b->center, b->axes[0], v[0]), b->axes[1], v[1]);
    return mad3(from, b->axes[2], v[2]);
}

static CAROM_INLINE bool set_common_point(const box_view *on, d4 at, convex_distance *out) {
    out->point_a = out->point_b = point_of_box(on, at);
    out->distance = out->lower_bound = 0.0;
    out->normal = vec(1, 0, 0);
    out->overlap = true;
    return true;
}

/* Do they share more than rounding could make them? */
static CAROM_APART bool boxes_surely_meet(const box_view *a, const box_view *b) {
    box_lanes lanes_a, lanes_b;
    axis_lanes way;
    box_choice choice;
    BOX_LANES_LOAD(&lanes_a, &a->center.x, loose_doubles);
    BOX_LANES_LOAD(&lanes_b, &b->center.x, loose_doubles);
    BOX_WAY_LOAD(way, &a->center.x, &b->center.x, loose_doubles);
    box_axes_choose(&lanes_a, &lanes_b, &way, &choice);
    return choice.meet;
}

/* The plane across the way from x to y: how long that is, and what the plane leaves between them.
 */
typedef struct box_proof {
    double way, gap;
} box_proof;

static CAROM_INLINE box_proof prove_apart(const box_search *s) {
    const d4 d = s->apart, seen = d4_products(s->into, d);
    double sum[4];
    d4_store(sum, lane_sums(d4_mul(d, d), d4_mul(d, s->way), d4_mul(d4_abs(d), s->half_a),
                            d4_mul(d4_abs(seen), s->half_b)));
    const double way = sqrt(sum[0]);
    return (box_proof){way, (-sum[1] - sum[2] - sum[3]) / way};
}

static CAROM_INLINE bool is_proved(const box_search *s, double distance, double gap) {
    return distance - gap <= 1e-13 * distance + 4e-15 * s->size;
}

/* What rounding left of a short way along edges and faces that it is square to is taken from it. */
static CAROM_APART void straighten(box_search *s) {
    const d4 zero = d4_all(0.0);
    const d4_flags of_a = d4_lt(d4_abs(s->free_x), s->half_a);
    const d4_flags of_b = d4_lt(d4_abs(s->free_y), s->half_b);
    s->apart = d4_select(of_a, zero, s->apart);
    const d4 along = d4_select(of_b, d4_products(s->into, s->apart), zero);
    const d4 off = d4_select(of_a, zero, d4_products(s->back, along));
    double sum[4];
    d4_store(sum, lane_sums(d4_mul(along, along), d4_mul(off, off), zero, zero));
    if (sum[1] > 0.0) s->apart = d4_sub(s->apart, d4_mul(off, d4_all(sum[0] / sum[1])));
}

/* Where x and y are one the boxes only touch there, or turns led from outside to their surfaces. */
static CAROM_INLINE bool set_nearest_points(box_search *s, const box_view *a, const box_view *b,
                                            convex_distance *out) {
    s->apart = d4_sub(s->x, s->free_x);
    box_proof proof = prove_apart(s);
    const double distance = proof.way;
    if (!(distance > 16e-15 * s->size))
        return boxes_surely_meet(a, b) && set_common_point(a, s->x, out);
    if (CAROM_UNLIKELY(!is_proved(s, distance, proof.gap))) {
        straighten(s);
        proof = prove_apart(s);
        if (!is_proved(s, distance, proof.gap)) return false;
    }
    double n[4];
    d4_store(n, d4_div(s->apart, d4_all(-proof.way)));
    out->normal = mad3(mad3(scale3(a->axes[0], n[0]), a->axes[1], n[1]), a->axes[2], n[2]);
    out->distance = distance;
    out->lower_bound = max2(0.0, min2(distance, proof.gap - 1e-15 * s->size));
    out->point_a = point_of_box(a, s->x);
    out->point_b = point_of_box(b, s->y);
    out->overlap = false;
    return true;
}

bool SIMD_NAME(carom_boxes_nearest)(const box_view *a, const box_view *b, convex_distance *out) {
    box_search s;
    start_boxes(&s, a, b);
    if (!(s.size > NEAREST_SMALL && s.size < NEAREST_LARGE)) return false;
    out->status = CONVEX_EXACT;
    const box_turns_end end = take_turns(&s);
    out->iterations = s.turns;
    if (end == BOXES_NEAREST) return set_nearest_points(&s, a, b, out);
    if (end == BOXES_OPEN) return false;
    return end == BOXES_X_IN_B ? set_common_point(a, s.x, out) : set_common_point(b, s.y, out);
}
