/* Relations of intervals and points. */
#include "common/test_volume_common.h"

static carom_relation relation(double a, double b, double c, double d) {
    return carom_classify_interval_interval((carom_interval){(carom_real)a, (carom_real)b},
                                            (carom_interval){(carom_real)c, (carom_real)d});
}

static void every_arrangement_of_intervals(void **state) {
    (void)state;
    assert_int_equal(relation(0, 1, 2, 3), CAROM_DISJOINT);
    assert_int_equal(relation(0, 1, 1, 3), CAROM_INTERSECTS);
    assert_int_equal(relation(0, 3, 0, 1), CAROM_CONTAINS);
    assert_int_equal(relation(0, 1, 0, 3), CAROM_INSIDE);
    assert_int_equal(relation(0, 3, 1, 2), CAROM_CONTAINS);
    assert_int_equal(relation(1, 2, 0, 3), CAROM_INSIDE);
    assert_int_equal(relation(1, 2, 1, 2), CAROM_CONTAINS);
    assert_int_equal(relation(1, 1, 1, 2), CAROM_INSIDE);
    assert_int_equal(relation(3, 0, 1, 2), CAROM_DISJOINT);
    assert_int_equal(relation(0, (double)NAN, 1, 2), CAROM_DISJOINT);
    assert_int_equal(carom_classify_point_point(v3(1, 2, 3), v3(1, 2, 3)), CAROM_CONTAINS);
    assert_int_equal(carom_classify_point_point(v3(1, 2, 3), v3(1, 2, 4)), CAROM_DISJOINT);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_arrangement_of_intervals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
