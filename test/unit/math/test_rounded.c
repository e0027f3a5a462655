/* Numbers with what rounding took from them: determinants of integers, of which the true value is
 * known, are within their errors; those of short numbers have none. */
#include "math/rounded.h"
#include "common/test_flat_common.h"

#define ROUNDS 20000

typedef int64_t whole3[3];

static void random_whole(whole3 out, int64_t most) {
    for (int i = 0; i < 3; i++)
        out[i] = (int64_t)random_in(-(double)most, (double)most);
}

static rounded3 rounded3_of(const whole3 v) {
    return (rounded3){
        {rounded_of((double)v[0]), rounded_of((double)v[1]), rounded_of((double)v[2])}};
}

static int64_t true_determinant(const whole3 u, const whole3 v, const whole3 w) {
    int64_t sum = 0;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        sum += u[i] * (v[j] * w[k] - v[k] * w[j]);
    }
    return sum;
}

static void check_determinants(int64_t most, bool exact) {
    int rounded_off = 0;
    for (int i = 0; i < ROUNDS; i++) {
        whole3 of[3];
        for (int k = 0; k < 3; k++)
            random_whole(of[k], most);
        if (i % 3 == 0) memcpy(of[2], of[i % 2], sizeof of[2]); /* without volume */
        const int64_t truth = true_determinant(of[0], of[1], of[2]);
        const rounded3 u = rounded3_of(of[0]), v = rounded3_of(of[1]), w = rounded3_of(of[2]);
        const rounded found = rounded_determinant(&u, &v, &w);
        const int64_t off = (int64_t)found.value - truth;
        assert_true((double)(off < 0 ? -off : off) <= found.error);
        assert_true(found.error <= 0x1p-50 * 6.0 * (double)most * (double)most * (double)most);
        if (rounded_is_zero(found)) assert_true(truth == 0);
        if (rounded_is_certain(found)) assert_true((found.value > 0) == (truth > 0) && truth != 0);
        rounded_off += found.error > 0.0;
    }
    if (exact)
        assert_int_equal(rounded_off, 0);
    else
        assert_true(rounded_off > 0);
}

static void determinants_are_within_their_errors(void **state) {
    (void)state;
    check_determinants(INT64_C(1) << 16, true);
    check_determinants(INT64_C(1) << 19, false);
}

/* Not finite: nothing is known. */
static void broken_numbers_are_not_sure(void **state) {
    const double broken[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    (void)state;
    for (int i = 0; i < 3; i++) {
        const rounded sum = rounded_add(rounded_of(broken[i]), rounded_of(1.0));
        const rounded product = rounded_multiply(rounded_of(broken[i]), rounded_of(2.0));
        assert_false(rounded_is_certain(sum) || rounded_is_zero(sum));
        assert_false(rounded_is_certain(product) || rounded_is_zero(product));
        assert_false(rounded_is_in_range(broken[i]));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(determinants_are_within_their_errors),
        cmocka_unit_test(broken_numbers_are_not_sure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
