/* The nearest few triangles. The caller's buffer is a heap with the farthest on top; once it is
 * full, the top is the limit of the search. In a batch the triangles last found tell a limit to
 * begin with. */
#include "mesh/nearest/best_heap.h"
#include "mesh/nearest/near_order.h"
#include "query/batch/many.h"

typedef struct several_search {
    near_search search;
    carom_real distance;
    best_heap heap;
} several_search;

static void visit_several(near_search *search, uint32_t rank, const carom_triangle *triangle) {
    several_search *s = (several_search *)search;
    carom_mesh_closest item = {search->tree->order[rank],
                               carom_closest_point_triangle(search->given, triangle)};
    if (!(item.at.distance <= s->distance && item.at.distance <= CAROM_REAL_MAX)) return;
    best_keep(&s->heap, sizeof item, nearest_before, &item);
    const carom_mesh_closest *farthest = s->heap.items;
    if (s->heap.count == s->heap.capacity)
        s->search.limit = min2(s->search.limit, near_limit(farthest->at.distance));
}

/* `limit`: squared, no less than where the last of them will be found. */
static size_t several_from(carom_vec3 point, const carom_mesh *mesh, const several_search *start,
                           double limit) {
    several_search s = *start;
    s.search = near_search_start(point, mesh, s.distance, visit_several);
    s.search.limit = min2(s.search.limit, limit);
    if (!(s.distance >= 0) || s.heap.capacity == 0) return 0;
    carom_near_walk(&s.search);
    best_sort(&s.heap, sizeof(carom_mesh_closest), nearest_before);
    return s.heap.count;
}

size_t carom_closest_point_mesh_several(carom_vec3 point, const carom_mesh *mesh,
                                        carom_real distance, carom_mesh_closest *nearest,
                                        size_t capacity) {
    const several_search start = {.distance = distance, .heap = {nearest, capacity, 0}};
    return several_from(point, mesh, &start, DBL_MAX);
}

/* As many triangles as are wanted are no farther than the farthest of those last found. */
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

/* ---- batches: links stand where the counts will go */

typedef struct several_batch {
    near_batch batch; /* first */
    const carom_real *distances;
    const carom_closest_lists *lists;
} several_batch;

/* Is the way from the last point short enough? No answer depends on it: a wide limit is not worth
 * its distances. */
static bool is_short_way(carom_vec3 point, const carom_mesh_closest *farthest) {
    vec3 way = sub3(load3(point), load3(farthest->at.point_a));
    double reach = 0.5 * (double)farthest->at.distance;
    return len2(way) <= reach * reach;
}

static void run_several(const near_batch *batch, uint32_t i, uint32_t end) {
    const several_batch *b = (const several_batch *)batch;
    const size_t each = b->lists->capacity_each;
    const carom_mesh_closest *last = NULL;
    for (uint32_t next; i != end; i = next) {
        size_t k = batch->done + i;
        next = near_next(batch, i);
        const several_search start = {
            .distance = b->distances ? b->distances[k] : (carom_real)INFINITY,
            .heap = {MANY_PLACES(b->lists, nearest, k), each, 0},
        };
        double limit = last && is_short_way(batch->points[i], &last[each - 1])
                           ? limit_by_last(batch->points[i], batch->mesh, last, each)
                           : DBL_MAX;
        size_t found = several_from(batch->points[i], batch->mesh, &start, limit);
        b->lists->counts[k] = (uint32_t)found;
        if (found == each && each > 0) last = start.heap.items;
    }
}

void carom_closest_points_mesh_several(const carom_points_within *points, const carom_mesh *mesh,
                                       const carom_closest_lists *lists,
                                       const carom_task_hook *tasks) {
    several_batch b = {{.points = points->points,
                        .mesh = mesh,
                        .links = lists->counts,
                        .step = sizeof *lists->counts,
                        .run = run_several},
                       points->distances,
                       lists};
    carom_near_batch(&b.batch, points->count, tasks);
}
