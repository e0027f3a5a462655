/* What the tests of spheres and boxes share: short constructors, a seeded generator, invalid
 * numbers. */
#ifndef CAROM_TEST_VOLUME_COMMON_H
#define CAROM_TEST_VOLUME_COMMON_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "carom/carom.h"

static inline carom_vec3 v3(double x, double y, double z) {
    return (carom_vec3){(carom_real)x, (carom_real)y, (carom_real)z};
}
static inline carom_sphere ball(double x, double y, double z, double r) {
    return (carom_sphere){v3(x, y, z), (carom_real)r};
}
static inline carom_aabb aabb(double x0, double y0, double z0, double x1, double y1, double z1) {
    return (carom_aabb){v3(x0, y0, z0), v3(x1, y1, z1)};
}
static inline carom_obb obb_straight(double x, double y, double z, double hx, double hy,
                                     double hz) {
    return (carom_obb){v3(x, y, z), {v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1)}, v3(hx, hy, hz)};
}

static uint64_t volume_seed;

/* Uniform in [0, 1). */
static inline double random01(void) {
    volume_seed = volume_seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(volume_seed >> 40) / 16777216.0;
}
static inline double random_in(double low, double high) {
    return low + (high - low) * random01();
}
/* -n to n. */
static inline double random_lattice(int n) {
    return floor(random01() * (2 * n + 1)) - n;
}
static inline carom_vec3 random_vec(double s) {
    return v3(random_in(-s, s), random_in(-s, s), random_in(-s, s));
}

/* A rotation about a random axis; with the third argument, by so little that edges are nearly
 * parallel. */
static inline void random_axes(carom_vec3 axes[3], double angle) {
    double q[4], n = 0.0;
    for (int i = 0; i < 4; i++)
        q[i] = random_in(-1, 1) * (i < 3 ? angle : 1.0) + (i == 3 && angle < 1 ? 1 : 0);
    for (int i = 0; i < 4; i++)
        n += q[i] * q[i];
    n = sqrt(n);
    double x = q[0] / n, y = q[1] / n, z = q[2] / n, w = q[3] / n;
    axes[0] = v3(1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y));
    axes[1] = v3(2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x));
    axes[2] = v3(2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y));
}
static inline carom_obb random_obb(double spread, double angle) {
    carom_obb box = {.center = random_vec(spread),
                     .half_extents = v3(random01(), random01(), random01())};
    random_axes(box.axes, angle);
    return box;
}
/* The point at parameters s in [-1, 1] of the box. */
static inline carom_vec3 obb_at(const carom_obb *box, double sx, double sy, double sz) {
    double s[3] = {sx * (double)box->half_extents.x, sy * (double)box->half_extents.y,
                   sz * (double)box->half_extents.z};
    double p[3] = {(double)box->center.x, (double)box->center.y, (double)box->center.z};
    for (int i = 0; i < 3; i++) {
        p[0] += s[i] * (double)box->axes[i].x;
        p[1] += s[i] * (double)box->axes[i].y;
        p[2] += s[i] * (double)box->axes[i].z;
    }
    return v3(p[0], p[1], p[2]);
}

/* Calls check(shape) with each number of the shape in turn replaced by NaN, inf and -inf. */
#define FOR_EACH_BAD_NUMBER(shape, check)                                                          \
    for (size_t field_ = 0; field_ < sizeof(shape) / (sizeof(carom_real)); field_++)               \
        for (int kind_ = 0; kind_ < 3; kind_++) {                                                  \
            carom_real *number_ = (carom_real *)(void *)&(shape) + field_, kept_ = *number_;       \
            *number_ = (carom_real)(kind_ == 0 ? NAN : kind_ == 1 ? INFINITY : -INFINITY);         \
            check;                                                                                 \
            *number_ = kept_;                                                                      \
        }

/* The next number towards `to`. */
static inline carom_real next_number(carom_real x, double to) {
    return sizeof(carom_real) == 4 ? (carom_real)nextafterf((float)x, (float)to)
                                   : (carom_real)nextafter((double)x, to);
}

#endif
