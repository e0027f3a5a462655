/* Exact sums of products against dyadic integers, which share no code with them: factors of every
 * magnitude, differences that are no doubles, sums that cancel but for one bit, and none. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "math/dyadic.h"
#include "math/predicates.h"

static uint64_t random_state = 1;
static uint64_t random_bits(void) {
    uint64_t z = (random_state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static int random_below(int n) {
    return (int)(random_bits() % (uint64_t)n);
}

/* Of up to 53 bits, with an exponent within `reach`; 0 now and then. */
static double random_number(int reach) {
    if (random_below(8) == 0) return 0.0;
    const double m = (double)(int64_t)(random_bits() >> (11 + random_below(50)));
    const double x = ldexp(m, random_below(2 * reach + 1) - reach - 53);
    return random_below(2) ? -x : x;
}

static exact_term random_term(int degree, int reach) {
    exact_term term = {.count = degree, .negative = random_below(2) != 0};
    for (int i = 0; i < degree; i++) {
        const double lo = random_below(2) ? random_number(reach) : 0.0;
        term.factor[i] = (exact_factor){random_number(reach), lo};
    }
    return term;
}

static exact_value sum_of(const exact_term *term, int count) {
    exact_sum sum;
    exact_sum_begin(&sum);
    for (int i = 0; i < count; i++)
        carom_exact_add(&sum, &term[i]);
    const int sign = carom_exact_sum_sign(&sum);
    const exact_value value = carom_exact_sum_value(&sum);
    assert_int_equal(sign, (value.value > 0) - (value.value < 0));
    return value;
}

/* ---- the same in dyadic numbers */

enum { LIMBS = 1 << 16 };

static dyadic dyadic_sum_of(dyadic_pool *pool, const exact_term *term, int count) {
    dyadic sum = dyadic_zero();
    for (int t = 0; t < count; t++) {
        dyadic product = carom_dyadic_of(pool, term[t].negative ? -1.0 : 1.0);
        for (int i = 0; i < term[t].count; i++) {
            const exact_factor f = term[t].factor[i];
            const dyadic difference =
                dyadic_difference(pool, carom_dyadic_of(pool, f.hi), carom_dyadic_of(pool, f.lo));
            product = carom_dyadic_product(pool, product, difference);
        }
        sum = carom_dyadic_sum(pool, sum, product);
    }
    assert_false(pool->full);
    return sum;
}

static void assert_exact(const exact_term *term, int count) {
    static uint32_t limb[LIMBS];
    dyadic_pool pool = {limb, limb + LIMBS, false};
    const dyadic expected = dyadic_sum_of(&pool, term, count);
    const exact_value found = sum_of(term, count);
    assert_int_equal((found.value > 0) - (found.value < 0), expected.sign);
    if (expected.sign == 0) return;
    assert_true(fabs(found.value) >= 1.0 && fabs(found.value) < 2.0);
    assert_true(fabs(found.rest) < DBL_EPSILON && found.rest * found.value >= 0.0);
    const int top = carom_dyadic_top(expected);
    const double value = carom_dyadic_value(expected, top);
    const double mine = ldexp(found.value + found.rest, found.exponent - 32 * top);
    assert_true(fabs(value - mine) <= DBL_EPSILON * fabs(value));
}

/* ---- tests */

static void sums_match_dyadic_numbers(void **state) {
    (void)state;
    static const int reach[4] = {0, 20, 200, 1020};
    exact_term term[12];
    for (int round = 0; round < 40000; round++) {
        const int count = 1 + random_below(12), degree = 1 + random_below(EXACT_FACTORS);
        for (int i = 0; i < count; i++)
            term[i] = random_term(degree, reach[round % 4]);
        assert_exact(term, count);
    }
}

/* |a - q b| is at most a unit in the last place of q, times |b|. */
static void ratios_are_correct_to_an_ulp(void **state) {
    (void)state;
    static uint32_t limb[LIMBS];
    exact_term term[2][6];
    int tested = 0;
    for (int round = 0; round < 20000; round++) {
        const int degree = 1 + random_below(4);
        for (int i = 0; i < 12; i++)
            term[i / 6][i % 6] = random_term(degree, round % 2 ? 2 : 100);
        dyadic_pool pool = {limb, limb + LIMBS, false};
        const dyadic a = dyadic_sum_of(&pool, term[0], 6), b = dyadic_sum_of(&pool, term[1], 6);
        const double q = carom_exact_ratio(term[0], 6, term[1], 6);
        if (a.sign == 0 || b.sign == 0) {
            assert_true(q == 0.0);
            continue;
        }
        const dyadic product = carom_dyadic_product(&pool, carom_dyadic_of(&pool, q), b);
        const dyadic error = dyadic_difference(&pool, a, product);
        const int base = carom_dyadic_top(product);
        assert_true(fabs(carom_dyadic_value(error, base)) <=
                    DBL_EPSILON * fabs(carom_dyadic_value(product, base)));
        tested++;
    }
    assert_true(tested > 15000);
}

/* The terms of a product of sums less that product's: 0, and 2^-1074 to the power with that. */
static void cancelled_sums_keep_one_bit(void **state) {
    (void)state;
    exact_term term[25];
    for (int round = 0; round < 20000; round++) {
        const int count = 1 + random_below(12), degree = 2 + random_below(EXACT_FACTORS - 1);
        for (int i = 0; i < count; i++) {
            term[i] = random_term(degree, 1020);
            exact_term *other = &term[2 * count - 1 - i];
            *other = term[i];
            other->factor[0] = term[i].factor[degree - 1];
            other->factor[degree - 1] = term[i].factor[0];
            other->negative = !term[i].negative;
        }
        assert_true(sum_of(term, 2 * count).value == 0.0);
        exact_term *least = &term[2 * count];
        *least = (exact_term){.count = degree, .negative = round % 2 != 0};
        for (int i = 0; i < degree; i++)
            least->factor[i] = (exact_factor){DBL_TRUE_MIN, 0.0};
        const exact_value found = sum_of(term, 2 * count + 1);
        assert_true(found.value == (round % 2 ? -1.0 : 1.0));
        assert_int_equal(found.exponent, -1074 * degree);
    }
}

static void largest_sum(void **state) {
    (void)state;
    static exact_term term[EXACT_TERMS];
    for (int i = 0; i < EXACT_TERMS; i++) {
        term[i] = (exact_term){.count = EXACT_FACTORS};
        for (int k = 0; k < EXACT_FACTORS; k++)
            term[i].factor[k] = (exact_factor){DBL_MAX, -DBL_MAX};
    }
    assert_exact(term, EXACT_TERMS);
    for (int i = 0; i < EXACT_TERMS; i++)
        term[i].negative = true;
    assert_exact(term, EXACT_TERMS);
}

static void what_is_not_finite_gives_zero(void **state) {
    (void)state;
    exact_term term[2] = {random_term(3, 20), {{{1, 0}, {NAN, 0}}, 2, false}};
    assert_true(sum_of(term, 2).value == 0.0);
    term[1].factor[1] = (exact_factor){1, INFINITY};
    assert_true(sum_of(term, 2).value == 0.0);
    assert_true(sum_of(term, 0).value == 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_match_dyadic_numbers),
        cmocka_unit_test(ratios_are_correct_to_an_ulp),
        cmocka_unit_test(cancelled_sums_keep_one_bit),
        cmocka_unit_test(largest_sum),
        cmocka_unit_test(what_is_not_finite_gives_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
