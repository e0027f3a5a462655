/* Directional penetration depth against a surface (own method, iterated linear separation). From
 * its position the shape is moved to where the last of the triangles that it overlaps lets it go;
 * it may overlap others by then, and the step repeats. Free of triangles but inside a closed mesh,
 * which is solid, it moves on to the next contact with the surface. Every step passes at least one
 * triangle; after ALONG_STEPS steps the separation of the bounding boxes is returned.
 *
 * The frame is that of B, in which A moves. Triangles overlapped no deeper than rounding do not
 * hold the shape. */
#include "surface/surface_directional_depth.h"

#include "surface/surface_motion.h"
#include "convex/penetration.h"

static double directional_key(const void *context, vec3 low, vec3 high) {
    const directional_walk *walk = context;
    bool apart = low.x > walk->high.x || high.x < walk->low.x || low.y > walk->high.y ||
                 high.y < walk->low.y || low.z > walk->high.z || high.z < walk->low.z;
    return apart ? DBL_MAX : 0.0;
}

static void directional_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    directional_walk *walk = context;
    const vec3 v[3] = {load3(at->v[0]), load3(at->v[1]), load3(at->v[2])};
    const convex_shape part = {.kind = CONVEX_POINTS, .count = 3, .points = v};
    (void)triangle;
    convex_penetration p = carom_convex_penetration(&part, &walk->view.shape);
    if (!p.overlap || !(p.depth > walk->rounding)) return;
    double reach = carom_convex_penetration_along(&part, &walk->view.shape, walk->direction);
    walk->farthest = max2(walk->farthest, reach);
}

double carom_directional_step(directional_walk *walk, const convex_view *start, vec3 shift) {
    vec3 box[2];
    vec3 *buffer = walk->view.buffer;
    walk->view = *start;
    walk->view.buffer = buffer;
    if (walk->view.shape.kind == CONVEX_POINTS) {
        const vec3 *from = start->shape.points;
        vec3 *to = from == start->points ? walk->view.points : buffer;
        walk->view.shape.points = to;
        for (int i = 0; i < walk->view.shape.count; i++)
            to[i] = add3(from[i], shift);
    }
    walk->view.shape.center = add3(walk->view.shape.center, shift);
    carom_view_box(&walk->view.shape, box);
    walk->low = box[0];
    walk->high = box[1];
    walk->farthest = walk->limit = 0.0;
    const surface_visitor by = {directional_key, directional_leaf, walk, &walk->limit,
                                WORKSPACE_TRIANGLES};
    carom_surface_visit(walk->on, &by);
    return walk->farthest;
}

/* Returns a point well inside the shape, whose boundary may touch the surface. */
static vec3 middle_of_view(const convex_shape *shape) {
    vec3 sum = vec(0, 0, 0);
    for (int i = 0; i < 6; i++) {
        double sign = i < 3 ? 1.0 : -1.0;
        vec3 axis = vec(i % 3 == 0 ? sign : 0.0, i % 3 == 1 ? sign : 0.0, i % 3 == 2 ? sign : 0.0);
        sum = add3(sum, carom_view_support(shape, axis));
    }
    return scale3(sum, 1.0 / 6.0);
}

/* ---- a shape */

/* All that the steps of one call share, in a block of the workspace. */
typedef struct steps_of_shape {
    surface_query pair;
    directional_walk walk;
    convex_view start;
    carom_posed_shape moved, on; /* of distance_to_surface */
} steps_of_shape;
_Static_assert(sizeof(steps_of_shape) <= WORKSPACE_PLACED_BYTES, "the block holds it");

/* Returns somewhat more than the distance from inside the solid to its surface, so that the shape
 * then overlaps the surface. */
static double distance_to_surface(steps_of_shape *s, vec3 shift, double most) {
    static const carom_sweep_options no_exit = {.skip_exit = true};
    const directional_walk *walk = &s->walk;
    const carom_pose pose = {store3(shift), carom_pose_identity().rotation};
    s->on = (carom_posed_shape){.shape = {.kind = CAROM_SHAPE_MESH, .as.mesh = walk->on->mesh},
                                .pose = carom_pose_identity(),
                                .state = POSED_VALID};
    if (!carom_shape_pose_again(&s->moved, s->pair.shape, pose)) return most;
    carom_vec3 motion = store3(scale3(walk->direction, most));
    carom_sweep_hit hit = carom_surface_sweep(&s->moved, motion, &s->on, &no_exit);
    return hit.hit ? (double)hit.fraction * most + SURFACE_OVERSHOOT * walk->rounding : most;
}

static double walk_along(steps_of_shape *s) {
    directional_walk *walk = &s->walk;
    const vec3 direction = walk->direction;
    carom_aabb bounds;
    vec3 box[2];
    carom_surface_bounds(walk->on, &bounds);
    carom_view_box(&s->start.shape, box);
    double most = separation_of_boxes(direction, box, &bounds), distance = 0.0;
    walk->rounding = ALONG_ROUNDING * (max_abs3(box[0]) + max_abs3(box[1]));
    for (int i = 0; i < ALONG_STEPS && distance < most; i++) {
        vec3 shift = scale3(direction, distance);
        double step = carom_directional_step(walk, &s->start, shift);
        if (!(step > walk->rounding)) {
            vec3 point = middle_of_view(&walk->view.shape);
            if (!walk->solid || place_in_solid(walk->on, point) != CAROM_PLACE_INSIDE)
                return distance;
            step = distance_to_surface(s, shift, most - distance);
        }
        distance += step;
    }
    return most;
}

static double distance_of_shape(steps_of_shape *s, vec3 direction) {
    const carom_posed_shape *posed = s->pair.shape;
    directional_walk *walk = &s->walk;
    walk->on = &s->pair.on;
    walk->solid = is_solid(walk->on);
    walk->direction = direction;
    vec3 *buffer = buffer_of_views(WORKSPACE_VIEWS_ALONG, &s->start, &posed->shape, &walk->view,
                                   &posed->shape);
    const double distance = carom_view_posed(&s->start, posed) ? walk_along(s) : 0.0;
    give_buffer(buffer);
    return distance;
}

double carom_surface_directional_depth(const carom_posed_shape *a, const carom_posed_shape *b,
                                       vec3 direction) {
    const vec3 own = direction_of_first(b, direction);
    steps_of_shape *s = carom_workspace_take(WORKSPACE_ALONG);
    const bool started = carom_surface_query_start(&s->pair, WORKSPACE_PLACED_ALONG, a, b);
    const double depth = started ? distance_of_shape(s, own) : 0.0;
    surface_query_end(&s->pair);
    carom_workspace_give(s);
    return depth;
}
