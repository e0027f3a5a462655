/* Closed forms of closest points [Ericson05] 5.1: the typed functions, and reductions to them. A
 * sphere is its centre and a capsule its axis, moved to the surface afterwards; of a vertex set the
 * vertex nearest to a plane answers; a polygon is its fan of triangles. Distance 0 is exactly
 * contact: where rounding might differ the exact test decides. */
#include "carom/overlap.h"
#include "pair/closest_table.h"
#include "pair/round/round_pairs.h"
#include "pair/round/rounded_core.h"
#include "pair/round/sphere_overlap.h"
#include "query/closest/closest_polygon.h"
#include "query/closest/near_contact.h"
#include "query/closest/closest_point_polygon.h"

static carom_closest_any from_points(carom_closest_points c) {
    return (carom_closest_any){.distance = c.distance, .point_a = c.point_a, .point_b = c.point_b};
}

#define POINT_PAIR(B, wrap)                                                                        \
    static carom_closest_any closest_point_##B(const carom_shape *a, const carom_shape *b) {       \
        return wrap(carom_closest_point_##B(a->as.point, &b->as.B));                               \
    }
#define CLOSEST_PAIR(A, B, wrap)                                                                   \
    static carom_closest_any closest_##A##_##B(const carom_shape *a, const carom_shape *b) {       \
        return wrap(carom_closest_##A##_##B(&a->as.A, &b->as.B));                                  \
    }

POINT_PAIR(plane, from_points)
POINT_PAIR(line, closest_from_params)
POINT_PAIR(segment, closest_from_params)
POINT_PAIR(ray, closest_from_params)
POINT_PAIR(sphere, from_points)
POINT_PAIR(aabb, from_points)
POINT_PAIR(obb, from_points)
CLOSEST_PAIR(line, line, closest_from_params)
CLOSEST_PAIR(segment, segment, closest_from_params)
CLOSEST_PAIR(segment, triangle, closest_from_params)
CLOSEST_PAIR(segment, aabb, closest_from_params)
CLOSEST_PAIR(triangle, triangle, from_points)

static carom_closest_any closest_point_point(const carom_shape *a, const carom_shape *b) {
    carom_segment same = {b->as.point, b->as.point};
    return closest_from_params(carom_closest_point_segment(a->as.point, &same));
}

static carom_closest_any closest_point_triangle(const carom_shape *a, const carom_shape *b) {
    carom_closest_on_triangle c = carom_closest_point_triangle(a->as.point, &b->as.triangle);
    return (carom_closest_any){.distance = c.distance,
                               .point_a = c.point_a,
                               .point_b = c.point_b,
                               .barycentric = c.barycentric,
                               .feature = c.feature};
}

static carom_closest_any closest_point_polygon(const carom_shape *a, const carom_shape *b) {
    return from_points(carom_closest_point_outline(a->as.point, &b->as.polygon));
}

static carom_closest_any closest_point_halfspace(const carom_shape *a, const carom_shape *b) {
    if (carom_overlap_point_halfspace(a->as.point, &b->as.halfspace))
        return (carom_closest_any){.point_a = a->as.point, .point_b = a->as.point};
    carom_plane face = {b->as.halfspace.normal, b->as.halfspace.offset};
    return from_points(carom_closest_point_plane(a->as.point, &face));
}

static carom_shape center_point_of(const carom_shape *sphere) {
    return (carom_shape){.kind = CAROM_SHAPE_POINT, .as.point = sphere->as.sphere.center};
}
static carom_shape axis_of(const carom_shape *capsule) {
    carom_segment axis = {capsule->as.capsule.a, capsule->as.capsule.b};
    return (carom_shape){.kind = CAROM_SHAPE_SEGMENT, .as.segment = axis};
}

static carom_shape core_shape_of(const carom_shape *shape) {
    if (shape->kind == CAROM_SHAPE_SPHERE) return center_point_of(shape);
    return shape->kind == CAROM_SHAPE_CAPSULE ? axis_of(shape) : *shape;
}

static carom_closest_any flipped(carom_closest_any c) {
    return closest_swapped(c, true);
}

/* One or both are spheres or capsules; `exact`: the test that decides contact, where there is one.
 */
static carom_closest_any rounded_closest(const carom_shape *a, const carom_shape *b,
                                         overlap_pair *exact) {
    carom_shape core_a = core_shape_of(a), core_b = core_shape_of(b);
    bool flip = core_a.kind > core_b.kind;
    closest_pair *pair = flip ? carom_closest_table[core_b.kind][core_a.kind]
                              : carom_closest_table[core_a.kind][core_b.kind];
    carom_closest_any core = flip ? flipped(pair(&core_b, &core_a)) : pair(&core_a, &core_b);
    return closest_off_cores(core, a, b, exact);
}

#define ROUNDED_PAIR(A, B, exact)                                                                  \
    static carom_closest_any closest_##A##_##B(const carom_shape *a, const carom_shape *b) {       \
        return rounded_closest(a, b, exact);                                                       \
    }

ROUNDED_PAIR(point, capsule, carom_touch_point_capsule)
ROUNDED_PAIR(segment, sphere, carom_touch_segment_sphere)
ROUNDED_PAIR(segment, capsule, carom_touch_segment_capsule)
ROUNDED_PAIR(ray, sphere, carom_touch_ray_sphere)
ROUNDED_PAIR(line, sphere, carom_touch_line_sphere)
ROUNDED_PAIR(plane, sphere, carom_touch_plane_sphere)
ROUNDED_PAIR(plane, capsule, NULL)
ROUNDED_PAIR(halfspace, sphere, carom_touch_halfspace_sphere)
ROUNDED_PAIR(sphere, sphere, carom_touch_sphere_sphere)
ROUNDED_PAIR(sphere, aabb, carom_touch_sphere_aabb)
ROUNDED_PAIR(sphere, obb, carom_touch_sphere_obb)
ROUNDED_PAIR(sphere, triangle, carom_touch_sphere_triangle)
ROUNDED_PAIR(sphere, polygon, carom_touch_sphere_polygon)
ROUNDED_PAIR(capsule, aabb, NULL)
ROUNDED_PAIR(capsule, triangle, NULL)
ROUNDED_PAIR(capsule, polygon, NULL)

static carom_closest_any closest_aabb_aabb(const carom_shape *a, const carom_shape *b) {
    const carom_aabb *x = &a->as.aabb, *y = &b->as.aabb;
    carom_real low[3] = {x->min.x > y->min.x ? x->min.x : y->min.x,
                         x->min.y > y->min.y ? x->min.y : y->min.y,
                         x->min.z > y->min.z ? x->min.z : y->min.z};
    /* the corner of A's box nearest to B, then B's nearest to that */
    carom_vec3 start = {low[0] < x->max.x ? low[0] : x->max.x,
                        low[1] < x->max.y ? low[1] : x->max.y,
                        low[2] < x->max.z ? low[2] : x->max.z};
    return from_points(carom_closest_point_aabb(start, y));
}

/* Where the segment from below to above meets the plane, also where distances are beyond
 * carom_real. */
static carom_vec3 crossing_point(const carom_plane *plane, const carom_vec3 ends[2]) {
    vec3 n = load3(plane->normal);
    double low = 0.5 * (dot3(n, load3(ends[0])) - (double)plane->offset);
    double high = 0.5 * (dot3(n, load3(ends[1])) - (double)plane->offset);
    return along_segment(ends[0], ends[1], low / (low - high));
}

/* A vertex set against a plane: contact and the nearest vertex follow from the extremes of the
 * signed distances. */
static carom_closest_any closest_plane_points(const carom_plane *plane,
                                              const carom_polygon *points) {
    carom_closest_any best = {.distance = (carom_real)INFINITY};
    double low = (double)INFINITY, high = -(double)INFINITY;
    carom_vec3 ends[2] = {{0, 0, 0}, {0, 0, 0}};
    for (int i = 0; i < polygon_count(points); i++) {
        carom_vec3 point = polygon_corner(points, i);
        double signed_distance = (double)carom_distance_point_plane_signed(point, plane);
        if (signed_distance < low) low = signed_distance, ends[0] = point;
        if (signed_distance > high) high = signed_distance, ends[1] = point;
        carom_closest_points c = carom_closest_point_plane(point, plane);
        if (c.distance < best.distance)
            best =
                (carom_closest_any){.distance = c.distance, .point_a = c.point_b, .point_b = point};
    }
    if (low < 0.0 && high > 0.0) {
        /* where distances overflow, the ratio of heights over an unscaled normal is used */
        bool huge = !(high - low <= DBL_MAX);
        carom_vec3 x = huge ? crossing_point(plane, ends)
                            : along_segment(ends[0], ends[1], low / (low - high));
        if (!finite3(load3(x))) x = best.point_a;
        best = (carom_closest_any){.point_a = x, .point_b = x};
    }
    return best;
}

static carom_closest_any closest_plane_triangle(const carom_shape *a, const carom_shape *b) {
    return closest_plane_points(&a->as.plane, &(carom_polygon){b->as.triangle.v, 3});
}
static carom_closest_any closest_plane_polygon(const carom_shape *a, const carom_shape *b) {
    return closest_plane_points(&a->as.plane, &b->as.polygon);
}
static carom_closest_any closest_segment_plane(const carom_shape *a, const carom_shape *b) {
    const carom_vec3 ends[2] = {a->as.segment.a, a->as.segment.b};
    carom_closest_any c = flipped(closest_plane_points(&b->as.plane, &(carom_polygon){ends, 2}));
    vec3 from = load3(ends[0]), along_it = sub3(load3(ends[1]), from);
    double square = len2(along_it);
    if (square > 0.0)
        c.t_a = (carom_real)clamp01(dot3(sub3(load3(c.point_a), from), along_it) / square);
    return c;
}
static carom_closest_any closest_plane_aabb(const carom_shape *a, const carom_shape *b) {
    carom_vec3 l = b->as.aabb.min, h = b->as.aabb.max, corners[8];
    for (int i = 0; i < 8; i++)
        corners[i] = (carom_vec3){i & 1 ? h.x : l.x, i & 2 ? h.y : l.y, i & 4 ? h.z : l.z};
    return closest_plane_points(&a->as.plane, &(carom_polygon){corners, 8});
}
static void keep_closer(carom_closest_any *best, carom_closest_any other) {
    if (other.distance < best->distance) *best = other;
}

/* Edges of the triangle against the box, corners of the box against the triangle: every nearest
 * pair is among them. */
static carom_closest_any closest_aabb_triangle(const carom_shape *a, const carom_shape *b) {
    const carom_aabb *box = &a->as.aabb;
    const carom_triangle *t = &b->as.triangle;
    carom_closest_any best = {.distance = (carom_real)INFINITY};
    for (int i = 0; i < 3; i++) {
        carom_segment edge = {t->v[i], t->v[(i + 1) % 3]};
        carom_closest_any c = flipped(closest_from_params(carom_closest_segment_aabb(&edge, box)));
        c.t_a = c.t_b = 0;
        keep_closer(&best, c);
    }
    for (int i = 0; i < 8; i++) {
        carom_vec3 corner = {i & 1 ? box->max.x : box->min.x, i & 2 ? box->max.y : box->min.y,
                             i & 4 ? box->max.z : box->min.z};
        carom_closest_on_triangle c = carom_closest_point_triangle(corner, t);
        if (c.distance < best.distance)
            best = (carom_closest_any){
                .distance = c.distance, .point_a = c.point_a, .point_b = c.point_b};
    }
    bool touch = carom_overlap_aabb_triangle(box, t);
    if (best.distance == 0 && !touch) {
        const vec3 v[3] = {load3(t->v[0]), load3(t->v[1]), load3(t->v[2])};
        best.distance = (carom_real)carom_near_box_distance((near_shape){v, 3}, load3(box->min),
                                                            load3(box->max));
    }
    if (best.distance > 0 && touch) {
        /* the triangle pierces the box between its corners */
        for (int i = 0; i < 4; i++) {
            carom_segment diagonal = {
                {box->min.x, i & 1 ? box->max.y : box->min.y, i & 2 ? box->max.z : box->min.z},
                {box->max.x, i & 1 ? box->min.y : box->max.y, i & 2 ? box->min.z : box->max.z}};
            carom_closest_any c = closest_from_params(carom_closest_segment_triangle(&diagonal, t));
            c.t_a = 0;
            keep_closer(&best, c);
        }
        best.distance = 0;
        best.point_b = best.point_a;
    }
    return best;
}

/* The nearest triangle of the polygon's fan; b is the polygon unless only a is. */
static carom_closest_any closest_with_polygon(const carom_shape *a, const carom_shape *b) {
    carom_closest_any best = {.distance = (carom_real)INFINITY};
    bool flip = b->kind != CAROM_SHAPE_POLYGON;
    const carom_shape *other = flip ? b : a;
    const carom_polygon *polygon = flip ? &a->as.polygon : &b->as.polygon;
    for (int i = 0; i < fan_size(polygon); i++) {
        carom_shape part = {.kind = CAROM_SHAPE_TRIANGLE, .as.triangle = fan_triangle(polygon, i)};
        carom_closest_any c =
            other->kind == CAROM_SHAPE_POLYGON
                ? flipped(closest_with_polygon(&part, other))
                : carom_closest_table[other->kind][CAROM_SHAPE_TRIANGLE](other, &part);
        keep_closer(&best, c);
    }
    return flip ? flipped(best) : best;
}

#define P(kind) [CAROM_SHAPE_##kind]

closest_pair *const carom_closest_table[CAROM_SHAPE_KINDS][CAROM_SHAPE_KINDS] = {
    P(POINT) = {P(POINT) = closest_point_point, P(SEGMENT) = closest_point_segment,
                P(RAY) = closest_point_ray, P(LINE) = closest_point_line,
                P(PLANE) = closest_point_plane, P(HALFSPACE) = closest_point_halfspace,
                P(SPHERE) = closest_point_sphere, P(CAPSULE) = closest_point_capsule,
                P(AABB) = closest_point_aabb, P(OBB) = closest_point_obb,
                P(TRIANGLE) = closest_point_triangle, P(POLYGON) = closest_point_polygon},
    P(SEGMENT) = {P(SEGMENT) = closest_segment_segment, P(PLANE) = closest_segment_plane,
                  P(SPHERE) = closest_segment_sphere, P(CAPSULE) = closest_segment_capsule,
                  P(AABB) = closest_segment_aabb, P(TRIANGLE) = closest_segment_triangle,
                  P(POLYGON) = closest_with_polygon},
    P(RAY) = {P(SPHERE) = closest_ray_sphere},
    P(LINE) = {P(LINE) = closest_line_line, P(SPHERE) = closest_line_sphere},
    P(PLANE) = {P(SPHERE) = closest_plane_sphere, P(CAPSULE) = closest_plane_capsule,
                P(AABB) = closest_plane_aabb, P(TRIANGLE) = closest_plane_triangle,
                P(POLYGON) = closest_plane_polygon},
    P(HALFSPACE) = {P(SPHERE) = closest_halfspace_sphere},
    P(SPHERE) = {P(SPHERE) = closest_sphere_sphere, P(CAPSULE) = carom_round_closest,
                 P(AABB) = closest_sphere_aabb, P(OBB) = closest_sphere_obb,
                 P(TRIANGLE) = closest_sphere_triangle, P(POLYGON) = closest_sphere_polygon},
    P(CAPSULE) = {P(CAPSULE) = carom_round_closest, P(AABB) = closest_capsule_aabb,
                  P(TRIANGLE) = closest_capsule_triangle, P(POLYGON) = closest_capsule_polygon},
    P(AABB) = {P(AABB) = closest_aabb_aabb, P(TRIANGLE) = closest_aabb_triangle,
               P(POLYGON) = closest_with_polygon},
    P(TRIANGLE) = {P(TRIANGLE) = closest_triangle_triangle, P(POLYGON) = closest_with_polygon},
    P(POLYGON) = {P(POLYGON) = closest_with_polygon},
};
