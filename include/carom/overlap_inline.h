/* carom: the three smallest overlap tests, inline, because a call would cost more than they do.
 * Included by overlap.h. The library also holds each as an ordinary function.
 *
 * Each decides in the caller's precision and knows its own rounding error; what is too close,
 * not finite or invalid goes to the `_exact` function, so the answer is the exact one in every
 * case. A NaN makes every comparison false and ends there, too. */
#ifndef CAROM_OVERLAP_INLINE_H
#define CAROM_OVERLAP_INLINE_H

#include "carom/shape.h"

CAROM_BEGIN

/* Above the relative rounding error of a sum of three squared differences less a squared radius,
 * with room for a compiler that contracts to fused operations. */
#define CAROM_SPHERE_BAND (8 * CAROM_REAL_EPSILON)
/* Squares below this may have lost digits to underflow. */
#define CAROM_SMALL_SQUARE (16 / CAROM_REAL_MAX)

/** The cold halves: exact for every input, the same answers. */
CAROM_API bool carom_overlap_sphere_sphere_exact(const carom_sphere *a, const carom_sphere *b);
CAROM_API bool carom_overlap_sphere_aabb_exact(const carom_sphere *sphere, const carom_aabb *box);
CAROM_API bool carom_overlap_aabb_aabb_exact(const carom_aabb *a, const carom_aabb *b);

#ifdef __GNUC__
/* Four numbers at once, by the compilers' vector types: the same arithmetic in each. */
typedef carom_real carom_lanes
    __attribute__((vector_size(4 * sizeof(carom_real)), aligned(sizeof(carom_real)), may_alias));
#endif

CAROM_API inline bool carom_overlap_sphere_sphere(const carom_sphere *a, const carom_sphere *b) {
#ifdef __GNUC__
    const carom_lanes p = *(const carom_lanes *)(const void *)a;
    const carom_lanes q = *(const carom_lanes *)(const void *)b;
    carom_lanes delta = q - p, square = delta * delta;
    carom_real distance2 = square[0] + square[1] + square[2];
#else
    carom_real x = b->center.x - a->center.x, y = b->center.y - a->center.y;
    carom_real z = b->center.z - a->center.z, distance2 = x * x + y * y + z * z;
#endif
    carom_real r = a->radius + b->radius, r2 = r * r;
    carom_real gap = distance2 - r2;
    carom_real doubt = r2 * CAROM_SPHERE_BAND + CAROM_SMALL_SQUARE;
    carom_real least = a->radius < b->radius ? a->radius : b->radius;
#ifdef __GNUC__
    bool certain = (carom_real)__builtin_fabs(gap) > doubt;
#else
    bool certain = (gap < 0 ? -gap : gap) > doubt;
#endif
    if (certain & (least >= 0)) return gap < 0;
    return carom_overlap_sphere_sphere_exact(a, b);
}

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

CAROM_END

#endif
