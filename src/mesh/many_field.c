/* No algorithm of its own: batched queries of one height field on a task hook. Query i is the call
 * of the single function, so its bits are the same whichever thread runs it. Chunks have at least
 * FIELD_GRAIN queries. */
#include "query/batch/many.h"

/* Queries per task that repay waking a thread. */
#define FIELD_GRAIN 64

static void cast_one_at_field(void *data, size_t i) {
    const many_job *job = data;
    const carom_mesh_rays *rays = job->queries;
    carom_mesh_ray_hit *hits = job->answers;
    hits[i] = carom_raycast_ray_heightfield(&rays->rays[i], job->about, rays->facing);
}

void carom_raycast_rays_heightfield(const carom_mesh_rays *rays, const carom_heightfield *field,
                                    carom_mesh_ray_hit *hits, const carom_task_hook *tasks) {
    many_job job = {.queries = rays, .about = field, .answers = hits};
    carom_run_items(tasks, cast_one_at_field, &job, (task_share){rays->count, FIELD_GRAIN});
}

static void hit_one_on_field(void *data, size_t i) {
    const many_job *job = data;
    const carom_mesh_rays *rays = job->queries;
    const carom_ray *ray = &rays->rays[i];
    ((bool *)job->answers)[i] =
        rays->facing == CAROM_BOTH_SIDES
            ? carom_overlap_ray_heightfield(ray, job->about)
            : carom_raycast_ray_heightfield(ray, job->about, rays->facing).hit;
}

void carom_overlap_rays_heightfield(const carom_mesh_rays *rays, const carom_heightfield *field,
                                    bool *answers, const carom_task_hook *tasks) {
    many_job job = {.queries = rays, .about = field, .answers = answers};
    carom_run_items(tasks, hit_one_on_field, &job, (task_share){rays->count, FIELD_GRAIN});
}

static void sweep_one_on_field(void *data, size_t i) {
    const many_job *job = data;
    const carom_moving_spheres *queries = job->queries;
    carom_mesh_sweep_hit *hits = job->answers;
    hits[i] = carom_sweep_sphere_heightfield(&queries->spheres[i], queries->motions[i], job->about);
}

void carom_sweep_spheres_heightfield(const carom_moving_spheres *spheres,
                                     const carom_heightfield *field, carom_mesh_sweep_hit *hits,
                                     const carom_task_hook *tasks) {
    many_job job = {.queries = spheres, .about = field, .answers = hits};
    carom_run_items(tasks, sweep_one_on_field, &job, (task_share){spheres->count, FIELD_GRAIN});
}

static void find_one_on_field(void *data, size_t i) {
    const many_job *job = data;
    const carom_vec3 *points = job->queries;
    carom_mesh_closest *nearest = job->answers;
    nearest[i] = carom_closest_point_heightfield(points[i], job->about);
}

void carom_closest_points_heightfield(const carom_vec3 *points, size_t count,
                                      const carom_heightfield *field, carom_mesh_closest *nearest,
                                      const carom_task_hook *tasks) {
    many_job job = {.queries = points, .about = field, .answers = nearest};
    carom_run_items(tasks, find_one_on_field, &job, (task_share){count, FIELD_GRAIN});
}

static void touch_field_by_sphere(void *data, size_t i) {
    const many_job *job = data;
    const carom_sphere *spheres = job->queries;
    const carom_triangle_lists *to = job->lists;
    to->counts[i] = (uint32_t)carom_overlap_sphere_heightfield(
        &spheres[i], job->about, MANY_PLACES(to, triangles, i), to->capacity_each);
}

void carom_overlap_spheres_heightfield(const carom_sphere *spheres, size_t count,
                                       const carom_heightfield *field,
                                       const carom_triangle_lists *lists,
                                       const carom_task_hook *tasks) {
    many_job job = {.queries = spheres, .about = field, .lists = lists};
    carom_run_items(tasks, touch_field_by_sphere, &job, (task_share){count, FIELD_GRAIN});
}

static void touch_field_by_box(void *data, size_t i) {
    const many_job *job = data;
    const carom_aabb *boxes = job->queries;
    const carom_triangle_lists *to = job->lists;
    to->counts[i] = (uint32_t)carom_overlap_aabb_heightfield(
        &boxes[i], job->about, MANY_PLACES(to, triangles, i), to->capacity_each);
}

void carom_overlap_aabbs_heightfield(const carom_aabb *boxes, size_t count,
                                     const carom_heightfield *field,
                                     const carom_triangle_lists *lists,
                                     const carom_task_hook *tasks) {
    many_job job = {.queries = boxes, .about = field, .lists = lists};
    carom_run_items(tasks, touch_field_by_box, &job, (task_share){count, FIELD_GRAIN});
}

/* ---- hits and nearest triangles in lists */

static void cast_one_all_at_field(void *data, size_t i) {
    const many_job *job = data;
    const carom_mesh_rays *rays = job->queries;
    const carom_hit_lists *to = job->lists;
    to->counts[i] = (uint32_t)carom_raycast_ray_heightfield_all(
        &rays->rays[i], job->about, rays->facing, MANY_PLACES(to, hits, i), to->capacity_each);
}

void carom_raycast_rays_heightfield_all(const carom_mesh_rays *rays, const carom_heightfield *field,
                                        const carom_hit_lists *lists,
                                        const carom_task_hook *tasks) {
    many_job job = {.queries = rays, .about = field, .lists = lists};
    carom_run_items(tasks, cast_one_all_at_field, &job, (task_share){rays->count, FIELD_GRAIN});
}

static void find_several_on_field(void *data, size_t i) {
    const many_job *job = data;
    const carom_points_within *queries = job->queries;
    const carom_closest_lists *to = job->lists;
    carom_real within = many_within(queries, i);
    to->counts[i] = (uint32_t)carom_closest_point_heightfield_several(
        queries->points[i], job->about, within, MANY_PLACES(to, nearest, i), to->capacity_each);
}

void carom_closest_points_heightfield_several(const carom_points_within *points,
                                              const carom_heightfield *field,
                                              const carom_closest_lists *lists,
                                              const carom_task_hook *tasks) {
    many_job job = {.queries = points, .about = field, .lists = lists};
    carom_run_items(tasks, find_several_on_field, &job, (task_share){points->count, FIELD_GRAIN});
}
