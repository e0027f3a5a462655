/* Every triangle of the one surface is looked at whose box may reach the other; and for each of
 * these those of the other that are within its reach. Boxes of the first are posed corner by
 * corner, and everything is larger by what that rounds. */
#include "surface/pair/both_walk.h"

#include "math/boxes.h"

typedef struct both_step {
    const both_pair *pair;
    const both_query *query;
    double limit;
    both_triangles two;
    vec3 box[2]; /* where the second one's may be */
} both_step;

bool carom_open_both(both_pair *out, const carom_posed_shape *a, const carom_posed_shape *b) {
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
    out->rounding = 16.0 * ((double)CAROM_REAL_EPSILON + 1e-15) * far;
    return true;
}

static void grow_by_reach(const both_step *step, vec3 box[2]) {
    vec3 down = step->query->reach[0], up = step->query->reach[1];
    double more = step->pair->rounding;
    box[0] = add3(box[0], vec(min2(down.x, up.x) - more, min2(down.y, up.y) - more,
                              min2(down.z, up.z) - more));
    box[1] = add3(box[1], vec(max2(down.x, up.x) + more, max2(down.y, up.y) + more,
                              max2(down.z, up.z) + more));
}

static bool boxes_touch(const vec3 a[2], const vec3 b[2]) {
    return max_abs3(box_gaps(a, b)) == 0.0;
}

/* A box of A in the frame of B. */
static double first_key(const void *context, vec3 low, vec3 high) {
    const both_step *step = context;
    const carom_aabb *bounds = &step->pair->bounds;
    const vec3 all[2] = {load3(bounds->min), load3(bounds->max)};
    vec3 box[2], corner;
    box[0] = vec(DBL_MAX, DBL_MAX, DBL_MAX);
    box[1] = neg3(box[0]);
    for (int i = 0; i < 8; i++) {
        corner = vec(i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z);
        corner = load3(carom_pose_transform_point(step->pair->to_b, store3(corner)));
        box[0] = lower3(box[0], corner);
        box[1] = upper3(box[1], corner);
    }
    grow_by_reach(step, box);
    return boxes_touch(box, all) && boxes_touch(box, step->query->region) ? 0.0 : DBL_MAX;
}

static double second_key(const void *context, vec3 low, vec3 high) {
    const both_step *step = context;
    const vec3 box[2] = {low, high};
    return boxes_touch(step->box, box) && boxes_touch(step->query->region, box) ? 0.0 : DBL_MAX;
}

static void second_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    both_step *step = context;
    step->two.triangle[1] = triangle;
    step->two.own[1] = *at;
    step->query->visit(step->query->context, &step->two);
}

static void pose_first(const both_pair *pair, both_triangles *two) {
    for (int i = 0; i < 3; i++)
        two->at.v[i] = carom_pose_transform_point(pair->to_b, two->own[0].v[i]);
}

static void first_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    both_step *step = context;
    const surface_visitor by = {second_key, second_leaf, step, &step->limit};
    step->two.triangle[0] = triangle;
    step->two.own[0] = *at;
    pose_first(step->pair, &step->two);
    carom_aabb box = box_of_triangle(&step->two.at);
    step->box[0] = load3(box.min);
    step->box[1] = load3(box.max);
    grow_by_reach(step, step->box);
    if (boxes_touch(step->box, step->query->region)) carom_surface_visit(&step->pair->second, &by);
}

void carom_both_visit(const both_pair *pair, const both_query *query) {
    both_step step = {.pair = pair, .query = query};
    const surface_visitor by = {first_key, first_leaf, &step, &step.limit};
    carom_surface_visit(&pair->first, &by);
}

both_triangles carom_both_triangles(const both_pair *pair, uint32_t first, uint32_t second) {
    both_triangles two = {.triangle = {first, second}};
    carom_surface_triangle(&pair->first, first, &two.own[0]);
    carom_surface_triangle(&pair->second, second, &two.own[1]);
    pose_first(pair, &two);
    return two;
}
