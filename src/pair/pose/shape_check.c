/* No algorithm of its own: validation of shapes. Most kinds are accepted by one comparison of a
 * sum of products with 0, which is NaN where a coordinate is not finite. Any other shape is
 * diagnosed by carom_shape_problem, in words; both accept the same shapes. */
#include "pair/pose/shape_check.h"

#include "pair/pose/convex_view.h"
#include "pair/pose/pair.h"
#include "pair/pose/tolerances.h"
#include "math/pose.h"
#include "shape/kdop.h"

static bool sound3(carom_vec3 v) {
    return finite3(load3(v));
}

static const char *const not_finite = "coordinate is not finite";

static const char *points_problem(const carom_vec3 *points, int count) {
    for (int i = 0; i < count; i++)
        if (!sound3(points[i])) return not_finite;
    return NULL;
}

static const char *direction_problem(carom_vec3 origin, carom_vec3 direction) {
    if (!sound3(origin) || !sound3(direction)) return not_finite;
    return max_abs3(load3(direction)) > 0.0 ? NULL : "direction is zero";
}

static const char *plane_problem(carom_vec3 normal, carom_real offset) {
    if (!sound3(normal)) return not_finite;
    if (!finite1((double)offset)) return "offset is not finite";
    return max_abs3(load3(normal)) > 0.0 ? NULL : "normal is zero";
}

static const char *radius_problem(carom_real radius) {
    if (!finite1((double)radius)) return "radius is not finite";
    return radius >= 0 ? NULL : "radius is negative";
}

static const char *ray_problem(const carom_ray *ray) {
    const char *problem = direction_problem(ray->origin, ray->direction);
    if (problem) return problem;
    if (ray->t_min != ray->t_min || ray->t_max != ray->t_max)
        return "t_min or t_max is not a number";
    return ray->t_min <= ray->t_max ? NULL : "t_min is above t_max";
}

static const char *aabb_problem(const carom_aabb *box) {
    if (!sound3(box->min) || !sound3(box->max)) return not_finite;
    bool ordered = box->min.x <= box->max.x && box->min.y <= box->max.y && box->min.z <= box->max.z;
    return ordered ? NULL : "box is inverted";
}

static const char *axes_problem(const carom_vec3 axes[3]) {
    for (int i = 0; i < 3; i++) {
        vec3 u = load3(axes[i]), v = load3(axes[(i + 1) % 3]);
        if (!(fabs(len2(u) - 1.0) < SHAPE_AXES_TOLERANCE) ||
            !(fabs(dot3(u, v)) < SHAPE_AXES_TOLERANCE))
            return "axes are not unit and perpendicular";
    }
    return NULL;
}

static const char *obb_problem(const carom_obb *box) {
    vec3 h = load3(box->half_extents);
    if (!sound3(box->center) || !finite3(h) || points_problem(box->axes, 3)) return not_finite;
    if (h.x < 0.0 || h.y < 0.0 || h.z < 0.0) return "half_extents are negative";
    return axes_problem(box->axes);
}

static const char *ellipsoid_problem(const carom_ellipsoid *shape) {
    vec3 r = load3(shape->radii);
    if (!sound3(shape->center) || !finite3(r) || points_problem(shape->axes, 3)) return not_finite;
    if (r.x < 0.0 || r.y < 0.0 || r.z < 0.0) return "radii are negative";
    return axes_problem(shape->axes);
}

static const char *kdop_problem(const carom_kdop *kdop) {
    vec3 vertices[KDOP_VERTICES];
    if (kdop->count < 1 || !kdop->normals || !kdop->min || !kdop->max) return "k-DOP has no slabs";
    if (kdop->count > CAROM_KDOP_LIMIT) return "k-DOP has too many slabs";
    for (int i = 0; i < kdop->count; i++) {
        if (!sound3(kdop->normals[i]) || !finite1((double)kdop->min[i]) ||
            !finite1((double)kdop->max[i]))
            return not_finite;
        if (max_abs3(load3(kdop->normals[i])) == 0.0) return "normal is zero";
        if (kdop->min[i] > kdop->max[i]) return "k-DOP is inverted";
    }
    int count = carom_kdop_vertices(kdop, vertices);
    return count > 0 ? NULL : count == 0 ? "k-DOP holds no point" : "k-DOP is unbounded";
}

static const char *hull_problem(const carom_placed_hull *placed) {
    return placed->hull ? carom_pose_problem(placed->pose) : "hull is missing";
}

static bool hull_is_sound(const carom_placed_hull *placed) {
    return placed->hull && (is_unit_pose(&placed->pose) || !carom_pose_problem(placed->pose));
}

static const char *support_problem(const carom_support_shape *shape) {
    vec3 reach;
    if (!shape->support) return "support function is missing";
    if (!sound3(shape->interior)) return not_finite;
    if (!carom_measure_function(shape, &reach)) return "support point is not finite";
    return carom_pose_problem(shape->pose);
}

static const char *problem_of_kind(const carom_shape *shape) {
    const char *problem;
    switch (shape->kind) {
    case CAROM_SHAPE_POINT: return points_problem(&shape->as.point, 1);
    case CAROM_SHAPE_SEGMENT: return points_problem(&shape->as.segment.a, 2);
    case CAROM_SHAPE_RAY: return ray_problem(&shape->as.ray);
    case CAROM_SHAPE_LINE:
        return direction_problem(shape->as.line.origin, shape->as.line.direction);
    case CAROM_SHAPE_PLANE: return plane_problem(shape->as.plane.normal, shape->as.plane.offset);
    case CAROM_SHAPE_HALFSPACE:
        return plane_problem(shape->as.halfspace.normal, shape->as.halfspace.offset);
    case CAROM_SHAPE_SPHERE:
        problem = points_problem(&shape->as.sphere.center, 1);
        return problem ? problem : radius_problem(shape->as.sphere.radius);
    case CAROM_SHAPE_CAPSULE:
        problem = points_problem(&shape->as.capsule.a, 2);
        return problem ? problem : radius_problem(shape->as.capsule.radius);
    case CAROM_SHAPE_AABB: return aabb_problem(&shape->as.aabb);
    case CAROM_SHAPE_OBB: return obb_problem(&shape->as.obb);
    case CAROM_SHAPE_TRIANGLE: return points_problem(shape->as.triangle.v, 3);
    case CAROM_SHAPE_POLYGON:
        if (shape->as.polygon.count < 1 || !shape->as.polygon.vertices)
            return "polygon has no vertices";
        return points_problem(shape->as.polygon.vertices, shape->as.polygon.count);
    case CAROM_SHAPE_KDOP: return kdop_problem(&shape->as.kdop);
    case CAROM_SHAPE_CYLINDER:
        problem = points_problem(&shape->as.cylinder.a, 2);
        return problem ? problem : radius_problem(shape->as.cylinder.radius);
    case CAROM_SHAPE_CONE:
        problem = points_problem(&shape->as.cone.base, 2);
        return problem ? problem : radius_problem(shape->as.cone.radius);
    case CAROM_SHAPE_ELLIPSOID: return ellipsoid_problem(&shape->as.ellipsoid);
    case CAROM_SHAPE_TETRAHEDRON: return points_problem(shape->as.tetrahedron.v, 4);
    case CAROM_SHAPE_HULL: return hull_problem(&shape->as.hull);
    case CAROM_SHAPE_MESH: return shape->as.mesh ? NULL : "mesh is missing";
    case CAROM_SHAPE_HEIGHTFIELD: return shape->as.heightfield ? NULL : "height field is missing";
    case CAROM_SHAPE_COMPOUND: return shape->as.compound ? NULL : "compound is missing";
    case CAROM_SHAPE_SUPPORT: return support_problem(&shape->as.support);
    case CAROM_SHAPE_ROUNDED:
    case CAROM_SHAPE_KINDS: break;
    }
    return "shape is of no known kind";
}

static bool is_core_kind(carom_shape_kind kind) {
    return kind == CAROM_SHAPE_SUPPORT ||
           (kind <= CAROM_SHAPE_HULL && !is_line_kind(kind) && !is_plane_kind(kind));
}

const char *carom_shape_problem(const carom_shape *shape) {
    if (shape->kind != CAROM_SHAPE_ROUNDED) return problem_of_kind(shape);
    const carom_rounded_shape *given = &shape->as.rounded;
    if (!given->core) return "core is missing";
    if (!is_core_kind(given->core->kind)) return "core is no bounded convex shape";
    const char *problem = problem_of_kind(given->core);
    if (!problem) problem = radius_problem(given->radius);
    return problem ? problem : carom_pose_problem(given->pose);
}

/* ---- acceptance without a diagnosis */

/* 0, or NaN when a coordinate is not finite. */
static inline carom_real nought_of(carom_vec3 v) {
    return v.x * 0 + v.y * 0 + v.z * 0;
}

static inline bool are_finite(const carom_vec3 *points, int count) {
    carom_real nought = 0;
    for (int i = 0; i < count; i++)
        nought += nought_of(points[i]);
    return nought == 0;
}

/* A sphere, capsule, cylinder or cone: both ends of its axis, and its radius. */
static inline bool round_is_sound(carom_vec3 a, carom_vec3 b, carom_real radius) {
    return (nought_of(a) + nought_of(b) + radius * 0 == 0) & (radius >= 0);
}

bool carom_shape_is_sound(const carom_shape *shape) {
    switch (shape->kind) {
    case CAROM_SHAPE_POINT: return are_finite(&shape->as.point, 1);
    case CAROM_SHAPE_SEGMENT: return are_finite(&shape->as.segment.a, 2);
    case CAROM_SHAPE_TRIANGLE: return are_finite(shape->as.triangle.v, 3);
    case CAROM_SHAPE_TETRAHEDRON: return are_finite(shape->as.tetrahedron.v, 4);
    case CAROM_SHAPE_SPHERE: {
        const carom_sphere *ball = &shape->as.sphere;
        return round_is_sound(ball->center, ball->center, ball->radius);
    }
    case CAROM_SHAPE_CAPSULE: {
        const carom_capsule *capsule = &shape->as.capsule;
        return round_is_sound(capsule->a, capsule->b, capsule->radius);
    }
    case CAROM_SHAPE_CYLINDER: {
        const carom_cylinder *cylinder = &shape->as.cylinder;
        return round_is_sound(cylinder->a, cylinder->b, cylinder->radius);
    }
    case CAROM_SHAPE_CONE: {
        const carom_cone *cone = &shape->as.cone;
        return round_is_sound(cone->base, cone->apex, cone->radius);
    }
    case CAROM_SHAPE_AABB: {
        const carom_aabb *box = &shape->as.aabb;
        return (nought_of(box->min) + nought_of(box->max) == 0) & (box->min.x <= box->max.x) &
               (box->min.y <= box->max.y) & (box->min.z <= box->max.z);
    }
    case CAROM_SHAPE_HULL: return hull_is_sound(&shape->as.hull);
    default: return carom_shape_problem(shape) == NULL;
    }
}
