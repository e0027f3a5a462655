/* Point sets that fits are tried on: shapeless, on a lattice, flat, on a line, all the same, far
 * out, on a sphere, nearly flat. */
#ifndef CAROM_TEST_FIT_COMMON_H
#define CAROM_TEST_FIT_COMMON_H

#include <float.h>
#include <string.h>

#include "common/test_volume_common.h"

enum { CLOUD_KINDS = 12 };

static inline carom_vec3 cloud_sample(int kind) {
    carom_vec3 p = random_vec(1);
    double n = sqrt((double)(p.x * p.x + p.y * p.y + p.z * p.z)) + 1e-9;
    double t = random_in(-1, 1);
    switch (kind) {
    case 0: return p;
    case 1: return v3(random_lattice(2), random_lattice(2), random_lattice(2));
    case 2: return v3((double)p.x / n, (double)p.y / n, (double)p.z / n);
    case 3: return v3(random_lattice(3), random_lattice(3), 7);            /* flat */
    case 4: return v3(random_lattice(9), random_lattice(9) * 0, -2);       /* on an axis */
    case 5: t = random_lattice(9); return v3(t, 2 * t + 1, -3 * t);        /* on a line */
    case 6: return v3(0.1, -2.7, 1e5);                                     /* the same */
    case 7: return v3(1e5 + (double)p.x, -3e5 + (double)p.y, (double)p.z); /* far out */
    case 8: t = random_lattice(4); return v3(t, random_lattice(4), t);     /* tilted plane */
    case 9: return v3((double)p.x, (double)p.y, 1e-6 * (double)p.z);       /* thin */
    case 10: return v3(1e6 * (double)p.x, 1e-3 * (double)p.y, 1e-6 * (double)p.z);
    default: /* on the faces of a cube */
        return p.x > 0.3 ? v3(1, p.y, p.z) : p.x < -0.3 ? v3(p.x, -1, p.z) : v3(p.x, p.y, 1);
    }
}

static inline void fill_cloud(carom_vec3 *points, size_t count, int kind) {
    for (size_t i = 0; i < count; i++)
        points[i] = cloud_sample(kind);
}

static inline void shuffle_cloud(carom_vec3 *points, size_t count) {
    for (size_t i = count; i-- > 1;) {
        size_t k = (size_t)(random01() * (double)(i + 1));
        carom_vec3 kept = points[i];
        points[i] = points[k];
        points[k] = kept;
    }
}

static inline carom_hull *make_hull(const carom_vec3 *points, size_t count) {
    carom_hull *hull = NULL;
    carom_hull_def def = {.points = points, .point_count = count};
    assert_int_equal(carom_hull_create(&hull, &def), CAROM_OK);
    assert_non_null(hull);
    return hull;
}

/* Calls `check` for the points with each coordinate in turn NaN and infinite. */
static inline void with_bad_numbers(void (*check)(const carom_vec3 *points, size_t count)) {
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    for (int field = 0; field < 12; field++)
        for (int b = 0; b < 3; b++) {
            carom_vec3 points[4] = {v3(0, 0, 0), v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1)};
            carom_real *at = field % 3 == 0   ? &points[field / 3].x
                             : field % 3 == 1 ? &points[field / 3].y
                                              : &points[field / 3].z;
            *at = (carom_real)bad[b];
            check(points, 4);
        }
}

#endif
