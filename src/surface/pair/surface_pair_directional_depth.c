/* Directional penetration depth of two surfaces (own method): the steps of
 * surface_directional_depth.c for every triangle of the first surface. When no triangle holds it
 * any more, one surface may be inside the other, which is solid; then it moves on to their next
 * contact. */
#include "surface/pair/surface_pair_directional_depth.h"

#include "math/pose.h"
#include "surface/surface_directional_depth.h"
#include "surface/pair/surface_pair_queries.h"
#include "surface/surface_box.h"
#include "surface/pair/tolerances.h"

/* In a block of the workspace. */
typedef struct directional_pair_walk {
    directional_walk walk;
    surface first, second;
    carom_pose to_b;
    vec3 shift;
    double limit, farthest;
    vec3 low, high;                    /* bounds of B, in B's frame */
    carom_posed_shape moved, standing; /* of distance_to_contact */
} directional_pair_walk;
_Static_assert(sizeof(directional_pair_walk) <= WORKSPACE_PLACED_BYTES, "the block holds it");

static double first_surface_key(const void *context, vec3 low, vec3 high) {
    const directional_pair_walk *both = context;
    vec3 half = scale3(sub3(high, low), 0.5);
    vec3 c = load3(carom_posed_point(both->to_b, store3(add3(low, half))));
    double r = carom_length(half) * (1.0 + BOX_RADIUS_ROUNDING) + both->walk.rounding;
    c = add3(c, both->shift);
    bool apart = c.x - r > both->high.x || c.x + r < both->low.x || c.y - r > both->high.y ||
                 c.y + r < both->low.y || c.z - r > both->high.z || c.z + r < both->low.z;
    return apart ? DBL_MAX : 0.0;
}

static void first_surface_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    directional_pair_walk *both = context;
    convex_view view;
    carom_shape part = {.kind = CAROM_SHAPE_TRIANGLE};
    (void)triangle;
    for (int i = 0; i < 3; i++)
        part.as.triangle.v[i] = carom_posed_point(both->to_b, at->v[i]);
    view.buffer = NULL;
    carom_convex_view(&view, &part);
    both->farthest = max2(both->farthest, carom_directional_step(&both->walk, &view, both->shift));
}

/* Returns true if the vertices, moved by `pose`, are in the solid. The surfaces do not cross, so
 * the first vertex that is clearly off the solid's surface decides. */
static bool are_vertices_in_solid(const directional_pair_walk *both, const surface *of,
                                  const surface *solid, carom_pose pose) {
    carom_triangle at;
    uint32_t count = carom_surface_count(of);
    for (uint32_t i = 0; i < count; i++) {
        if (!carom_surface_triangle(of, i, &at)) continue;
        carom_vec3 p = carom_posed_point(pose, at.v[i % 3]);
        double off = (double)carom_closest_point_mesh(p, solid->mesh).at.distance;
        if (off > OFF_SURFACE_ROUNDINGS * both->walk.rounding)
            return place_in_solid(solid, load3(p)) == CAROM_PLACE_INSIDE;
    }
    return false;
}

static bool is_one_inside_other(const directional_pair_walk *both, bool first_is_solid) {
    carom_pose pose = both->to_b;
    pose.position = store3(add3(load3(pose.position), both->shift));
    if (both->walk.solid && are_vertices_in_solid(both, &both->first, both->walk.on, pose))
        return true;
    pose = carom_pose_inverse(pose);
    return first_is_solid && are_vertices_in_solid(both, both->walk.on, &both->first, pose);
}

/* Returns somewhat more than the distance from inside to the surfaces' next contact, so that they
 * then overlap. */
static double distance_to_contact(directional_pair_walk *both, const carom_posed_shape *a,
                                  const carom_posed_shape *b, double most) {
    static const carom_sweep_options no_exit = {.skip_exit = true};
    both->moved = *a;
    both->standing = *b;
    both->standing.pose = carom_pose_identity();
    both->moved.pose = both->to_b;
    both->moved.pose.position = store3(add3(load3(both->to_b.position), both->shift));
    carom_vec3 motion = store3(scale3(both->walk.direction, most));
    carom_sweep_hit hit = carom_surface_pair_sweep(&both->moved, motion, &both->standing, &no_exit);
    return hit.hit ? (double)hit.fraction * most + SURFACE_OVERSHOOT * both->walk.rounding : most;
}

static double walk_pair_along(directional_pair_walk *both, const carom_posed_shape *a,
                              const carom_posed_shape *b, vec3 direction) {
    directional_walk *walk = &both->walk;
    carom_aabb bounds, own;
    both->first = carom_surface_of(&a->shape);
    both->second = carom_surface_of(&b->shape);
    both->to_b = carom_pose_compose(carom_pose_inverse(b->pose), a->pose);
    if (!carom_surface_bounds(&both->second, &bounds) || !carom_surface_bounds(&both->first, &own))
        return 0.0;
    own = carom_surface_box(&a->shape, both->to_b);
    const vec3 box[2] = {load3(own.min), load3(own.max)};
    both->low = load3(bounds.min);
    both->high = load3(bounds.max);
    walk->view.buffer = NULL;
    walk->on = &both->second;
    walk->solid = is_solid(walk->on);
    walk->direction = direction;
    walk->rounding = ALONG_ROUNDING * (max_abs3(box[0]) + max_abs3(box[1]));
    double most = separation_of_boxes(direction, box, &bounds), distance = 0.0;
    const bool first_is_solid = is_solid(&both->first);
    const surface_visitor by = {first_surface_key, first_surface_leaf, both, &both->limit,
                                WORKSPACE_TRIANGLES_OF_PAIR};
    both->limit = 0.0;
    for (int i = 0; i < ALONG_STEPS && distance < most; i++) {
        both->shift = scale3(direction, distance);
        both->farthest = 0.0;
        carom_surface_visit(&both->first, &by);
        double step = both->farthest;
        if (!(step > walk->rounding)) {
            if (!is_one_inside_other(both, first_is_solid)) return distance;
            step = distance_to_contact(both, a, b, most - distance);
        }
        distance += step;
    }
    return most;
}

double carom_surface_pair_directional_depth(const carom_posed_shape *a, const carom_posed_shape *b,
                                            vec3 direction) {
    directional_pair_walk *both = carom_workspace_take(WORKSPACE_ALONG);
    const double depth = walk_pair_along(both, a, b, direction_of_first(b, direction));
    carom_workspace_give(both);
    return depth;
}
