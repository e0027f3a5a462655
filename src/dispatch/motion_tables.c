/* Ray casts and sweeps of any two kinds. Rows are what moves: a ray, segment or line; a sphere,
 * point or box. */
#include "dispatch/dispatch.h"
#include "dispatch/paths.h"
#include "fit/hull.h"
#include "query/raycast/path_shapes.h"
#include "query/sweep/sweep_capsules.h"
#include "query/sweep/sweep_polygon.h"

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
#define SWEEP_PAIR(B)                                                                              \
    static carom_sweep_hit sweep_sphere_##B(const carom_shape *a, carom_vec3 motion,               \
                                            const carom_shape *b) {                                \
        return settled_start(carom_sweep_sphere_##B(&a->as.sphere, motion, &b->as.B), a, motion,   \
                             b);                                                                   \
    }

/* Contact after less than this part of the way and the coordinates may be contact at the start. */
#define NEAR_START 1e-6

/* In contact by less than the sweep can tell, and receding. Exact signs also see contact by lengths
 * that are 0 for the depth (convex/support/rescale.h): then the normal is along the motion. */
static CAROM_NOINLINE carom_sweep_hit contact_at_start(const carom_shape *a, carom_vec3 motion,
                                                       const carom_shape *b) {
    const carom_posed_shape p = {.shape = *a, .state = POSED_VALID},
                            q = {.shape = *b, .state = POSED_VALID};
    const carom_penetration deep = carom_penetrate_posed(&p, &q);
    if (deep.overlap)
        return (carom_sweep_hit){true, true, 0, 0, deep.point_b, deep.normal, deep.certainty};
    const carom_closest_any near = carom_closest_posed(&p, &q);
    const vec3 normal = carom_normalize_or(load3(motion), vec(1, 0, 0));
    return (carom_sweep_hit){true, true, 0, 0, near.point_b, store3(normal), near.certainty};
}

/* A start in contact is what overlap says: where that is exact, a distance is not. */
static carom_sweep_hit settled_start(carom_sweep_hit hit, const carom_shape *a, carom_vec3 motion,
                                     const carom_shape *b) {
    double way = (double)hit.fraction * max_abs3(load3(motion));
    if (way > NEAR_START * (max_abs3(load3(motion)) + max_abs3(load3(hit.point)))) return hit;
    bool flip = pair_is_flipped(a, b);
    const carom_shape *first = flip ? b : a, *second = flip ? a : b;
    overlap_pair *closed = carom_overlap_table[first->kind][second->kind];
    bool touch = closed ? closed(first, second) : hit.initial_overlap;
    if (!hit.hit) return touch ? contact_at_start(a, motion, b) : hit;
    hit.initial_overlap = touch;
    if (touch) hit.fraction = 0;
    /* apart by less than a distance tells: it came the way it goes */
    vec3 n = load3(hit.normal);
    if (!touch && dot3(n, load3(motion)) < 0.0) hit.normal = store3(neg3(n));
    return hit;
}

static carom_ray_hit surface_hit(carom_ray_hit_triangle hit) {
    return (carom_ray_hit){
        .hit = hit.hit, .t = hit.t, .t_exit = hit.t, .point = hit.point, .normal = hit.normal};
}

/* Solids whose paths know no difference between ray, segment and line. */
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

/* In the hull's frame and back. */
static carom_ray_hit raycast_hull(const carom_shape *a, const carom_shape *b) {
    const carom_placed_hull *placed = &b->as.hull;
    carom_posed_shape local;
    carom_shape_pose(&local, a, carom_pose_inverse(placed->pose));
    ray_path path = path_of(&local.shape);
    carom_ray_hit hit = carom_path_hull(&path, carom_hull_data(placed->hull));
    hit.point = hit.hit ? carom_pose_transform_point(placed->pose, hit.point) : hit.point;
    hit.normal = carom_pose_rotate_vector(placed->pose, hit.normal);
    return hit;
}

/* A segment is a triangle without area. */
static carom_ray_hit raycast_segment_target(const carom_shape *a, const carom_shape *b) {
    const carom_segment *s = &b->as.segment;
    carom_shape flat = {.kind = CAROM_SHAPE_TRIANGLE, .as.triangle = {{s->a, s->b, s->b}}};
    return carom_raycast_table[a->kind][CAROM_SHAPE_TRIANGLE](a, &flat);
}

static carom_closest_any thin_closest(const carom_shape *a, const carom_shape *b) {
    carom_shape_kind low = a->kind < b->kind ? a->kind : b->kind;
    closest_pair *closed = carom_closest_table[low][a->kind + b->kind - low];
    if (!closed) return carom_paths_closest(a, b);
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
    /* a time beyond the range of numbers does not lead to the point */
    const carom_vec3 point = finite3(on) ? store3(on) : c.point_a;
    return (carom_ray_hit){true, false, store1(t), store1(t), point, store3(back)};
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

static carom_sweep_hit sweep_sphere_polygon(const carom_shape *a, carom_vec3 motion,
                                            const carom_shape *b) {
    const carom_sphere *ball = &a->as.sphere;
    carom_sweep_hit hit = is_moved_polygon(b)
                              ? carom_sweep_sphere_fan(ball, motion, &b->as.polygon)
                              : carom_sweep_sphere_polygon(ball, motion, &b->as.polygon);
    return settled_start(hit, a, motion, b);
}

static carom_ray_hit raycast_line_halfspace(const carom_shape *a, const carom_shape *b) {
    ray_path path = path_of(a);
    return carom_path_halfspace(&path, &b->as.halfspace);
}

static carom_sweep_hit sweep_sphere_sphere(const carom_shape *a, carom_vec3 motion,
                                           const carom_shape *b) {
    return carom_sweep_sphere_sphere(&a->as.sphere, motion, &b->as.sphere, (carom_vec3){0, 0, 0});
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
    carom_sweep_hit hit = carom_sweep_table[CAROM_SHAPE_SPHERE][b->kind](&ball, motion, b);
    return settled_start(hit, a, motion, b);
}

/* What the kernels of capsules leave open. */
static carom_sweep_hit sweep_capsule_capsule(const carom_shape *a, carom_vec3 motion,
                                             const carom_shape *b) {
    const carom_sweep_hit hit = carom_sweep_capsules_exact(&a->as.capsule, motion, &b->as.capsule);
    if (!hit.initial_overlap) return settled_start(hit, a, motion, b);
    carom_sweep_hit start = contact_at_start(a, motion, b);
    start.fraction_exit = hit.fraction_exit;
    return start;
}

/* A point's way is a segment. A start near the surface is what overlap says. */
static carom_sweep_hit sweep_point_solid(const carom_shape *a, carom_vec3 motion,
                                         const carom_shape *b) {
    const carom_posed_shape p = {.shape = *a, .state = POSED_VALID},
                            q = {.shape = *b, .state = POSED_VALID};
    const vec3 origin = load3(a->as.point), none = {0, 0, 0}, v = load3(motion);
    const ray_path path = {origin, v, none, v, 0.0, 1.0, true};
    const carom_ray_hit on =
        b->kind == CAROM_SHAPE_CYLINDER ? carom_path_cylinder_solid(&path, &b->as.cylinder)
        : b->kind == CAROM_SHAPE_CONE   ? carom_path_cone(&path, &b->as.cone)
                                        : carom_path_ellipsoid(&path, &b->as.ellipsoid);
    const double way = (double)on.t * max_abs3(v);
    const bool near = way <= NEAR_START * (max_abs3(v) + max_abs3(load3(on.point)));
    if (near && carom_overlap_posed(&p, &q)) {
        carom_sweep_hit start = contact_at_start(a, motion, b);
        start.fraction_exit = on.hit ? on.t_exit : 0;
        return start;
    }
    if (!on.hit) return (carom_sweep_hit){.hit = false};
    return (carom_sweep_hit){.hit = true,
                             .fraction = time_below((double)on.t),
                             .fraction_exit = on.t_exit,
                             .point = on.point,
                             .normal = store3(neg3(load3(on.normal))),
                             .certainty = CAROM_EXACT};
}

#define P(kind) [CAROM_SHAPE_##kind]
#define RAYCAST_ROW(A)                                                                             \
    P(PLANE) = raycast_##A##_plane, P(SPHERE) = raycast_##A##_sphere,                              \
    P(CAPSULE) = raycast_##A##_capsule, P(AABB) = raycast_##A##_aabb, P(OBB) = raycast_##A##_obb,  \
    P(TRIANGLE) = raycast_##A##_triangle, P(POLYGON) = raycast_polygon, P(KDOP) = raycast_kdop,    \
    P(CYLINDER) = raycast_cylinder, P(CONE) = raycast_cone, P(ELLIPSOID) = raycast_ellipsoid,      \
    P(TETRAHEDRON) = raycast_tetrahedron, P(HULL) = raycast_hull, P(POINT) = raycast_thin,         \
    P(SEGMENT) = raycast_segment_target, P(RAY) = raycast_thin, P(LINE) = raycast_thin

raycast_pair *const carom_raycast_table[CAROM_SHAPE_KINDS][CAROM_SHAPE_KINDS] = {
    P(SEGMENT) = {RAYCAST_ROW(segment), P(HALFSPACE) = raycast_segment_halfspace},
    P(RAY) = {RAYCAST_ROW(ray), P(HALFSPACE) = raycast_ray_halfspace},
    P(LINE) = {RAYCAST_ROW(line), P(HALFSPACE) = raycast_line_halfspace},
};

sweep_pair *const carom_sweep_table[CAROM_SHAPE_KINDS][CAROM_SHAPE_KINDS] = {
    P(POINT) = {P(PLANE) = sweep_point_any, P(HALFSPACE) = sweep_point_any,
                P(SPHERE) = sweep_point_any, P(CAPSULE) = sweep_point_any,
                P(AABB) = sweep_point_any, P(OBB) = sweep_point_any, P(TRIANGLE) = sweep_point_any,
                P(POLYGON) = sweep_point_any, P(CYLINDER) = sweep_point_solid,
                P(CONE) = sweep_point_solid, P(ELLIPSOID) = sweep_point_solid},
    P(SPHERE) = {P(POINT) = sweep_sphere_point, P(SEGMENT) = sweep_sphere_segment,
                 P(PLANE) = sweep_sphere_plane, P(HALFSPACE) = sweep_sphere_halfspace,
                 P(SPHERE) = sweep_sphere_sphere, P(CAPSULE) = sweep_sphere_capsule,
                 P(AABB) = sweep_sphere_aabb, P(OBB) = sweep_sphere_obb,
                 P(TRIANGLE) = sweep_sphere_triangle, P(POLYGON) = sweep_sphere_polygon},
    P(CAPSULE) = {P(CAPSULE) = sweep_capsule_capsule},
    P(AABB) = {P(AABB) = sweep_aabb_aabb},
};
