/* Convex shapes for tests of the engine, a seeded generator, and the contract of an answer. */
#ifndef CAROM_TEST_CONVEX_COMMON_H
#define CAROM_TEST_CONVEX_COMMON_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "convex/support/convex.h"
#include "convex/distance/distance.h"
#include "convex/distance/overlap.h"
#include "convex/support/support.h"

static uint64_t convex_seed;

static inline double random01(void) {
    convex_seed = convex_seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(convex_seed >> 40) / 16777216.0;
}
static inline double random_in(double low, double high) {
    return low + (high - low) * random01();
}
static inline vec3 random_vec(double size) {
    double x = random_in(-size, size), y = random_in(-size, size);
    return vec(x, y, random_in(-size, size));
}

/* The columns of a rotation by a random quaternion. */
static inline void random_axes(vec3 axes[3]) {
    double x = random_in(-1, 1), y = random_in(-1, 1), z = random_in(-1, 1), w = random_in(-1, 1);
    double k = 2.0 / (x * x + y * y + z * z + w * w + 1e-30);
    axes[0] = vec(1 - k * (y * y + z * z), k * (x * y + w * z), k * (x * z - w * y));
    axes[1] = vec(k * (x * y - w * z), 1 - k * (x * x + z * z), k * (y * z + w * x));
    axes[2] = vec(k * (x * z + w * y), k * (y * z - w * x), 1 - k * (x * x + y * y));
}

static inline convex_shape points_shape(const vec3 *points, int count, double radius) {
    return (convex_shape){
        .kind = CONVEX_POINTS, .count = count, .radius = radius, .points = points};
}

/* BOX, CYLINDER, CONE or ELLIPSOID along the axes. */
static inline convex_shape straight(convex_kind kind, vec3 center, vec3 half) {
    return (convex_shape){
        .kind = kind, .center = center, .axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .half = half};
}

static inline convex_shape random_shape(convex_kind kind, double spread, double size) {
    vec3 half = vec(random_in(0.1, 1) * size, random_in(0.1, 1) * size, random_in(0.1, 1) * size);
    convex_shape s = straight(kind, random_vec(spread * size), half);
    random_axes(s.axes);
    return s;
}

static inline double support_value(const convex_shape *s, vec3 direction) {
    int hint = 0;
    return dot3(carom_convex_support(s, direction, &hint), direction) +
           s->radius * sqrt(len2(direction));
}

/* How far `p` is outside the shape, as far as 200 directions can tell. */
static inline double sampled_outside(const convex_shape *s, vec3 p) {
    double worst = -INFINITY;
    for (int i = 0; i < 200; i++) {
        double z = 1.0 - (2.0 * i + 1.0) / 200.0, r = sqrt(1.0 - z * z), t = 2.399963229728653 * i;
        vec3 n = vec(r * cos(t), r * sin(t), z);
        worst = fmax(worst, dot3(n, p) - support_value(s, n));
    }
    return worst;
}

/* What every answer owes: bounds in order, a unit normal that separates as far as the lower bound
 * says, points in the shapes that realise the distance. */
static inline void assert_contract(const convex_shape *a, const convex_shape *b,
                                   const convex_distance *d, double size) {
    double tiny = 1e-13 * size;
    assert_true(d->distance >= 0.0 && d->distance <= DBL_MAX);
    assert_true(d->lower_bound >= 0.0 && d->lower_bound <= d->distance);
    assert_true(fabs(sqrt(len2(d->normal)) - 1.0) < 1e-12);
    double apart = -support_value(b, neg3(d->normal)) - support_value(a, d->normal);
    if (d->distance > 0.0 || !d->overlap) assert_true(apart >= d->lower_bound - 1e3 * tiny);
    double points = sqrt(len2(sub3(d->point_a, d->point_b)));
    assert_true(fabs(points - d->distance) <= 10.0 * tiny);
    assert_true(sampled_outside(a, d->point_a) <= tiny);
    assert_true(sampled_outside(b, d->point_b) <= tiny);
    if (d->status != CONVEX_LIMIT)
        assert_true(d->distance - d->lower_bound <=
                    1.1e-12 * (d->distance + a->radius + b->radius) + tiny);
}

static inline convex_distance checked_distance(const convex_shape *a, const convex_shape *b,
                                               double size) {
    convex_distance d = carom_convex_distance(a, b, NULL);
    convex_distance e = carom_convex_distance(b, a, NULL);
    assert_contract(a, b, &d, size);
    assert_contract(b, a, &e, size);
    assert_true(d.lower_bound <= e.distance + 1e-13 * size);
    assert_true(e.lower_bound <= d.distance + 1e-13 * size);
    assert_int_equal(d.distance == 0.0, e.distance == 0.0);
    assert_int_equal(carom_convex_overlap(a, b, NULL), d.distance == 0.0);
    assert_int_equal(carom_convex_overlap(b, a, NULL), d.distance == 0.0);
    return d;
}

#endif
