/* Time of impact by a simultaneous traversal of two BVHs [Ericson05] 6.3, depth first with the
 * earliest child on top. A pair inherits its parents' lower bound on the time and raises it;
 * pairs later than the best contact are pruned, and so are pairs of triangles, by their boxes. */
#include "mesh/moving/moving_walk.h"

#include "math/boxes.h"

typedef struct moving_item {
    double from;
    mesh_node a, b;
} moving_item;

static middle_box box_of_rank(const carom_mesh *mesh, uint32_t rank) {
    carom_triangle t = mesh_ranked(mesh, rank);
    carom_aabb box = box_of_triangle(&t);
    return middle_of_box(box.min, box.max);
}

static bool test_leaves(moving_search *s, const moving_item *at) {
    for (uint32_t i = at->a.first; i < at->a.first + at->a.count; i++) {
        middle_box box_a = box_of_rank(s->a, i);
        for (uint32_t k = at->b.first; k < at->b.first + at->b.count; k++) {
            middle_box box_b = box_of_rank(s->b, k);
            if (s->earliest(s, &box_a, &box_b, at->from) > s->limit) continue;
            if (!s->test(s, i, k)) return false;
        }
    }
    return true;
}

/* Replaces the larger of two nodes by its children, the earliest on top.
 * @return the new height of the stack. */
static int push_earliest(const moving_search *s, moving_item *stack, int top) {
    moving_item at = stack[top];
    middle_box box_a = middle_of_node(&at.a), box_b = middle_of_node(&at.b);
    bool open_a =
        at.b.count > 0 || (at.a.count == 0 && box_a.half.x + box_a.half.y + box_a.half.z >=
                                                  box_b.half.x + box_b.half.y + box_b.half.z);
    int base = top;
    for (uint32_t slot = 0; slot < BVH8_WIDTH; slot++) {
        moving_item child = at;
        mesh_node *open = open_a ? &child.a : &child.b;
        if (!mesh_child(open_a ? s->a : s->b, open->child, slot, open)) continue;
        middle_box box = middle_of_node(open);
        child.from = s->earliest(s, open_a ? &box : &box_a, open_a ? &box_b : &box, at.from);
        if (child.from > s->limit) continue;
        int place = top++;
        for (; place > base && stack[place - 1].from < child.from; place--)
            stack[place] = stack[place - 1];
        stack[place] = child;
    }
    return top;
}

void carom_moving_walk(moving_search *s) {
    moving_item stack[PAIR_STACK];
    int top = 0;
    stack[top++] = (moving_item){0.0, mesh_root(s->a), mesh_root(s->b)};
    while (top > 0) {
        const moving_item *at = &stack[--top];
        if (at->from > s->limit) continue;
        if (at->a.count == 0 || at->b.count == 0)
            top = push_earliest(s, stack, top);
        else if (!test_leaves(s, at))
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
