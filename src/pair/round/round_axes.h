/* Closest points of two segments [Ericson05] 5.1.9, the axes of two capsules, A's in the first lane
 * and B's in the second, and the answers that follow from them. Which clamps act on the parameters
 * and whether the capsules touch is unpredictable: there is no branch on either. */
#ifndef CAROM_PAIR_ROUND_ROUND_AXES_H
#define CAROM_PAIR_ROUND_ROUND_AXES_H

#include "carom/contact.h"
#include "simd/triple.h"
#include "pair/pose/round_frame.h"
#include "query/closest/kernel_segment_segment.h"

/* The axes' closest points. */
typedef struct round_pair {
    const round_frame *a, *b;
    triple apart;     /* from that of B to that of A */
    pair2 at;         /* their parameters on the axes, in [0, 1] */
    double sine2;     /* squared sine of the angle between the axes; 0 where it was not computed */
    double d2, reach; /* squared distance of the axes; sum of the radii */
} round_pair;

static CAROM_INLINE pair2 clamp_pair(pair2 t) {
    return pair_lesser(pair_greater(t, BOTH(0.0)), BOTH(1.0));
}

/* The parameters of the closest points of two segments. While a point runs along one axis, the
 * nearest parameter on the other lies between those nearest to the ends of the first, clamped;
 * while it runs over this range, the parameter on the first lies between those nearest to the ends
 * of the range. The closest parameters of the lines are clamped to these bounds, so that nothing
 * but the clamp waits for the division. The bounds are in order: both slopes have the same sign,
 * and rounding is monotone. */
static CAROM_INLINE pair2 nearest_parameters(pair2 slope, pair2 base, pair2 sine2) {
    const pair2 other = SWAP_PAIR(base);
    const pair2 open = (slope * other + base) / sine2;
    const pair2 low = base + slope * clamp_pair(other);
    const pair2 high = base + slope * clamp_pair(other + SWAP_PAIR(slope));
    return pair_lesser(pair_greater(open, pair_greater(low, BOTH(0.0))), clamp_pair(high));
}

/* Closest points of the axes of two frames, the start of B's axis at `back` from that of A's. Both
 * parameters are computed side by side, so that the result does not depend on the order of the
 * shapes. @return false for axes that are nearly parallel, near each other or far apart */
static CAROM_INLINE bool solve_axes_from(round_pair *pair, const triple *back) {
    const round_frame *a = pair->a, *b = pair->b;
    triple u, v;
    triple_load(&u, a->delta), triple_load(&v, b->delta);
    const triple w = -*back;
    const triple u_v = u * v, to_b = u * *back, to_a = v * w;
    const pair2 per = {a->inverse_square, b->inverse_square};
    const pair2 slope = triple_sums(&u_v, &u_v) * per, base = triple_sums(&to_b, &to_a) * per;
    const pair2 sine2 = BOTH(1.0) - slope * SWAP_PAIR(slope);
    const pair2 t = nearest_parameters(slope, base, sine2);
    pair->at = t, pair->sine2 = sine2[0];
    pair->apart = w + (u * TRIPLE_OF(t[0]) - v * TRIPLE_OF(t[1]));
    const triple apart2 = pair->apart * pair->apart;
    pair->d2 = triple_sum(&apart2);
    pair->reach = a->radius + b->radius;
    return pair->sine2 > NEARLY_PARALLEL && pair->d2 >= max2(a->near2, b->near2) &&
           (sizeof(carom_real) == sizeof(float) || pair->d2 < AXES_D2_MAX);
}

static CAROM_INLINE bool solve_regular_axes(round_pair *pair) {
    triple from_a, from_b;
    triple_load(&from_a, pair->a->start), triple_load(&from_b, pair->b->start);
    const triple back = from_b - from_a;
    return solve_axes_from(pair, &back);
}

/** The same for axes that are not regular, of two capsules that have frames. `flip`: B comes first
 * in table order. @return false for extreme sizes */
bool carom_round_robust_axes(round_pair *pair, const triple *back, bool flip);

/** Of spheres and capsules of any kind; fills in the frames, to which the pair refers. False:
 * without radius, or of extreme size. */
bool carom_round_axes(round_pair *out, round_frame frame[2], const carom_shape *a,
                      const carom_shape *b);

/** From A to B, unit, also for axes that cross. `flip`: B comes first in table order. */
void carom_round_normal(triple *out, const round_pair *pair, bool flip);

static inline bool rounds_touch(const round_pair *pair) {
    return sqrt(pair->d2) <= pair->reach;
}

/* The same, without the root where comparing squares is certain. */
static CAROM_INLINE bool rounds_touch_squared(const round_pair *pair) {
    const double square = pair->reach * pair->reach, apart = pair->d2 - square;
    if (CAROM_LIKELY(fabs(apart) > ROUND_SQUARES_DOUBT * square)) return apart < 0.0;
    return rounds_touch(pair);
}

/* ---- answers */

static CAROM_INLINE void store_triple(carom_vec3 *out, const triple *t) {
    quad_real row;
    quad_from_triple(&row, t);
    row += QUAD_OF(0); /* no zero is negative */
    quad_store_three(&out->x, &row);
}

static CAROM_INLINE void store_pair(carom_real *to, pair2 p) {
    const quad_two two = pair_rounded(p);
    memcpy(to, &two, sizeof two);
}

static CAROM_INLINE void point_on_axis(triple *out, const round_frame *axis, double t) {
    triple delta;
    triple_load(&delta, axis->delta), triple_load(out, axis->start);
    *out += delta * TRIPLE_OF(t);
}

/* The points of the surfaces along `normal`, which is from A to B, from those of the axes. */
static CAROM_INLINE void surface_points(triple *a, triple *b, const round_pair *pair,
                                        const triple *normal) {
    point_on_axis(a, pair->a, pair->at[0]), point_on_axis(b, pair->b, pair->at[1]);
    *a += *normal * TRIPLE_OF(pair->a->radius);
    *b -= *normal * TRIPLE_OF(pair->b->radius);
}

/* An answer in parts, of which it is made where it is returned: it is large, and a whole one that
 * is written first is copied. */
typedef struct round_gap {
    carom_real distance, at[2];
    carom_vec3 point_a, point_b;
} round_gap;

static CAROM_INLINE bool gap_in_range(const round_gap *gap) {
    return CAROM_LIKELY((double)gap->distance < CLOSEST_FAR) ||
           (finite3(load3(gap->point_a)) && finite3(load3(gap->point_b)));
}

static CAROM_INLINE carom_closest_any closest_of_gap(const round_gap *gap) {
    return (carom_closest_any){.distance = gap->distance,
                               .lower_bound = gap->distance,
                               .point_a = gap->point_a,
                               .point_b = gap->point_b,
                               .t_a = gap->at[0],
                               .t_b = gap->at[1]};
}

/* The closest points of the surfaces, from the midpoint of the axes' points: both are shifted by
 * half the difference of the radii, and apart by half the gap. In contact the distance is taken as
 * the sum of the radii, so that the gap is 0 and both are the same point. */
static CAROM_INLINE void gap_of_axes(round_gap *out, const round_pair *pair) {
    const double reach = pair->reach, square = max2(pair->d2, reach * reach);
    const double root = sqrt(square), gap = root - reach;
    const triple half = pair->apart * TRIPLE_OF(0.5 / square * root);
    triple a, b;
    point_on_axis(&a, pair->a, pair->at[0]), point_on_axis(&b, pair->b, pair->at[1]);
    const triple middle =
        (a + b) * TRIPLE_OF(0.5) + half * TRIPLE_OF(pair->b->radius - pair->a->radius);
    const triple aside = half * TRIPLE_OF(gap);
    a = middle + aside, b = middle - aside;
    out->distance = (carom_real)gap;
    store_triple(&out->point_a, &a), store_triple(&out->point_b, &b);
    store_pair(out->at, pair->at);
}

/* The unit vector from A's axis to B's, where they are not too near each other. */
static CAROM_INLINE void regular_normal(triple *out, const round_pair *pair) {
    *out = pair->apart * TRIPLE_OF(-sqrt(pair->d2) * (1.0 / pair->d2));
}

static CAROM_INLINE void depth_of_axes(carom_penetration *out, const round_pair *pair,
                                       const triple *normal) {
    triple a, b;
    surface_points(&a, &b, pair, normal);
    out->overlap = true;
    out->depth = (carom_real)min2(pair->reach - sqrt(pair->d2), (double)CAROM_REAL_MAX);
    store_triple(&out->normal, normal);
    store_triple(&out->point_a, &a), store_triple(&out->point_b, &b);
    out->certainty = CAROM_EXACT;
    out->sub_a = out->sub_b = (carom_subshape){.has_child = false};
}

/* Ids of contact points: 0 and 1 the ends of A's axis, 2 and 3 those of B's, 4 the closest points.
 */
enum { ROUND_ID_CLOSEST = 4 };

static CAROM_INLINE void contact_at_point(carom_contact_manifold *out, const round_pair *pair,
                                          const triple *normal) {
    triple a, b;
    surface_points(&a, &b, pair, normal);
    out->count = 1;
    store_triple(&out->points[0].point_a, &a), store_triple(&out->points[0].point_b, &b);
    out->points[0].depth = (carom_real)(pair->reach - sqrt(pair->d2));
    out->points[0].id = ROUND_ID_CLOSEST;
    out->points[0].sub_a = out->points[0].sub_b = (carom_subshape){.has_child = false};
}

static CAROM_INLINE void no_contact(carom_contact_manifold *out) {
    out->count = 0;
    out->certainty = CAROM_EXACT;
    out->normal = (carom_vec3){0, 0, 0};
}

#endif
