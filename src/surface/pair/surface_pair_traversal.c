/* Nested traversal of two surfaces (own method), meshes or height fields: for every triangle of
 * the first whose box may meet the second, the triangles of the second within its offsets. Boxes
 * of the first are posed vertex by vertex, and every box is grown by the rounding of that, so no
 * pair within the offsets is missed. */
#include "surface/pair/surface_pair_traversal.h"

#include "math/boxes.h"
#include "math/pose.h"
#include "surface/pair/tolerances.h"

typedef struct surface_pair_step {
    const surface_pair_frame *pair;
    const surface_pair_query *query;
    double limit;
    surface_pair_triangles two;
    vec3 box[2]; /* box that the second triangle must meet */
} surface_pair_step;

bool carom_surface_pair_start(surface_pair_frame *out, const carom_posed_shape *a,
                              const carom_posed_shape *b) {
    carom_aabb box;
    out->a = a;
    out->b = b;
    out->first = carom_surface_of(&a->shape);
    out->second = carom_surface_of(&b->shape);
    out->back = carom_pose_inverse(b->pose);
    out->to_b = carom_pose_compose(out->back, a->pose);
    if (!carom_surface_bounds(&out->first, &box) ||
        !carom_surface_bounds(&out->second, &out->bounds))
        return false;
    vec3 low = load3(out->bounds.min), high = load3(out->bounds.max);
    out->size = min2(max_abs3(sub3(high, low)), max_abs3(sub3(load3(box.max), load3(box.min))));
    double far = max2(max_abs3(load3(a->pose.position)), max_abs3(load3(b->pose.position)));
    far += max_abs3(low) + max_abs3(high) + max_abs3(load3(box.min)) + max_abs3(load3(box.max));
    out->rounding = POSED_VERTEX_ROUNDING * far;
    return true;
}

static void grow_by_reach(const surface_pair_step *step, vec3 box[2]) {
    vec3 down = step->query->reach[0], up = step->query->reach[1];
    double more = step->pair->rounding;
    box[0] = add3(box[0], vec(min2(down.x, up.x) - more, min2(down.y, up.y) - more,
                              min2(down.z, up.z) - more));
    box[1] = add3(box[1], vec(max2(down.x, up.x) + more, max2(down.y, up.y) + more,
                              max2(down.z, up.z) + more));
}

static bool are_boxes_touching(const vec3 a[2], const vec3 b[2]) {
    return max_abs3(box_gaps(a, b)) == 0.0;
}

/* Poses a box of A into the frame of B and tests it against B's bounds. */
static double first_key(const void *context, vec3 low, vec3 high) {
    const surface_pair_step *step = context;
    const carom_aabb *bounds = &step->pair->bounds;
    const vec3 all[2] = {load3(bounds->min), load3(bounds->max)};
    vec3 box[2], corner;
    box[0] = vec(DBL_MAX, DBL_MAX, DBL_MAX);
    box[1] = neg3(box[0]);
    for (int i = 0; i < 8; i++) {
        corner = vec(i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z);
        corner = load3(carom_posed_point(step->pair->to_b, store3(corner)));
        box[0] = lower3(box[0], corner);
        box[1] = upper3(box[1], corner);
    }
    grow_by_reach(step, box);
    return are_boxes_touching(box, all) && are_boxes_touching(box, step->query->region) ? 0.0
                                                                                        : DBL_MAX;
}

static double second_key(const void *context, vec3 low, vec3 high) {
    const surface_pair_step *step = context;
    const vec3 box[2] = {low, high};
    return are_boxes_touching(step->box, box) && are_boxes_touching(step->query->region, box)
               ? 0.0
               : DBL_MAX;
}

static void second_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    surface_pair_step *step = context;
    step->two.triangle[1] = triangle;
    step->two.own[1] = *at;
    step->query->visit(step->query->context, &step->two);
}

static void pose_first(const surface_pair_frame *pair, surface_pair_triangles *two) {
    for (int i = 0; i < 3; i++)
        two->at.v[i] = carom_posed_point(pair->to_b, two->own[0].v[i]);
}

static void first_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    surface_pair_step *step = context;
    const surface_visitor by = {second_key, second_leaf, step, &step->limit, WORKSPACE_TRIANGLES};
    step->two.triangle[0] = triangle;
    step->two.own[0] = *at;
    pose_first(step->pair, &step->two);
    carom_aabb box = box_of_triangle(&step->two.at);
    step->box[0] = load3(box.min);
    step->box[1] = load3(box.max);
    grow_by_reach(step, step->box);
    if (are_boxes_touching(step->box, step->query->region))
        carom_surface_visit(&step->pair->second, &by);
}

void carom_surface_pair_visit(const surface_pair_frame *pair, const surface_pair_query *query) {
    surface_pair_step step = {.pair = pair, .query = query};
    const surface_visitor by = {first_key, first_leaf, &step, &step.limit,
                                WORKSPACE_TRIANGLES_OF_PAIR};
    carom_surface_visit(&pair->first, &by);
}

surface_pair_triangles carom_surface_pair_triangles(const surface_pair_frame *pair, uint32_t first,
                                                    uint32_t second) {
    surface_pair_triangles two = {.triangle = {first, second}};
    carom_surface_triangle(&pair->first, first, &two.own[0]);
    carom_surface_triangle(&pair->second, second, &two.own[1]);
    pose_first(pair, &two);
    return two;
}
