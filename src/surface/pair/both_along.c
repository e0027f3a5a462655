/* How far along a direction until two surfaces are free of each other: the steps of mesh_along.c,
 * of each triangle of the first one. Where no triangle holds it any more, one surface may be within
 * the other, which is solid; then it goes on to where they meet again. */
#include "surface/pair/both_along.h"

#include "surface/mesh_along.h"
#include "surface/pair/mesh_both.h"
#include "surface/surface_box.h"

typedef struct along_both {
    along_walk walk;
    surface first;
    carom_pose to_b;
    vec3 shift;
    double limit, farthest;
    vec3 low, high; /* where B is, as the first one sees it before the shift */
} along_both;

static double along_first_key(const void *context, vec3 low, vec3 high) {
    const along_both *both = context;
    vec3 half = scale3(sub3(high, low), 0.5);
    vec3 c = load3(carom_pose_transform_point(both->to_b, store3(add3(low, half))));
    double r = carom_length(half) * (1.0 + 1e-6) + both->walk.rounding;
    c = add3(c, both->shift);
    bool apart = c.x - r > both->high.x || c.x + r < both->low.x || c.y - r > both->high.y ||
                 c.y + r < both->low.y || c.z - r > both->high.z || c.z + r < both->low.z;
    return apart ? DBL_MAX : 0.0;
}

static void along_first_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    along_both *both = context;
    convex_view view;
    carom_shape part = {.kind = CAROM_SHAPE_TRIANGLE};
    (void)triangle;
    for (int i = 0; i < 3; i++)
        part.as.triangle.v[i] = carom_pose_transform_point(both->to_b, at->v[i]);
    carom_convex_view(&view, &part);
    both->farthest = max2(both->farthest, carom_along_step(&both->walk, &view, both->shift));
}

/* Are the vertices, moved by `pose` and `shift`, in the solid? The surfaces do not cross: the first
 * that is off the solid's tells. */
static bool vertices_in_solid(const along_both *both, const surface *of, const surface *solid,
                              carom_pose pose) {
    carom_triangle at;
    uint32_t count = carom_surface_count(of);
    for (uint32_t i = 0; i < count; i++) {
        if (!carom_surface_triangle(of, i, &at)) continue;
        carom_vec3 p = carom_pose_transform_point(pose, at.v[i % 3]);
        double off = (double)carom_closest_point_mesh(p, solid->mesh).at.distance;
        if (off > 4.0 * both->walk.rounding)
            return place_in_solid(solid, load3(p)) == CAROM_PLACE_INSIDE;
    }
    return false;
}

static bool one_in_the_other(const along_both *both, bool first_is_solid) {
    carom_pose pose = both->to_b;
    pose.position = store3(add3(load3(pose.position), both->shift));
    if (both->walk.solid && vertices_in_solid(both, &both->first, both->walk.on, pose)) return true;
    pose = carom_pose_inverse(pose);
    return first_is_solid && vertices_in_solid(both, both->walk.on, &both->first, pose);
}

/* From within to where the surfaces meet again, a little farther. */
static double way_to_meeting(const along_both *both, const carom_posed_shape *a,
                             const carom_posed_shape *b, double most) {
    carom_posed_shape moved = *a, standing = *b;
    standing.pose = carom_pose_identity();
    moved.pose = both->to_b;
    moved.pose.position = store3(add3(load3(both->to_b.position), both->shift));
    static const carom_sweep_options no_exit = {.skip_exit = true};
    carom_vec3 motion = store3(scale3(both->walk.direction, most));
    carom_sweep_hit hit = carom_both_sweep(&moved, motion, &standing, &no_exit);
    return hit.hit ? (double)hit.fraction * most + 2.0 * both->walk.rounding : most;
}

double carom_both_along(const carom_posed_shape *a, const carom_posed_shape *b, vec3 way_of_b) {
    const vec3 direction = direction_of_first(b, way_of_b);
    surface on = carom_surface_of(&b->shape);
    along_both both = {.first = carom_surface_of(&a->shape)};
    carom_pose back = carom_pose_inverse(b->pose);
    carom_aabb bounds, own;
    both.to_b = carom_pose_compose(back, a->pose);
    if (!carom_surface_bounds(&on, &bounds) || !carom_surface_bounds(&both.first, &own)) return 0.0;
    own = carom_surface_box(&a->shape, both.to_b);
    const vec3 box[2] = {load3(own.min), load3(own.max)};
    both.low = load3(bounds.min);
    both.high = load3(bounds.max);
    both.walk = (along_walk){.on = &on, .solid = is_solid(&on), .direction = direction};
    both.walk.rounding = ALONG_ROUNDING * (max_abs3(box[0]) + max_abs3(box[1]));
    double most = way_out_of_box(direction, box, &bounds), way = 0.0;
    const bool first_is_solid = is_solid(&both.first);
    const surface_visitor by = {along_first_key, along_first_leaf, &both, &both.limit};
    for (int i = 0; i < ALONG_STEPS && way < most; i++) {
        both.shift = scale3(direction, way);
        both.farthest = 0.0;
        carom_surface_visit(&both.first, &by);
        double step = both.farthest;
        if (!(step > both.walk.rounding)) {
            if (!one_in_the_other(&both, first_is_solid)) return way;
            step = way_to_meeting(&both, a, b, most - way);
        }
        way += step;
    }
    return most;
}
