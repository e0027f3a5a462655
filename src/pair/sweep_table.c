/* Closed forms of sweeps of a sphere, point, capsule or AABB against other kinds: ray casts of the
 * Minkowski sum [Ericson05] 5.5. Whether the start is in contact is decided by overlap, which is
 * exact where a distance is not. */
#include "pair/sweep_table.h"

#include "pair/overlap_table.h"
#include "pair/pair_closest.h"
#include "pair/pair_overlap.h"
#include "pair/pair_penetration.h"
#include "pair/pose/tolerances.h"
#include "query/sweep/sweep_capsules.h"
#include "query/sweep/sweep_polygon.h"
#include "query/sweep/sweep_sphere_polygon.h"
#include "query/raycast/path/path_curved.h"

#define SWEEP_PAIR(B)                                                                              \
    static carom_sweep_hit sweep_sphere_##B(const carom_shape *a, carom_vec3 motion,               \
                                            const carom_shape *b) {                                \
        return settled_start(carom_sweep_sphere_##B(&a->as.sphere, motion, &b->as.B), a, motion,   \
                             b);                                                                   \
    }

/* The answer for a start in contact that the sweep does not resolve. Exact signs also find contact
 * by lengths that are 0 for the depth (convex/support/rescale.h): then the normal is along the
 * motion. */
static CAROM_NOINLINE carom_sweep_hit contact_at_start(const carom_shape *a, carom_vec3 motion,
                                                       const carom_shape *b) {
    const carom_posed_shape p = {.shape = *a, .state = POSED_VALID},
                            q = {.shape = *b, .state = POSED_VALID};
    const carom_penetration deep = carom_pair_penetrate(&p, &q);
    if (deep.overlap)
        return (carom_sweep_hit){.hit = true,
                                 .initial_overlap = true,
                                 .fraction = 0,
                                 .fraction_exit = 0,
                                 .point = deep.point_b,
                                 .normal = deep.normal,
                                 .certainty = deep.certainty};
    const carom_closest_any near = carom_pair_closest(&p, &q);
    const vec3 normal = carom_normalize_or(load3(motion), vec(1, 0, 0));
    return (carom_sweep_hit){.hit = true,
                             .initial_overlap = true,
                             .fraction = 0,
                             .fraction_exit = 0,
                             .point = near.point_b,
                             .normal = store3(normal),
                             .certainty = near.certainty};
}

/* Makes the start of a sweep agree with overlap, where the path to the contact is within rounding.
 */
static carom_sweep_hit settled_start(carom_sweep_hit hit, const carom_shape *a, carom_vec3 motion,
                                     const carom_shape *b) {
    double travel = (double)hit.fraction * max_abs3(load3(motion));
    if (travel > SWEEP_NEAR_START * (max_abs3(load3(motion)) + max_abs3(load3(hit.point))))
        return hit;
    bool flip = pair_is_flipped(a, b);
    const carom_shape *first = flip ? b : a, *second = flip ? a : b;
    overlap_pair *closed = carom_overlap_table[first->kind][second->kind];
    bool touch = closed ? closed(first, second) : hit.initial_overlap;
    if (!hit.hit) return touch ? contact_at_start(a, motion, b) : hit;
    hit.initial_overlap = touch;
    if (touch) hit.fraction = 0;
    /* apart by less than rounding, and receding: the normal is turned along the motion */
    vec3 n = load3(hit.normal);
    if (!touch && dot3(n, load3(motion)) < 0.0) hit.normal = store3(neg3(n));
    return hit;
}

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

static carom_sweep_hit sweep_sphere_sphere(const carom_shape *a, carom_vec3 motion,
                                           const carom_shape *b) {
    return carom_sweep_sphere_sphere_exact(&a->as.sphere, motion, &b->as.sphere,
                                           (carom_vec3){0, 0, 0});
}
static carom_sweep_hit sweep_sphere_point(const carom_shape *a, carom_vec3 motion,
                                          const carom_shape *b) {
    carom_sphere point = {b->as.point, 0};
    return carom_sweep_sphere_sphere_exact(&a->as.sphere, motion, &point, (carom_vec3){0, 0, 0});
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

/* Pairs of capsules that their kernels leave undecided. */
static carom_sweep_hit sweep_capsule_capsule(const carom_shape *a, carom_vec3 motion,
                                             const carom_shape *b) {
    const carom_sweep_hit hit = carom_sweep_capsules_exact(&a->as.capsule, motion, &b->as.capsule);
    if (!hit.initial_overlap) return settled_start(hit, a, motion, b);
    carom_sweep_hit start = contact_at_start(a, motion, b);
    start.fraction_exit = hit.fraction_exit;
    return start;
}

/* The path of a point is a segment. A start near the surface is decided by overlap. */
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
    const double travel = (double)on.t * max_abs3(v);
    const bool near = travel <= SWEEP_NEAR_START * (max_abs3(v) + max_abs3(load3(on.point)));
    if (near && carom_pair_overlap(&p, &q)) {
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

sweep_pair *const carom_sweep_table[CAROM_SHAPE_KINDS][CAROM_SHAPE_KINDS] = {
    P(POINT) = {P(POINT) = sweep_point_any, P(SEGMENT) = sweep_point_any,
                P(PLANE) = sweep_point_any, P(HALFSPACE) = sweep_point_any,
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
