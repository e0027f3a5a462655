/* Intervals and points. */
#include "common/test_volume_common.h"

static carom_interval iv(double a, double b) {
    return (carom_interval){(carom_real)a, (carom_real)b};
}

static void intervals_touch_at_their_ends(void **state) {
    (void)state;
    assert_true(carom_overlap_interval_interval(iv(0, 1), iv(1, 2)));
    assert_true(carom_overlap_interval_interval(iv(1, 2), iv(0, 1)));
    assert_true(carom_overlap_interval_interval(iv(0, 3), iv(1, 2)));
    assert_true(carom_overlap_interval_interval(iv(1, 1), iv(1, 1)));
    assert_false(carom_overlap_interval_interval(iv(0, 1), (carom_interval){next_number(1, 2), 2}));
    assert_false(carom_overlap_interval_interval(iv(0, 1), iv(2, 1)));
    assert_false(carom_overlap_interval_interval(iv(0, 2), iv(1.5, 0.5)));
    carom_interval a = iv(-1, 1), b = iv(-1, 1);
    FOR_EACH_BAD_NUMBER(a, assert_false(carom_overlap_interval_interval(a, b)));
    FOR_EACH_BAD_NUMBER(b, assert_false(carom_overlap_interval_interval(a, b)));
}

static void points_are_equal_or_apart(void **state) {
    (void)state;
    carom_vec3 a = v3(1, 2, 3), b = a;
    assert_true(carom_overlap_point_point(a, b));
    assert_true(carom_overlap_point_point(v3(0, 0, 0), v3(-0.0, 0, -0.0)));
    b.y = next_number(b.y, 3);
    assert_false(carom_overlap_point_point(a, b));
    b = a;
    for (int i = 0; i < 3; i++) {
        carom_vec3 bad = a;
        (&bad.x)[i] = (carom_real)INFINITY;
        assert_false(carom_overlap_point_point(bad, bad));
    }
    FOR_EACH_BAD_NUMBER(a, assert_false(carom_overlap_point_point(a, b)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_touch_at_their_ends),
        cmocka_unit_test(points_are_equal_or_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
