/* Contact manifolds of convex shapes, from the features that face each other. */
#ifndef CAROM_CONVEX_MANIFOLD_MANIFOLD_H
#define CAROM_CONVEX_MANIFOLD_MANIFOLD_H

#include "convex/support/convex.h"

#define MANIFOLD_POINTS 8
/* When the capacity asked for is 0. */
#define MANIFOLD_CAPACITY 4

typedef struct manifold_point {
    vec3 point_a, point_b;
    double depth; /* negative: apart */
    uint32_t id;
} manifold_point;

typedef struct convex_manifold {
    vec3 normal;          /* unit, from A to B; zero when count is 0 */
    convex_status status; /* of the normal and the greatest depth */
    int count;
    manifold_point points[MANIFOLD_POINTS]; /* the deepest first */
} convex_manifold;

/* Points whose depth is at least -margin, at most `capacity` of them. */
typedef struct manifold_options {
    double margin; /* not negative */
    int capacity;
    convex_cache *cache; /* or null: where the last search ended */
} manifold_options;

/** A pair that was in contact left its normal in the cache, and no simplex. */
static inline bool was_in_contact(const convex_cache *cache) {
    return cache->count == 0 && max_abs3(cache->axis) > 0.0;
}

void carom_convex_manifold(const convex_shape *a, const convex_shape *b,
                           const manifold_options *options, convex_manifold *out);

/** As of B and A. */
void carom_convex_turn_manifold(convex_manifold *manifold);

/** The same by the method for any pair of ordinary size, also where there is a quicker one. */
void carom_convex_manifold_any(const convex_shape *a, const convex_shape *b,
                               const manifold_options *options, convex_manifold *out);

/** The solid half-space dot(normal, x) <= offset, normal unit, as A. A plane is the half-space on
 * the side where B's centre is not. */
convex_manifold carom_convex_manifold_halfspace(vec3 normal, double offset, const convex_shape *b,
                                                double margin, int capacity);

#endif
