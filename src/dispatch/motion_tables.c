/* Ray casts and sweeps of any two kinds. Rows are what moves: a ray, segment or line; a sphere,
 * point or box. */
#include "dispatch/dispatch.h"

#define RAYCAST_PAIR(A, B)                                                                         \
    static carom_ray_hit raycast_##A##_##B(const carom_shape *a, const carom_shape *b) {           \
        return carom_raycast_##A##_##B(&a->as.A, &b->as.B);                                        \
    }
#define RAYCAST_ALL(A)                                                                             \
    RAYCAST_PAIR(A, plane)                                                                         \
    RAYCAST_PAIR(A, sphere)                                                                        \
    RAYCAST_PAIR(A, capsule)                                                                       \
    RAYCAST_PAIR(A, aabb)                                                                          \
    RAYCAST_PAIR(A, obb)                                                                           \
    RAYCAST_PAIR(A, polygon)                                                                       \
    static carom_ray_hit raycast_##A##_triangle(const carom_shape *a, const carom_shape *b) {      \
        return surface_hit(                                                                        \
            carom_raycast_##A##_triangle(&a->as.A, &b->as.triangle, CAROM_BOTH_SIDES));            \
    }
#define SWEEP_PAIR(B)                                                                              \
    static carom_sweep_hit sweep_sphere_##B(const carom_shape *a, carom_vec3 motion,               \
                                            const carom_shape *b) {                                \
        return carom_sweep_sphere_##B(&a->as.sphere, motion, &b->as.B);                            \
    }

static carom_ray_hit surface_hit(carom_ray_hit_triangle hit) {
    return (carom_ray_hit){
        .hit = hit.hit, .t = hit.t, .t_exit = hit.t, .point = hit.point, .normal = hit.normal};
}

RAYCAST_ALL(ray)
RAYCAST_ALL(segment)
RAYCAST_ALL(line)
RAYCAST_PAIR(ray, halfspace)
RAYCAST_PAIR(segment, halfspace)
SWEEP_PAIR(plane)
SWEEP_PAIR(halfspace)
SWEEP_PAIR(segment)
SWEEP_PAIR(capsule)
SWEEP_PAIR(aabb)
SWEEP_PAIR(obb)
SWEEP_PAIR(triangle)
SWEEP_PAIR(polygon)

static carom_ray_hit raycast_ray_mesh(const carom_shape *a, const carom_shape *b) {
    carom_mesh_ray_hit hit = carom_raycast_ray_mesh(&a->as.ray, b->as.mesh, CAROM_BOTH_SIDES);
    return surface_hit(hit.at);
}

static carom_ray_hit raycast_segment_mesh(const carom_shape *a, const carom_shape *b) {
    vec3 from = load3(a->as.segment.a), to = load3(a->as.segment.b);
    carom_ray ray = {a->as.segment.a, store3(sub3(to, from)), 0, 1};
    return surface_hit(carom_raycast_ray_mesh(&ray, b->as.mesh, CAROM_BOTH_SIDES).at);
}

static carom_sweep_hit sweep_sphere_sphere(const carom_shape *a, carom_vec3 motion,
                                           const carom_shape *b) {
    return carom_sweep_sphere_sphere(&a->as.sphere, motion, &b->as.sphere, (carom_vec3){0, 0, 0});
}
static carom_sweep_hit sweep_sphere_mesh(const carom_shape *a, carom_vec3 motion,
                                         const carom_shape *b) {
    return carom_sweep_sphere_mesh(&a->as.sphere, motion, b->as.mesh).at;
}
static carom_sweep_hit sweep_sphere_point(const carom_shape *a, carom_vec3 motion,
                                          const carom_shape *b) {
    carom_sphere point = {b->as.point, 0};
    return carom_sweep_sphere_sphere(&a->as.sphere, motion, &point, (carom_vec3){0, 0, 0});
}
static carom_sweep_hit sweep_aabb_aabb(const carom_shape *a, carom_vec3 motion,
                                       const carom_shape *b) {
    return carom_sweep_aabb_aabb(&a->as.aabb, motion, &b->as.aabb, (carom_vec3){0, 0, 0});
}
/* A point is a ball without radius. */
static carom_sweep_hit sweep_point_any(const carom_shape *a, carom_vec3 motion,
                                       const carom_shape *b) {
    carom_shape ball = {.kind = CAROM_SHAPE_SPHERE, .as.sphere = {a->as.point, 0}};
    return carom_sweep_table[CAROM_SHAPE_SPHERE][b->kind](&ball, motion, b);
}

#define P(kind) [CAROM_SHAPE_##kind]
#define RAYCAST_ROW(A)                                                                             \
    P(PLANE) = raycast_##A##_plane, P(SPHERE) = raycast_##A##_sphere,                              \
    P(CAPSULE) = raycast_##A##_capsule, P(AABB) = raycast_##A##_aabb, P(OBB) = raycast_##A##_obb,  \
    P(TRIANGLE) = raycast_##A##_triangle, P(POLYGON) = raycast_##A##_polygon

raycast_pair *const carom_raycast_table[CAROM_SHAPE_KINDS][CAROM_SHAPE_KINDS] = {
    P(SEGMENT) = {RAYCAST_ROW(segment), P(HALFSPACE) = raycast_segment_halfspace,
                  P(MESH) = raycast_segment_mesh},
    P(RAY) = {RAYCAST_ROW(ray), P(HALFSPACE) = raycast_ray_halfspace, P(MESH) = raycast_ray_mesh},
    P(LINE) = {RAYCAST_ROW(line)},
};

sweep_pair *const carom_sweep_table[CAROM_SHAPE_KINDS][CAROM_SHAPE_KINDS] = {
    P(POINT) = {P(PLANE) = sweep_point_any, P(HALFSPACE) = sweep_point_any,
                P(SPHERE) = sweep_point_any, P(CAPSULE) = sweep_point_any,
                P(AABB) = sweep_point_any, P(OBB) = sweep_point_any, P(TRIANGLE) = sweep_point_any,
                P(POLYGON) = sweep_point_any, P(MESH) = sweep_point_any},
    P(SPHERE) = {P(POINT) = sweep_sphere_point, P(SEGMENT) = sweep_sphere_segment,
                 P(PLANE) = sweep_sphere_plane, P(HALFSPACE) = sweep_sphere_halfspace,
                 P(SPHERE) = sweep_sphere_sphere, P(CAPSULE) = sweep_sphere_capsule,
                 P(AABB) = sweep_sphere_aabb, P(OBB) = sweep_sphere_obb,
                 P(TRIANGLE) = sweep_sphere_triangle, P(POLYGON) = sweep_sphere_polygon,
                 P(MESH) = sweep_sphere_mesh},
    P(AABB) = {P(AABB) = sweep_aabb_aabb},
};
