/* Best-first traversal of a mesh's BVH or of a height field's maximum mipmap [TevsIhrkeSeidel08]
 * behind one interface, and the support mapping of a surface. Each triangle of a leaf is
 * compared with the limit by its own box, since the work on a triangle costs more than that. */
#include "mesh/shape_surface.h"

#include "math/boxes.h"
#include "mesh/heightfield/height_walk.h"
#include "mesh/data/mesh_order.h"
#include "mesh/data/mesh_visit.h"
#include "mesh/tolerances.h"
#include "shape/order.h"

typedef struct surface_visit {
    const surface_visitor *by;
    const surface *on;
    const uint32_t *end; /* triangles from this index on are skipped */
    bool whole_leaves;   /* triangles are not compared with the limit by their own boxes */
} surface_visit;

static double key_of_box(const surface_visit *v, const carom_aabb *box) {
    return v->by->key(v->by->context, load3(box->min), load3(box->max));
}

static void offer_triangle(const surface_visit *v, uint32_t triangle, const carom_triangle *at) {
    if (v->whole_leaves) {
        v->by->leaf(v->by->context, triangle, at);
        return;
    }
    carom_aabb box = box_of_triangle(at);
    double key = key_of_box(v, &box);
    if (key < DBL_MAX && !(key > *v->by->limit)) v->by->leaf(v->by->context, triangle, at);
}

static double surface_node_key(const void *context, const mesh_node *node) {
    const surface_visit *v = context;
    return v->by->key(v->by->context, load3(node->min), load3(node->max));
}

static void surface_node_leaf(void *context, const mesh_node *node) {
    const surface_visit *v = context;
    const carom_mesh *mesh = v->on->mesh;
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        const uint32_t triangle = mesh_index(mesh, i);
        if (triangle >= *v->end) continue;
        carom_triangle at = mesh_ranked(mesh, i);
        offer_triangle(v, triangle, &at);
    }
}

static double surface_tile_key(const void *context, const carom_aabb *box) {
    return key_of_box(context, box);
}

static bool surface_cell_leaf(void *context, uint32_t column, uint32_t row) {
    const surface_visit *v = context;
    const carom_heightfield *field = v->on->field;
    uint32_t first = height_index(field, column, row, 0);
    for (uint32_t half = 0; half < 2 && first + half < *v->end; half++) {
        carom_triangle at = height_triangle(field, column, row, half);
        offer_triangle(v, first + half, &at);
    }
    return true;
}

static void visit_nearest(surface_visit *v) {
    const surface *on = v->on;
    const double *limit = v->by->limit;
    void *stack = carom_workspace_take(v->by->level);
    if (on->mesh)
        mesh_walk_nearest(on->mesh,
                          &(mesh_walk){surface_node_key, surface_node_leaf, v, limit, stack});
    else
        height_walk_nearest(on->field,
                            &(height_walk){surface_tile_key, surface_cell_leaf, v, limit, stack});
    carom_workspace_give(stack);
}

void carom_surface_visit_below(const surface *on, const surface_visitor *visitor,
                               const uint32_t *end) {
    surface_visit v = {visitor, on, end, false};
    visit_nearest(&v);
}

static const uint32_t every_triangle = UINT32_MAX;

void carom_surface_visit(const surface *on, const surface_visitor *visitor) {
    carom_surface_visit_below(on, visitor, &every_triangle);
}

void carom_surface_visit_leaves(const surface *on, const surface_visitor *visitor) {
    surface_visit v = {visitor, on, &every_triangle, true};
    visit_nearest(&v);
}

uint32_t carom_surface_count(const surface *on) {
    return on->mesh ? mesh_count(on->mesh) : carom_heightfield_triangle_count(on->field);
}

bool carom_surface_triangle(const surface *on, uint32_t triangle, carom_triangle *out) {
    if (on->mesh) {
        *out = carom_mesh_triangle(on->mesh, triangle);
        return true;
    }
    uint32_t across = on->field->columns - 1, cell = triangle / 2;
    *out = carom_heightfield_triangle(on->field, triangle);
    return !height_is_hole(on->field, cell % across, cell / across);
}

bool carom_surface_bounds(const surface *on, carom_aabb *out) {
    *out = on->mesh ? carom_mesh_bounds(on->mesh) : carom_heightfield_bounds(on->field);
    return on->mesh ? mesh_count(on->mesh) > 0
                    : out->min.x <= out->max.x && out->min.y <= out->max.y;
}

int carom_order_surfaces(const surface *a, const surface *b) {
    carom_aabb box[2];
    const bool full[2] = {carom_surface_bounds(a, &box[0]), carom_surface_bounds(b, &box[1])};
    if (!full[0] || !full[1]) return full[1] - full[0];
    if (a->mesh) return carom_order_meshes(a->mesh, b->mesh);
    if (a->field == b->field) return 0;
    int order = carom_order_numbers(&box[0].min.x, &box[1].min.x, 6);
    const uint32_t count = carom_surface_count(a), other = carom_surface_count(b);
    if (order == 0 && count != other) order = count < other ? -1 : 1;
    for (uint32_t i = 0; i < count && order == 0; i++) {
        carom_triangle p, q;
        order = (int)carom_surface_triangle(b, i, &q) - (int)carom_surface_triangle(a, i, &p);
        if (order == 0) order = carom_order_numbers(&p.v[0].x, &q.v[0].x, 9);
    }
    return order;
}

/* ---- support */

typedef struct support_visit {
    vec3 direction, best;
    double limit; /* minus the best support value found so far */
} support_visit;

static double support_key(const void *context, vec3 low, vec3 high) {
    const support_visit *s = context;
    vec3 d = s->direction;
    vec3 most =
        vec(d.x < 0.0 ? low.x : high.x, d.y < 0.0 ? low.y : high.y, d.z < 0.0 ? low.z : high.z);
    double size = fabs(d.x * most.x) + fabs(d.y * most.y) + fabs(d.z * most.z);
    return -dot3(d, most) - SUPPORT_ROUNDING * size;
}

static void support_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    support_visit *s = context;
    (void)triangle;
    for (int i = 0; i < 3; i++) {
        vec3 v = load3(at->v[i]);
        double height = -dot3(s->direction, v);
        if (!(height < s->limit)) continue;
        s->limit = height;
        s->best = v;
    }
}

vec3 carom_surface_support(const surface *on, vec3 direction) {
    support_visit s = {carom_normalize_or(direction, vec(0, 0, 1)), {0, 0, 0}, DBL_MAX};
    const surface_visitor by = {support_key, support_leaf, &s, &s.limit,
                                WORKSPACE_TRIANGLES_WITHIN};
    carom_surface_visit(on, &by);
    return s.best;
}
