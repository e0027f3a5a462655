/* Filter in float for the contact of two capsules, own method on [Ericson05] 5.1.9. It proves that
 * they touch or that they are apart, from the six dot products of the axes u and v and of the
 * vector w from B's start to A's; other pairs are undecided. For any s and t in [0, 1], p = w + s u
 * - t v ends on both axes, so that |p| bounds their distance from above, and the gap of the axes
 * along p bounds it from below. Neither proof needs the closest points: that s and t are nearly
 * those only makes it likely that one of the two succeeds. It is tried first in the overlap of
 * capsules that are not posed.
 *
 * Error bound: u, v and w are off by an ulp (half of FLT_EPSILON), products by 5 ulps of the
 * product of the lengths, dot products with p by 16 ulps of uu + vv + ww, pp and the gap by less
 * than 70 ulps of it; CAPSULE_DOUBT allows for 128. */
#ifndef CAROM_PAIR_ROUND_CAPSULE_FILTER_H
#define CAROM_PAIR_ROUND_CAPSULE_FILTER_H

#include "carom/shape.h"
#include "simd/four.h"
#include "math/box_axes.h"
#include "pair/pose/tolerances.h"

/* To 0 .. 1; NaN becomes 0. */
static inline four clamp_lanes(four t) {
    return four_lesser(four_greater(t, FOUR_OF(0.0f)), FOUR_OF(1.0f));
}

static inline four delta_in_float(const carom_real *from, const carom_real *to) {
    return __builtin_convertvector(
        *(const loose_reals *)(const void *)to - *(const loose_reals *)(const void *)from, four);
}

/* Sets whether they touch. @return false when it is undecided, as where float overflows */
static CAROM_INLINE bool capsules_overlap_filter(const carom_capsule *a, const carom_capsule *b,
                                                 bool *meet) {
    const carom_real *p = &a->a.x, *q = &b->a.x;
    const four rows[3] = {delta_in_float(p, p + 3), delta_in_float(q, q + 3), delta_in_float(q, p)};
    four x, y, z;
    AXIS_COLUMNS(x, y, z, rows);
    const four square = x * x + y * y + z * z;
    const four mixed = x * AXIS_NEXT(x) + y * AXIS_NEXT(y) + z * AXIS_NEXT(z);
    const four uu = AXIS_SPREAD(square, 0), vv = AXIS_SPREAD(square, 1);
    const four ww = AXIS_SPREAD(square, 2), uv = AXIS_SPREAD(mixed, 0);
    const four vw = AXIS_SPREAD(mixed, 1), uw = AXIS_SPREAD(mixed, 2), none = FOUR_OF(0.0f);
    const four per = FOUR_OF(1.0f) / square, per_u = AXIS_SPREAD(per, 0),
               per_v = AXIS_SPREAD(per, 1);
    four s = clamp_lanes((uv * vw - vv * uw) / (uu * vv - uv * uv));
    const four t = clamp_lanes((uv * s + vw) * per_v);
    s = clamp_lanes((uv * t - uw) * per_u);
    const four pu = uw + s * uu - t * uv, pv = vw + s * uv - t * vv, pw = ww + s * uw - t * vw;
    const four doubt = CAPSULE_DOUBT * (uu + vv + ww), square_p = pw + s * pu - t * pv + doubt;
    const four apart_by = pw + four_lesser(pu, none) - four_greater(pv, none) - doubt;
    const float pp = square_p[0], gap = apart_by[0];
    const float reach = (float)a->radius + (float)b->radius, reach2 = reach * reach;
    *meet = pp * CAPSULE_PRODUCTS + CAPSULE_UNDERFLOW < reach2;
    const bool apart =
        (gap > 0.0f) &
        (gap * gap > reach2 * pp * (CAPSULE_PRODUCTS * CAPSULE_PRODUCTS) + CAPSULE_UNDERFLOW);
    return *meet | apart;
}

#endif
