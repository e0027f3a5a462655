/* No algorithm of its own: batched queries of one scene on a task hook. Query i is the call of the
 * single function, so its bits are the same whichever thread runs it. Chunks have at least
 * SCENE_GRAIN queries. */
#include "query/batch/many.h"

/* Queries per task that repay waking a thread. */
#define SCENE_GRAIN 64

static void cast_one_at_scene(void *data, size_t i) {
    const many_job *job = data;
    const carom_mesh_rays *rays = job->queries;
    carom_scene_ray_hit *hits = job->answers;
    hits[i] = carom_raycast_ray_scene(&rays->rays[i], job->about, rays->facing);
}

void carom_raycast_rays_scene(const carom_mesh_rays *rays, const carom_scene *scene,
                              carom_scene_ray_hit *hits, const carom_task_hook *tasks) {
    many_job job = {.queries = rays, .about = scene, .answers = hits};
    carom_run_items(tasks, cast_one_at_scene, &job, (task_share){rays->count, SCENE_GRAIN});
}

static void hit_one_in_scene(void *data, size_t i) {
    const many_job *job = data;
    const carom_mesh_rays *rays = job->queries;
    const carom_ray *ray = &rays->rays[i];
    ((bool *)job->answers)[i] = rays->facing == CAROM_BOTH_SIDES
                                    ? carom_overlap_ray_scene(ray, job->about)
                                    : carom_raycast_ray_scene(ray, job->about, rays->facing).hit;
}

void carom_overlap_rays_scene(const carom_mesh_rays *rays, const carom_scene *scene, bool *answers,
                              const carom_task_hook *tasks) {
    many_job job = {.queries = rays, .about = scene, .answers = answers};
    carom_run_items(tasks, hit_one_in_scene, &job, (task_share){rays->count, SCENE_GRAIN});
}

static void sweep_one_in_scene(void *data, size_t i) {
    const many_job *job = data;
    const carom_moving_spheres *queries = job->queries;
    carom_scene_sweep_hit *hits = job->answers;
    hits[i] = carom_sweep_sphere_scene(&queries->spheres[i], queries->motions[i], job->about);
}

void carom_sweep_spheres_scene(const carom_moving_spheres *spheres, const carom_scene *scene,
                               carom_scene_sweep_hit *hits, const carom_task_hook *tasks) {
    many_job job = {.queries = spheres, .about = scene, .answers = hits};
    carom_run_items(tasks, sweep_one_in_scene, &job, (task_share){spheres->count, SCENE_GRAIN});
}

static void find_one_in_scene(void *data, size_t i) {
    const many_job *job = data;
    const carom_vec3 *points = job->queries;
    carom_scene_closest *nearest = job->answers;
    nearest[i] = carom_closest_point_scene(points[i], job->about);
}

void carom_closest_points_scene(const carom_vec3 *points, size_t count, const carom_scene *scene,
                                carom_scene_closest *nearest, const carom_task_hook *tasks) {
    many_job job = {.queries = points, .about = scene, .answers = nearest};
    carom_run_items(tasks, find_one_in_scene, &job, (task_share){count, SCENE_GRAIN});
}

/* ---- lists */

static void cast_one_all_at_scene(void *data, size_t i) {
    const many_job *job = data;
    const carom_mesh_rays *rays = job->queries;
    const carom_scene_hit_lists *to = job->lists;
    to->counts[i] = (uint32_t)carom_raycast_ray_scene_all(
        &rays->rays[i], job->about, rays->facing, MANY_PLACES(to, hits, i), to->capacity_each);
}

void carom_raycast_rays_scene_all(const carom_mesh_rays *rays, const carom_scene *scene,
                                  const carom_scene_hit_lists *lists,
                                  const carom_task_hook *tasks) {
    many_job job = {.queries = rays, .about = scene, .lists = lists};
    carom_run_items(tasks, cast_one_all_at_scene, &job, (task_share){rays->count, SCENE_GRAIN});
}

static void find_several_in_scene(void *data, size_t i) {
    const many_job *job = data;
    const carom_points_within *queries = job->queries;
    const carom_scene_closest_lists *to = job->lists;
    carom_real within = many_within(queries, i);
    to->counts[i] = (uint32_t)carom_closest_point_scene_several(
        queries->points[i], job->about, within, MANY_PLACES(to, nearest, i), to->capacity_each);
}

void carom_closest_points_scene_several(const carom_points_within *points, const carom_scene *scene,
                                        const carom_scene_closest_lists *lists,
                                        const carom_task_hook *tasks) {
    many_job job = {.queries = points, .about = scene, .lists = lists};
    carom_run_items(tasks, find_several_in_scene, &job, (task_share){points->count, SCENE_GRAIN});
}
