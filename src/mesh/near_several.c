/* The nearest few triangles. The caller's buffer is a heap with the farthest on top; once it is
 * full, the top is the limit of the search. */
#include "carom/mesh_near.h"
#include "mesh/near_walk.h"

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

size_t carom_closest_point_mesh_several(carom_vec3 point, const carom_mesh *mesh,
                                        carom_real distance, carom_mesh_closest *nearest,
                                        size_t capacity) {
    several_search s = {near_search_start(point, mesh, distance, visit_several), distance, nearest,
                        capacity, 0};
    if (!(distance >= 0) || capacity == 0) return 0;
    carom_near_walk(&s.search);
    for (size_t left = s.count; left > 1; left--) {
        carom_mesh_closest farthest = nearest[0];
        sink_farthest(nearest, left - 1, nearest[left - 1]);
        nearest[left - 1] = farthest;
    }
    return s.count;
}
