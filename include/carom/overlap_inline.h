/* carom: the three smallest overlap tests, inline, because a call would cost more than they do.
 * Included by overlap.h; what inline.h says of all inline functions holds. The library also holds
 * each as an ordinary function.
 *
 * Each decides in the caller's precision and knows its own rounding error; what is too close,
 * not finite or invalid goes to the `_exact` function, so the answer is the exact one in every
 * case. A NaN makes every comparison false and ends there, too. By registers of four aabb-aabb is
 * 3.1 times as fast as by single floats, sphere-aabb 1.75, sphere-sphere 1.3
 * (bench/results/textbook.md). */
#ifndef CAROM_OVERLAP_INLINE_H
#define CAROM_OVERLAP_INLINE_H

#include "carom/inline.h"

CAROM_BEGIN

/* Above the relative rounding error of a sum of three squared differences less a squared radius,
 * with room for a compiler that contracts to fused operations. */
#define CAROM_SPHERE_BAND (8 * CAROM_REAL_EPSILON)
/* Squares below this may have lost digits to underflow. */
#define CAROM_SMALL_SQUARE (16 / CAROM_REAL_MAX)

/** The cold halves: exact for every input, the same answers. */
CAROM_API CAROM_COLD bool carom_overlap_sphere_sphere_exact(const carom_sphere *a,
                                                            const carom_sphere *b);
CAROM_API CAROM_COLD bool carom_overlap_sphere_aabb_exact(const carom_sphere *sphere,
                                                          const carom_aabb *box);
CAROM_API CAROM_COLD bool carom_overlap_aabb_aabb_exact(const carom_aabb *a, const carom_aabb *b);

#ifdef CAROM_NO_INLINE
CAROM_API bool carom_overlap_sphere_sphere(const carom_sphere *a, const carom_sphere *b);
CAROM_API bool carom_overlap_sphere_aabb(const carom_sphere *sphere, const carom_aabb *box);
CAROM_API bool carom_overlap_aabb_aabb(const carom_aabb *a, const carom_aabb *b);
#else

#ifdef CAROM_INLINE_LANES
/* One load a sphere; the gap is not 0 where it decides, so that its sign bit is the answer. */
CAROM_API inline bool carom_overlap_sphere_sphere(const carom_sphere *a, const carom_sphere *b) {
    const carom_lanes of_a = CAROM_LANES_AT(a), of_b = CAROM_LANES_AT(b);
    const carom_lanes away = of_b - of_a, both = of_a + of_b, square = away * away;
    const carom_real r = both[3], r2 = r * r, gap = square[0] + square[1] + square[2] - r2;
    const carom_real doubt = r2 * CAROM_SPHERE_BAND + CAROM_SMALL_SQUARE;
    if (CAROM_EXPECT(CAROM_MAGNITUDE(gap) > doubt) &&
        CAROM_EXPECT((CAROM_BITS_AT(&a->radius) | CAROM_BITS_AT(&b->radius)) >= 0))
        return CAROM_BITS_AT(&gap) < 0;
    return carom_overlap_sphere_sphere_exact(a, b);
}
#else
CAROM_API inline bool carom_overlap_sphere_sphere(const carom_sphere *a, const carom_sphere *b) {
    const carom_real x = b->center.x - a->center.x, y = b->center.y - a->center.y;
    const carom_real z = b->center.z - a->center.z, r = a->radius + b->radius, r2 = r * r;
    const carom_real gap = x * x + y * y + z * z - r2;
    const carom_real doubt = r2 * CAROM_SPHERE_BAND + CAROM_SMALL_SQUARE;
    if (CAROM_EXPECT((CAROM_MAGNITUDE(gap) > doubt) & CAROM_ARE_POSITIVE(a->radius, b->radius)))
        return gap < 0;
    return carom_overlap_sphere_sphere_exact(a, b);
}
#endif

#ifdef CAROM_INLINE_LANES
CAROM_API inline bool carom_overlap_sphere_aabb(const carom_sphere *sphere, const carom_aabb *box) {
    const carom_real *p = CAROM_REALS_OF(box), radius = sphere->radius;
    const carom_lanes low = CAROM_LANES_AT(p), high = CAROM_LANES_ABOVE(CAROM_LANES_AT(p + 2));
    const carom_lanes center = CAROM_LANES_AT(sphere), size = high - low;
    const carom_lanes away = center - CAROM_LANES_LEAST(high, CAROM_LANES_MOST(low, center));
    const carom_lanes square = away * away;
    const carom_lanes limit = CAROM_LANES_OF(CAROM_REAL_MAX);
    const int unsound = CAROM_LANES_BITS((carom_lane_mask)size | ~(size <= limit));
    const carom_real distance2 = square[0] + square[1] + square[2], r2 = radius * radius;
    const carom_real doubt = r2 * CAROM_SPHERE_BAND + CAROM_SMALL_SQUARE;
    const bool meet = distance2 < r2 - doubt;
    const bool apart = distance2 > r2 + doubt;
    const bool sound = ((unsound & 7) == 0) & CAROM_ARE_POSITIVE(radius, radius);
    if (CAROM_EXPECT((meet | apart) & sound)) return meet;
    return carom_overlap_sphere_aabb_exact(sphere, box);
}
#else
CAROM_API inline bool carom_overlap_sphere_aabb(const carom_sphere *sphere, const carom_aabb *box) {
    carom_vec3 c = sphere->center, low = box->min, high = box->max, q = c;
    q.x = low.x > q.x ? low.x : q.x;
    q.y = low.y > q.y ? low.y : q.y;
    q.z = low.z > q.z ? low.z : q.z;
    q.x = high.x < q.x ? high.x : q.x;
    q.y = high.y < q.y ? high.y : q.y;
    q.z = high.z < q.z ? high.z : q.z;
    carom_real x = c.x - q.x, y = c.y - q.y, z = c.z - q.z;
    carom_real d2 = x * x + y * y + z * z, r2 = sphere->radius * sphere->radius;
    carom_real doubt = r2 * CAROM_SPHERE_BAND + CAROM_SMALL_SQUARE;
    carom_real width = high.x - low.x, depth = high.y - low.y, height = high.z - low.z;
    carom_real least = width < depth ? width : depth;
    least = least < height ? least : height;
    least = least < sphere->radius ? least : sphere->radius;
    bool sound = (least >= 0) & (width + depth + height <= CAROM_REAL_MAX);
    bool meet = (d2 < r2 - doubt) & sound, apart = d2 > r2 + doubt;
    if (meet != apart) return meet;
    return carom_overlap_sphere_aabb_exact(sphere, box);
}
#endif

#ifdef CAROM_INLINE_LANES
/* The larger minima are at most the smaller maxima: then the boxes meet, and none is inverted. The
 * product of 0 and all coordinates is 0, or NaN where one of them is no finite number; the sum with
 * it makes the comparison false. So nothing is in doubt. */
CAROM_API inline bool carom_overlap_aabb_aabb(const carom_aabb *a, const carom_aabb *b) {
    const carom_real *p = CAROM_REALS_OF(a), *q = CAROM_REALS_OF(b); /* x y z x y z */
    const carom_lanes low_a = CAROM_LANES_AT(p), low_b = CAROM_LANES_AT(q);
    const carom_lanes high_a = CAROM_LANES_ABOVE(CAROM_LANES_AT(p + 2));
    const carom_lanes high_b = CAROM_LANES_ABOVE(CAROM_LANES_AT(q + 2));
    const carom_lanes none = CAROM_LANES_OF(0);
    const carom_lanes zero = none * low_a * low_b * high_a * high_b;
    const carom_lanes low = CAROM_LANES_MOST(low_a, low_b);
    const carom_lanes high = CAROM_LANES_LEAST(high_a, high_b) + zero;
    int beyond = CAROM_LANES_BITS(CAROM_LANES_BEYOND(low, high)) & 7;
#ifdef __clang__ /* makes a jump of an answer that becomes a number, unless it has two sources */
    __asm__("" : "+r"(beyond));
    if (!CAROM_EXPECT(beyond >= 0)) return carom_overlap_aabb_aabb_exact(a, b);
#endif
    return beyond == 0;
}
#else
CAROM_API inline bool carom_overlap_aabb_aabb(const carom_aabb *a, const carom_aabb *b) {
    carom_real ax = a->max.x - a->min.x, ay = a->max.y - a->min.y, az = a->max.z - a->min.z;
    carom_real bx = b->max.x - b->min.x, by = b->max.y - b->min.y, bz = b->max.z - b->min.z;
    carom_real least_a = ax < ay ? ax : ay, least_b = bx < by ? bx : by;
    least_a = least_a < az ? least_a : az;
    least_b = least_b < bz ? least_b : bz;
    carom_real least = least_a < least_b ? least_a : least_b;
    bool sound = (least >= 0) & ((ax + ay) + (az + bx) + (by + bz) <= CAROM_REAL_MAX);
    bool meet = (a->min.x <= b->max.x) & (b->min.x <= a->max.x) & (a->min.y <= b->max.y) &
                (b->min.y <= a->max.y) & (a->min.z <= b->max.z) & (b->min.z <= a->max.z);
    if (sound) return meet;
    return carom_overlap_aabb_aabb_exact(a, b);
}
#endif

#endif

CAROM_END

#endif
