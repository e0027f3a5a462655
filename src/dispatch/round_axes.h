/* The closest points of the axes of two capsules, A's in the first lane and B's in the second, and
 * what follows from them. Nobody can guess which clamps act on the parameters, nor whether the
 * capsules touch: there is no branch on either. */
#ifndef CAROM_DISPATCH_ROUND_AXES_H
#define CAROM_DISPATCH_ROUND_AXES_H

#include "core/triple.h"
#include "dispatch/round_pairs.h"
#include "query/closest/kernel_segment_segment.h"

/* The axes' closest points. */
typedef struct round_pair {
    const round_frame *a, *b;
    triple apart; /* from that of B to that of A */
    pair2 at;     /* where on the axes they are */
    double sine2; /* of the angle between the axes, squared; 0 where that was not asked */
    double d2, reach;
} round_pair;

static CAROM_INLINE pair2 clamp_pair(pair2 t) {
    return pair_lesser(pair_greater(t, BOTH(0.0)), BOTH(1.0));
}

/* Of frames that may be plain. Each parameter is solved for and clamped, from it the other, and
 * from that itself again, A's and B's side by side: so neither comes first. False for axes that are
 * nearly parallel, near each other or far apart. */
static CAROM_INLINE bool solve_plain_axes(round_pair *pair) {
    const round_frame *a = pair->a, *b = pair->b;
    triple u, v, from_a, from_b;
    triple_load(&u, a->way), triple_load(&v, b->way);
    triple_load(&from_a, a->start), triple_load(&from_b, b->start);
    const triple w = from_a - from_b, back = from_b - from_a;
    const triple u_v = u * v, to_b = u * back, to_a = v * w;
    const pair2 per = {a->per, b->per};
    const pair2 slope = BOTH(triple_sum(&u_v)) * per, base = triple_sums(&to_b, &to_a) * per;
    const pair2 base_other = SWAP_PAIR(base), slope_other = SWAP_PAIR(slope);
    pair->sine2 = 1.0 - slope[0] * slope[1];
    pair2 t = clamp_pair((slope * base_other + base) / BOTH(pair->sine2));
    t = clamp_pair(slope_other * t + base_other);
    pair->at = t = clamp_pair(slope * t + base);
    pair->apart = w + (u * TRIPLE_OF(t[0]) - v * TRIPLE_OF(t[1]));
    const triple apart2 = pair->apart * pair->apart;
    pair->d2 = triple_sum(&apart2);
    pair->reach = a->radius + b->radius;
    return pair->sine2 > NEARLY_PARALLEL && pair->d2 >= a->near2 + b->near2 &&
           (sizeof(carom_real) == sizeof(float) || pair->d2 < 1e240);
}

/** Of spheres and capsules of any kind; fills in the frames, to which the pair refers. False:
 * without radius, or of extreme size. */
bool carom_round_axes(round_pair *out, round_frame frame[2], const carom_shape *a,
                      const carom_shape *b);

/** From A to B, unit, also for axes that cross. `flip`: B comes first in table order. */
void carom_round_normal(triple *out, const round_pair *pair, bool flip);

static inline bool rounds_touch(const round_pair *pair) {
    return pair_root(pair->d2) <= pair->reach;
}

/* The same: without the root where squares are sure. */
static CAROM_INLINE bool rounds_touch_squared(const round_pair *pair) {
    const double square = pair->reach * pair->reach, apart = pair->d2 - square;
    if (CAROM_LIKELY(fabs(apart) > 4 * DBL_EPSILON * square)) return apart < 0.0;
    return rounds_touch(pair);
}

/* ---- answers */

static CAROM_INLINE void store_triple(carom_vec3 *out, const triple *t) {
    quad_real row;
    quad_from_triple(&row, t);
    quad_store_three(&out->x, &row);
}

static CAROM_INLINE void point_on_axis(triple *out, const round_frame *axis, double t) {
    triple way;
    triple_load(&way, axis->way), triple_load(out, axis->start);
    *out += way * TRIPLE_OF(t);
}

/* `normal` from A to B: points of the surfaces, by the radii from those of the axes. */
static CAROM_INLINE void surface_points(triple *a, triple *b, const round_pair *pair,
                                        const triple *normal) {
    point_on_axis(a, pair->a, pair->at[0]), point_on_axis(b, pair->b, pair->at[1]);
    *a += *normal * TRIPLE_OF(pair->a->radius);
    *b -= *normal * TRIPLE_OF(pair->b->radius);
}

/* From the middle between the axes' points: half of what lies between the surfaces, and by half of
 * what the radii differ aside. In contact nothing lies between them, and it is one point. */
static CAROM_INLINE void distance_of_axes(carom_closest_any *out, const round_pair *pair) {
    const double way = pair_root(pair->d2), reach = pair->reach;
    const pair2 radius = {pair->a->radius, pair->b->radius};
    const pair2 gap = pair_greater(BOTH(way - reach), BOTH(0.0));
    const pair2 half = pair_lesser(BOTH(way * (0.5 / pair->d2)), BOTH(0.5 / reach));
    const pair2 part = (gap + (SWAP_PAIR(radius) - radius)) * half;
    triple a, b;
    point_on_axis(&a, pair->a, pair->at[0]), point_on_axis(&b, pair->b, pair->at[1]);
    const triple middle = (a + b) * TRIPLE_OF(0.5);
    a = middle + pair->apart * TRIPLE_OF(part[0]);
    b = middle - pair->apart * TRIPLE_OF(part[1]);
    out->distance = out->lower_bound = (carom_real)gap[0];
    out->certainty = CAROM_EXACT;
    store_triple(&out->point_a, &a), store_triple(&out->point_b, &b);
    out->t_a = (carom_real)pair->at[0], out->t_b = (carom_real)pair->at[1];
    out->barycentric = (carom_vec3){0, 0, 0};
    out->feature = CAROM_FACE;
}

/* From A's axis to B's, unit, where they are not too near each other. */
static CAROM_INLINE void plain_normal(triple *out, const round_pair *pair) {
    *out = pair->apart * TRIPLE_OF(-pair_root(pair->d2) * (1.0 / pair->d2));
}

static CAROM_INLINE void depth_of_axes(carom_penetration *out, const round_pair *pair,
                                       const triple *normal) {
    triple a, b;
    surface_points(&a, &b, pair, normal);
    out->overlap = true;
    out->depth = (carom_real)min2(pair->reach - pair_root(pair->d2), (double)CAROM_REAL_MAX);
    store_triple(&out->normal, normal);
    store_triple(&out->point_a, &a), store_triple(&out->point_b, &b);
    out->certainty = CAROM_EXACT;
}

/* Axes at less than this sine to each other, or to the plane across the normal, lie along each
 * other: 3 degrees. */
#define ALONG_SINE 0.05
/* The squared sine between those is less: across the normal a square, beside it that of a sum. */
#define ALONG_SINE2 (5.01 * ALONG_SINE * ALONG_SINE)

/* Ids of points: 0 and 1 the ends of A's axis, 2 and 3 those of B's, 4 the closest points. */
enum { ROUND_ID_CLOSEST = 4 };

static CAROM_INLINE void contact_at_point(carom_contact_manifold *out, const round_pair *pair,
                                          const triple *normal) {
    triple a, b;
    surface_points(&a, &b, pair, normal);
    out->count = 1;
    store_triple(&out->points[0].point_a, &a), store_triple(&out->points[0].point_b, &b);
    out->points[0].depth = (carom_real)(pair->reach - pair_root(pair->d2));
    out->points[0].id = ROUND_ID_CLOSEST;
}

static CAROM_INLINE void no_contact(carom_contact_manifold *out) {
    out->count = 0;
    out->certainty = CAROM_EXACT;
    out->normal = (carom_vec3){0, 0, 0};
}

static CAROM_INLINE bool is_margin(carom_real margin) {
    return margin >= 0 && margin <= CAROM_REAL_MAX;
}

#endif
