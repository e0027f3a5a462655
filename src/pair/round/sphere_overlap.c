/* The exact tests of spheres with the signature of the overlap table, and reductions to them: a
 * polygon is its fan of triangles; a point touches a capsule where the axis touches a sphere about
 * the point. They do not read the table, so that closest points may use them. */
#include "pair/round/sphere_overlap.h"

#include "carom/overlap.h"
#include "carom/raycast.h"
#include "shape/polygon.h"

#define TOUCH_PAIR(A, B)                                                                           \
    bool carom_touch_##A##_##B(const carom_shape *a, const carom_shape *b) {                       \
        return carom_overlap_##A##_##B(&a->as.A, &b->as.B);                                        \
    }
#define TOUCH_RAY(A)                                                                               \
    bool carom_touch_##A##_sphere(const carom_shape *a, const carom_shape *b) {                    \
        return carom_raycast_##A##_sphere(&a->as.A, &b->as.sphere).hit;                            \
    }

TOUCH_PAIR(segment, sphere)
TOUCH_PAIR(plane, sphere)
TOUCH_PAIR(halfspace, sphere)
TOUCH_PAIR(sphere, sphere)
TOUCH_PAIR(sphere, aabb)
TOUCH_PAIR(sphere, obb)
TOUCH_PAIR(sphere, triangle)
TOUCH_RAY(ray)
TOUCH_RAY(line)

bool carom_touch_point_capsule(const carom_shape *a, const carom_shape *b) {
    const carom_capsule *capsule = &b->as.capsule;
    carom_segment axis = {capsule->a, capsule->b};
    carom_sphere ball = {a->as.point, capsule->radius};
    return carom_overlap_segment_sphere(&axis, &ball);
}

/* A capsule without a radius is its axis, for which the test is exact. */
bool carom_touch_segment_capsule(const carom_shape *a, const carom_shape *b) {
    const carom_capsule *capsule = &b->as.capsule;
    carom_segment axis = {capsule->a, capsule->b};
    if (CAROM_UNLIKELY(capsule->radius == 0))
        return carom_overlap_segment_segment(&a->as.segment, &axis);
    return carom_raycast_segment_capsule(&a->as.segment, capsule).hit;
}

bool carom_touch_sphere_polygon(const carom_shape *a, const carom_shape *b) {
    for (int i = 0; i < fan_size(&b->as.polygon); i++) {
        const carom_triangle part = fan_triangle(&b->as.polygon, i);
        if (carom_overlap_sphere_triangle(&a->as.sphere, &part)) return true;
    }
    return false;
}
