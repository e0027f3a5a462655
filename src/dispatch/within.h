/* Closest points up to a distance. */
#ifndef CAROM_DISPATCH_WITHIN_H
#define CAROM_DISPATCH_WITHIN_H

#include "carom/cached.h"
#include "dispatch/tolerances.h"
#include "math/boxes.h"

/* A lower bound on the distance of two boxes. */
static inline double gap_of_boxes(const carom_aabb *a, const carom_aabb *b) {
    const vec3 p[2] = {load3(a->min), load3(a->max)}, q[2] = {load3(b->min), load3(b->max)};
    const vec3 gaps = box_gaps(p, q);
    const double squared = dot3(gaps, gaps);
    return (finite1(squared) ? sqrt(squared) : max_abs3(gaps)) * (1.0 - WITHIN_BOX_ROUNDING);
}

/** As carom_closest_within_posed, of valid shapes and a limit that is not negative, without a test
 * of their boxes; `cache` may be null. */
carom_closest_any carom_closest_near(const carom_posed_shape *a, const carom_posed_shape *b,
                                     carom_real limit, carom_pair_cache *cache);

#endif
