/* A ray made ready for a BVH8. Two filters of float vectors, each with room for its rounding,
 * leave out boxes and triangles that are certainly missed; what is left is decided in double by
 * the exact triangle query, so answers equal brute force bit for bit with every set of
 * instructions.
 *
 * A ray that starts far away, or not at 0, has its start moved along it to near the mesh, in
 * double: times from there are at most 16 in the mesh's frame, so their rounding is bounded
 * absolutely, and a ray from afar is as sharp as one from near. */
#ifndef CAROM_MESH_RAY_BVH8_RAY_H
#define CAROM_MESH_RAY_BVH8_RAY_H

#include "simd/simd_set.h"
#include "carom/mesh.h"
#include "mesh/bvh8/bvh8.h"
#include "query/raycast/kernel_triangle.h"

/* From the caller's t to a time in the mesh's frame: t * scale - moved; `loose` is more than the
 * rounding of the product, where that is not exact. */
typedef struct ray_clock {
    double scale, moved, loose;
} ray_clock;

typedef struct bvh8_ray {
    /* boxes: time at a plane is plane * inverse + shift; the shifts are of starts moved outwards by
     * all errors, whether the sum is rounded once or twice */
    float near_shift[4], far_shift[4], inverse[4];
    uint32_t
        negative; /* bit k: the direction's component k is; then it meets the high plane first */
    float t_min, t_max; /* in the mesh's frame, from the moved start, >= 0 */
    bool sees;          /* what follows is known; or it is to be made from the start's place */
    float local[4];     /* in the mesh's frame, where it has not been moved */
    /* triangles, in the caller's units, axes in the order of `axis`: the direction's largest
     * component is that of the last, along which the others are sheared away */
    uint32_t axis[3];
    carom_real start[3];
    float shear[2];  /* what a step along the last axis takes from the others */
    float per_last;  /* time in the mesh's frame for a step back along the last axis */
    float lost;      /* twice what the start lost, in the caller's units */
    float time_blur; /* above that of a time in the frame, but for what is relative to it */
    ray_clock clock;
} bvh8_ray;

/** What is asked of a tree. */
typedef struct bvh8_query {
    const bvh8_tree *tree;
    const carom_ray *ray;
    carom_facing facing;
} bvh8_query;

typedef struct bvh8_hit {
    bool hit;
    bool plain; /* decided by the filter in double: `at` is all that there is to know */
    carom_real t;
    uint32_t triangle; /* index in the definition */
    uint32_t rank;
    triangle_hit at;
} bvh8_hit;

/** A time of the caller's as an upper bound in the mesh's frame. */
static inline float bvh8_time_bound(const ray_clock *clock, double t) {
    double x = t * clock->scale - clock->moved;
    double bound = x + (fabs(x) * 4.8e-7 + clock->loose);
    return bound < (double)FLT_MAX ? (bound > 0.0 ? (float)bound : 0.0F) : FLT_MAX;
}

/** For rays of which no bounds can be given: every box is met, every triangle asked. False when the
 * ray holds no point, or is invalid. */
bool carom_bvh8_blind(bvh8_ray *out, const carom_ray *ray);

/** Takes hits one by one; false when it wants no more. */
typedef struct bvh8_sink {
    bool (*take)(void *context, const bvh8_query *query, const bvh8_hit *hit);
    void *context;
} bvh8_sink;

/** What carom_raycast_ray_triangle gives for a hit, written in place. */
void carom_bvh8_write_hit(const bvh8_query *query, const bvh8_hit *hit, carom_mesh_ray_hit *out);

#define BVH8_BLOCK 64      /* rays that are walked together at most */
#define SMALL_HULL_RAYS 16 /* where those do not go the same way */

/** The kernels: the first hit, least t and then least triangle; whether there is any; all, in no
 * order. */
carom_mesh_ray_hit carom_bvh8_first_native(const bvh8_query *query);
carom_mesh_ray_hit carom_bvh8_first_scalar(const bvh8_query *query);
carom_mesh_ray_hit carom_bvh8_first_avx2(const bvh8_query *query);
carom_mesh_ray_hit carom_bvh8_first_avx512(const bvh8_query *query);
bool carom_bvh8_any_native(const bvh8_query *query);
bool carom_bvh8_any_scalar(const bvh8_query *query);
bool carom_bvh8_any_avx2(const bvh8_query *query);
bool carom_bvh8_any_avx512(const bvh8_query *query);
void carom_bvh8_all_native(const bvh8_query *query, const bvh8_sink *sink);
void carom_bvh8_all_scalar(const bvh8_query *query, const bvh8_sink *sink);
void carom_bvh8_all_avx2(const bvh8_query *query, const bvh8_sink *sink);
void carom_bvh8_all_avx512(const bvh8_query *query, const bvh8_sink *sink);
/** The first hits of query->ray[0] and the next, `count` of them, at most BVH8_BLOCK. */
void carom_bvh8_first_of_block_native(const bvh8_query *query, uint32_t count,
                                      carom_mesh_ray_hit *out);
void carom_bvh8_first_of_block_scalar(const bvh8_query *query, uint32_t count,
                                      carom_mesh_ray_hit *out);
void carom_bvh8_first_of_block_avx2(const bvh8_query *query, uint32_t count,
                                    carom_mesh_ray_hit *out);
void carom_bvh8_first_of_block_avx512(const bvh8_query *query, uint32_t count,
                                      carom_mesh_ray_hit *out);
/** Whether each of them hits. */
void carom_bvh8_any_of_block_native(const bvh8_query *query, uint32_t count, bool *out);
void carom_bvh8_any_of_block_scalar(const bvh8_query *query, uint32_t count, bool *out);
void carom_bvh8_any_of_block_avx2(const bvh8_query *query, uint32_t count, bool *out);
void carom_bvh8_any_of_block_avx512(const bvh8_query *query, uint32_t count, bool *out);

#endif
