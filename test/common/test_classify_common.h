/* What the tests of classification share: short constructors of shapes of every kind, and growing a
 * shape about a point. */
#ifndef CAROM_TEST_CLASSIFY_COMMON_H
#define CAROM_TEST_CLASSIFY_COMMON_H

#include "common/test_flat_common.h"

#include "pair/contains/contains.h"

/* The relation as the engine says it, also where a closed form exists. */
static inline carom_relation engine_relation(const carom_shape *a, const carom_shape *b) {
    carom_pose stay = carom_pose_identity();
    return carom_overlap(a, stay, b, stay) ? carom_classify_touching(a, b) : CAROM_DISJOINT;
}

/* Where a grown shape keeps what it points to. */
typedef struct shape_store {
    carom_vec3 vertices[64];
    carom_real min[CAROM_KDOP_LIMIT], max[CAROM_KDOP_LIMIT];
    carom_hull *hull;
} shape_store;

static inline carom_shape point_at(double x, double y, double z) {
    return (carom_shape){.kind = CAROM_SHAPE_POINT, .as.point = v3(x, y, z)};
}
static inline carom_shape segment_of(carom_vec3 a, carom_vec3 b) {
    return (carom_shape){.kind = CAROM_SHAPE_SEGMENT, .as.segment = {a, b}};
}
static inline carom_shape ray_of(carom_vec3 o, carom_vec3 d, double t0, double t1) {
    return (carom_shape){.kind = CAROM_SHAPE_RAY, .as.ray = {o, d, (carom_real)t0, (carom_real)t1}};
}
static inline carom_shape line_of(carom_vec3 o, carom_vec3 d) {
    return (carom_shape){.kind = CAROM_SHAPE_LINE, .as.line = {o, d}};
}
static inline carom_shape plane_with(carom_vec3 n, double offset) {
    return (carom_shape){.kind = CAROM_SHAPE_PLANE, .as.plane = {n, (carom_real)offset}};
}
static inline carom_shape half_with(carom_vec3 n, double offset) {
    return (carom_shape){.kind = CAROM_SHAPE_HALFSPACE, .as.halfspace = {n, (carom_real)offset}};
}
static inline carom_shape ball_of(double x, double y, double z, double r) {
    return (carom_shape){.kind = CAROM_SHAPE_SPHERE, .as.sphere = ball(x, y, z, r)};
}
static inline carom_shape capsule_of(carom_vec3 a, carom_vec3 b, double r) {
    return (carom_shape){.kind = CAROM_SHAPE_CAPSULE, .as.capsule = {a, b, (carom_real)r}};
}
static inline carom_shape box_of(carom_vec3 low, carom_vec3 high) {
    return (carom_shape){.kind = CAROM_SHAPE_AABB, .as.aabb = {low, high}};
}
static inline carom_shape obb_of(carom_vec3 c, carom_vec3 h) {
    return (carom_shape){.kind = CAROM_SHAPE_OBB,
                         .as.obb = {c, {v3(0, 1, 0), v3(0, 0, 1), v3(1, 0, 0)}, h}};
}
static inline carom_shape triangle_of(carom_vec3 a, carom_vec3 b, carom_vec3 c) {
    return (carom_shape){.kind = CAROM_SHAPE_TRIANGLE, .as.triangle = {{a, b, c}}};
}
static inline carom_shape polygon_of(const carom_vec3 *v, int count) {
    return (carom_shape){.kind = CAROM_SHAPE_POLYGON, .as.polygon = {v, count}};
}
static inline carom_shape kdop_of(const carom_vec3 *n, const carom_real *min, const carom_real *max,
                                  int count) {
    return (carom_shape){.kind = CAROM_SHAPE_KDOP, .as.kdop = {n, min, max, count}};
}
static inline carom_shape cylinder_of(carom_vec3 a, carom_vec3 b, double r) {
    return (carom_shape){.kind = CAROM_SHAPE_CYLINDER, .as.cylinder = {a, b, (carom_real)r}};
}
static inline carom_shape cone_of(carom_vec3 base, carom_vec3 apex, double r) {
    return (carom_shape){.kind = CAROM_SHAPE_CONE, .as.cone = {base, apex, (carom_real)r}};
}
static inline carom_shape ellipsoid_of(carom_vec3 c, carom_vec3 radii) {
    return (carom_shape){.kind = CAROM_SHAPE_ELLIPSOID,
                         .as.ellipsoid = {c, {v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1)}, radii}};
}
static inline carom_shape tetrahedron_of(carom_vec3 a, carom_vec3 b, carom_vec3 c, carom_vec3 d) {
    return (carom_shape){.kind = CAROM_SHAPE_TETRAHEDRON, .as.tetrahedron = {{a, b, c, d}}};
}
static inline carom_hull *hull_over(const carom_vec3 *points, int count) {
    carom_hull *hull = NULL;
    carom_hull_def def = {.points = points, .point_count = (size_t)count};
    assert_int_equal(carom_hull_create(&hull, &def), CAROM_OK);
    return hull;
}
static inline carom_shape hull_of(const carom_hull *hull) {
    return (carom_shape){.kind = CAROM_SHAPE_HULL, .as.hull = {hull, carom_pose_identity()}};
}

/* center + k (p - center), for points of the shape. */
static inline void grow_points(carom_vec3 *p, int count, double k, carom_vec3 center) {
    for (int i = 0; i < count; i++)
        p[i] = v3((double)center.x + k * ((double)p[i].x - (double)center.x),
                  (double)center.y + k * ((double)p[i].y - (double)center.y),
                  (double)center.z + k * ((double)p[i].z - (double)center.z));
}
static inline void grow_number(carom_real *x, double k, double center) {
    *x = (carom_real)(center + k * ((double)*x - center));
}
static inline void grow_kdop(carom_shape *s, shape_store *store, double k, carom_vec3 center) {
    for (int i = 0; i < s->as.kdop.count; i++) {
        double at = dot_of(s->as.kdop.normals[i], center);
        store->min[i] = s->as.kdop.min[i];
        store->max[i] = s->as.kdop.max[i];
        grow_number(&store->min[i], k, at);
        grow_number(&store->max[i], k, at);
    }
    s->as.kdop.min = store->min;
    s->as.kdop.max = store->max;
}
static inline void grow_hull(carom_shape *s, shape_store *store, double k, carom_vec3 center) {
    int count = carom_hull_vertex_count(s->as.hull.hull);
    for (int i = 0; i < count; i++)
        store->vertices[i] = carom_hull_vertex(s->as.hull.hull, i);
    grow_points(store->vertices, count, k, center);
    store->hull = hull_over(store->vertices, count);
    s->as.hull.hull = store->hull;
}
/* The shape k times as large; hulls are new and to be released. */
static inline carom_shape grown(const carom_shape *shape, shape_store *store, double k,
                                carom_vec3 center) {
    carom_shape s = *shape;
    store->hull = NULL;
    switch (s.kind) {
    case CAROM_SHAPE_POINT: grow_points(&s.as.point, 1, k, center); break;
    case CAROM_SHAPE_SEGMENT:
        grow_points(&s.as.segment.a, 1, k, center);
        grow_points(&s.as.segment.b, 1, k, center);
        break;
    case CAROM_SHAPE_RAY:
        grow_points(&s.as.ray.origin, 1, k, center);
        grow_points(&s.as.ray.direction, 1, k, v3(0, 0, 0));
        break;
    case CAROM_SHAPE_LINE: grow_points(&s.as.line.origin, 1, k, center); break;
    case CAROM_SHAPE_PLANE:
        grow_number(&s.as.plane.offset, k, dot_of(s.as.plane.normal, center));
        break;
    case CAROM_SHAPE_HALFSPACE:
        grow_number(&s.as.halfspace.offset, k, dot_of(s.as.halfspace.normal, center));
        break;
    case CAROM_SHAPE_SPHERE:
        grow_points(&s.as.sphere.center, 1, k, center);
        grow_number(&s.as.sphere.radius, k, 0);
        break;
    case CAROM_SHAPE_CAPSULE:
    case CAROM_SHAPE_CYLINDER:
    case CAROM_SHAPE_CONE: /* laid out alike */
        grow_points(&s.as.capsule.a, 1, k, center);
        grow_points(&s.as.capsule.b, 1, k, center);
        grow_number(&s.as.capsule.radius, k, 0);
        break;
    case CAROM_SHAPE_AABB:
        grow_points(&s.as.aabb.min, 1, k, center);
        grow_points(&s.as.aabb.max, 1, k, center);
        break;
    case CAROM_SHAPE_OBB:
    case CAROM_SHAPE_ELLIPSOID: /* laid out alike */
        grow_points(&s.as.obb.center, 1, k, center);
        grow_points(&s.as.obb.half_extents, 1, k, v3(0, 0, 0));
        break;
    case CAROM_SHAPE_TRIANGLE: grow_points(s.as.triangle.v, 3, k, center); break;
    case CAROM_SHAPE_TETRAHEDRON: grow_points(s.as.tetrahedron.v, 4, k, center); break;
    case CAROM_SHAPE_POLYGON:
        memcpy(store->vertices, s.as.polygon.vertices,
               sizeof(carom_vec3) * (size_t)s.as.polygon.count);
        grow_points(store->vertices, s.as.polygon.count, k, center);
        s.as.polygon.vertices = store->vertices;
        break;
    case CAROM_SHAPE_KDOP: grow_kdop(&s, store, k, center); break;
    case CAROM_SHAPE_HULL: grow_hull(&s, store, k, center); break;
    default: fail();
    }
    return s;
}

static inline carom_relation swapped_relation(carom_relation r) {
    return r == CAROM_CONTAINS ? CAROM_INSIDE : r == CAROM_INSIDE ? CAROM_CONTAINS : r;
}

#endif
