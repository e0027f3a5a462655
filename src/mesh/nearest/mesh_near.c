/* Nearest-neighbour search, branch and bound [Roussopoulos95]: the nearest point of a mesh, for
 * one point or a batch, by the traversal of nearest_search.h; every nearer triangle lowers its
 * limit. The answer is that of brute force with carom_closest_point_triangle, ties by index. In a
 * batch each search starts with the descent of the one before. */
#include "carom/many.h"
#include "mesh/nearest/point_order.h"
#include "mesh/nearest/mesh_near.h"

typedef struct nearest_search {
    near_search search;
    bool found;
    carom_mesh_closest best;
} nearest_search;

static void visit_nearest(near_search *search, uint32_t rank, const carom_triangle *triangle) {
    nearest_search *s = (nearest_search *)search;
    carom_closest_on_triangle at = carom_closest_point_triangle(search->given, triangle);
    uint32_t index = search->tree->order[rank];
    carom_real best = s->best.at.distance;
    if (!comes_before(at.distance, index, best, s->best.triangle)) return;
    s->found = true;
    s->best = (carom_mesh_closest){index, at};
    search->limit = min2(search->limit, near_limit(at.distance));
}

static const carom_mesh_closest nothing_near = {.at.distance = (carom_real)INFINITY};

carom_mesh_closest carom_nearest_from_path(carom_vec3 point, const carom_mesh *mesh,
                                           carom_real distance, near_path *path) {
    if (!(distance >= 0)) return nothing_near;
    nearest_search s = {near_search_start(point, mesh, distance, visit_nearest), false,
                        nothing_near};
    s.search.nearest_only = true;
    s.search.path = path;
    carom_nearest_search(&s.search);
    return s.found && s.best.at.distance <= distance ? s.best : nothing_near;
}

carom_mesh_closest carom_closest_point_mesh(carom_vec3 point, const carom_mesh *mesh) {
    return carom_nearest_from_path(point, mesh, (carom_real)INFINITY, NULL);
}

carom_mesh_closest carom_closest_point_mesh_within(carom_vec3 point, const carom_mesh *mesh,
                                                   carom_real distance) {
    return carom_nearest_from_path(point, mesh, distance, NULL);
}

/* ---- batches */

/* A batch; without `distances` there is no limit. */
typedef struct nearest_batch {
    near_batch batch; /* first */
    const carom_real *distances;
    carom_mesh_closest *nearest;
} nearest_batch;

static void run_nearest(const near_batch *batch, uint32_t i, uint32_t end) {
    const nearest_batch *b = (const nearest_batch *)batch;
    carom_mesh_closest *nearest = b->nearest + batch->done;
    near_path path = {.count = 0};
    const carom_real *distances = b->distances ? b->distances + batch->done : NULL;
    for (uint32_t next; i != end; i = next) {
        next = near_next(batch, i);
        carom_real distance = distances ? distances[i] : (carom_real)INFINITY;
        nearest[i] = carom_nearest_from_path(batch->points[i], batch->mesh, distance, &path);
    }
}

static void nearest_of_points(const carom_points_within *points, const carom_mesh *mesh,
                              carom_mesh_closest *nearest, const carom_task_hook *tasks) {
    _Static_assert(offsetof(carom_mesh_closest, triangle) == 0, "links are where answers begin");
    nearest_batch b = {{.points = points->points,
                        .mesh = mesh,
                        .links = nearest,
                        .step = sizeof *nearest,
                        .run = run_nearest},
                       points->distances,
                       nearest};
    carom_near_batch(&b.batch, points->count, tasks);
}

void carom_closest_points_mesh(const carom_vec3 *points, size_t count, const carom_mesh *mesh,
                               carom_mesh_closest *nearest, const carom_task_hook *tasks) {
    nearest_of_points(&(carom_points_within){points, NULL, count}, mesh, nearest, tasks);
}

void carom_closest_points_mesh_within(const carom_points_within *points, const carom_mesh *mesh,
                                      carom_mesh_closest *nearest, const carom_task_hook *tasks) {
    nearest_of_points(points, mesh, nearest, tasks);
}

/* ---- closer than */

typedef struct within_search {
    near_search search;
    carom_real distance;
    bool found;
} within_search;

static void visit_within(near_search *search, uint32_t rank, const carom_triangle *triangle) {
    within_search *s = (within_search *)search;
    (void)rank;
    s->found = carom_closest_point_triangle(search->given, triangle).distance <= s->distance;
    if (s->found) search->limit = -1.0;
}

bool carom_overlap_point_mesh_within(carom_vec3 point, const carom_mesh *mesh,
                                     carom_real distance) {
    within_search s = {near_search_start(point, mesh, distance, visit_within), distance, false};
    if (distance >= 0) carom_nearest_search(&s.search);
    return s.found;
}
