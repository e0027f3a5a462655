/* Closed forms of ray casts of a ray, segment or line against every kind [Ericson05] 5.3: the typed
 * functions, and for other solids those of a path, which all three are. A point, ray or line is hit
 * where the closest points touch. Every pair has an entry, so that no other solver is needed; that
 * of support functions and rounded shapes is the convex engine's cast. */
#include "pair/raycast_table.h"

#include "math/pose.h"
#include "pair/closest_table.h"
#include "pair/solver/function_cast.h"
#include "pair/solver/line_pairs.h"
#include "fit/hull.h"
#include "query/raycast/path/path_curved.h"
#include "query/raycast/path/path_plane.h"
#include "query/raycast/path/path_polygon.h"
#include "query/raycast/path/path_polytope.h"

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
    static carom_ray_hit raycast_##A##_triangle(const carom_shape *a, const carom_shape *b) {      \
        return surface_hit(                                                                        \
            carom_raycast_##A##_triangle(&a->as.A, &b->as.triangle, CAROM_BOTH_SIDES));            \
    }
static carom_ray_hit surface_hit(carom_ray_hit_triangle hit) {
    return (carom_ray_hit){
        .hit = hit.hit, .t = hit.t, .t_exit = hit.t, .point = hit.point, .normal = hit.normal};
}

/* The path of a ray, segment or line, for solids that treat the three alike. */
static ray_path path_of(const carom_shape *shape) {
    return shape->kind == CAROM_SHAPE_RAY       ? path_of_ray(&shape->as.ray)
           : shape->kind == CAROM_SHAPE_SEGMENT ? path_of_segment(&shape->as.segment)
                                                : path_of_line(&shape->as.line);
}

#define PATH_PAIR(kind, function)                                                                  \
    static carom_ray_hit raycast_##kind(const carom_shape *a, const carom_shape *b) {              \
        ray_path path = path_of(a);                                                                \
        return function(&path, &b->as.kind);                                                       \
    }
PATH_PAIR(polygon, carom_path_polygon)
PATH_PAIR(kdop, carom_path_kdop)
PATH_PAIR(cylinder, carom_path_cylinder_solid)
PATH_PAIR(cone, carom_path_cone)
PATH_PAIR(ellipsoid, carom_path_ellipsoid)
PATH_PAIR(tetrahedron, carom_path_tetrahedron)

static carom_ray_hit raycast_function(const carom_shape *a, const carom_shape *b) {
    ray_path path = path_of(a);
    return carom_path_function(&path, b);
}

/* In the hull's frame and back. */
static carom_ray_hit raycast_hull(const carom_shape *a, const carom_shape *b) {
    const carom_placed_hull *placed = &b->as.hull;
    carom_posed_shape local;
    carom_shape_pose(&local, a, carom_pose_inverse(placed->pose));
    ray_path path = path_of(&local.shape);
    carom_ray_hit hit = carom_path_hull(&path, carom_hull_data(placed->hull));
    hit.point = hit.hit ? carom_posed_point(placed->pose, hit.point) : hit.point;
    hit.normal = carom_posed_vector(placed->pose, hit.normal);
    return hit;
}

/* A segment is a triangle without area. */
static carom_ray_hit raycast_segment_target(const carom_shape *a, const carom_shape *b) {
    const carom_segment *s = &b->as.segment;
    carom_shape degenerate = {.kind = CAROM_SHAPE_TRIANGLE, .as.triangle = {{s->a, s->b, s->b}}};
    return carom_raycast_table[a->kind][CAROM_SHAPE_TRIANGLE](a, &degenerate);
}

static carom_closest_any thin_closest(const carom_shape *a, const carom_shape *b) {
    carom_shape_kind low = a->kind < b->kind ? a->kind : b->kind;
    closest_pair *closed = carom_closest_table[low][a->kind + b->kind - low];
    if (!closed) return carom_line_pair_closest(a, b);
    if (a->kind <= b->kind) return closed(a, b);
    carom_closest_any c = closed(b, a);
    c.t_a = c.t_b;
    return c;
}

/* A point, ray or line is hit where it touches the path; along a common line, from the start on. */
static carom_ray_hit raycast_thin(const carom_shape *a, const carom_shape *b) {
    static const carom_ray_hit miss;
    carom_closest_any c = thin_closest(a, b);
    if (c.distance != 0) return miss;
    ray_path path = path_of(a);
    double t = (double)c.t_a, start = finite1(path.t_min) ? path.t_min : 0.0;
    carom_shape first = {.kind = CAROM_SHAPE_POINT,
                         .as.point = store3(mad3(path.origin, path.direction, start))};
    if (b->kind != CAROM_SHAPE_POINT && thin_closest(&first, b).distance == 0) t = start;
    const vec3 back = carom_normalize_or(neg3(path.direction), vec(0, 0, 1));
    const vec3 on = mad3(path.origin, path.direction, t);
    /* a parameter out of range does not give the point */
    const carom_vec3 point = finite3(on) ? store3(on) : c.point_a;
    return (carom_ray_hit){.hit = true,
                           .started_inside = false,
                           .t = store1(t),
                           .t_exit = store1(t),
                           .point = point,
                           .normal = store3(back)};
}

RAYCAST_ALL(ray)
RAYCAST_ALL(segment)
RAYCAST_ALL(line)
RAYCAST_PAIR(ray, halfspace)
RAYCAST_PAIR(segment, halfspace)

static carom_ray_hit raycast_line_halfspace(const carom_shape *a, const carom_shape *b) {
    ray_path path = path_of(a);
    return carom_path_halfspace(&path, &b->as.halfspace);
}

#define P(kind) [CAROM_SHAPE_##kind]
#define RAYCAST_ROW(A)                                                                             \
    P(PLANE) = raycast_##A##_plane, P(SPHERE) = raycast_##A##_sphere,                              \
    P(CAPSULE) = raycast_##A##_capsule, P(AABB) = raycast_##A##_aabb, P(OBB) = raycast_##A##_obb,  \
    P(TRIANGLE) = raycast_##A##_triangle, P(POLYGON) = raycast_polygon, P(KDOP) = raycast_kdop,    \
    P(CYLINDER) = raycast_cylinder, P(CONE) = raycast_cone, P(ELLIPSOID) = raycast_ellipsoid,      \
    P(TETRAHEDRON) = raycast_tetrahedron, P(HULL) = raycast_hull, P(POINT) = raycast_thin,         \
    P(SUPPORT) = raycast_function, P(ROUNDED) = raycast_function,                                  \
    P(SEGMENT) = raycast_segment_target, P(RAY) = raycast_thin, P(LINE) = raycast_thin

raycast_pair *const carom_raycast_table[CAROM_SHAPE_KINDS][CAROM_SHAPE_KINDS] = {
    P(SEGMENT) = {RAYCAST_ROW(segment), P(HALFSPACE) = raycast_segment_halfspace},
    P(RAY) = {RAYCAST_ROW(ray), P(HALFSPACE) = raycast_ray_halfspace},
    P(LINE) = {RAYCAST_ROW(line), P(HALFSPACE) = raycast_line_halfspace},
};
