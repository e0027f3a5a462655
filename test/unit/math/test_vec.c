/* Lengths and unit vectors over the whole range of doubles, and poses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "carom/carom.h"
#include "math/vec.h"

static void assert_near(double value, double expected, double relative) {
    assert_true(fabs(value - expected) <= relative * fabs(expected));
}

static void length_has_no_overflow(void **state) {
    (void)state;
    for (int e = -1070; e <= 1020; e += 5) {
        double s = 1.0;
        for (int k = 0; k < abs(e); k++)
            s *= e < 0 ? 0.5 : 2.0;
        vec3 v = vec(3 * s, -4 * s, 12 * s);
        if (!finite3(v)) continue;
        assert_near(carom_length(v), 13 * s, e < -1060 ? 0.01 : 1e-15);
        vec3 u = carom_normalize_or(v, vec(0, 0, 0));
        assert_near(len2(u), 1.0, 1e-15);
        assert_near(u.x, 3.0 / 13.0, e < -1060 ? 0.1 : 1e-15);
    }
    assert_true(carom_length(vec(0, 0, 0)) == 0.0);
}

static void no_direction_gives_the_fallback(void **state) {
    (void)state;
    vec3 f = vec(0, 1, 0);
    double bad[] = {0.0, (double)NAN, (double)INFINITY, -(double)INFINITY};
    for (int i = 0; i < 4; i++)
        for (int axis = 0; axis < 3; axis++) {
            vec3 v = vec(0, 0, 0);
            *(axis == 0 ? &v.x : axis == 1 ? &v.y : &v.z) = bad[i];
            assert_true(carom_normalize_or(v, f).y == 1.0);
        }
}

static void perpendicular_is_unit_and_perpendicular(void **state) {
    (void)state;
    vec3 given[] = {{1, 0, 0}, {0, 1, 0},      {0, 0, 1},         {1, 1, 1},
                    {0, 0, 0}, {1e-300, 0, 0}, {1e300, 1e300, 0}, {-3, 1e-9, 5}};
    for (size_t i = 0; i < sizeof given / sizeof given[0]; i++) {
        vec3 p = carom_perpendicular(given[i]);
        assert_near(len2(p), 1.0, 1e-14);
        assert_true(fabs(dot3(p, carom_normalize_or(given[i], vec(0, 0, 0)))) < 1e-14);
    }
}

static void poses_move_points(void **state) {
    (void)state;
    carom_vec3 p = {(carom_real)0.1, (carom_real)-2.7, (carom_real)1e-20};
    carom_vec3 same = carom_pose_transform_point(carom_pose_identity(), p);
    assert_true(same.x == p.x && same.y == p.y && same.z == p.z);
    carom_pose zeroed = {{0, 0, 0}, {0, 0, 0, 0}};
    same = carom_pose_transform_point(zeroed, p);
    assert_true(same.x == p.x && same.y == p.y && same.z == p.z);
    assert_true(carom_pose_is_translation(zeroed));
    /* half a turn about z, then one along x */
    carom_pose turn = {{1, 0, 0}, {0, 0, 1, 0}};
    carom_vec3 q = carom_pose_transform_point(turn, (carom_vec3){1, 2, 3});
    assert_true(q.x == 0 && q.y == -2 && q.z == 3);
    carom_vec3 r = carom_pose_rotate_vector(turn, (carom_vec3){1, 2, 3});
    assert_true(r.x == -1 && r.y == -2 && r.z == 3);
    assert_false(carom_pose_is_translation(turn));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(length_has_no_overflow),
        cmocka_unit_test(no_direction_gives_the_fallback),
        cmocka_unit_test(perpendicular_is_unit_and_perpendicular),
        cmocka_unit_test(poses_move_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
