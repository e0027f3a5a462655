/* Contact manifolds of convex shapes: the normal of least depth, and the points of the clipped
 * features. */
#ifndef CAROM_CONVEX_MANIFOLD_MANIFOLD_H
#define CAROM_CONVEX_MANIFOLD_MANIFOLD_H

#include "convex/support/feature.h"
#include "convex/support/convex.h"

#define MANIFOLD_POINTS 8
/* The capacity where the requested one is 0. */
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

/* The manifold has points of depth >= -margin, at most `capacity` of them. */
typedef struct manifold_options {
    double margin; /* not negative */
    int capacity;
    convex_cache *cache; /* or null: the end of the last search */
} manifold_options;

/** Was the pair in contact? Then the cache holds its normal, and no simplex. */
static inline bool was_in_contact(const convex_cache *cache) {
    return cache->count == 0 && max_abs3(cache->axis) > 0.0;
}

/** The contact manifold of any two convex shapes, of any size. */
void carom_convex_manifold(const convex_shape *a, const convex_shape *b,
                           const manifold_options *options, convex_manifold *out);

/** Exchanges A and B. */
void carom_convex_swap_manifold(convex_manifold *manifold);

/** The same by the general method, for any pair of ordinary size, also where there is a faster one.
 */
void carom_convex_manifold_any(const convex_shape *a, const convex_shape *b,
                               const manifold_options *options, convex_manifold *out);

/** The manifold of the half-space dot(normal, x) <= offset, normal unit, as A. A plane is the
 * half-space on the side where B's centre is not. */
convex_manifold carom_convex_manifold_halfspace(vec3 normal, double offset, const convex_shape *b,
                                                double margin, int capacity);

typedef struct contact_pool contact_pool; /* contact_reduction.h */

/** Adds the points that two facing features have in common in the projection along the normal.
 * @param p, q features of A and of B, which are overwritten
 * @param radii of A and of B */
void carom_contact_pool_fill(contact_pool *pool, convex_feature *p, convex_feature *q,
                             const double radii[2]);

#endif
