/* The triangles that a sphere or box touches, the least indices first. Nodes are culled by bounds
 * that are widened for rounding; the exact triangle functions alone decide. */
#include "carom/overlap.h"
#include "math/boxes.h"
#include "mesh/data/mesh_visit.h"
#include "mesh/nearest/tolerances.h"

static double box_distance2(vec3 p, const mesh_node *node) {
    const vec3 box[2] = {load3(node->min), load3(node->max)}, at[2] = {p, p};
    return len2(box_gaps(box, at));
}

/* The caller's buffer is a binary heap with the largest index on top, so it ends with the least
 * indices. */
typedef struct index_heap {
    uint32_t *items;
    size_t capacity, count, total;
} index_heap;

static void sift_down(index_heap *heap, size_t i) {
    uint32_t item = heap->items[i];
    for (size_t child = 2 * i + 1; child < heap->count; child = 2 * i + 1) {
        if (child + 1 < heap->count && heap->items[child + 1] > heap->items[child]) child++;
        if (heap->items[child] <= item) break;
        heap->items[i] = heap->items[child];
        i = child;
    }
    heap->items[i] = item;
}

static void keep_index(index_heap *heap, uint32_t index) {
    heap->total++;
    if (heap->count < heap->capacity) {
        size_t i = heap->count++;
        for (; i > 0 && heap->items[(i - 1) / 2] < index; i = (i - 1) / 2)
            heap->items[i] = heap->items[(i - 1) / 2];
        heap->items[i] = index;
    } else if (heap->capacity > 0 && index < heap->items[0]) {
        heap->items[0] = index;
        sift_down(heap, 0);
    }
}

static size_t finish_heap(index_heap *heap) {
    while (heap->count > 1) {
        uint32_t largest = heap->items[0];
        heap->items[0] = heap->items[--heap->count];
        heap->items[heap->count] = largest;
        sift_down(heap, 0);
    }
    return heap->total;
}

typedef struct touch_search {
    const carom_mesh *mesh;
    const carom_sphere *sphere; /* exactly one of sphere and box is set */
    const carom_aabb *box;
    vec3 center;
    double reach2;
    index_heap found;
} touch_search;

static bool touch_enter(const void *context, const mesh_node *node) {
    const touch_search *s = context;
    if (s->sphere) return box_distance2(s->center, node) <= s->reach2;
    return node->min.x <= s->box->max.x && node->max.x >= s->box->min.x &&
           node->min.y <= s->box->max.y && node->max.y >= s->box->min.y &&
           node->min.z <= s->box->max.z && node->max.z >= s->box->min.z;
}

static bool touch_leaf(void *context, const mesh_node *node) {
    touch_search *s = context;
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        const carom_triangle given = mesh_ranked(s->mesh, i), *t = &given;
        bool touch = s->sphere ? carom_overlap_sphere_triangle(s->sphere, t)
                               : carom_overlap_aabb_triangle(s->box, t);
        if (touch) keep_index(&s->found, mesh_index(s->mesh, i));
    }
    return true;
}

size_t carom_overlap_sphere_mesh(const carom_sphere *sphere, const carom_mesh *mesh,
                                 uint32_t *triangles, size_t capacity) {
    touch_search s = {mesh, sphere, NULL, load3(sphere->center), 0.0, {triangles, capacity, 0, 0}};
    double r = (double)sphere->radius, reach = r * (1.0 + TOUCH_ROUNDING);
    s.reach2 = reach * reach > TOUCH_LEAST ? reach * reach : TOUCH_LEAST;
    if (!(r >= 0.0)) return 0;
    mesh_visit(mesh, touch_enter, touch_leaf, &s);
    return finish_heap(&s.found);
}

size_t carom_overlap_aabb_mesh(const carom_aabb *box, const carom_mesh *mesh, uint32_t *triangles,
                               size_t capacity) {
    touch_search s = {mesh, NULL, box, {0, 0, 0}, 0.0, {triangles, capacity, 0, 0}};
    mesh_visit(mesh, touch_enter, touch_leaf, &s);
    return finish_heap(&s.found);
}
