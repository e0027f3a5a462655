/* Range search by depth-first traversal of the BVH [Ericson05] 6.3: the triangles that a sphere or
 * box touches, the least indices first, kept in a bounded heap [Knuth98] 5.2.3. Nodes are culled
 * by bounds that are widened for rounding; the exact triangle functions alone decide, so the
 * answer is that of brute force. */
#include "carom/overlap.h"
#include "math/boxes.h"
#include "mesh/data/mesh_visit.h"
#include "mesh/nearest/best_heap.h"
#include "mesh/nearest/tolerances.h"

static double box_distance2(vec3 p, const mesh_node *node) {
    const vec3 box[2] = {load3(node->min), load3(node->max)}, at[2] = {p, p};
    return len2(box_gaps(box, at));
}

static bool index_before(const void *a, const void *b) {
    return *(const uint32_t *)a < *(const uint32_t *)b;
}

typedef struct touch_search {
    const carom_mesh *mesh;
    const carom_sphere *sphere; /* exactly one of sphere and box is set */
    const carom_aabb *box;
    vec3 center;
    double reach2;
    best_heap found;
    size_t total;
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
        if (!touch) continue;
        uint32_t index = mesh_index(s->mesh, i);
        s->total++;
        best_keep(&s->found, sizeof index, index_before, &index);
    }
    return true;
}

static size_t visit_touched(touch_search *s) {
    mesh_visit(s->mesh, touch_enter, touch_leaf, s);
    best_sort(&s->found, sizeof(uint32_t), index_before);
    return s->total;
}

size_t carom_overlap_sphere_mesh(const carom_sphere *sphere, const carom_mesh *mesh,
                                 uint32_t *triangles, size_t capacity) {
    touch_search s = {mesh, sphere, NULL, load3(sphere->center), 0.0, {triangles, capacity, 0}, 0};
    double r = (double)sphere->radius, reach = r * (1.0 + TOUCH_ROUNDING);
    s.reach2 = reach * reach > TOUCH_LEAST ? reach * reach : TOUCH_LEAST;
    if (!(r >= 0.0)) return 0;
    return visit_touched(&s);
}

size_t carom_overlap_aabb_mesh(const carom_aabb *box, const carom_mesh *mesh, uint32_t *triangles,
                               size_t capacity) {
    touch_search s = {mesh, NULL, box, {0, 0, 0}, 0.0, {triangles, capacity, 0}, 0};
    return visit_touched(&s);
}
