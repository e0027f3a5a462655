/* Shared by the raycast tests: short constructors, hit checks and a seeded source of numbers. */
#ifndef CAROM_TEST_RAYCAST_COMMON_H
#define CAROM_TEST_RAYCAST_COMMON_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "carom/raycast.h"

#define TOLERANCE (16.0 * (double)CAROM_REAL_EPSILON)

static inline carom_vec3 v3(double x, double y, double z) {
    return (carom_vec3){(carom_real)x, (carom_real)y, (carom_real)z};
}

static inline carom_ray ray_of(carom_vec3 origin, carom_vec3 direction) {
    return (carom_ray){origin, direction, 0, (carom_real)1e30};
}

static inline double dot_of(carom_vec3 a, carom_vec3 b) {
    return (double)a.x * (double)b.x + (double)a.y * (double)b.y + (double)a.z * (double)b.z;
}

static inline carom_vec3 along(carom_vec3 o, carom_vec3 d, double t) {
    return v3((double)o.x + t * (double)d.x, (double)o.y + t * (double)d.y,
              (double)o.z + t * (double)d.z);
}

static inline void assert_near(double a, double b) {
    assert_true(fabs(a - b) <= TOLERANCE * fmax(1.0, fmax(fabs(a), fabs(b))));
}

static inline void assert_vec(carom_vec3 a, double x, double y, double z) {
    assert_near((double)a.x, x);
    assert_near((double)a.y, y);
    assert_near((double)a.z, z);
}

static inline void assert_unit(carom_vec3 n) {
    assert_true(fabs(dot_of(n, n) - 1.0) <= 8.0 * (double)CAROM_REAL_EPSILON);
}

static inline void assert_miss(carom_ray_hit hit) {
    carom_ray_hit zero;
    memset(&zero, 0, sizeof zero);
    assert_false(hit.hit);
    assert_false(hit.started_inside);
    assert_true(hit.t == 0 && hit.t_exit == 0);
    assert_true(hit.point.x == 0 && hit.point.y == 0 && hit.point.z == 0);
    assert_true(hit.normal.x == 0 && hit.normal.y == 0 && hit.normal.z == 0);
}

static inline void assert_miss_triangle(carom_ray_hit_triangle hit) {
    assert_false(hit.hit);
    assert_true(hit.t == 0 && hit.point.x == 0 && hit.normal.z == 0 && hit.barycentric.x == 0);
}

static inline void assert_hit(carom_ray_hit hit, double t, double t_exit, bool inside) {
    assert_true(hit.hit);
    assert_near((double)hit.t, t);
    assert_near((double)hit.t_exit, t_exit);
    assert_int_equal(hit.started_inside, inside);
    assert_unit(hit.normal);
}

/** Seeded, uniform in [-1, 1]. */
static inline double next_random(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (double)(*state >> 11) / 4503599627370496.0 - 1.0;
}

static inline carom_vec3 random_vec(uint64_t *state, double size) {
    double x = next_random(state), y = next_random(state), z = next_random(state);
    return v3(size * x, size * y, size * z);
}

/** Puts NaN, inf and -inf into each of `count` numbers in turn and lets `check` look. */
static inline void with_bad_numbers(carom_real *numbers, int count, void (*check)(void *),
                                    void *data) {
    const carom_real bad[3] = {(carom_real)NAN, (carom_real)INFINITY, (carom_real)-INFINITY};
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            carom_real kept = numbers[i];
            numbers[i] = bad[k];
            check(data);
            numbers[i] = kept;
        }
}

#endif
