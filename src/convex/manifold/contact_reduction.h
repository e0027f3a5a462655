/* Points found between two features, and the choice of those that a manifold keeps. */
#ifndef CAROM_CONVEX_MANIFOLD_CONTACT_REDUCTION_H
#define CAROM_CONVEX_MANIFOLD_CONTACT_REDUCTION_H

#include "convex/support/feature.h"
#include "convex/manifold/manifold.h"

/* A face is a reference when its normal is within 11 degrees of the contact's. */
#define REFERENCE_COSINE 0.98
/* The other shape's face gives way to the first's unless clearly squarer: no flutter. */
#define REFERENCE_ADVANTAGE 1e-3
/* Edges within 3 degrees are parallel. */
#define PARALLEL_SINE 0.05
/* Points nearer than this, relative to the size, are the same. */
#define SAME_POINT 1e-6
/* What a depth is certain to, relative to the size: in contact it must not fall below the margin */
#define ROUNDING 1e-12
/* Depths of curved shapes within this part of the size are the same. */
#define SAME_CURVED 2e-8

/* Of points that add as much as the best but for this part of the size squared the first is taken,
 * whatever rounding says, in float too. */
#define SAME_WORTH 1e-5

/* Identities: which kind of point, and the two features. */
#define ID_WITNESS 0xc0000000u
#define ID_EDGES 0x80000000u
#define ID_OF_B 0x40000000u

#define POOL (FEATURE_POINTS + 1)

typedef struct contact_pool {
    vec3 normal;
    double margin, size;
    double same_depth; /* depths nearer than this part of the size are the same */
    int count;
    manifold_point points[POOL];
} contact_pool;

static inline void pool_start(contact_pool *pool, vec3 normal, double margin) {
    pool->normal = normal;
    pool->margin = margin;
    pool->size = 0.0;
    pool->same_depth = SAME_POINT;
    pool->count = 0;
}

static inline void pool_put(contact_pool *pool, const manifold_point *point) {
    if (!(point->depth >= -pool->margin) || pool->count == POOL) return;
    pool->points[pool->count++] = *point;
}

static inline void pool_add(contact_pool *pool, vec3 on_a, vec3 on_b, uint32_t id) {
    const manifold_point point = {on_a, on_b, dot3(sub3(on_a, on_b), pool->normal), id};
    pool_put(pool, &point);
}

/** A pair of points as a contact along the normal: moved across it to where they meet. */
static inline manifold_point pool_witness(const contact_pool *pool, vec3 on_a, vec3 on_b,
                                          uint32_t id) {
    vec3 between = sub3(on_a, on_b), middle = mad3(on_b, between, 0.5);
    double depth = dot3(between, pool->normal);
    vec3 half = scale3(pool->normal, 0.5 * depth);
    return (manifold_point){add3(middle, half), sub3(middle, half), depth, id};
}

static inline uint32_t id_of_witness(int vertex_a, int vertex_b) {
    return ID_WITNESS | ((uint32_t)vertex_a & 0x7fffu) << 15 | ((uint32_t)vertex_b & 0x7fffu);
}

/** The identity of the same point when A and B change places. */
static inline uint32_t exchanged_id(uint32_t id) {
    if (!(id & ID_EDGES)) return id ^ ID_OF_B;
    return (id & ID_WITNESS) | (id & 0x7fffu) << 15 | (id >> 15 & 0x7fffu);
}

/** What two features that face each other share: of a face and what lies over it, or of two edges.
 * `radii`: by which A and B are rounded. The features are used up. */
void carom_contact_pool_fill(contact_pool *pool, convex_feature *p, convex_feature *q,
                             const double radii[2]);

/** Whether points as deep as the deepest pair are there: then it need not even be known where. */
bool carom_contact_pool_is_filled(const contact_pool *pool, double depth);

/** The deepest pair itself, unless one as deep is there; of one that it lies on it takes the place.
 */
void carom_contact_pool_witness(contact_pool *pool, vec3 on_a, vec3 on_b, uint32_t id);

/** Adds a point, unless one as deep is there, seen along the normal; of two the deeper stays. What
 * is full makes room: it keeps its outline, then what is deepest. */
void carom_contact_pool_merge(contact_pool *pool, const manifold_point *point);

/** Drops what lies within the outline of the others, seen along the normal, or on its sides; the
 * deepest point stays when it is deeper than all of the outline. */
void carom_contact_pool_outline(contact_pool *pool);

/** How many points stand for the capacity that was asked for. */
int carom_held_capacity(int capacity);

/** At most `capacity` points (0: MANIFOLD_CAPACITY), the deepest first: that one, and those that
 * span the most area. The pool is used up. */
void carom_contact_pool_take(contact_pool *pool, int capacity, convex_manifold *out);

#endif
