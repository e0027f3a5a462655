/* No algorithm of its own: batched queries of one mesh on a task hook. Query i is the call of the
 * single function, so its bits are the same whichever thread runs it. Chunks have at least
 * MESH_GRAIN queries. Nearest points are batched along a space-filling curve elsewhere, in
 * mesh/nearest. */
#include "mesh/pair/point_in_mesh.h"
#include "query/batch/many.h"

/* Queries per task that repay waking a thread. */
#define MESH_GRAIN 64

static void cast_one_all(void *data, size_t i) {
    const many_job *job = data;
    const carom_mesh_rays *rays = job->queries;
    const carom_hit_lists *to = job->lists;
    to->counts[i] = (uint32_t)carom_raycast_ray_mesh_all(
        &rays->rays[i], job->about, rays->facing, MANY_PLACES(to, hits, i), to->capacity_each);
}

void carom_raycast_rays_mesh_all(const carom_mesh_rays *rays, const carom_mesh *mesh,
                                 const carom_hit_lists *lists, const carom_task_hook *tasks) {
    many_job job = {.queries = rays, .about = mesh, .lists = lists};
    carom_run_items(tasks, cast_one_all, &job, (task_share){rays->count, MESH_GRAIN});
}

static void sweep_one(void *data, size_t i) {
    const many_job *job = data;
    const carom_moving_spheres *queries = job->queries;
    carom_mesh_sweep_hit *hits = job->answers;
    hits[i] = carom_sweep_sphere_mesh(&queries->spheres[i], queries->motions[i], job->about);
}

void carom_sweep_spheres_mesh(const carom_moving_spheres *spheres, const carom_mesh *mesh,
                              carom_mesh_sweep_hit *hits, const carom_task_hook *tasks) {
    many_job job = {.queries = spheres, .about = mesh, .answers = hits};
    carom_run_items(tasks, sweep_one, &job, (task_share){spheres->count, MESH_GRAIN});
}

static void point_one_within(void *data, size_t i) {
    const many_job *job = data;
    const carom_points_within *queries = job->queries;
    carom_real distance = many_within(queries, i);
    ((bool *)job->answers)[i] =
        carom_overlap_point_mesh_within(queries->points[i], job->about, distance);
}

void carom_overlap_points_mesh_within(const carom_points_within *points, const carom_mesh *mesh,
                                      bool *answers, const carom_task_hook *tasks) {
    many_job job = {.queries = points, .about = mesh, .answers = answers};
    carom_run_items(tasks, point_one_within, &job, (task_share){points->count, MESH_GRAIN});
}

static void touch_one_sphere(void *data, size_t i) {
    const many_job *job = data;
    const carom_sphere *spheres = job->queries;
    const carom_triangle_lists *to = job->lists;
    to->counts[i] = (uint32_t)carom_overlap_sphere_mesh(
        &spheres[i], job->about, MANY_PLACES(to, triangles, i), to->capacity_each);
}

void carom_overlap_spheres_mesh(const carom_sphere *spheres, size_t count, const carom_mesh *mesh,
                                const carom_triangle_lists *lists, const carom_task_hook *tasks) {
    many_job job = {.queries = spheres, .about = mesh, .lists = lists};
    carom_run_items(tasks, touch_one_sphere, &job, (task_share){count, MESH_GRAIN});
}

static void touch_one_box(void *data, size_t i) {
    const many_job *job = data;
    const carom_aabb *boxes = job->queries;
    const carom_triangle_lists *to = job->lists;
    to->counts[i] = (uint32_t)carom_overlap_aabb_mesh(
        &boxes[i], job->about, MANY_PLACES(to, triangles, i), to->capacity_each);
}

void carom_overlap_aabbs_mesh(const carom_aabb *boxes, size_t count, const carom_mesh *mesh,
                              const carom_triangle_lists *lists, const carom_task_hook *tasks) {
    many_job job = {.queries = boxes, .about = mesh, .lists = lists};
    carom_run_items(tasks, touch_one_box, &job, (task_share){count, MESH_GRAIN});
}

static void place_one(void *data, size_t i) {
    const many_job *job = data;
    const carom_vec3 *points = job->queries;
    carom_mesh_side *sides = job->answers;
    sides[i] = carom_classify_point_mesh(points[i], job->about);
}

void carom_classify_points_mesh(const carom_vec3 *points, size_t count,
                                const carom_placed_mesh *mesh, carom_mesh_side *sides,
                                const carom_task_hook *tasks) {
    carom_placed_mesh known = mesh ? *mesh : (carom_placed_mesh){0};
    if (known.mesh && count > 0) known.solidity = carom_solidity_in_use(&known);
    many_job job = {.queries = points, .about = &known, .answers = sides};
    carom_run_items(tasks, place_one, &job, (task_share){count, MESH_GRAIN});
}
