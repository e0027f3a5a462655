/* k-nearest search, branch and bound [Roussopoulos95]: the k triangles of a mesh that are nearest
 * to a point. The caller's buffer is a binary heap with the farthest on top; once it is full, the
 * top is the limit of the search. In a batch the triangles found for the point before give a first
 * limit. */
#include "mesh/nearest/best_heap.h"
#include "mesh/nearest/point_order.h"
#include "query/batch/many.h"

typedef struct k_nearest_search {
    near_search search;
    carom_real distance;
    best_heap heap;
} k_nearest_search;

static void visit_k_nearest(near_search *search, uint32_t rank, const carom_triangle *triangle) {
    k_nearest_search *s = (k_nearest_search *)search;
    carom_mesh_closest item = {search->tree->order[rank],
                               carom_closest_point_triangle(search->given, triangle)};
    if (!(item.at.distance <= s->distance && item.at.distance <= CAROM_REAL_MAX)) return;
    best_keep(&s->heap, sizeof item, nearest_before, &item);
    const carom_mesh_closest *farthest = s->heap.items;
    if (s->heap.count == s->heap.capacity)
        s->search.limit = min2(s->search.limit, near_limit(farthest->at.distance));
}

/* The search from `start`; `limit` is squared, and not below the distance of the last triangle to
 * be found. */
static size_t k_nearest_from(carom_vec3 point, const carom_mesh *mesh,
                             const k_nearest_search *start, double limit) {
    k_nearest_search s = *start;
    s.search = near_search_start(point, mesh, s.distance, visit_k_nearest);
    s.search.limit = min2(s.search.limit, limit);
    if (!(s.distance >= 0) || s.heap.capacity == 0) return 0;
    carom_nearest_search(&s.search);
    best_sort(&s.heap, sizeof(carom_mesh_closest), nearest_before);
    return s.heap.count;
}

size_t carom_closest_point_mesh_several(carom_vec3 point, const carom_mesh *mesh,
                                        carom_real distance, carom_mesh_closest *nearest,
                                        size_t capacity) {
    const k_nearest_search start = {.distance = distance, .heap = {nearest, capacity, 0}};
    return k_nearest_from(point, mesh, &start, DBL_MAX);
}

/* A limit: at least `count` triangles are not farther than the farthest of those last found. */
static double limit_by_last(carom_vec3 point, const carom_mesh *mesh,
                            const carom_mesh_closest *last, size_t count) {
    carom_real farthest = 0;
    for (size_t k = 0; k < count; k++) {
        carom_triangle t = mesh_indexed(mesh, last[k].triangle);
        carom_real distance = carom_closest_point_triangle(point, &t).distance;
        if (!(distance <= farthest)) farthest = distance;
    }
    return farthest <= CAROM_REAL_MAX ? near_limit(farthest) : DBL_MAX;
}

/* ---- batches: the links lie in the array of counts */

typedef struct k_nearest_batch {
    near_batch batch; /* first */
    const carom_real *distances;
    const carom_closest_lists *lists;
} k_nearest_batch;

/* Is the step from the last point short enough for limit_by_last to pay? It changes no answer. */
static bool is_step_short(carom_vec3 point, const carom_mesh_closest *farthest) {
    vec3 step = sub3(load3(point), load3(farthest->at.point_a));
    double reach = STEP_SHARE * (double)farthest->at.distance;
    return len2(step) <= reach * reach;
}

static void run_k_nearest(const near_batch *batch, uint32_t i, uint32_t end) {
    const k_nearest_batch *b = (const k_nearest_batch *)batch;
    const size_t each = b->lists->capacity_each;
    const carom_mesh_closest *last = NULL;
    for (uint32_t next; i != end; i = next) {
        size_t k = batch->done + i;
        next = near_next(batch, i);
        const k_nearest_search start = {
            .distance = b->distances ? b->distances[k] : (carom_real)INFINITY,
            .heap = {MANY_PLACES(b->lists, nearest, k), each, 0},
        };
        double limit = last && is_step_short(batch->points[i], &last[each - 1])
                           ? limit_by_last(batch->points[i], batch->mesh, last, each)
                           : DBL_MAX;
        size_t found = k_nearest_from(batch->points[i], batch->mesh, &start, limit);
        b->lists->counts[k] = (uint32_t)found;
        if (found == each && each > 0) last = start.heap.items;
    }
}

void carom_closest_points_mesh_several(const carom_points_within *points, const carom_mesh *mesh,
                                       const carom_closest_lists *lists,
                                       const carom_task_hook *tasks) {
    k_nearest_batch b = {{.points = points->points,
                          .mesh = mesh,
                          .links = lists->counts,
                          .step = sizeof *lists->counts,
                          .run = run_k_nearest},
                         points->distances,
                         lists};
    carom_near_batch(&b.batch, points->count, tasks);
}
