/* Expansions against a fixed-point accumulator of the whole range of double: sums and products keep
 * their value when they are compressed, which takes more components than real coordinates give. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "math/expansion.h"

static uint64_t random_state = 1;
static uint64_t random_bits(void) {
    uint64_t z = (random_state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* ---- the accumulator: limb[i] counts 2^(32 i - 1074) */

enum { LIMBS = 70 };

typedef struct fixed_point {
    int64_t limb[LIMBS];
} fixed_point;

static void add_double(fixed_point *to, double x, int sign) {
    int exponent;
    int64_t m = (int64_t)ldexp(frexp(x, &exponent), 53);
    int at = exponent - 53 + 1074;
    if (m == 0) return;
    for (; at < 0; at++) {
        assert_int_equal(m % 2, 0);
        m /= 2;
    }
    const int64_t s = m < 0 ? -sign : sign;
    uint64_t rest = (uint64_t)(m < 0 ? -m : m);
    for (int k = 0, bit = at % 32; rest != 0; k++) {
        const uint64_t piece = k == 0 ? rest << bit & 0xffffffffu : rest & 0xffffffffu;
        to->limb[at / 32 + k] += s * (int64_t)piece;
        rest = k == 0 ? rest >> (32 - bit) : rest >> 32;
    }
}

static void carry(fixed_point *x) {
    for (int i = 0; i + 1 < LIMBS; i++) {
        const int64_t over = x->limb[i] >> 32;
        x->limb[i] -= over * ((int64_t)1 << 32);
        x->limb[i + 1] += over;
    }
}

static void assert_value(const expansion *e, const fixed_point *value) {
    fixed_point left = *value;
    for (int i = 0; i < e->count; i++)
        add_double(&left, e->part[i], -1);
    carry(&left);
    for (int i = 0; i < LIMBS; i++)
        assert_int_equal(left.limb[i], 0);
    for (int i = 0; i + 1 < e->count; i++)
        assert_true(fabs(e->part[i]) < fabs(e->part[i + 1]));
    assert_true(e->count <= EXPANSION_KEPT);
}

static expansion of_double(double x) {
    expansion out;
    carom_expansion_difference(&out, x, 0.0);
    return out;
}

static expansion sum_of(const expansion *a, double x) {
    expansion out;
    const expansion b = of_double(x);
    carom_expansion_add(&out, a, &b);
    return out;
}

/* Single bits as far apart as a stride, over the whole range: without compression one component
 * each. */
static void bits_over_the_whole_range(void **state) {
    for (int stride = 1; stride < 60; stride++) {
        expansion e = {.count = 0};
        fixed_point value = {{0}};
        for (int at = -1074, i = 0; at < 1023; at += stride, i++) {
            const double bit = ldexp(i & stride & 1 ? -1.0 : 1.0, at);
            e = sum_of(&e, bit);
            add_double(&value, bit, 1);
            carry(&value);
        }
        assert_value(&e, &value);
        for (int at = -1074, i = 0; at < 1023; at += stride, i++) /* and away again */
            e = sum_of(&e, ldexp(i & stride & 1 ? 1.0 : -1.0, at));
        assert_int_equal(e.count, 0);
        assert_int_equal(carom_expansion_sign(&e), 0);
    }
}

static void random_sums(void **state) {
    for (int round = 0; round < 300; round++) {
        expansion e = {.count = 0};
        fixed_point value = {{0}};
        for (int i = 0; i < 200; i++) {
            const int width = 1 + (int)(random_bits() % 53);
            const double m = ldexp((double)(random_bits() >> (64 - width)), -width);
            const double x = ldexp(i & 1 ? -m : m, (int)(random_bits() % 1990) - 1000);
            e = sum_of(&e, x);
            add_double(&value, x, 1);
            carry(&value);
        }
        assert_value(&e, &value);
        assert_int_equal(carom_expansion_sign(&e), value.limb[LIMBS - 1] < 0 ? -1 : 1);
    }
}

/* Products with a double: the reference adds the exact products of the components. */
static void random_products(void **state) {
    for (int round = 0; round < 2000; round++) {
        expansion e = {.count = 0}, out;
        fixed_point value = {{0}};
        const int apart = 10 + round % 60;
        for (int k = 0; k < 40 && k * apart < 900; k++) {
            const double x = ldexp((double)(random_bits() >> 11), -400 + k * apart - 53);
            e = sum_of(&e, k % 3 ? x : -x);
        }
        const double b = ldexp((double)(random_bits() >> 11), -53);
        for (int i = 0; i < e.count; i++) {
            double product, error;
            two_product(e.part[i], b, &product, &error);
            add_double(&value, product, 1);
            add_double(&value, error, 1);
            carry(&value);
        }
        carom_expansion_scale(&out, &e, b);
        assert_value(&out, &value);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bits_over_the_whole_range),
        cmocka_unit_test(random_sums),
        cmocka_unit_test(random_products),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
