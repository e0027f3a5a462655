/* Closed forms of classification and penetration: the typed functions, exact in their contact by
 * signs of determinants [Shewchuk97]. A point is a ball without a radius. */
#include "pair/volume_tables.h"
#include "pair/round/round_pairs.h"
#include "pair/overlap_table.h"

#define CLASSIFY_PAIR(A, B)                                                                        \
    static carom_relation classify_##A##_##B(const carom_shape *a, const carom_shape *b) {         \
        return carom_classify_##A##_##B(&a->as.A, &b->as.B);                                       \
    }
#define PENETRATION_PAIR(A, B)                                                                     \
    static carom_penetration depth_##A##_##B(const carom_shape *a, const carom_shape *b) {         \
        return carom_penetration_##A##_##B(&a->as.A, &b->as.B);                                    \
    }

CLASSIFY_PAIR(halfspace, sphere)
CLASSIFY_PAIR(halfspace, aabb)
CLASSIFY_PAIR(halfspace, obb)
CLASSIFY_PAIR(sphere, sphere)
CLASSIFY_PAIR(sphere, aabb)
CLASSIFY_PAIR(sphere, obb)
CLASSIFY_PAIR(sphere, triangle)
CLASSIFY_PAIR(aabb, aabb)
CLASSIFY_PAIR(aabb, obb)
CLASSIFY_PAIR(aabb, triangle)
CLASSIFY_PAIR(obb, obb)
CLASSIFY_PAIR(obb, triangle)
PENETRATION_PAIR(plane, sphere)
PENETRATION_PAIR(halfspace, sphere)
PENETRATION_PAIR(sphere, sphere)
PENETRATION_PAIR(sphere, aabb)
PENETRATION_PAIR(sphere, obb)
PENETRATION_PAIR(sphere, triangle)
PENETRATION_PAIR(aabb, aabb)
PENETRATION_PAIR(obb, obb)

static carom_relation classify_point_point(const carom_shape *a, const carom_shape *b) {
    return carom_classify_point_point(a->as.point, b->as.point);
}

/* A point in a solid is inside; on a surface, as of a triangle, it intersects. Contact is decided
 * by the overlap of points. */
static carom_relation classify_point_solid(const carom_shape *a, const carom_shape *b) {
    const carom_shape ball = {.kind = CAROM_SHAPE_SPHERE, .as.sphere = {a->as.point, 0}};
    classify_pair *of_ball = carom_classify_table[CAROM_SHAPE_SPHERE][b->kind];
    if (!carom_overlap_table[CAROM_SHAPE_POINT][b->kind](a, b)) return CAROM_DISJOINT;
    if (b->kind == CAROM_SHAPE_HALFSPACE || !of_ball) return CAROM_INSIDE;
    carom_relation relation = of_ball(&ball, b);
    return relation == CAROM_DISJOINT ? CAROM_INSIDE : relation; /* balls touch but for rounding */
}

#define P(kind) [CAROM_SHAPE_##kind]

classify_pair *const carom_classify_table[CAROM_SHAPE_KINDS][CAROM_SHAPE_KINDS] = {
    P(POINT) = {P(POINT) = classify_point_point, P(HALFSPACE) = classify_point_solid,
                P(SPHERE) = classify_point_solid, P(CAPSULE) = classify_point_solid,
                P(AABB) = classify_point_solid, P(OBB) = classify_point_solid,
                P(TRIANGLE) = classify_point_solid},
    P(HALFSPACE) = {P(SPHERE) = classify_halfspace_sphere, P(AABB) = classify_halfspace_aabb,
                    P(OBB) = classify_halfspace_obb},
    P(SPHERE) = {P(SPHERE) = classify_sphere_sphere, P(AABB) = classify_sphere_aabb,
                 P(OBB) = classify_sphere_obb, P(TRIANGLE) = classify_sphere_triangle},
    P(AABB) = {P(AABB) = classify_aabb_aabb, P(OBB) = classify_aabb_obb,
               P(TRIANGLE) = classify_aabb_triangle},
    P(OBB) = {P(OBB) = classify_obb_obb, P(TRIANGLE) = classify_obb_triangle},
};

penetration_pair *const carom_penetration_table[CAROM_SHAPE_KINDS][CAROM_SHAPE_KINDS] = {
    P(PLANE) = {P(SPHERE) = depth_plane_sphere},
    P(HALFSPACE) = {P(SPHERE) = depth_halfspace_sphere},
    P(SPHERE) = {P(SPHERE) = depth_sphere_sphere, P(CAPSULE) = carom_round_penetration,
                 P(AABB) = depth_sphere_aabb, P(OBB) = depth_sphere_obb,
                 P(TRIANGLE) = depth_sphere_triangle},
    P(CAPSULE) = {P(CAPSULE) = carom_round_penetration},
    P(AABB) = {P(AABB) = depth_aabb_aabb},
    P(OBB) = {P(OBB) = depth_obb_obb},
};
