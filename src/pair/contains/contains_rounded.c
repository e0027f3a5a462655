/* Containment with rounded shapes. Own method, by the law of cancellation of Minkowski sums with a
 * ball: A + r contains B + s if and only if A + (r - s) contains B, where r >= s, or else A
 * contains B + (s - r). Either is decided by the corners of a polytope B: points near A, by the
 * exact test of contact, or balls in A. Of curved cores the support values along the normals of A's
 * faces decide, or a box about the core, which is sure where it says yes. */
#include "pair/contains/contains_rounded.h"

#include "convex/distance/distance.h"
#include "convex/distance/overlap.h"
#include "convex/support/support.h"
#include "pair/contains/contains.h"
#include "pair/contains/contains_ellipsoid_image.h"
#include "pair/contains/contains_point.h"
#include "pair/pose/posed_view.h"
#include "pair/pose/tolerances.h"

bool carom_near_function(const convex_shape *function, vec3 p) {
    const double slack =
        FUNCTION_HOLDS_ERROR * (max_abs3(function->center) + max_abs3(function->half));
    const convex_shape point = {.kind = CONVEX_POINTS, .count = 1, .points = &p};
    const convex_options options = {.stop_beyond = slack, .points_only = true};
    return carom_convex_distance(&point, function, &options).distance <= slack;
}

bool carom_is_bounded_by_planes(carom_shape_kind kind) {
    switch (kind) {
    case CAROM_SHAPE_PLANE:
    case CAROM_SHAPE_HALFSPACE:
    case CAROM_SHAPE_AABB:
    case CAROM_SHAPE_OBB:
    case CAROM_SHAPE_TRIANGLE:
    case CAROM_SHAPE_POLYGON:
    case CAROM_SHAPE_KDOP:
    case CAROM_SHAPE_TETRAHEDRON:
    case CAROM_SHAPE_HULL: return true;
    default: return false;
    }
}

bool carom_holds_corner(const carom_shape *a, vec3 p, bool rounded) {
    if (carom_holds_point(a, p)) return true;
    ellipsoid_image speck = {.center = p};
    return rounded && carom_holds_ellipsoid_image(a, &speck);
}

/* ---- B as a polytope with a radius: its own corners, or those of a box about its core */

static int corner_count(const convex_shape *s) {
    return convex_is_polyhedral(s) ? convex_vertex_count(s) : 8;
}

static vec3 corner_of(const convex_shape *s, const vec3 box[2], int i) {
    if (convex_is_polyhedral(s)) return add3(convex_origin(s), convex_vertex(s, i));
    return vec(box[i & 1].x, box[i >> 1 & 1].y, box[i >> 2].z);
}

/* A ball; that of given numbers is exact. */
static ellipsoid_image ball_about(vec3 p, double r) {
    const bool given = equal3(load3(store3(p)), p) && (double)(carom_real)r == r;
    return (ellipsoid_image){
        p, {vec(r, 0, 0), vec(0, r, 0), vec(0, 0, r)}, 3, given ? r : 0.0, NULL};
}

/* Whether A, which is not rounded, holds a solid. */
static bool holds_solid(const carom_shape *a, const convex_shape *s) {
    vec3 box[2] = {{0, 0, 0}, {0, 0, 0}};
    convex_view function;
    const bool curved = !convex_is_polyhedral(s);
    if (curved && carom_is_bounded_by_planes(a->kind)) {
        const ellipsoid_image whole = {.center = s->center, .rank = 2, .solid = s};
        return carom_holds_ellipsoid_image(a, &whole);
    }
    if (a->kind == CAROM_SHAPE_SUPPORT) {
        carom_view_box(s, box);
        function.buffer = NULL;
        carom_convex_view(&function, a);
        for (int i = 0; i < 8; i++)
            if (!carom_near_function(&function.shape,
                                     vec(box[i & 1].x, box[i >> 1 & 1].y, box[i >> 2].z)))
                return false;
        return true;
    }
    convex_shape core = *s;
    core.radius = 0.0;
    if (curved) carom_view_box(&core, box);
    for (int i = 0; i < corner_count(s); i++) {
        const vec3 p = corner_of(s, box, i);
        const ellipsoid_image ball = ball_about(p, s->radius);
        if (s->radius > 0.0 ? !carom_holds_ellipsoid_image(a, &ball)
                            : !carom_holds_corner(a, p, true))
            return false;
    }
    return true;
}

/* Whether the solid A holds the core of another one. */
static bool solid_holds_core(const convex_shape *a, const convex_shape *s) {
    vec3 box[2] = {{0, 0, 0}, {0, 0, 0}};
    convex_shape core = *s;
    core.radius = 0.0;
    if (!convex_is_polyhedral(s)) carom_view_box(&core, box);
    for (int i = 0; i < corner_count(s); i++) {
        const vec3 p = corner_of(s, box, i);
        const convex_shape point = {.kind = CONVEX_POINTS, .count = 1, .points = &p};
        if (!carom_convex_overlap(&point, a, NULL)) return false;
    }
    return true;
}

/* The view of a bounded shape; of a ray its two ends. */
static bool view_bounded(convex_view *out, const carom_shape *shape) {
    if (shape->kind != CAROM_SHAPE_RAY) return carom_convex_view(out, shape);
    const carom_ray *ray = &shape->as.ray;
    const carom_shape from = {.kind = CAROM_SHAPE_SEGMENT};
    const double t[2] = {(double)ray->t_min, (double)ray->t_max};
    carom_convex_view(out, &from);
    for (int i = 0; i < 2; i++)
        out->points[i] = mad3(load3(ray->origin), load3(ray->direction), t[i]);
    return finite3(out->points[0]) && finite3(out->points[1]);
}

static bool holder_contains(convex_view *holder, const carom_shape *a, convex_view *held,
                            const carom_shape *b) {
    const bool rounded = a->kind == CAROM_SHAPE_ROUNDED;
    if (!view_bounded(held, b)) return false;
    if (!rounded && a->kind != CAROM_SHAPE_SPHERE && a->kind != CAROM_SHAPE_CAPSULE)
        return holds_solid(a, &held->shape);
    if (!carom_convex_view(holder, a)) return false;
    const double more = holder->shape.radius - held->shape.radius;
    if (more >= 0.0) {
        holder->shape.radius = more;
        return solid_holds_core(&holder->shape, &held->shape);
    }
    if (!rounded) return false;
    carom_pose_view(held, &a->as.rounded.pose, true);
    held->shape.radius -= (double)a->as.rounded.radius;
    return holds_solid(a->as.rounded.core, &held->shape);
}

bool carom_rounded_contains(const carom_shape *a, const carom_shape *b) {
    convex_view holder, held;
    vec3 *buffer = buffer_of_views(WORKSPACE_VIEWS_OF_SWEEP, &holder, a, &held, b);
    const bool contains = holder_contains(&holder, a, &held, b);
    give_buffer(buffer);
    return contains;
}
