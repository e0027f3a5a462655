/* No algorithm of its own: rays against a mesh, singly and in batches, are passed to the BVH8
 * kernels of ray_packet_kernel.c for the best instruction set. Answers equal brute force with
 * carom_raycast_ray_triangle bit for bit, whatever the instruction set, the batch or the number of
 * threads. */
#include "core/tasks.h"
#include "mesh/data/mesh_data.h"
#include "mesh/ray/bvh8_ray.h"
#include "mesh/ray/ray_packet.h"

/* The kernel of the best instruction set, chosen inline: a call would take a twentieth of the time
 * of a ray. */
#define RAY_KERNEL(name)                                                                           \
    (SIMD_RUNS_AVX512 ? SIMD_X86_NAME(name, avx512)                                                \
     : SIMD_RUNS_AVX2 ? SIMD_X86_NAME(name, avx2)                                                  \
                      : name##_native)

/* The tree for first hits: the one with spatial splits if there is one, in which a triangle may be
 * in several leaves. Any hit is found sooner in the other, where large triangles are whole. */
static CAROM_INLINE const bvh8_tree *tree_of_rays(const carom_mesh *mesh) {
    return mesh->split_bvh8.node_count > 0 ? &mesh->split_bvh8 : &mesh->bvh8;
}

carom_mesh_ray_hit carom_raycast_ray_mesh(const carom_ray *ray, const carom_mesh *mesh,
                                          carom_facing facing) {
    bvh8_query query = {tree_of_rays(mesh), ray, facing};
    return RAY_KERNEL(carom_bvh8_first)(&query);
}

bool carom_overlap_ray_mesh(const carom_ray *ray, const carom_mesh *mesh) {
    bvh8_query query = {&mesh->bvh8, ray, CAROM_BOTH_SIDES};
    return RAY_KERNEL(carom_bvh8_any)(&query);
}

/* ---- batches */

/* Rays of a task at least: fewer do not pay for waking a thread. */
#define RAY_GRAIN 256

typedef struct ray_job {
    const carom_mesh_rays *rays;
    const carom_mesh *mesh;
    carom_mesh_ray_hit *first; /* or: */
    bool *any;
} ray_job;

/* Prefetches the next block of rays, when it is a whole one, while this one is traversed. */
static void fetch_rays(const carom_ray *next, const carom_ray *end) {
    const char *at = (const char *)next;
    if (end - next < BVH8_BLOCK) return;
    for (size_t i = 0; i < BVH8_BLOCK * sizeof *next; i += 64)
        CAROM_PREFETCH(at + i);
}

static void raycast_chunk(void *data, size_t i, size_t last) {
    const ray_job *job = data;
    bvh8_query query = {tree_of_rays(job->mesh), NULL, job->rays->facing};
    for (; i < last; i += BVH8_BLOCK) {
        uint32_t count = last - i < BVH8_BLOCK ? (uint32_t)(last - i) : BVH8_BLOCK;
        query.ray = &job->rays->rays[i];
        fetch_rays(query.ray + count, job->rays->rays + last);
        RAY_KERNEL(carom_bvh8_first_of_block)(&query, count, &job->first[i]);
    }
}

static void overlap_chunk(void *data, size_t i, size_t last) {
    const ray_job *job = data;
    bvh8_query query = {&job->mesh->bvh8, NULL, job->rays->facing};
    for (; i < last; i += BVH8_BLOCK) {
        uint32_t count = last - i < BVH8_BLOCK ? (uint32_t)(last - i) : BVH8_BLOCK;
        query.ray = &job->rays->rays[i];
        fetch_rays(query.ray + count, job->rays->rays + last);
        RAY_KERNEL(carom_bvh8_any_of_block)(&query, count, &job->any[i]);
    }
}

void carom_raycast_rays_mesh(const carom_mesh_rays *rays, const carom_mesh *mesh,
                             carom_mesh_ray_hit *hits, const carom_task_hook *tasks) {
    ray_job job = {.rays = rays, .mesh = mesh, .first = hits};
    carom_run_chunks(tasks, raycast_chunk, &job, (task_share){rays->count, RAY_GRAIN});
}

void carom_overlap_rays_mesh(const carom_mesh_rays *rays, const carom_mesh *mesh, bool *hits,
                             const carom_task_hook *tasks) {
    ray_job job = {.rays = rays, .mesh = mesh, .any = hits};
    carom_run_chunks(tasks, overlap_chunk, &job, (task_share){rays->count, RAY_GRAIN});
}
