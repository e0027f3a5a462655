/* A ray in the frame of a BVH8, for its float filters. Slab tests of boxes [KayKajiya86] and
 * sheared triangle tests [WoopBenthinWald13] carry a bound on their rounding, and reject only what
 * the ray certainly misses; what remains is decided in double by the exact triangle query, so
 * answers equal those of brute force bit for bit with every instruction set.
 *
 * A ray that starts far away, or at a late t_min, has its start moved along it to near the mesh, in
 * double: times from there are at most 16 in the mesh's frame, so their rounding is bounded
 * absolutely, and a distant ray is filtered as sharply as a near one. */
#ifndef CAROM_MESH_RAY_BVH8_RAY_H
#define CAROM_MESH_RAY_BVH8_RAY_H

#include "simd/simd_set.h"
#include "carom/mesh.h"
#include "mesh/bvh8/bvh8.h"
#include "mesh/ray/tolerances.h"
#include "query/raycast/kernel_triangle.h"

/* Maps the caller's t to a time in the mesh's frame: t * scale - moved. `margin` is above the
 * rounding of the product, where that is not exact. */
typedef struct ray_time_map {
    double scale, moved, margin;
} ray_time_map;

typedef struct bvh8_ray {
    /* boxes: the time at a plane is plane * inverse + shift; the shifts belong to starts that are
     * moved outwards by a bound on all errors, whether the sum is rounded once or twice */
    float near_shift[4], far_shift[4], inverse[4];
    uint32_t negative; /* bit k: component k of the direction is, and the high plane is met first */
    float t_min, t_max;      /* in the mesh's frame, from the moved start, >= 0 */
    bool has_triangle_setup; /* are the members for triangles set? */
    float local[4];          /* the start in the mesh's frame, where it was not moved */
    /* triangles, in the caller's units, axes in the order of `axis`: the last is that of the
     * direction's largest component, along which the others are sheared */
    uint32_t axis[3];
    carom_real start[3];
    float shear[2];    /* what a step along the last axis subtracts from the others */
    float per_last;    /* time in the mesh's frame for a step back along the last axis */
    float start_error; /* twice the error of the moved start, in the caller's units */
    float time_error;  /* bound on the absolute error of a time in the frame */
    ray_time_map time_map;
} bvh8_ray;

/** A ray query: a tree, a ray, and the faces of triangles that count. */
typedef struct bvh8_query {
    const bvh8_tree *tree;
    const carom_ray *ray;
    carom_facing facing;
} bvh8_query;

typedef struct bvh8_hit {
    bool hit;
    bool is_filtered; /* `at` is complete: the filter in double decided, without exact arithmetic */
    carom_real t;
    uint32_t triangle; /* index in the mesh's definition */
    uint32_t rank;
    triangle_hit at;
} bvh8_hit;

/** An upper bound, in the mesh's frame, on the caller's time t. */
static inline float bvh8_time_bound(const ray_time_map *time_map, double t) {
    double x = t * time_map->scale - time_map->moved;
    double bound = x + (fabs(x) * TIME_BOUND_ROUNDING + time_map->margin);
    return bound < (double)FLT_MAX ? (bound > 0.0 ? (float)bound : 0.0F) : FLT_MAX;
}

/** Sets up a ray for which no error bounds can be given, so that it meets every box and every
 * triangle is decided exactly.
 * @return false when the ray is invalid or holds no point. */
bool carom_bvh8_unbounded_ray(bvh8_ray *out, const carom_ray *ray);

/** Receives hits one by one; `take` returns false to end the traversal. */
typedef struct bvh8_sink {
    bool (*take)(void *context, const bvh8_query *query, const bvh8_hit *hit);
    void *context;
} bvh8_sink;

/** Writes the answer of carom_raycast_ray_triangle for a hit, in place. */
void carom_bvh8_write_hit(const bvh8_query *query, const bvh8_hit *hit, carom_mesh_ray_hit *out);

#endif
