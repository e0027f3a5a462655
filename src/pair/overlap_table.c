/* Closed forms of contact. Most entries are the typed function, exact by signs of determinants
 * [Shewchuk97]; the rest are reductions: a polygon is its fan of triangles, a capsule touches where
 * its distance is 0, a line or ray where its ray cast hits, so that the verbs agree. */
#include "carom/intersect.h"
#include "pair/contains/contains.h"
#include "pair/overlap_table.h"
#include "pair/round/round_pairs.h"
#include "pair/round/sphere_overlap.h"
#include "pair/closest_table.h"
#include "pair/raycast_table.h"
#include "pair/contains/contains_point.h"
#include "pair/tolerances.h"

#define VALUE_PAIR(A, B)                                                                           \
    static bool overlap_##A##_##B(const carom_shape *a, const carom_shape *b) {                    \
        return carom_overlap_##A##_##B(a->as.A, &b->as.B);                                         \
    }
#define PAIR(A, B)                                                                                 \
    static bool overlap_##A##_##B(const carom_shape *a, const carom_shape *b) {                    \
        return carom_overlap_##A##_##B(&a->as.A, &b->as.B);                                        \
    }
#define RAY_PAIR(A, B)                                                                             \
    static bool overlap_##A##_##B(const carom_shape *a, const carom_shape *b) {                    \
        return carom_raycast_##A##_##B(&a->as.A, &b->as.B).hit;                                    \
    }
#define RAY_TRIANGLE(A)                                                                            \
    static bool overlap_##A##_triangle(const carom_shape *a, const carom_shape *b) {               \
        return carom_raycast_##A##_triangle(&a->as.A, &b->as.triangle, CAROM_BOTH_SIDES).hit;      \
    }

VALUE_PAIR(point, segment)
VALUE_PAIR(point, plane)
VALUE_PAIR(point, halfspace)
VALUE_PAIR(point, sphere)
VALUE_PAIR(point, aabb)
VALUE_PAIR(point, obb)
VALUE_PAIR(point, triangle)
PAIR(segment, segment)
PAIR(segment, plane)
PAIR(segment, halfspace)
PAIR(segment, aabb)
PAIR(segment, obb)
PAIR(segment, triangle)
RAY_PAIR(ray, plane)
RAY_PAIR(ray, halfspace)
RAY_PAIR(ray, capsule)
RAY_PAIR(ray, aabb)
RAY_PAIR(ray, obb)
RAY_TRIANGLE(ray)
RAY_PAIR(line, plane)
RAY_PAIR(line, capsule)
RAY_PAIR(line, aabb)
RAY_PAIR(line, obb)
RAY_TRIANGLE(line)
PAIR(plane, aabb)
PAIR(plane, obb)
PAIR(plane, triangle)
PAIR(halfspace, aabb)
PAIR(halfspace, obb)
PAIR(halfspace, triangle)
PAIR(aabb, aabb)
PAIR(aabb, obb)
PAIR(aabb, triangle)
PAIR(obb, obb)
PAIR(obb, triangle)
PAIR(triangle, triangle)

static bool overlap_point_point(const carom_shape *a, const carom_shape *b) {
    return carom_overlap_point_point(a->as.point, b->as.point);
}

/* Contact of pairs whose distance is exactly 0 in contact. */
static bool touches_by_distance(const carom_shape *a, const carom_shape *b) {
    closest_pair *closest = carom_closest_table[a->kind][b->kind];
    return closest(a, b).distance == 0;
}

static bool overlap_capsule_aabb(const carom_shape *a, const carom_shape *b) {
    const carom_capsule *capsule = &a->as.capsule;
    const vec3 from = load3(capsule->a), to = load3(capsule->b);
    const vec3 up = sub3(lower3(from, to), load3(b->as.aabb.max)),
               down = sub3(load3(b->as.aabb.min), upper3(from, to));
    const vec3 gap = upper3(upper3(up, down), vec(0.0, 0.0, 0.0));
    const double square = len2(gap), radius = (double)capsule->radius;
    const bool apart = square > radius * radius * CAPSULE_BOX_APART &&
                       square > CAPSULE_BOX_SQUARE_LEAST && finite3(gap);
    return !apart && touches_by_distance(a, b);
}

static bool overlap_plane_plane(const carom_shape *a, const carom_shape *b) {
    return carom_intersect_plane_plane(&a->as.plane, &b->as.plane).kind != CAROM_INTERSECTION_NONE;
}

/* Whether the other shape touches a triangle of the polygon's fan. */
static bool overlap_with_polygon(const carom_shape *a, const carom_shape *b) {
    bool first = a->kind == CAROM_SHAPE_POLYGON && b->kind != CAROM_SHAPE_POLYGON;
    const carom_shape *other = first ? b : a;
    const carom_polygon *polygon = first ? &a->as.polygon : &b->as.polygon;
    carom_shape part = {.kind = CAROM_SHAPE_TRIANGLE};
    overlap_pair *test = carom_overlap_table[other->kind][CAROM_SHAPE_TRIANGLE];
    for (int i = 0; i < fan_size(polygon); i++) {
        part.as.triangle = fan_triangle(polygon, i);
        bool hit = other->kind == CAROM_SHAPE_POLYGON ? overlap_with_polygon(&part, other)
                                                      : test(other, &part);
        if (hit) return true;
    }
    return false;
}

static bool overlap_polygon_polygon(const carom_shape *a, const carom_shape *b) {
    carom_shape part = {.kind = CAROM_SHAPE_TRIANGLE};
    for (int i = 0; i < fan_size(&a->as.polygon); i++) {
        part.as.triangle = fan_triangle(&a->as.polygon, i);
        if (overlap_with_polygon(&part, b)) return true;
    }
    return false;
}

static bool overlap_point_solid(const carom_shape *a, const carom_shape *b) {
    return carom_holds_point(b, load3(a->as.point));
}

/* Rays and lines touch where their ray cast hits, which is exact for polytopes. */
static bool overlap_by_raycast(const carom_shape *a, const carom_shape *b) {
    return carom_raycast_table[a->kind][b->kind](a, b).hit;
}

#define P(kind) [CAROM_SHAPE_##kind]
#define BY_RAYCAST                                                                                 \
    P(KDOP) = overlap_by_raycast, P(CYLINDER) = overlap_by_raycast, P(CONE) = overlap_by_raycast,  \
    P(ELLIPSOID) = overlap_by_raycast, P(TETRAHEDRON) = overlap_by_raycast,                        \
    P(HULL) = overlap_by_raycast

overlap_pair *const carom_overlap_table[CAROM_SHAPE_KINDS][CAROM_SHAPE_KINDS] = {
    P(POINT) = {P(POINT) = overlap_point_point, P(SEGMENT) = overlap_point_segment,
                P(RAY) = touches_by_distance, P(LINE) = touches_by_distance,
                P(PLANE) = overlap_point_plane, P(HALFSPACE) = overlap_point_halfspace,
                P(SPHERE) = overlap_point_sphere, P(CAPSULE) = carom_touch_point_capsule,
                P(AABB) = overlap_point_aabb, P(OBB) = overlap_point_obb,
                P(TRIANGLE) = overlap_point_triangle, P(POLYGON) = overlap_with_polygon,
                P(KDOP) = overlap_point_solid, P(CYLINDER) = overlap_point_solid,
                P(CONE) = overlap_point_solid, P(TETRAHEDRON) = overlap_point_solid},
    P(SEGMENT) = {P(SEGMENT) = overlap_segment_segment, P(PLANE) = overlap_segment_plane,
                  P(HALFSPACE) = overlap_segment_halfspace, P(SPHERE) = carom_touch_segment_sphere,
                  P(CAPSULE) = carom_touch_segment_capsule, P(AABB) = overlap_segment_aabb,
                  P(OBB) = overlap_segment_obb, P(TRIANGLE) = overlap_segment_triangle,
                  P(POLYGON) = overlap_by_raycast},
    P(RAY) = {P(PLANE) = overlap_ray_plane, P(HALFSPACE) = overlap_ray_halfspace,
              P(SPHERE) = carom_touch_ray_sphere, P(CAPSULE) = overlap_ray_capsule,
              P(AABB) = overlap_ray_aabb, P(OBB) = overlap_ray_obb,
              P(TRIANGLE) = overlap_ray_triangle, P(POLYGON) = overlap_by_raycast, BY_RAYCAST},
    P(LINE) = {P(LINE) = touches_by_distance, P(PLANE) = overlap_line_plane,
               P(SPHERE) = carom_touch_line_sphere, P(CAPSULE) = overlap_line_capsule,
               P(AABB) = overlap_line_aabb, P(OBB) = overlap_line_obb,
               P(TRIANGLE) = overlap_line_triangle, P(POLYGON) = overlap_by_raycast, BY_RAYCAST},
    P(PLANE) = {P(PLANE) = overlap_plane_plane, P(SPHERE) = carom_touch_plane_sphere,
                P(CAPSULE) = touches_by_distance, P(AABB) = overlap_plane_aabb,
                P(OBB) = overlap_plane_obb, P(TRIANGLE) = overlap_plane_triangle,
                P(POLYGON) = overlap_with_polygon},
    P(HALFSPACE) = {P(SPHERE) = carom_touch_halfspace_sphere, P(AABB) = overlap_halfspace_aabb,
                    P(OBB) = overlap_halfspace_obb, P(TRIANGLE) = overlap_halfspace_triangle,
                    P(POLYGON) = overlap_with_polygon},
    P(SPHERE) = {P(SPHERE) = carom_touch_sphere_sphere, P(CAPSULE) = carom_round_overlap,
                 P(AABB) = carom_touch_sphere_aabb, P(OBB) = carom_touch_sphere_obb,
                 P(TRIANGLE) = carom_touch_sphere_triangle,
                 P(POLYGON) = carom_touch_sphere_polygon},
    P(CAPSULE) = {P(CAPSULE) = carom_round_overlap, P(AABB) = overlap_capsule_aabb,
                  P(TRIANGLE) = touches_by_distance, P(POLYGON) = overlap_with_polygon},
    P(AABB) = {P(AABB) = overlap_aabb_aabb, P(OBB) = overlap_aabb_obb,
               P(TRIANGLE) = overlap_aabb_triangle, P(POLYGON) = overlap_with_polygon},
    P(OBB) = {P(OBB) = overlap_obb_obb, P(TRIANGLE) = overlap_obb_triangle,
              P(POLYGON) = overlap_with_polygon},
    P(TRIANGLE) = {P(TRIANGLE) = overlap_triangle_triangle, P(POLYGON) = overlap_with_polygon},
    P(POLYGON) = {P(POLYGON) = overlap_polygon_polygon},
};
