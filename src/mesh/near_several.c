/* The nearest few triangles. The caller's buffer is a heap with the farthest on top; once it is
 * full, the top is the limit of the search. In a batch the triangles last found tell a limit to
 * begin with. */
#include "mesh/near_order.h"
#include "query/batch/many.h"

typedef struct several_search {
    near_search search;
    carom_real distance;
    carom_mesh_closest *items;
    size_t capacity, count;
} several_search;

static bool is_farther(const carom_mesh_closest *a, const carom_mesh_closest *b) {
    return comes_before(b->at.distance, b->triangle, a->at.distance, a->triangle);
}

/* Puts `item` in place of the top. */
static void sink_farthest(carom_mesh_closest *items, size_t count, carom_mesh_closest item) {
    size_t i = 0;
    for (size_t child = 1; child < count; child = 2 * i + 1) {
        if (child + 1 < count && is_farther(&items[child + 1], &items[child])) child++;
        if (!is_farther(&items[child], &item)) break;
        items[i] = items[child];
        i = child;
    }
    items[i] = item;
}

static void raise_farthest(carom_mesh_closest *items, size_t i, carom_mesh_closest item) {
    for (; i > 0 && is_farther(&item, &items[(i - 1) / 2]); i = (i - 1) / 2)
        items[i] = items[(i - 1) / 2];
    items[i] = item;
}

static void keep_near(several_search *s, const carom_mesh_closest *item) {
    if (s->count < s->capacity)
        raise_farthest(s->items, s->count++, *item);
    else if (is_farther(&s->items[0], item))
        sink_farthest(s->items, s->count, *item);
    if (s->count == s->capacity)
        s->search.limit = min2(s->search.limit, near_limit(s->items[0].at.distance));
}

static void visit_several(near_search *search, uint32_t rank, const carom_triangle *triangle) {
    several_search *s = (several_search *)search;
    carom_mesh_closest item = {search->tree->order[rank],
                               carom_closest_point_triangle(search->given, triangle)};
    if (item.at.distance <= s->distance && item.at.distance <= CAROM_REAL_MAX) keep_near(s, &item);
}

/* `limit`: squared, no less than where the last of them will be found. */
static size_t several_from(carom_vec3 point, const carom_mesh *mesh, const several_search *start,
                           double limit) {
    several_search s = *start;
    carom_mesh_closest *nearest = s.items;
    s.search = near_search_start(point, mesh, s.distance, visit_several);
    s.search.limit = min2(s.search.limit, limit);
    if (!(s.distance >= 0) || s.capacity == 0) return 0;
    carom_near_walk(&s.search);
    for (size_t left = s.count; left > 1; left--) {
        carom_mesh_closest farthest = nearest[0];
        sink_farthest(nearest, left - 1, nearest[left - 1]);
        nearest[left - 1] = farthest;
    }
    return s.count;
}

size_t carom_closest_point_mesh_several(carom_vec3 point, const carom_mesh *mesh,
                                        carom_real distance, carom_mesh_closest *nearest,
                                        size_t capacity) {
    const several_search start = {.distance = distance, .items = nearest, .capacity = capacity};
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
            .items = b->lists->nearest ? b->lists->nearest + k * each : NULL,
            .capacity = each,
        };
        double limit = last && is_short_way(batch->points[i], &last[each - 1])
                           ? limit_by_last(batch->points[i], batch->mesh, last, each)
                           : DBL_MAX;
        size_t found = several_from(batch->points[i], batch->mesh, &start, limit);
        b->lists->counts[k] = (uint32_t)found;
        if (found == each && each > 0) last = start.items;
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
