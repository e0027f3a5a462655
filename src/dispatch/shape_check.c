/* What can be wrong with a shape, in words. The only other place that knows all kinds is the pose
 * below it. */
#include "dispatch/dispatch.h"
#include "shape/kdop.h"

/* Axes may be off unit length and right angles by rounding of whatever made them, not by more. */
#define AXES_TOLERANCE 1e-3

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
        if (!(fabs(len2(u) - 1.0) < AXES_TOLERANCE) || !(fabs(dot3(u, v)) < AXES_TOLERANCE))
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

const char *carom_shape_problem(const carom_shape *shape) {
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
    case CAROM_SHAPE_HULL: return shape->as.hull.hull ? NULL : "hull is missing";
    case CAROM_SHAPE_MESH: return shape->as.mesh ? NULL : "mesh is missing";
    case CAROM_SHAPE_KINDS: break;
    }
    return "shape is of no known kind";
}

/* ---- poses */

/* A pose made ready for many points; the same operations as carom_pose_transform_point. */
typedef struct placement {
    vec3 axis, shift; /* of the quaternion; the position */
    double scalar;
    bool turns, moves;
} placement;

static inline placement place_by(carom_pose pose) {
    const carom_quat *r = &pose.rotation;
    const carom_vec3 *p = &pose.position;
    return (placement){.axis = vec((double)r->x, (double)r->y, (double)r->z),
                       .scalar = (double)r->w,
                       .shift = load3(*p),
                       .turns = r->x != 0 || r->y != 0 || r->z != 0,
                       .moves = p->x != 0 || p->y != 0 || p->z != 0};
}

static inline carom_vec3 turned_by(const placement *by, carom_vec3 vector) {
    if (!by->turns) return vector;
    vec3 v = load3(vector), t = scale3(cross3(by->axis, v), 2.0);
    return store3(add3(mad3(v, t, by->scalar), cross3(by->axis, t)));
}

static inline carom_vec3 moved(const placement *by, carom_vec3 point) {
    carom_vec3 v = turned_by(by, point);
    return by->moves ? store3(add3(load3(v), by->shift)) : v;
}

static inline void pose_points(const placement *by, carom_vec3 *points, int count) {
    for (int i = 0; i < count; i++)
        points[i] = moved(by, points[i]);
}

static void pose_plane(const placement *by, carom_vec3 *normal, carom_real *offset) {
    *normal = turned_by(by, *normal);
    *offset = (carom_real)((double)*offset + dot3(load3(*normal), by->shift));
}

static inline void pose_axes(const placement *by, carom_vec3 axes[3]) {
    for (int i = 0; i < 3; i++)
        axes[i] = turned_by(by, axes[i]);
}

static bool pose_kdop(carom_posed_shape *out, const placement *by) {
    carom_kdop *kdop = &out->shape.as.kdop;
    if (kdop->count < 0 || kdop->count > CAROM_KDOP_LIMIT) return false;
    for (int i = 0; i < kdop->count; i++) {
        carom_vec3 normal = turned_by(by, kdop->normals[i]);
        double shift = dot3(load3(normal), by->shift);
        out->vertices[i] = normal;
        out->bounds[0][i] = (carom_real)((double)kdop->min[i] + shift);
        out->bounds[1][i] = (carom_real)((double)kdop->max[i] + shift);
    }
    *kdop = (carom_kdop){out->vertices, out->bounds[0], out->bounds[1], kdop->count};
    return true;
}

static void pose_aabb(const placement *by, carom_shape *shape) {
    carom_aabb box = shape->as.aabb;
    if (!by->turns) {
        pose_points(by, &shape->as.aabb.min, 2);
        return;
    }
    vec3 low = load3(box.min), high = load3(box.max);
    carom_vec3 center = store3(scale3(add3(low, high), 0.5));
    shape->kind = CAROM_SHAPE_OBB;
    shape->as.obb =
        (carom_obb){moved(by, center),
                    {turned_by(by, (carom_vec3){1, 0, 0}), turned_by(by, (carom_vec3){0, 1, 0}),
                     turned_by(by, (carom_vec3){0, 0, 1})},
                    store3(scale3(sub3(high, low), 0.5))};
}

static bool pose_polygon(carom_posed_shape *out, const placement *by) {
    carom_polygon *polygon = &out->shape.as.polygon;
    if (polygon->count < 0 || polygon->count > CAROM_POSED_POLYGON_LIMIT) return false;
    for (int i = 0; i < polygon->count; i++)
        out->vertices[i] = moved(by, polygon->vertices[i]);
    polygon->vertices = out->vertices;
    return true;
}

/* Mostly a hull has no pose of its own. */
static inline void pose_hull(const placement *by, carom_pose pose, carom_pose *own) {
    placement old = place_by(*own);
    *own = by->turns && !old.turns && !old.moves ? pose : carom_pose_compose(pose, *own);
}

static bool pose_is_finite(carom_pose pose) {
    const carom_quat *q = &pose.rotation;
    double turn = (double)q->x + (double)q->y + (double)q->z + (double)q->w;
    return finite3(load3(pose.position)) && finite1(turn);
}

bool carom_shape_pose(carom_posed_shape *out, const carom_shape *shape, carom_pose pose) {
    const placement place = place_by(pose), *by = &place;
    out->shape = *shape;
    if (!by->turns && !by->moves) return true;
    if (!pose_is_finite(pose)) return false;
    carom_shape *s = &out->shape;
    switch (shape->kind) {
    case CAROM_SHAPE_POINT: pose_points(by, &s->as.point, 1); return true;
    case CAROM_SHAPE_SEGMENT: pose_points(by, &s->as.segment.a, 2); return true;
    case CAROM_SHAPE_TRIANGLE: pose_points(by, s->as.triangle.v, 3); return true;
    case CAROM_SHAPE_SPHERE: pose_points(by, &s->as.sphere.center, 1); return true;
    case CAROM_SHAPE_CAPSULE: pose_points(by, &s->as.capsule.a, 2); return true;
    case CAROM_SHAPE_RAY:
        pose_points(by, &s->as.ray.origin, 1);
        s->as.ray.direction = turned_by(by, s->as.ray.direction);
        return true;
    case CAROM_SHAPE_LINE:
        pose_points(by, &s->as.line.origin, 1);
        s->as.line.direction = turned_by(by, s->as.line.direction);
        return true;
    case CAROM_SHAPE_PLANE: pose_plane(by, &s->as.plane.normal, &s->as.plane.offset); return true;
    case CAROM_SHAPE_HALFSPACE:
        pose_plane(by, &s->as.halfspace.normal, &s->as.halfspace.offset);
        return true;
    case CAROM_SHAPE_AABB: pose_aabb(by, s); return true;
    case CAROM_SHAPE_OBB:
        pose_points(by, &s->as.obb.center, 1);
        pose_axes(by, s->as.obb.axes);
        return true;
    case CAROM_SHAPE_POLYGON: return pose_polygon(out, by);
    case CAROM_SHAPE_KDOP: return pose_kdop(out, by);
    case CAROM_SHAPE_CYLINDER: pose_points(by, &s->as.cylinder.a, 2); return true;
    case CAROM_SHAPE_CONE: pose_points(by, &s->as.cone.base, 2); return true;
    case CAROM_SHAPE_TETRAHEDRON: pose_points(by, s->as.tetrahedron.v, 4); return true;
    case CAROM_SHAPE_ELLIPSOID:
        pose_points(by, &s->as.ellipsoid.center, 1);
        pose_axes(by, s->as.ellipsoid.axes);
        return true;
    case CAROM_SHAPE_HULL: pose_hull(by, pose, &s->as.hull.pose); return true;
    case CAROM_SHAPE_MESH:
    case CAROM_SHAPE_KINDS: break;
    }
    return false;
}
