/* All kernels of the batches, compiled once for each instruction set. */
#include "query/batch/kernel_closest.h"
#include "query/batch/kernel_move.h"
#include "query/batch/kernel_overlap.h"
#include "query/batch/kernel_raycast.h"
#include "query/batch/kernel_region.h"
#include "query/batch/kernel_slabs.h"
#include "query/batch/blocks.h"

static void run_sphere_sphere(batch_block *block) {
    run_lanes(block, sphere_sphere_lanes, REALS);
}
static void run_sphere_aabb(batch_block *block) {
    run_lanes(block, sphere_aabb_lanes, REALS);
}
static void run_aabb_aabb(batch_block *block) {
    run_lanes(block, aabb_aabb_lanes, REALS);
}
static void run_obb_obb(batch_block *block) {
    run_lanes(block, obb_obb_lanes, REALS);
}
static void run_ray_sphere(batch_block *block) {
    run_closer(block, sphere_misses, sphere_filter_lanes);
}
static void run_ray_aabb(batch_block *block) {
    if (block->values)
        run_lanes(block, ray_aabb_t_lanes, REALS);
    else
        run_lanes(block, ray_aabb_lanes, REALS);
}
static void run_ray_triangle(batch_block *block) {
    run_closer(block, triangle_misses, triangle_filter_lanes);
}
static void run_point_triangle(batch_block *block) {
    run_lanes(block, point_triangle_lanes, DOUBLES);
}
static void run_region_aabb(batch_block *block) {
    run_lanes(block, region_aabb_lanes, REALS);
}
static void run_region_sphere(batch_block *block) {
    run_lanes(block, region_sphere_lanes, REALS);
}
static void run_move_points(batch_block *block) {
    run_lanes(block, move_point_lanes, DOUBLES);
}
static void run_move_aabbs(batch_block *block) {
    run_lanes(block, move_aabb_lanes, DOUBLES);
}

batch_kernel *SIMD_NAME(carom_batch_kernel)(batch_verb verb) {
    static batch_kernel *const kernels[BATCH_VERBS] = {
        [BATCH_SPHERE_SPHERE] = run_sphere_sphere, [BATCH_SPHERE_AABB] = run_sphere_aabb,
        [BATCH_AABB_AABB] = run_aabb_aabb,         [BATCH_OBB_OBB] = run_obb_obb,
        [BATCH_RAY_SPHERE] = run_ray_sphere,       [BATCH_RAY_AABB] = run_ray_aabb,
        [BATCH_RAY_TRIANGLE] = run_ray_triangle,   [BATCH_POINT_TRIANGLE] = run_point_triangle,
        [BATCH_REGION_AABB] = run_region_aabb,     [BATCH_REGION_SPHERE] = run_region_sphere,
        [BATCH_MOVE_POINTS] = run_move_points,     [BATCH_MOVE_AABBS] = run_move_aabbs,
    };
    return kernels[verb];
}
