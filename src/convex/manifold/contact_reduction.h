/* Contact reduction: the pool of points between two features, and the choice of those that a
 * manifold keeps. */
#ifndef CAROM_CONVEX_MANIFOLD_CONTACT_REDUCTION_H
#define CAROM_CONVEX_MANIFOLD_CONTACT_REDUCTION_H

#include "convex/manifold/manifold.h"
#include "convex/manifold/tolerances.h"
#include "convex/support/feature.h"
#include "core/workspace.h"

/* Identity of a point, which lasts from one query to the next: the kind in the upper two bits, then
 * 15 bits for each of the two features. */
#define ID_WITNESS 0xc0000000u
#define ID_EDGES 0x80000000u
#define ID_OF_B 0x40000000u

#define POOL (FEATURE_POINTS + 1)

struct contact_pool {
    vec3 normal;
    double margin, size;
    double same_depth; /* of size: depths that differ by less are the same */
    int count;
    manifold_point points[POOL];
    /* Of carom_contact_pool_merge: the first `keyed` points by their position along a direction
     * across the normal, relative to the first, and a bound of their coordinates from there. */
    int keyed;
    float key[POOL];
    vec3 key_origin, key_direction;
    double key_reach;
};

/** What the general methods keep in a block of the workspace while they make a manifold. */
typedef struct manifold_work {
    contact_pool pool;
    convex_feature of_a, of_b;
} manifold_work;
_Static_assert(sizeof(manifold_work) <= WORKSPACE_MANIFOLD_BYTES, "the block holds it");

static inline void pool_start(contact_pool *pool, vec3 normal, double margin) {
    pool->normal = normal;
    pool->margin = margin;
    pool->size = 0.0;
    pool->same_depth = SAME_POINT;
    pool->count = 0;
    pool->keyed = 0;
}

static inline void pool_put(contact_pool *pool, const manifold_point *point) {
    if (!(point->depth >= -pool->margin) || pool->count == POOL) return;
    pool->points[pool->count++] = *point;
}

static inline void pool_add(contact_pool *pool, vec3 on_a, vec3 on_b, uint32_t id) {
    const manifold_point point = {on_a, on_b, dot3(sub3(on_a, on_b), pool->normal), id};
    pool_put(pool, &point);
}

/** A pair of points as a contact along the normal: both are moved perpendicular to it to the line
 * through their middle. */
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

/** Does the pool hold points as deep as the deepest pair? Then that pair need not be located. */
bool carom_contact_pool_is_filled(const contact_pool *pool, double depth);

/** Adds the deepest pair, unless a point as deep is there; it replaces a point at the same
 * position.
 */
void carom_contact_pool_witness(contact_pool *pool, vec3 on_a, vec3 on_b, uint32_t id);

/** The capacity in force for a requested one: MANIFOLD_CAPACITY for 0, at most MANIFOLD_POINTS. */
int carom_held_capacity(int capacity);

/** Takes at most `capacity` points (0: MANIFOLD_CAPACITY): the deepest, and those that span the
 * most area; sorted by depth. The pool is overwritten. */
void carom_contact_pool_take(contact_pool *pool, int capacity, convex_manifold *out);

#endif
