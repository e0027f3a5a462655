/* No algorithm of its own: batches over pairs of shapes: which items form a pair, the kernel, and
 * the single function for the items on which the kernel is undecided. The answers are those of the
 * single functions. */
#include <math.h>
#include <string.h>

#include "carom/closest.h"
#include "carom/overlap.h"
#include "core/workspace.h"
#include "query/batch/batch.h"
#include "query/batch/pair_plan.h"
#include "query/batch/blocks.h"

/* The answer of one pair, and its value where it has one. */
typedef bool batch_single(const batch_item *a, const batch_item *b, carom_facing facing,
                          carom_real *value);

typedef struct batch_job {
    batch_source a, b;
    batch_verb verb;
    batch_single *single;
    bool has_values;
    bool waits; /* the kernel is faster than memory */
    carom_facing facing;
    size_t count;
} batch_job;

/* ---- the single functions */

static bool one_sphere_sphere(const batch_item *a, const batch_item *b, carom_facing facing,
                              carom_real *value) {
    (void)facing, (void)value;
    return carom_overlap_sphere_sphere(&a->sphere, &b->sphere);
}
static bool one_sphere_aabb(const batch_item *a, const batch_item *b, carom_facing facing,
                            carom_real *value) {
    (void)facing, (void)value;
    return carom_overlap_sphere_aabb(&a->sphere, &b->aabb);
}
static bool one_aabb_aabb(const batch_item *a, const batch_item *b, carom_facing facing,
                          carom_real *value) {
    (void)facing, (void)value;
    return carom_overlap_aabb_aabb(&a->aabb, &b->aabb);
}
static bool one_obb_obb(const batch_item *a, const batch_item *b, carom_facing facing,
                        carom_real *value) {
    (void)facing, (void)value;
    return carom_overlap_obb_obb(&a->obb, &b->obb);
}

static bool put_t(bool hit, carom_real t, carom_real *value) {
    *value = hit ? t : (carom_real)INFINITY;
    return hit;
}
static bool one_ray_sphere(const batch_item *a, const batch_item *b, carom_facing facing,
                           carom_real *value) {
    (void)facing;
    carom_ray_hit out = carom_raycast_ray_sphere_exact(&a->ray, &b->sphere);
    return put_t(out.hit, out.t, value);
}
static bool one_ray_aabb(const batch_item *a, const batch_item *b, carom_facing facing,
                         carom_real *value) {
    (void)facing;
    carom_ray_hit out = carom_raycast_ray_aabb(&a->ray, &b->aabb);
    return put_t(out.hit, out.t, value);
}
static bool one_ray_triangle(const batch_item *a, const batch_item *b, carom_facing facing,
                             carom_real *value) {
    carom_ray_hit_triangle out = carom_raycast_ray_triangle_exact(&a->ray, &b->triangle, facing);
    return put_t(out.hit, out.t, value);
}
static bool one_point_triangle(const batch_item *a, const batch_item *b, carom_facing facing,
                               carom_real *value) {
    (void)facing;
    *value = carom_closest_point_triangle(a->point, &b->triangle).distance;
    return *value <= CAROM_REAL_MAX;
}

/* ---- pairs */

static void choose_pairs(batch_job *job, const carom_batch_pairs *pairs) {
    const pair_plan plan = pair_plan_of(job->a.count, job->b.count, pairs);
    job->a.index = plan.index_a;
    job->b.index = plan.index_b;
    job->a.is_single = plan.one_a;
    job->b.is_single = plan.one_b;
    job->count = plan.count;
}

/* Answers the items on which the kernel is undecided by the single function, and sets the answers
 * of those that do not exist. */
static void settle_doubt(const batch_job *job, batch_block *block, uint64_t exist) {
    carom_real ignored, *values = block->values ? batch_values(block) : NULL;
    for (uint64_t left = exist & ~block->decided; left; left &= left - 1) {
        size_t i = (size_t)__builtin_ctzll(left);
        batch_item a = carom_batch_item(&job->a, &block->a, block->first + i);
        batch_item b = carom_batch_item(&job->b, &block->b, block->first + i);
        bool yes = job->single(&a, &b, job->facing, values ? &values[i] : &ignored);
        block->yes = (block->yes & ~((uint64_t)1 << i)) | (uint64_t)yes << i;
    }
    block->yes &= exist;
    uint64_t missing = batch_mask(block->count) & ~exist;
    for (; values && missing; missing &= missing - 1)
        values[__builtin_ctzll(missing)] = (carom_real)INFINITY;
}

/* Prefetching costs more than it saves when all data is in a cache, of about this size. */
#define BATCH_NEAR ((size_t)1 << 22)

static bool outgrows_caches(const batch_job *job) {
    size_t fields = (job->a.is_single ? 0 : job->a.fields) + (job->b.is_single ? 0 : job->b.fields);
    return job->count > BATCH_NEAR / sizeof(carom_real) / fields;
}

/* Pairs laid out, in a block of the workspace. */
typedef struct batch_work {
    batch_memory a, b;
    carom_real values[BATCH_ITEMS];
} batch_work;
_Static_assert(sizeof(batch_work) <= WORKSPACE_CONVEX_BYTES, "the block holds it");

/* Whole blocks that can be read in place are not laid out one by one. */
static size_t run_job(batch_job *job, const carom_batch_pairs *pairs,
                      const carom_batch_answers *answers) {
    choose_pairs(job, pairs);
    batch_kernel *kernel = carom_batch_kernel(answers, job->verb);
    batch_work *work = carom_workspace_take(WORKSPACE_CONVEX);
    carom_real *wanted = job->has_values && answers ? answers->values : NULL;
    batch_block block = {.facing = job->facing, .values = wanted, .count = BATCH_ITEMS};
    size_t found = 0, count = job->count;
    bool ready = carom_batch_is_in_place(&job->a, count) && carom_batch_is_in_place(&job->b, count);
    size_t whole = ready ? count / BATCH_ITEMS * BATCH_ITEMS : 0, range[2] = {0, BATCH_ITEMS};
    if (whole > 0) {
        carom_batch_lay_out(&job->a, range, work->a, &block.a);
        carom_batch_lay_out(&job->b, range, work->b, &block.b);
    }
    size_t fetched = job->waits && outgrows_caches(job) ? whole : 0;
    for (; block.first < whole; block.first += BATCH_ITEMS) {
        block.fetches = block.first + BATCH_ITEMS < fetched;
        kernel(&block);
        settle_doubt(job, &block, UINT64_MAX);
        found = carom_batch_put(answers, &block, block.first, found);
    }
    block.first = 0;
    block.fetches = false;
    block.values = wanted ? work->values : NULL;
    for (range[0] = whole; range[0] < count; range[0] += BATCH_ITEMS) {
        block.count = range[1] = count - range[0] < BATCH_ITEMS ? count - range[0] : BATCH_ITEMS;
        uint64_t exist = carom_batch_lay_out(&job->a, range, work->a, &block.a);
        exist &= carom_batch_lay_out(&job->b, range, work->b, &block.b);
        kernel(&block);
        settle_doubt(job, &block, exist);
        if (wanted) memcpy(wanted + range[0], work->values, block.count * sizeof *wanted);
        found = carom_batch_put(answers, &block, range[0], found);
    }
    carom_workspace_give(work);
    return found;
}

/* ---- the public functions */

enum { POINT_FIELDS = 3, SPHERE_FIELDS = 4, AABB_FIELDS = 6 };
enum { OBB_FIELDS = 15, TRIANGLE_FIELDS = 9, RAY_FIELDS = 8 };

size_t carom_batch_overlap_sphere_sphere(const carom_batch_spheres *a, const carom_batch_spheres *b,
                                         const carom_batch_pairs *pairs,
                                         const carom_batch_answers *answers) {
    batch_job job = {.a = carom_batch_source(a, SPHERE_FIELDS, a->count),
                     .b = carom_batch_source(b, SPHERE_FIELDS, b->count),
                     .verb = BATCH_SPHERE_SPHERE,
                     .single = one_sphere_sphere,
                     .waits = true};
    return run_job(&job, pairs, answers);
}

size_t carom_batch_overlap_sphere_aabb(const carom_batch_spheres *spheres,
                                       const carom_batch_aabbs *boxes,
                                       const carom_batch_pairs *pairs,
                                       const carom_batch_answers *answers) {
    batch_job job = {.a = carom_batch_source(spheres, SPHERE_FIELDS, spheres->count),
                     .b = carom_batch_source(boxes, AABB_FIELDS, boxes->count),
                     .verb = BATCH_SPHERE_AABB,
                     .single = one_sphere_aabb,
                     .waits = true};
    return run_job(&job, pairs, answers);
}

size_t carom_batch_overlap_aabb_aabb(const carom_batch_aabbs *a, const carom_batch_aabbs *b,
                                     const carom_batch_pairs *pairs,
                                     const carom_batch_answers *answers) {
    batch_job job = {.a = carom_batch_source(a, AABB_FIELDS, a->count),
                     .b = carom_batch_source(b, AABB_FIELDS, b->count),
                     .verb = BATCH_AABB_AABB,
                     .single = one_aabb_aabb,
                     .waits = true};
    return run_job(&job, pairs, answers);
}

size_t carom_batch_overlap_obb_obb(const carom_batch_obbs *a, const carom_batch_obbs *b,
                                   const carom_batch_pairs *pairs,
                                   const carom_batch_answers *answers) {
    batch_job job = {.a = carom_batch_source(a, OBB_FIELDS, a->count),
                     .b = carom_batch_source(b, OBB_FIELDS, b->count),
                     .verb = BATCH_OBB_OBB,
                     .single = one_obb_obb,
                     .waits = true};
    return run_job(&job, pairs, answers);
}

size_t carom_batch_raycast_ray_sphere(const carom_batch_rays *rays,
                                      const carom_batch_spheres *spheres,
                                      const carom_batch_pairs *pairs,
                                      const carom_batch_answers *answers) {
    batch_job job = {.a = carom_batch_source(rays, RAY_FIELDS, rays->count),
                     .b = carom_batch_source(spheres, SPHERE_FIELDS, spheres->count),
                     .verb = BATCH_RAY_SPHERE,
                     .single = one_ray_sphere,
                     .has_values = true};
    return run_job(&job, pairs, answers);
}

size_t carom_batch_raycast_ray_aabb(const carom_batch_rays *rays, const carom_batch_aabbs *boxes,
                                    const carom_batch_pairs *pairs,
                                    const carom_batch_answers *answers) {
    batch_job job = {.a = carom_batch_source(rays, RAY_FIELDS, rays->count),
                     .b = carom_batch_source(boxes, AABB_FIELDS, boxes->count),
                     .verb = BATCH_RAY_AABB,
                     .single = one_ray_aabb,
                     .waits = true,
                     .has_values = true};
    return run_job(&job, pairs, answers);
}

size_t carom_batch_raycast_ray_triangle(const carom_batch_rays *rays,
                                        const carom_batch_triangles *triangles,
                                        const carom_batch_pairs *pairs, carom_facing facing,
                                        const carom_batch_answers *answers) {
    batch_job job = {.a = carom_batch_source(rays, RAY_FIELDS, rays->count),
                     .b = carom_batch_source(triangles, TRIANGLE_FIELDS, triangles->count),
                     .verb = BATCH_RAY_TRIANGLE,
                     .single = one_ray_triangle,
                     .waits = true,
                     .has_values = true,
                     .facing = facing};
    return run_job(&job, pairs, answers);
}

size_t carom_batch_closest_point_triangle(const carom_batch_points *points,
                                          const carom_batch_triangles *triangles,
                                          const carom_batch_pairs *pairs,
                                          const carom_batch_answers *answers) {
    batch_job job = {.a = carom_batch_source(points, POINT_FIELDS, points->count),
                     .b = carom_batch_source(triangles, TRIANGLE_FIELDS, triangles->count),
                     .verb = BATCH_POINT_TRIANGLE,
                     .single = one_point_triangle,
                     .has_values = true};
    return run_job(&job, pairs, answers);
}
