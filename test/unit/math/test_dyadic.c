/* Dyadic numbers against 128-bit integers, their pools, and what becomes of a computation for which
 * the small pool has no room. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "math/dyadic.h"

static uint64_t random_state = 1;
static int64_t random_int(int64_t reach) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (int64_t)((random_state >> 16) % (uint64_t)(2 * reach + 1)) - reach;
}

static int sign_of(int64_t x) {
    return (x > 0) - (x < 0);
}

/* ---- numbers */

/* (a b + c d) - e, all below 2^30, so that 64 bits hold everything. */
static void values_match_integers(void **state) {
    (void)state;
    uint32_t limb[256];
    for (int round = 0; round < 100000; round++) {
        dyadic_pool pool = {limb, limb + 256, false};
        const int64_t reach = (int64_t)1 << (round % 30);
        const int64_t a = random_int(reach), b = random_int(reach), c = random_int(reach);
        const int64_t d = random_int(reach), e = random_int(reach) * (round % 3 ? reach : 1);
        const int64_t expected = a * b + c * d - e;
        dyadic left = carom_dyadic_product(&pool, carom_dyadic_of(&pool, (double)a),
                                           carom_dyadic_of(&pool, (double)b));
        dyadic right = carom_dyadic_product(&pool, carom_dyadic_of(&pool, (double)c),
                                            carom_dyadic_of(&pool, (double)d));
        dyadic sum = carom_dyadic_sum(&pool, left, right);
        sum = dyadic_difference(&pool, sum, carom_dyadic_of(&pool, (double)e));
        assert_int_equal(sum.sign, sign_of(expected));
        assert_true(fabs(carom_dyadic_value(sum, 0) - (double)expected) <=
                    DBL_EPSILON * fabs((double)expected));
        assert_false(pool.full);
    }
}

static void every_double_is_exact(void **state) {
    (void)state;
    static const double values[] = {1.0,     -1.0,         DBL_MIN, DBL_TRUE_MIN,  0x1p31,
                                    0x1p32,  0x1.8p-33,    1e300,   -1e-300,       DBL_MAX,
                                    0x1p-64, 0x1.fffffp63, 3.0,     -0x1.0000001p7};
    uint32_t limb[64];
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        dyadic_pool pool = {limb, limb + 64, false};
        const dyadic d = carom_dyadic_of(&pool, values[i]);
        const int top = carom_dyadic_top(d);
        assert_true(ldexp(carom_dyadic_value(d, top), 32 * top) == values[i]);
        assert_int_equal(dyadic_difference(&pool, d, d).sign, 0);
    }
    dyadic_pool pool = {limb, limb + 64, false};
    assert_int_equal(carom_dyadic_of(&pool, NAN).sign, 0);
    assert_int_equal(carom_dyadic_of(&pool, INFINITY).sign, 0);
    assert_int_equal(carom_dyadic_of(&pool, -0.0).sign, 0);
    assert_ptr_equal(pool.next, limb);
}

/* ---- pools */

static void kept_numbers_keep_their_values(void **state) {
    (void)state;
    uint32_t limb[512];
    for (int round = 0; round < 1000; round++) {
        dyadic_pool pool = {limb, limb + 512, false};
        double value[12];
        dyadic number[12];
        for (int i = 0; i < 12; i++) {
            value[i] = ldexp((double)random_int((int64_t)1 << 50), (int)random_int(200));
            number[i] = carom_dyadic_of(&pool, value[i]);
        }
        const dyadic before = number[0], alias = dyadic_signed(number[7], -1);
        uint32_t *mark = pool.next;
        dyadic late = carom_dyadic_product(&pool, number[3], number[4]);
        const dyadic waste = carom_dyadic_product(&pool, late, late);
        dyadic later = carom_dyadic_sum(&pool, number[5], number[6]), same = later;
        (void)waste;
        const int top[2] = {carom_dyadic_top(late), carom_dyadic_top(later)};
        const double expected[2] = {carom_dyadic_value(late, top[0]),
                                    carom_dyadic_value(later, top[1])};
        dyadic old = alias, zero = dyadic_zero();
        carom_dyadic_keep(&pool, mark, (dyadic *const[]){&later, &old, &late, &zero, &same}, 5);
        assert_true(carom_dyadic_value(late, top[0]) == expected[0]);
        assert_true(carom_dyadic_value(later, top[1]) == expected[1]);
        assert_ptr_equal(same.limb, later.limb);
        assert_ptr_equal(old.limb, number[7].limb);
        assert_ptr_equal(before.limb, number[0].limb);
        assert_int_equal(pool.next - mark, late.count + (later.limb < mark ? 0 : later.count));
    }
}

static void a_full_pool_gives_zero(void **state) {
    (void)state;
    uint32_t limb[10];
    dyadic_pool pool = {limb, limb + 10, false};
    const dyadic a = carom_dyadic_of(&pool, 0x1.23456789abcdep0);
    const dyadic b = carom_dyadic_product(&pool, a, a);
    assert_true(b.sign == 1 && !pool.full);
    assert_int_equal(carom_dyadic_product(&pool, b, b).sign, 0);
    assert_true(pool.full);
    pool.next = limb;
    assert_int_equal(carom_dyadic_of(&pool, 1.0).sign, 0);
}

typedef struct long_question {
    double x;
    int power;
    int runs, sign;
} long_question;

/* The sign of (x^power + DBL_TRUE_MIN) - x^power by squares: a sum of so many limbs as it takes. */
static void compare_powers(dyadic_pool *pool, void *question) {
    long_question *q = question;
    dyadic power = carom_dyadic_of(pool, q->x);
    for (int i = 1; i < q->power; i *= 2)
        power = dyadic_square(pool, power);
    const dyadic more = carom_dyadic_sum(pool, power, carom_dyadic_of(pool, DBL_TRUE_MIN));
    q->sign = dyadic_difference(pool, more, power).sign;
    q->runs++;
}

static void long_numbers_take_the_large_pool(void **state) {
    (void)state;
    long_question q = {.x = 1.5, .power = 2};
    carom_with_dyadics(compare_powers, &q);
    assert_int_equal(q.runs, 1);
    assert_int_equal(q.sign, 1);
    q = (long_question){.x = DBL_MAX, .power = 16};
    carom_with_dyadics(compare_powers, &q);
    assert_int_equal(q.runs, 2);
    assert_int_equal(q.sign, 1);
    carom_with_dyadics(compare_powers, &q); /* it was given back */
    assert_int_equal(q.runs, 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_match_integers),
        cmocka_unit_test(every_double_is_exact),
        cmocka_unit_test(kept_numbers_keep_their_values),
        cmocka_unit_test(a_full_pool_gives_zero),
        cmocka_unit_test(long_numbers_take_the_large_pool),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
