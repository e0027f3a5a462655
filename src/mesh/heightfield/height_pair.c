/* A mesh or another height field against a height field, by simultaneous traversal [Ericson05] 6.3
 * of the other's own hierarchy and the pyramid of heights [TevsIhrkeSeidel08]: boxes of the former
 * are culled by the latter, and each triangle left is tested with the cells under its box. The
 * exact triangle test alone decides, so the pairs are those of brute force. */
#include "carom/overlap.h"
#include "math/boxes.h"
#include "mesh/heightfield/height_walk.h"
#include "mesh/pair/pair_frame.h"
#include "mesh/pair/pair_list.h"

typedef struct height_pair_search {
    const carom_heightfield *field; /* the second shape of the pair */
    const placed_frame *frame;      /* the posed mesh, */
    const carom_heightfield *other; /* or the first height field */
    carom_triangle_pair_visitor *visitor;
    void *user;
    carom_triangle own; /* the triangle of the first shape under test */
    uint32_t own_index;
    bool ended;
} height_pair_search;

static bool test_cell(void *context, uint32_t column, uint32_t row) {
    height_pair_search *m = context;
    for (uint32_t half = 0; half < 2 && !m->ended; half++) {
        carom_triangle t = height_triangle(m->field, column, row, half);
        uint32_t index = height_index(m->field, column, row, half);
        if (carom_overlap_triangle_triangle(&m->own, &t))
            m->ended = !m->visitor(m->own_index, index, m->user);
    }
    return !m->ended;
}

static void test_triangle(height_pair_search *m, const carom_triangle *t, uint32_t index) {
    carom_aabb box = box_of_triangle(t);
    m->own = *t;
    m->own_index = index;
    carom_height_visit_box(m->field, &box, test_cell, m);
}

/* ---- a mesh */

/* The box of a node in the field's frame, widened by the error of posing. */
static carom_aabb posed_node_box(const placed_frame *frame, const mesh_node *node) {
    middle_box own = middle_of_node(node);
    vec3 center = affine_point(&frame->out, own.center);
    vec3 half = affine_extent(&frame->out, own.half);
    double slack = POSE_NOISES * frame->noise + DBL_MIN;
    vec3 reach = add3(half, vec(slack, slack, slack));
    return (carom_aabb){store3(sub3(center, reach)), store3(add3(center, reach))};
}

static bool node_may_meet(const void *context, const mesh_node *node) {
    const height_pair_search *m = context;
    if (m->frame->blind) return true;
    carom_aabb box = posed_node_box(m->frame, node);
    return carom_height_may_meet(m->field, &box);
}

static bool test_mesh_leaf(void *context, const mesh_node *node) {
    height_pair_search *m = context;
    for (uint32_t i = node->first; i < node->first + node->count && !m->ended; i++) {
        carom_triangle own = mesh_ranked(m->frame->mesh, i);
        carom_triangle t = carom_posed_triangle(m->frame, &own);
        test_triangle(m, &t, mesh_index(m->frame->mesh, i));
    }
    return !m->ended;
}

void carom_visit_mesh_heightfield(const carom_placed_mesh *mesh, const carom_heightfield *field,
                                  carom_triangle_pair_visitor *visitor, void *user) {
    placed_frame frame;
    if (!mesh || !carom_placed_frame(&frame, mesh)) return;
    height_pair_search m = {.field = field, .frame = &frame, .visitor = visitor, .user = user};
    mesh_visit(frame.mesh, node_may_meet, test_mesh_leaf, &m);
}

bool carom_overlap_mesh_heightfield(const carom_placed_mesh *mesh, const carom_heightfield *field) {
    bool met = false;
    carom_visit_mesh_heightfield(mesh, field, note_any_pair, &met);
    return met;
}

/* ---- another field */

static void test_field_cell(height_pair_search *m, uint32_t column, uint32_t row) {
    for (uint32_t half = 0; half < 2 && !m->ended; half++) {
        carom_triangle t = height_triangle(m->other, column, row, half);
        test_triangle(m, &t, height_index(m->other, column, row, half));
    }
}

void carom_visit_heightfield_heightfield(const carom_heightfield *a, const carom_heightfield *b,
                                         carom_triangle_pair_visitor *visitor, void *user) {
    height_pair_search m = {.field = b, .other = a, .visitor = visitor, .user = user};
    height_tile stack[HEIGHT_STACK];
    int top = 0;
    stack[top++] = height_root(a);
    while (top > 0 && !m.ended) {
        height_tile tile = stack[--top];
        carom_aabb box;
        if (!height_box(a, tile, &box) || !carom_height_may_meet(b, &box)) continue;
        if (tile.level == 0)
            test_field_cell(&m, tile.column, tile.row);
        else
            top += height_children(a, tile, stack + top);
    }
}

bool carom_overlap_heightfield_heightfield(const carom_heightfield *a, const carom_heightfield *b) {
    bool met = false;
    carom_visit_heightfield_heightfield(a, b, note_any_pair, &met);
    return met;
}
