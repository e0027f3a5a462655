/* What the tests of points, segments, triangles and planes share: constructors, an exact integer
 * oracle of contact, and a certificate of nearest points. */
#ifndef CAROM_TEST_FLAT_COMMON_H
#define CAROM_TEST_FLAT_COMMON_H

#include <string.h>

#include "common/test_volume_common.h"

#define EPS ((double)CAROM_REAL_EPSILON)
#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))
/* Powers of two by which shapes are scaled: 2^-n to 2^n. */
#define SCALE_RANGE (sizeof(carom_real) == 4 ? 90 : 250)

static inline carom_segment seg(double x0, double y0, double z0, double x1, double y1, double z1) {
    return (carom_segment){v3(x0, y0, z0), v3(x1, y1, z1)};
}
static inline carom_triangle tri(carom_vec3 a, carom_vec3 b, carom_vec3 c) {
    return (carom_triangle){{a, b, c}};
}
static inline carom_vec3 lattice_vec(int n) {
    return v3(random_lattice(n), random_lattice(n), random_lattice(n));
}
static inline bool same_vec(carom_vec3 a, carom_vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static inline bool opposite_bits(carom_vec3 a, carom_vec3 b) {
    return a.x == -b.x && a.y == -b.y && a.z == -b.z;
}
static inline void assert_same(carom_vec3 a, carom_vec3 b) {
    assert_true(same_vec(a, b));
}
static inline void assert_same_hit(const carom_mesh_ray_hit *hit,
                                   const carom_mesh_ray_hit *expected) {
    assert_int_equal(hit->hit, expected->hit);
    assert_int_equal(hit->triangle, expected->triangle);
    assert_int_equal(hit->at.hit, expected->at.hit);
    assert_true(hit->at.t == expected->at.t);
    assert_same(hit->at.point, expected->at.point);
    assert_same(hit->at.normal, expected->at.normal);
    assert_same(hit->at.barycentric, expected->at.barycentric);
}
static inline void assert_about(double a, double b, double tolerance) {
    if (!(fabs(a - b) <= tolerance)) fail_msg("%.9g is not %.9g within %g", a, b, tolerance);
}
static inline void assert_vec_about(carom_vec3 a, double x, double y, double z, double tolerance) {
    assert_about((double)a.x, x, tolerance);
    assert_about((double)a.y, y, tolerance);
    assert_about((double)a.z, z, tolerance);
}
static inline double dot_of(carom_vec3 a, carom_vec3 b) {
    return (double)a.x * (double)b.x + (double)a.y * (double)b.y + (double)a.z * (double)b.z;
}
static inline double length_of(carom_vec3 v) {
    return sqrt(dot_of(v, v));
}
static inline double apart(carom_vec3 a, carom_vec3 b) {
    double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y,
           z = (double)a.z - (double)b.z;
    return sqrt(x * x + y * y + z * z);
}
static inline carom_vec3 step(carom_vec3 from, carom_vec3 by, double times) {
    return v3((double)from.x + times * (double)by.x, (double)from.y + times * (double)by.y,
              (double)from.z + times * (double)by.z);
}
/* Times a power of two: exact. */
static inline void scale_numbers(void *shape, size_t bytes, double factor) {
    for (size_t i = 0; i < bytes / sizeof(carom_real); i++)
        ((carom_real *)shape)[i] = (carom_real)((double)((carom_real *)shape)[i] * factor);
}
#define SCALE(shape, factor) scale_numbers(&(shape), sizeof(shape), factor)

static inline void shift_points(void *points, size_t bytes, carom_vec3 by) {
    for (size_t i = 0; i < bytes / sizeof(carom_vec3); i++)
        ((carom_vec3 *)points)[i] = step(((carom_vec3 *)points)[i], by, 1);
}
#define SHIFT(shape, by) shift_points(&(shape), sizeof(shape), by)

/* The next number towards `to`; from zero, one that is tiny but in the range of exactness. */
static inline carom_real nudged(carom_real x, double to) {
    if (x == 0 && sizeof(carom_real) == 8) return (carom_real)copysign(1e-79, to);
    return next_number(x, to);
}

static inline double random_scale(void) {
    return ldexp(1, (int)random_lattice(SCALE_RANGE));
}

/* ---- exact contact of convex hulls of lattice points: the origin is in the hull of the
 * differences, hence in one of its simplices [Caratheodory] */

typedef struct lattice_point {
    int64_t c[3];
} lattice_point;

static inline int64_t lattice_det(const lattice_point *a, const lattice_point *b,
                                  const lattice_point *c) {
    return a->c[0] * (b->c[1] * c->c[2] - b->c[2] * c->c[1]) -
           a->c[1] * (b->c[0] * c->c[2] - b->c[2] * c->c[0]) +
           a->c[2] * (b->c[0] * c->c[1] - b->c[1] * c->c[0]);
}
static inline lattice_point lattice_cross(const lattice_point *a, const lattice_point *b) {
    return (lattice_point){{a->c[1] * b->c[2] - a->c[2] * b->c[1],
                            a->c[2] * b->c[0] - a->c[0] * b->c[2],
                            a->c[0] * b->c[1] - a->c[1] * b->c[0]}};
}
static inline int64_t lattice_dot(const lattice_point *a, const lattice_point *b) {
    return a->c[0] * b->c[0] + a->c[1] * b->c[1] + a->c[2] * b->c[2];
}
static inline bool origin_between(const lattice_point *a, const lattice_point *b) {
    lattice_point n = lattice_cross(a, b);
    return lattice_dot(&n, &n) == 0 && lattice_dot(a, b) <= 0;
}
static inline bool origin_in_triangle(const lattice_point *a, const lattice_point *b,
                                      const lattice_point *c) {
    if (lattice_det(a, b, c) != 0) return false;
    lattice_point u = lattice_cross(a, b), v = lattice_cross(b, c), w = lattice_cross(c, a), n;
    for (int i = 0; i < 3; i++)
        n.c[i] = u.c[i] + v.c[i] + w.c[i];
    return lattice_dot(&n, &n) > 0 && lattice_dot(&u, &n) >= 0 && lattice_dot(&v, &n) >= 0 &&
           lattice_dot(&w, &n) >= 0;
}
static inline bool origin_in_tetrahedron(const lattice_point *a, const lattice_point *b,
                                         const lattice_point *c, const lattice_point *d) {
    int64_t part[4] = {lattice_det(b, c, d), -lattice_det(a, c, d), lattice_det(a, b, d),
                       -lattice_det(a, b, c)};
    int64_t whole = part[0] + part[1] + part[2] + part[3];
    for (int i = 0; i < 4; i++)
        if (whole > 0 ? part[i] < 0 : part[i] > 0) return false;
    return whole != 0;
}
static inline bool hulls_meet(const carom_vec3 *a, int na, const carom_vec3 *b, int nb) {
    lattice_point p[64];
    int n = 0;
    for (int axis = 0; axis < 3; axis++) { /* saves time only */
        double least = HUGE_VAL, most = -HUGE_VAL;
        for (int i = 0; i < na * nb; i++) {
            double gap = (double)(&a[i / nb].x)[axis] - (double)(&b[i % nb].x)[axis];
            least = fmin(least, gap);
            most = fmax(most, gap);
        }
        if (least > 0 || most < 0) return false;
    }
    for (int i = 0; i < na; i++)
        for (int j = 0; j < nb; j++, n++) {
            p[n].c[0] = (int64_t)a[i].x - (int64_t)b[j].x;
            p[n].c[1] = (int64_t)a[i].y - (int64_t)b[j].y;
            p[n].c[2] = (int64_t)a[i].z - (int64_t)b[j].z;
        }
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
            if (origin_between(&p[i], &p[j])) return true;
            for (int k = j + 1; k < n; k++) {
                if (origin_in_triangle(&p[i], &p[j], &p[k])) return true;
                for (int l = k + 1; l < n; l++)
                    if (origin_in_tetrahedron(&p[i], &p[j], &p[k], &p[l])) return true;
            }
        }
    return false;
}

static inline void box_corners(const carom_aabb *box, carom_vec3 corners[8]) {
    for (int i = 0; i < 8; i++)
        corners[i] = (carom_vec3){i & 1 ? box->max.x : box->min.x, i & 2 ? box->max.y : box->min.y,
                                  i & 4 ? box->max.z : box->min.z};
}

/* ---- nearest points: no vertex of the hulls lies nearer than the plane pair through the points
 * given, and so no point does */
static inline void assert_nearest(const carom_vec3 *a, int na, const carom_vec3 *b, int nb,
                                  double distance, carom_vec3 on_a, carom_vec3 on_b) {
    double size = 0;
    for (int i = 0; i < na + nb; i++)
        size = fmax(size, length_of(i < na ? a[i] : b[i - na]));
    assert_about(distance, apart(on_a, on_b), 16 * EPS * size);
    if (distance < 1e-3 * size) return; /* the direction would be noise */
    double tolerance = 16 * EPS * size * (1 + size / distance);
    carom_vec3 d = step(on_a, on_b, -1);
    for (int i = 0; i < na; i++)
        for (int j = 0; j < nb; j++)
            assert_true((dot_of(a[i], d) - dot_of(b[j], d)) / length_of(d) >= distance - tolerance);
}

#endif
