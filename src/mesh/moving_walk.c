/* Pairs of nodes, the earliest in time first. A pair's earliest time is found from its parents' on,
 * and pairs that come too late are left out; so are pairs of triangles, by their boxes. */
#include "mesh/moving_walk.h"

#include "math/boxes.h"

typedef struct moving_item {
    double from;
    uint32_t a, b;
} moving_item;

static middle_box box_of_place(const carom_mesh *mesh, uint32_t place) {
    carom_aabb box = box_of_triangle(&mesh->triangles[place]);
    vec3 low = scale3(load3(box.min), 0.5), high = scale3(load3(box.max), 0.5);
    return (middle_box){add3(low, high), sub3(high, low)};
}

static bool look_at_leaves(moving_search *s, const bvh_node *a, const bvh_node *b, double from) {
    for (uint32_t i = a->first; i < a->first + a->count; i++) {
        middle_box box_a = box_of_place(s->a, i);
        for (uint32_t k = b->first; k < b->first + b->count; k++) {
            middle_box box_b = box_of_place(s->b, k);
            if (s->earliest(s, &box_a, &box_b, from) > s->limit) continue;
            if (!s->look(s, i, k)) return false;
        }
    }
    return true;
}

/* Returns the new height of the stack. */
static int push_earliest(const moving_search *s, moving_item *stack, int top, moving_item at) {
    const bvh_node *a = &s->a->tree.nodes[at.a], *b = &s->b->tree.nodes[at.b];
    middle_box box_a = middle_of_node(a), box_b = middle_of_node(b);
    bool first = goes_down_first(a, b, &box_a, &box_b);
    moving_item child[2] = {at, at};
    for (uint32_t i = 0; i < 2; i++) {
        middle_box box;
        if (first) {
            child[i].a = a->first + i;
            box = middle_of_node(&s->a->tree.nodes[child[i].a]);
            child[i].from = s->earliest(s, &box, &box_b, at.from);
        } else {
            child[i].b = b->first + i;
            box = middle_of_node(&s->b->tree.nodes[child[i].b]);
            child[i].from = s->earliest(s, &box_a, &box, at.from);
        }
    }
    int late = child[0].from <= child[1].from ? 1 : 0;
    if (!(child[late].from > s->limit)) stack[top++] = child[late];
    if (!(child[1 - late].from > s->limit)) stack[top++] = child[1 - late];
    return top;
}

void carom_moving_walk(moving_search *s) {
    moving_item stack[PAIR_STACK];
    int top = 0;
    stack[top++] = (moving_item){0.0, 0, 0};
    while (top > 0) {
        moving_item at = stack[--top];
        if (at.from > s->limit) continue;
        const bvh_node *a = &s->a->tree.nodes[at.a], *b = &s->b->tree.nodes[at.b];
        if (a->count == 0 || b->count == 0)
            top = push_earliest(s, stack, top, at);
        else if (!look_at_leaves(s, a, b, at.from))
            return;
    }
}

convex_shape carom_convex_of_triangle(const carom_triangle *triangle, vec3 *points) {
    convex_shape shape = {.kind = CONVEX_POINTS, .count = 3, .points = points};
    for (int i = 0; i < 3; i++) {
        points[i] = load3(triangle->v[i]);
        shape.axes[i] = vec(i == 0, i == 1, i == 2);
    }
    return shape;
}
