/* Shapes for the tests of penetration and of contacts: seeded random ones of every kind, hulls
 * through quickhull, and the reach of a pair along a direction, from the definition alone. */
#ifndef TEST_CONVEX_DEEP_H
#define TEST_CONVEX_DEEP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "carom/carom.h"
#include "convex/support/support.h"
#include "core/alloc.h"
#include "fit/quickhull/quickhull.h"

static const carom_allocator deep_memory = {0};
static uint64_t deep_state = 88172645463325252u;

static inline double deep_unit(void) {
    deep_state ^= deep_state << 13;
    deep_state ^= deep_state >> 7;
    deep_state ^= deep_state << 17;
    return (double)(deep_state >> 11) * 0x1p-53;
}
static inline double deep_between(double low, double high) {
    return low + (high - low) * deep_unit();
}
static inline vec3 deep_cube(double r) {
    double x = deep_between(-r, r), y = deep_between(-r, r);
    return vec(x, y, deep_between(-r, r));
}
static inline vec3 deep_direction(void) {
    vec3 v;
    do
        v = deep_cube(1.0);
    while (!(len2(v) > 0.01 && len2(v) < 1.0));
    return scale3(v, 1.0 / sqrt(len2(v)));
}

/* A shape with room for what it points to. */
typedef struct deep_shape {
    convex_shape shape;
    hull_data hull;
    void *memory;
    vec3 points[CONVEX_POINTS_LIMIT];
} deep_shape;

static inline void deep_frame(convex_shape *s) {
    vec3 x = deep_direction(), y;
    do
        y = cross3(x, deep_direction());
    while (len2(y) < 0.1);
    y = scale3(y, 1.0 / sqrt(len2(y)));
    s->axes[0] = x;
    s->axes[1] = y;
    s->axes[2] = cross3(x, y);
}

static inline void deep_upright(convex_shape *s) {
    s->axes[0] = vec(1, 0, 0);
    s->axes[1] = vec(0, 1, 0);
    s->axes[2] = vec(0, 0, 1);
}

static inline convex_shape deep_make(convex_kind kind, vec3 center, vec3 half) {
    convex_shape s = {.kind = kind, .center = center, .half = half};
    deep_upright(&s);
    return s;
}

static inline convex_shape deep_points(const vec3 *points, int count, double radius) {
    convex_shape s = {.kind = CONVEX_POINTS, .count = count, .points = points, .radius = radius};
    deep_upright(&s);
    return s;
}

static inline void deep_hull(deep_shape *d, int count) {
    quickhull_point *p = malloc(sizeof(*p) * (size_t)count);
    for (int i = 0; i < count; i++) {
        vec3 v = deep_direction();
        p[i] = (quickhull_point){.x = v.x, .y = v.y * 0.8, .z = v.z * 0.6};
    }
    assert_int_equal(carom_quickhull(&d->hull, &d->memory, p, count, &deep_memory), CAROM_OK);
    free(p);
    d->shape = deep_make(CONVEX_HULL, vec(0, 0, 0), vec(0, 0, 0));
    d->shape.hull = &d->hull;
    deep_frame(&d->shape);
}

/* Hulls as the views make them. */
static inline void deep_rigid(convex_shape *s) {
    vec3 c = s->hull->center;
    s->half = convex_from_axes(s, c.x, c.y, c.z);
    s->rigid = true;
}
static inline void deep_rigid_hull(deep_shape *d, int count) {
    deep_hull(d, count);
    deep_rigid(&d->shape);
}

/* Of size about 1 near the origin. POINTS are tetrahedra, triangles and segments by turns. */
static inline void deep_random(deep_shape *d, convex_kind kind, int turn) {
    d->memory = NULL;
    if (kind == CONVEX_HULL) {
        deep_hull(d, 8 + 12 * (turn % 5));
    } else if (kind == CONVEX_POINTS) {
        int count = 4 - turn % 3;
        for (int i = 0; i < count; i++)
            d->points[i] = deep_cube(1.0);
        d->shape = deep_points(d->points, count, 0.0);
    } else {
        vec3 half = vec(deep_between(0.3, 1), deep_between(0.3, 1), deep_between(0.3, 1));
        d->shape = deep_make(kind, vec(0, 0, 0), half);
        deep_frame(&d->shape);
    }
}

static inline void deep_move(deep_shape *d, vec3 by) {
    d->shape.center = add3(d->shape.center, by);
    if (d->shape.kind == CONVEX_POINTS)
        for (int i = 0; i < d->shape.count; i++)
            d->points[i] = add3(d->points[i], by);
}

/* Not for hulls. Also puts a copy's points right. */
static inline void deep_scale(deep_shape *d, double by) {
    for (int i = 0; d->shape.kind == CONVEX_POINTS && i < d->shape.count; i++)
        d->points[i] = scale3(d->points[i], by);
    if (d->shape.kind == CONVEX_POINTS) d->shape.points = d->points;
    d->shape.half = scale3(d->shape.half, by);
    d->shape.center = scale3(d->shape.center, by);
    d->shape.radius *= by;
}

static inline void deep_free(deep_shape *d) {
    if (d->memory) carom_free(&deep_memory, d->memory);
    d->memory = NULL;
}

/* A - B along n, straight from the support points. */
static inline double deep_reach(const convex_shape *a, const convex_shape *b, vec3 n) {
    int i = 0, j = 0;
    vec3 p = carom_convex_support(a, n, &i), q = carom_convex_support(b, neg3(n), &j);
    return dot3(sub3(p, q), n) + (a->radius + b->radius) * sqrt(len2(n));
}

#endif
