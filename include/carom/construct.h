/* carom: one call for each kind of carom_shape.
 *
 * They fill in fields and check nothing: carom_shape_problem says what is wrong with a shape, and
 * every query answers "no" about one that is invalid. Arrays, hulls, meshes and height fields are
 * referred to, not copied. */
#ifndef CAROM_CONSTRUCT_H
#define CAROM_CONSTRUCT_H

#include "carom/dispatch.h"
#include "carom/vector.h"

CAROM_BEGIN

/** @return a shape of that kind of which every field is zero. @since 0.2.0 */
static inline carom_shape carom_shape_zeroed(carom_shape_kind kind) {
    static carom_shape zeroed; /* never written, and zero in C and C++ as it is static */
    carom_shape out = zeroed;
    out.kind = kind;
    return out;
}

/** @since 0.2.0, as all that follow */
static inline carom_shape carom_shape_point(carom_vec3 point) {
    carom_shape out = carom_shape_zeroed(CAROM_SHAPE_POINT);
    out.as.point = point;
    return out;
}

static inline carom_shape carom_shape_segment(carom_vec3 a, carom_vec3 b) {
    carom_shape out = carom_shape_zeroed(CAROM_SHAPE_SEGMENT);
    out.as.segment.a = a;
    out.as.segment.b = b;
    return out;
}

/** The points origin + t * direction for t from 0 to `t_max`, which may be infinite. */
static inline carom_shape carom_shape_ray(carom_vec3 origin, carom_vec3 direction,
                                          carom_real t_max) {
    carom_shape out = carom_shape_zeroed(CAROM_SHAPE_RAY);
    out.as.ray.origin = origin;
    out.as.ray.direction = direction;
    out.as.ray.t_max = t_max;
    return out;
}

static inline carom_shape carom_shape_line(carom_vec3 origin, carom_vec3 direction) {
    carom_shape out = carom_shape_zeroed(CAROM_SHAPE_LINE);
    out.as.line.origin = origin;
    out.as.line.direction = direction;
    return out;
}

static inline carom_shape carom_shape_plane(carom_vec3 normal, carom_real offset) {
    carom_shape out = carom_shape_zeroed(CAROM_SHAPE_PLANE);
    out.as.plane.normal = normal;
    out.as.plane.offset = offset;
    return out;
}

static inline carom_shape carom_shape_halfspace(carom_vec3 normal, carom_real offset) {
    carom_shape out = carom_shape_zeroed(CAROM_SHAPE_HALFSPACE);
    out.as.halfspace.normal = normal;
    out.as.halfspace.offset = offset;
    return out;
}

static inline carom_shape carom_shape_sphere(carom_vec3 center, carom_real radius) {
    carom_shape out = carom_shape_zeroed(CAROM_SHAPE_SPHERE);
    out.as.sphere.center = center;
    out.as.sphere.radius = radius;
    return out;
}

static inline carom_shape carom_shape_capsule(carom_vec3 a, carom_vec3 b, carom_real radius) {
    carom_shape out = carom_shape_zeroed(CAROM_SHAPE_CAPSULE);
    out.as.capsule.a = a;
    out.as.capsule.b = b;
    out.as.capsule.radius = radius;
    return out;
}

static inline carom_shape carom_shape_aabb(carom_vec3 min, carom_vec3 max) {
    carom_shape out = carom_shape_zeroed(CAROM_SHAPE_AABB);
    out.as.aabb.min = min;
    out.as.aabb.max = max;
    return out;
}

/** The box whose middle and axes are those of a pose; an invalid pose makes an invalid box. */
static inline carom_shape carom_shape_obb(carom_pose pose, carom_vec3 half_extents) {
    carom_shape out = carom_shape_zeroed(CAROM_SHAPE_OBB);
    out.as.obb.center = pose.position;
    carom_quat_to_axes(pose.rotation, out.as.obb.axes);
    out.as.obb.half_extents = half_extents;
    return out;
}

static inline carom_shape carom_shape_triangle(carom_vec3 a, carom_vec3 b, carom_vec3 c) {
    carom_shape out = carom_shape_zeroed(CAROM_SHAPE_TRIANGLE);
    out.as.triangle.v[0] = a;
    out.as.triangle.v[1] = b;
    out.as.triangle.v[2] = c;
    return out;
}

static inline carom_shape carom_shape_polygon(const carom_vec3 *vertices, int32_t count) {
    carom_shape out = carom_shape_zeroed(CAROM_SHAPE_POLYGON);
    out.as.polygon.vertices = vertices;
    out.as.polygon.count = count;
    return out;
}

static inline carom_shape carom_shape_kdop(const carom_kdop *kdop) {
    carom_shape out = carom_shape_zeroed(CAROM_SHAPE_KDOP);
    out.as.kdop = *kdop;
    return out;
}

static inline carom_shape carom_shape_cylinder(carom_vec3 a, carom_vec3 b, carom_real radius) {
    carom_shape out = carom_shape_zeroed(CAROM_SHAPE_CYLINDER);
    out.as.cylinder.a = a;
    out.as.cylinder.b = b;
    out.as.cylinder.radius = radius;
    return out;
}

static inline carom_shape carom_shape_cone(carom_vec3 base, carom_vec3 apex, carom_real radius) {
    carom_shape out = carom_shape_zeroed(CAROM_SHAPE_CONE);
    out.as.cone.base = base;
    out.as.cone.apex = apex;
    out.as.cone.radius = radius;
    return out;
}

/** The ellipsoid whose middle and axes are those of a pose; an invalid pose makes an invalid one.
 */
static inline carom_shape carom_shape_ellipsoid(carom_pose pose, carom_vec3 radii) {
    carom_shape out = carom_shape_zeroed(CAROM_SHAPE_ELLIPSOID);
    out.as.ellipsoid.center = pose.position;
    carom_quat_to_axes(pose.rotation, out.as.ellipsoid.axes);
    out.as.ellipsoid.radii = radii;
    return out;
}

static inline carom_shape carom_shape_tetrahedron(const carom_vec3 vertices[4]) {
    carom_shape out = carom_shape_zeroed(CAROM_SHAPE_TETRAHEDRON);
    for (int i = 0; i < 4; i++)
        out.as.tetrahedron.v[i] = vertices[i];
    return out;
}

static inline carom_shape carom_shape_hull(const carom_hull *hull) {
    carom_shape out = carom_shape_zeroed(CAROM_SHAPE_HULL);
    out.as.hull.hull = hull;
    return out;
}

static inline carom_shape carom_shape_mesh(const carom_mesh *mesh) {
    carom_shape out = carom_shape_zeroed(CAROM_SHAPE_MESH);
    out.as.mesh = mesh;
    return out;
}

static inline carom_shape carom_shape_heightfield(const carom_heightfield *heightfield) {
    carom_shape out = carom_shape_zeroed(CAROM_SHAPE_HEIGHTFIELD);
    out.as.heightfield = heightfield;
    return out;
}

/** The set of a support function (carom_support_shape), of which `interior` is a point. */
static inline carom_shape carom_shape_support_function(carom_support_function *support,
                                                       const void *user, carom_vec3 interior) {
    carom_shape out = carom_shape_zeroed(CAROM_SHAPE_SUPPORT);
    out.as.support.support = support;
    out.as.support.user = user;
    out.as.support.interior = interior;
    return out;
}

/** All points within `radius` of the core (carom_rounded_shape), to which the shape refers.
 * @since 0.2.0 */
static inline carom_shape carom_shape_rounded(const carom_shape *core, carom_real radius) {
    carom_shape out = carom_shape_zeroed(CAROM_SHAPE_ROUNDED);
    out.as.rounded.core = core;
    out.as.rounded.radius = radius;
    return out;
}

static inline carom_shape carom_shape_compound(const carom_compound *compound) {
    carom_shape out = carom_shape_zeroed(CAROM_SHAPE_COMPOUND);
    out.as.compound = compound;
    return out;
}

CAROM_END

#endif
