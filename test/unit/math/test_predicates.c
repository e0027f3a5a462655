/* The exact predicates against integer arithmetic that cannot round, and at the ends of the range.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "math/error_free.h"
#include "math/predicates.h"

static uint64_t random_state = 1;
static int64_t random_int(int64_t reach) {
    uint64_t z = (random_state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (int64_t)((z ^ (z >> 31)) % (uint64_t)(2 * reach + 1)) - reach;
}

static int sign_of(int64_t value) {
    return (value > 0) - (value < 0);
}

typedef struct ivec {
    int64_t x, y, z;
} ivec;

static ivec random_ivec(int64_t reach) {
    return (ivec){random_int(reach), random_int(reach), random_int(reach)};
}
static vec3 scaled(ivec v, double s) {
    return vec((double)v.x * s, (double)v.y * s, (double)v.z * s);
}
static ivec isub(ivec a, ivec b) {
    return (ivec){a.x - b.x, a.y - b.y, a.z - b.z};
}
static int64_t idot(ivec a, ivec b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static ivec icross(ivec a, ivec b) {
    return (ivec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/* Small lattices make ties common; powers of two change nothing. */
static void orientation_matches_integers(void **state) {
    (void)state;
    static const double scales[] = {1.0, 0x1p-100, 0x1p100, 0x1p-260, 0x1p260};
    int zeros = 0;
    for (int i = 0; i < 20000; i++) {
        int64_t reach = i % 2 ? 3 : 100000;
        double s = scales[i % 5];
        ivec p[4];
        for (int k = 0; k < 4; k++)
            p[k] = random_ivec(reach);
        ivec n = icross(isub(p[1], p[0]), isub(p[2], p[0]));
        int expected = sign_of(idot(n, isub(p[3], p[0])));
        vec3 v[4];
        for (int k = 0; k < 4; k++)
            v[k] = scaled(p[k], s);
        assert_int_equal(carom_orient3d(v[0], v[1], v[2], v[3]), expected);
        assert_int_equal(carom_orient3d(v[1], v[0], v[2], v[3]), -expected);
        assert_int_equal(carom_orient2d(v[0], v[1], v[2], 0), sign_of(n.x));
        assert_int_equal(carom_orient2d(v[0], v[1], v[2], 1), sign_of(n.y));
        assert_int_equal(carom_orient2d(v[0], v[1], v[2], 2), sign_of(n.z));
        assert_int_equal(carom_collinear(v[0], v[1], v[2]), !n.x && !n.y && !n.z);
        assert_int_equal(carom_sign_dot(v[0], v[1], v[2], v[3]),
                         sign_of(idot(isub(p[1], p[0]), isub(p[3], p[2]))));
        zeros += expected == 0;
    }
    assert_true(zeros > 500);
}

static void planes_and_spheres_match_integers(void **state) {
    (void)state;
    int zeros = 0;
    for (int i = 0; i < 20000; i++) {
        int64_t reach = i % 2 ? 4 : 30000;
        ivec n = random_ivec(reach), p = random_ivec(reach), q = random_ivec(reach);
        int64_t offset = random_int(reach * reach), r = random_int(2 * reach);
        if (r < 0) r = -r;
        int64_t d2 = idot(isub(q, p), isub(q, p));
        double s = i % 3 ? 1.0 : 0x1p-200;
        assert_int_equal(carom_sign_plane(scaled(n, s), (double)offset * s, scaled(p, 1.0)),
                         sign_of(idot(n, p) - offset));
        assert_int_equal(carom_sign_distance2(scaled(p, s), scaled(q, s), (double)r * s),
                         sign_of(d2 - r * r));
        zeros += d2 == r * r;
    }
    assert_true(zeros > 20);
}

/* One unit in the last place off a plane is off it. */
static void one_ulp_counts(void **state) {
    (void)state;
    vec3 a = vec(0.1, 0.2, 0.3), b = vec(0.4, 0.2, 0.3), c = vec(0.1, 0.9, 0.3);
    vec3 d = vec(0.25, 0.35, 0.3);
    assert_int_equal(carom_orient3d(a, b, c, d), 0);
    d.z = 0.3 + 0x1p-54;
    assert_int_equal(carom_orient3d(a, b, c, d), 1);
    d.z = 0.3 - 0x1p-54;
    assert_int_equal(carom_orient3d(a, b, c, d), -1);
    assert_int_equal(carom_sign_plane(vec(0, 0, 1), 0.3, d), -1);
    /* 1e20 * 1 + 1 - 1e20 is 1, though doubles cannot see it */
    assert_int_equal(carom_sign_plane(vec(1e20, 1, 0), 1e20, vec(1, 1, 0)), 1);
    assert_int_equal(carom_sign_plane(vec(1e20, -1, 0), 1e20, vec(1, 1, 0)), -1);
    assert_int_equal(carom_sign_plane(vec(1e20, 0, 0), 1e20, vec(1, 1, 0)), 0);
}

static void mixed_scales_are_exact(void **state) {
    (void)state;
    /* the triangle z = 0 seen from 1e-30 above and from 1e-30 below, with corners 1e30 away */
    vec3 a = vec(-1e30, -1e30, 0), b = vec(1e30, -1e30, 0), c = vec(0, 1e30, 0);
    assert_int_equal(carom_orient3d(a, b, c, vec(1, 1, 1e-30)), 1);
    assert_int_equal(carom_orient3d(a, b, c, vec(1, 1, -1e-30)), -1);
    assert_int_equal(carom_orient3d(a, b, c, vec(1e-30, 1e30, 0)), 0);
    /* largest and smallest floats together */
    vec3 big = vec(0x1.fffffep127, 0x1.fffffep127, 0);
    assert_int_equal(carom_orient2d(vec(0, 0, 0), big, vec(0x1p-149, 0x1p-149, 0), 2), 0);
    assert_int_equal(carom_orient2d(vec(0, 0, 0), big, vec(0x1p-149, 0x1p-148, 0), 2), 1);
    assert_int_equal(carom_sign_distance2(vec(0, 0, 0), vec(1e300, 0, 0), 1e300), 0);
    assert_int_equal(carom_sign_distance2(vec(0, 0, 0), vec(1e-300, 0, 0), 1e-300), 0);
    assert_int_equal(carom_sign_distance2(vec(1e300, 0, 0), vec(-1e300, 0, 0), 1e300), 1);
}

/* Numbers of 40 bits, whose products and sums do not fit into double: w is in the plane of u and v,
 * or one off it. Beyond 2^200 another way is taken. */
static void wide_determinants(void **state) {
    (void)state;
    static const double scales[] = {1.0, 0x1p-100, 0x1p150, 0x1p320, 0x1p-320};
    for (int i = 0; i < 20000; i++) {
        double s = scales[i % 5];
        ivec u = random_ivec(1 << 20), v = random_ivec(1 << 20), at = random_ivec(1 << 20), w;
        int64_t p = random_int(1 << 18), q = random_int(1 << 18);
        int off = (int)random_int(1);
        w = (ivec){p * u.x + q * v.x, p * u.y + q * v.y, p * u.z + q * v.z + off};
        int expected = sign_of(icross(u, v).z * off);
        vec3 corner[4] = {scaled(at, s)};
        const ivec *way[3] = {&u, &v, &w};
        for (int k = 0; k < 3; k++)
            corner[k + 1] = scaled((ivec){at.x + way[k]->x, at.y + way[k]->y, at.z + way[k]->z}, s);
        assert_int_equal(carom_orient3d(corner[0], corner[1], corner[2], corner[3]), expected);
        assert_int_equal(carom_orient3d(corner[3], corner[2], corner[1], corner[0]), expected);
    }
}

/* (n + i) (n - i) is less than n n by i i, in a hundred bits. */
static void wide_minors(void **state) {
    (void)state;
    static const double scales[] = {1.0, 0x1p-100, 0x1p150, 0x1p320, 0x1p-320};
    for (int k = 0; k < 20000; k++) {
        int64_t n = random_int((int64_t)1 << 51), i = random_int(k % 2 ? 2 : 1 << 26);
        double s = scales[k % 5], whole = (double)n * s;
        vec3 zero = vec(0, 0, 0), b = vec((double)(n + i) * s, whole, 7.0 * s);
        vec3 c = vec(whole, (double)(n - i) * s, -3.0 * s);
        assert_int_equal(carom_orient2d(zero, b, c, 2), i != 0 ? -1 : 0);
        assert_int_equal(carom_orient2d(zero, c, b, 2), i != 0 ? 1 : 0);
    }
}

/* In the plane x = z, whose differences double cannot hold, or one ulp off it. */
static void rounded_differences(void **state) {
    (void)state;
    int off = 0;
    for (int i = 0; i < 20000; i++) {
        vec3 p[4];
        for (int k = 0; k < 4; k++) {
            double by = (i + k) % 3 ? 0x1p-25 : 1.0;
            p[k].x = p[k].z = (double)random_int((int64_t)1 << 60) * by;
            p[k].y = (double)random_int((int64_t)1 << 60) * by;
        }
        assert_int_equal(carom_orient3d(p[0], p[1], p[2], p[3]), 0);
        double more = p[3].z * (1.0 + 0x1p-52);
        int expected = sign_of((more > p[3].z) - (more < p[3].z));
        expected *= carom_orient2d(p[0], p[1], p[2], 2);
        p[3].z = more;
        assert_int_equal(carom_orient3d(p[0], p[1], p[2], p[3]), expected);
        off += expected != 0;
    }
    assert_true(off > 19000);
}

/* Two corners in one place: whatever the third and fourth are. */
static void corners_in_one_place(void **state) {
    (void)state;
    for (int i = 0; i < 2000; i++) {
        vec3 p[4];
        for (int k = 0; k < 4; k++)
            p[k] = vec((double)random_int(1 << 20) / 3.0, (double)random_int(9) / 7.0,
                       (double)random_int(1 << 20) / 5.0);
        p[i % 4] = p[(i % 4 + 1 + i / 4 % 3) % 4];
        assert_int_equal(carom_orient3d(p[0], p[1], p[2], p[3]), 0);
    }
}

static void not_finite_is_zero(void **state) {
    (void)state;
    double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    vec3 o = vec(0, 0, 0), x = vec(1, 0, 0), y = vec(0, 1, 0);
    for (int i = 0; i < 3; i++) {
        vec3 p = vec(1, bad[i], 2);
        assert_int_equal(carom_orient3d(o, x, y, p), 0);
        assert_int_equal(carom_orient3d(p, x, y, o), 0);
        assert_int_equal(carom_orient2d(o, x, p, 2), 0);
        assert_int_equal(carom_sign_plane(x, bad[i], o), 0);
        assert_int_equal(carom_sign_dot(o, p, o, y), 0);
        assert_int_equal(carom_sign_distance2(o, p, 1), 0);
    }
}

static void exact_sign_sums_terms(void **state) {
    (void)state;
    /* (1 + 2^-52)^2 - 1 - 2^-51 - 2^-104 = 0 */
    double a = 1.0 + 0x1p-52;
    exact_term terms[4] = {{{{a, 0}, {a, 0}}, 2, false},
                           {{{1, 0}}, 1, true},
                           {{{0x1p-51, 0}}, 1, true},
                           {{{0x1p-52, 0}, {0x1p-52, 0}}, 2, true}};
    assert_int_equal(carom_exact_sign(terms, 4), 0);
    assert_int_equal(carom_exact_sign(terms, 3), 1);
    terms[0].factor[1].hi = 1.0;
    assert_int_equal(carom_exact_sign(terms, 4), -1);
    assert_int_equal(carom_exact_sign(terms, 0), 0);
    /* differences are exact: (1e30 + 1) - 1e30 seen as factors 1e30 - 1e30 and 1 - 0 */
    exact_term difference = {{{1e30, 1e30 * (1 - 0x1p-53)}, {1, 0}}, 2, false};
    assert_int_equal(carom_exact_sign(&difference, 1), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orientation_matches_integers),
        cmocka_unit_test(planes_and_spheres_match_integers),
        cmocka_unit_test(one_ulp_counts),
        cmocka_unit_test(mixed_scales_are_exact),
        cmocka_unit_test(wide_determinants),
        cmocka_unit_test(wide_minors),
        cmocka_unit_test(rounded_differences),
        cmocka_unit_test(corners_in_one_place),
        cmocka_unit_test(not_finite_is_zero),
        cmocka_unit_test(exact_sign_sums_terms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
