/* The test whether a shape and a surface are at most a distance apart: branch and bound
 * [Ericson05] 6.3 with the distance as a fixed limit. Boxes that are certainly farther are skipped,
 * and the first triangle within the distance ends the traversal. The answer is that of the closest
 * points compared with the distance: the same functions decide each triangle, with the same
 * widening of the limit, but no nearest triangle has to be found. */
#include "surface/surface_within.h"

#include "carom/mesh_near.h"
#include "pair/pair_closest.h"
#include "pair/pose/solver_order.h"
#include "pair/solver/engine.h"
#include "mesh/bvh8/bvh8.h"
#include "surface/tolerances.h"

typedef struct distance_walk {
    const surface_query *pair;
    carom_real distance;
    double limit;  /* the distance, widened; -1 when a triangle is within */
    bool filtered; /* the convex engine finds the distance of the shape and a triangle */
    bool found;
} distance_walk;

static double distance_key(const void *context, vec3 low, vec3 high) {
    const distance_walk *walk = context;
    const double gap = carom_shape_bound_gap(&walk->pair->reach, low, high);
    return gap > walk->limit ? DBL_MAX : gap;
}

/* The convex engine's test of overlap ends sooner than its search for closest points. Its distance
 * is enlarged by more than either rounds. */
static bool is_certainly_farther(const distance_walk *walk, const carom_posed_shape *part) {
    const shape_bound *reach = &walk->pair->reach;
    double size = max2(max_abs3(reach->low), max_abs3(reach->high));
    for (int i = 0; i < 3; i++)
        size = max2(size, max_abs3(load3(part->shape.as.triangle.v[i])));
    if (!(size > WITHIN_SIZE_LEAST && size + walk->limit < WITHIN_SIZE_MOST)) return false;
    const double farther = walk->limit * (1.0 + WITHIN_ROUNDING) + WITHIN_SIZE_ROUNDING * size;
    return !carom_engine_within(walk->pair->shape, part, farther);
}

static void distance_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    distance_walk *walk = context;
    (void)triangle;
    if (carom_shape_bound_triangle_gap(&walk->pair->reach, at) > walk->limit) return;
    const carom_posed_shape part = posed_triangle(at);
    if (walk->filtered && is_certainly_farther(walk, &part)) return;
    walk->found = carom_pair_closest(walk->pair->shape, &part).distance <= walk->distance;
    if (walk->found) walk->limit = -1.0;
}

static double limit_of_distance(carom_real distance) {
    return min2(widen_up((double)distance), DBL_MAX);
}

static bool is_of_convex_engine(const surface_query *pair) {
    static const carom_posed_shape triangle = {.shape = {.kind = CAROM_SHAPE_TRIANGLE},
                                               .state = POSED_VALID};
    const solver_list list = general_solvers(solvers_of_kinds(pair->shape, &triangle));
    return pair->reach.kind == BOUND_BOX && first_solver(list) == SOLVER_CONVEX_ENGINE;
}

static bool is_shape_within(const surface_query *pair, carom_real distance) {
    if (pair->reach.kind == BOUND_LINE && carom_surface_query_overlap(pair)) return true;
    distance_walk walk = {pair, distance, limit_of_distance(distance), is_of_convex_engine(pair),
                          false};
    const surface_visitor by = {distance_key, distance_leaf, &walk, &walk.limit,
                                WORKSPACE_TRIANGLES};
    carom_surface_visit(&pair->on, &by);
    return walk.found;
}

static bool is_point_within(const surface_query *pair, carom_real distance) {
    const carom_vec3 point = pair->shape->shape.as.point;
    const surface *on = &pair->on;
    if (on->mesh) return carom_overlap_point_mesh_within(point, on->mesh, distance);
    return carom_closest_point_heightfield(point, on->field).at.distance <= distance;
}

/* As for closest points the triangle nearest to the center decides; on a mesh it is searched for no
 * farther than it matters. */
static bool is_ball_within(const surface_query *pair, carom_real distance) {
    carom_triangle at;
    const carom_sphere *ball = &pair->shape->shape.as.sphere;
    const double reach = ((double)ball->radius + (double)distance) * (1.0 + WITHIN_BALL_ROUNDING);
    const bool limited = pair->on.mesh && reach < (double)CAROM_REAL_MAX;
    const carom_mesh_closest near =
        limited ? carom_closest_point_mesh_within(ball->center, pair->on.mesh, (carom_real)reach)
                : carom_surface_nearest(&pair->on, ball->center);
    if (limited && !(near.at.distance <= CAROM_REAL_MAX)) return false;
    carom_surface_triangle(&pair->on, near.triangle, &at);
    const carom_posed_shape part = posed_triangle(&at);
    return carom_pair_closest(pair->shape, &part).distance <= distance;
}

static bool is_near_bounds(const surface_query *pair, carom_real distance) {
    carom_aabb box;
    return carom_surface_bounds(&pair->on, &box) &&
           carom_shape_bound_gap(&pair->reach, load3(box.min), load3(box.max)) <=
               limit_of_distance(distance);
}

static bool is_within_in_frame(const surface_query *pair, carom_real distance) {
    if (!is_near_bounds(pair, distance)) return false;
    switch (pair->shape->shape.kind) {
    case CAROM_SHAPE_POINT: return is_point_within(pair, distance);
    case CAROM_SHAPE_SPHERE: return is_ball_within(pair, distance);
    default: return is_shape_within(pair, distance);
    }
}

bool carom_surface_within_in(surface_query *storage, const carom_posed_shape *a,
                             const carom_posed_shape *b, carom_real distance) {
    const bool near = surface_query_starts(storage, a, b) && is_within_in_frame(storage, distance);
    surface_query_end(storage);
    return near;
}

bool carom_surface_within(const carom_posed_shape *a, const carom_posed_shape *b,
                          carom_real distance) {
    surface_query storage;
    return carom_surface_within_in(&storage, a, b, distance);
}
