/* Lanes: the scalar set against plain C, and every other set against the scalar one, bit for bit,
 * over special values. NaN equals NaN. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "common/test_sets.h"
#include "test_simd/probe.h"

static const float specials[] = {
    0.0f,      -0.0f,   1.0f,     -1.0f,           0.1f,     3.0f,          -7.5f,        INFINITY,
    -INFINITY, NAN,     FLT_MAX,  -FLT_MAX,        FLT_MIN,  FLT_MIN / 8,   -FLT_MIN / 8, 0x1p-149f,
    1e20f,     -1e-20f, 16777217, 1 + FLT_EPSILON, 0x1p127f, 0x1.fffffep0f, 255,          65535};
#define SPECIALS (sizeof specials / sizeof *specials)

static const double wide_specials[] = {0.0,
                                       -0.0,
                                       1.0,
                                       -1.0,
                                       0.1,
                                       1.0 + 0x1p-24,
                                       1.0 + 0x1.8p-24,
                                       INFINITY,
                                       -INFINITY,
                                       NAN,
                                       DBL_MAX,
                                       -DBL_MAX,
                                       DBL_MIN,
                                       DBL_MIN / 8,
                                       0x1p-1074,
                                       1e300,
                                       1e-300,
                                       0x1p-150,
                                       0x1.8p-150,
                                       3.4028235677973366e38,
                                       3.5e38,
                                       1e-46,
                                       0x1.fffffefp-127,
                                       7};
#define WIDE_SPECIALS (sizeof wide_specials / sizeof *wide_specials)

static uint32_t turn(uint32_t *state) {
    return (*state = *state * 1664525u + 1013904223u) >> 8;
}

static void fill(probe_input *in, uint32_t *state) {
    for (int k = 0; k < 8; k++) {
        in->a[k] = specials[turn(state) % SPECIALS];
        in->b[k] = specials[turn(state) % SPECIALS];
        in->c[k] = specials[turn(state) % SPECIALS];
        in->bytes[k] = (uint8_t)turn(state);
    }
    for (int k = 0; k < 4; k++) {
        in->numbers[k] = (turn(state) | turn(state) << 16) >> (1 + turn(state) % 31);
        in->x[k] = wide_specials[turn(state) % WIDE_SPECIALS];
        in->y[k] = wide_specials[turn(state) % WIDE_SPECIALS];
        in->z[k] = wide_specials[turn(state) % WIDE_SPECIALS];
        in->index[k] = (uint8_t)(turn(state) % 4);
    }
}

/* One NaN for all. */
static void settle(probe_output *out) {
    float *first = out->eight[0], *end = (float *)(void *)out->flags8;
    for (float *f = first; f < (float *)(void *)out->doubles; f++)
        if (*f != *f) *f = NAN;
    for (double *d = out->doubles[0]; d < (double *)(void *)end; d++)
        if (*d != *d) *d = NAN;
    for (float *f = out->gathered; f < (float *)(void *)out->gathered_d; f++)
        if (*f != *f) *f = NAN;
    for (double *d = out->gathered_d; d < (double *)(void *)(out + 1); d++)
        if (*d != *d) *d = NAN;
}

static void same_float(float a, float b) {
    assert_true((a != a && b != b) || memcmp(&a, &b, sizeof a) == 0);
}
static void same_double(double a, double b) {
    assert_true((a != a && b != b) || memcmp(&a, &b, sizeof a) == 0);
}

static float with_last_bits(float a, uint32_t number) {
    uint32_t bits;
    memcpy(&bits, &a, sizeof bits);
    bits = (bits & ~127u) | number;
    memcpy(&a, &bits, sizeof bits);
    return a;
}

/* Of numbers of which the sizes count, and of times. */
static void times_are_plain_c(const probe_input *in, const probe_output *out) {
    uint32_t count = 0, which = 0, before = 0;
    for (uint32_t k = 0; k < 8; k++) {
        const float a = in->a[k], b = in->b[k];
        const float one = fmaxf(a == a ? fabsf(a) : 0.0F, FLT_MIN),
                    other = b == b ? fabsf(b) : 0.0F;
        same_float(out->larger[k], fmaxf(a == a ? fabsf(a) : one, other));
        same_float(out->later[0][k], one > other ? one : other);
        same_float(out->sooner[0][k], one < other ? one : other);
        same_float(out->later[1][k], other);
        same_float(out->sooner[1][k], -one);
        if (!(a <= b)) continue;
        uint32_t bits, name = k < 7 ? 11 + k : 0x80000001u;
        memcpy(&bits, &other, sizeof bits);
        which |= 1u << k;
        if (count == 0) assert_int_equal(out->chosen[1], name);
        if (count < 3) assert_true(out->keys[count] == ((uint64_t)bits << 32 | name));
        if (count > 0) assert_true(out->put[count - 1] == before);
        before = name;
        count++;
    }
    assert_true(count == 0 || out->put[count - 1] == 0);
    assert_int_equal(out->chosen[0], which);
}

/* min and max with a NaN, and of two zeros, are the second one. */
static void scalar_is_plain_c(void **s) {
    uint32_t state = 1;
    for (int round = 0; round < 2000; round++) {
        probe_input in;
        probe_output out;
        fill(&in, &state);
        probe_scalar(&in, &out);
        uint32_t less = 0, most = 0, same = 0, both = 0, either = 0;
        float least = INFINITY, largest = -INFINITY, smallest = INFINITY;
        bool numbers = true;
        for (int k = 0; k < 8; k++) {
            float a = in.a[k], b = in.b[k], c = in.c[k];
            same_float(out.eight[0][k], a + b);
            same_float(out.eight[1][k], a - b);
            same_float(out.eight[2][k], a * b);
            same_float(out.eight[3][k], a / b);
            same_float(out.eight[4][k], a < b ? a : b);
            same_float(out.eight[5][k], a > b ? a : b);
            same_float(out.eight[6][k], sqrtf(a));
            same_float(out.eight[7][k], fabsf(a));
            same_float(out.eight[8][k], -a);
            same_float(out.eight[9][k], a < b ? b : c);
            least = fminf(least, a);
            largest = fmaxf(largest, a);
            smallest = fminf(smallest, a == a ? fabsf(a) : 0.0F);
            same_float(out.merged[k], fabsf(a < b ? a : b));
            same_float(out.numbered[k], with_last_bits(a, 16 + (uint32_t)k));
            numbers = numbers && a == a;
            less |= (uint32_t)(a < b) << k;
            most |= (uint32_t)(a <= b) << k;
            same |= (uint32_t)(a == b) << k;
            both |= (uint32_t)(a < b && b < c) << k;
            either |= (uint32_t)(a < b || b < c) << k;
            same_float(out.from_bytes[k], in.bytes[k]);
            same_float(out.swapped[k], in.a[(k + 4) % 8]);
        }
        const uint32_t flags[PROBE_FLAGS] = {less, most, same, both, either, less ^ 255u};
        for (int f = 0; f < PROBE_FLAGS; f++) {
            assert_int_equal(out.flags8[f], flags[f]);
            assert_int_equal(out.flags4[f], flags[f] & 15u);
        }
        times_are_plain_c(&in, &out);
        assert_memory_equal(out.four[0], out.eight[0], 16);
        same_float(out.least[2], smallest);
        assert_true(!numbers || (out.least[0] == least && out.least[1] == largest));
        double greatest = 0.0;
        for (int k = 0; k < 4; k++)
            greatest = fmax(greatest, fabs(in.x[k]));
        for (int k = 0; k < 4; k++) {
            double x = in.x[k], y = in.y[k], z = in.z[k];
            same_double(out.greatest[k], greatest);
            same_double(out.doubles[0][k], x + y);
            same_double(out.doubles[3][k], x / y);
            same_double(out.doubles[4][k], x < y ? x : y);
            same_double(out.doubles[5][k], x > y ? x : y);
            same_double(out.doubles[6][k], sqrt(x));
            same_double(out.doubles[9][k], x < y ? y : z);
            same_double(out.next[k], in.x[k == 3 ? 3 : (k + 1) % 3]);
            same_double(out.moved[0][k], in.x[3 - k]);
            same_double(out.moved[1][k], in.x[k ^ 1]);
            same_double(out.moved[2][k], in.x[0]);
            same_double(out.moved[3][k], in.x[1]);
            same_double(out.moved[4][k], k == 1 ? in.z[0] : x);
            same_double(out.flipped[k], x < y ? -z : z);
            same_double(out.apart[k], k == 0 ? x : k == 1 ? y : k == 2 ? z : 0.0);
            assert_int_equal(out.signs[0] >> k & 1u, signbit(in.a[k]) != 0);
            same_double(out.turned[k][0], x);
            same_double(out.turned[k][1], y);
            same_double(out.turned[k][2], z);
            same_double(out.turned[k][3], x + y);
            same_float(out.gathered[k], in.a[in.index[k]]);
            same_double(out.gathered_d[k], in.x[in.index[k]]);
            same_double(out.wide[k], (double)in.a[4 + k]);
            same_float(out.narrow[k], (float)x);
            same_float(out.three[k], k < 3 ? in.b[k] : 0);
            same_float(out.from_numbers[k], (float)in.numbers[k]);
            same_float(out.whole[k], (float)(uint32_t)((float)in.numbers[k] * 0.37F));
            const float column[4] = {in.a[k], in.b[k], in.c[k], in.a[4 + k]};
            for (int i = 0; i < 4; i++)
                same_float(out.turned4[k][i], column[i]);
        }
    }
}

static void hold_to_scalar(void probe(const probe_input *, probe_output *)) {
    uint32_t state = 2;
    for (int round = 0; round < 5000; round++) {
        probe_input in;
        probe_output expected, got;
        fill(&in, &state);
        probe_scalar(&in, &expected);
        probe(&in, &got);
        settle(&expected);
        settle(&got);
        assert_memory_equal(&got, &expected, sizeof got);
    }
}

static void every_set_gives_the_scalar_bits(void **s) {
    for (int set = 0; set < SIMD_SETS; set++)
        if (test_runs((simd_set)set)) hold_to_scalar(TEST_LONG_OF(set, probe));
}

/* ---- the longest lanes */

static void fill_long(long_input *in, uint32_t *state) {
    for (int k = 0; k < 16; k++) {
        in->a[k] = specials[turn(state) % SPECIALS];
        in->b[k] = specials[turn(state) % SPECIALS];
        in->c[k] = specials[turn(state) % SPECIALS];
        in->numbers[k] = specials[turn(state) % SPECIALS];
    }
    for (int k = 0; k < 8; k++) {
        in->x[k] = wide_specials[turn(state) % WIDE_SPECIALS];
        in->y[k] = wide_specials[turn(state) % WIDE_SPECIALS];
        in->z[k] = wide_specials[turn(state) % WIDE_SPECIALS];
        in->index[k] = (uint8_t)(turn(state) % 16);
    }
}

static void check_long_floats(const long_input *in, const long_output *out) {
    for (int k = 0; k < 16; k++) {
        float a = in->a[k], b = in->b[k], c = in->c[k];
        const float expected[PROBE_OPS] = {a + b,         a - b,    a * b,    a / b, a < b ? a : b,
                                           a > b ? a : b, sqrtf(a), fabsf(a), -a,    a < b ? b : c};
        const bool flags[PROBE_FLAGS] = {a < b,          a <= b,         a == b,
                                         a < b && b < c, a < b || b < c, !(a < b)};
        for (int i = 0; i < PROBE_OPS; i++)
            same_float(out->floats[i][k], expected[i]);
        for (int i = 0; i < PROBE_FLAGS; i++)
            assert_int_equal(out->float_flags[i] >> k & 1u, flags[i]);
        double more = (double)in->numbers[k] + 1.0;
        same_double((double)out->halves[k], (double)(carom_real)more);
    }
}

static void check_long_doubles(const long_input *in, const long_output *out) {
    for (int k = 0; k < 8; k++) {
        double x = in->x[k], y = in->y[k], z = in->z[k];
        const double expected[PROBE_OPS] = {x + y,         x - y,   x * y,   x / y, x < y ? x : y,
                                            x > y ? x : y, sqrt(x), fabs(x), -x,    x < y ? y : z};
        const bool flags[PROBE_FLAGS] = {x < y,          x <= y,         x == y,
                                         x < y && y < z, x < y || y < z, !(x < y)};
        for (int i = 0; i < PROBE_OPS; i++)
            same_double(out->doubles[i][k], expected[i]);
        for (int i = 0; i < PROBE_FLAGS; i++)
            assert_int_equal(out->double_flags[i] >> k & 1u, flags[i]);
        same_double((double)out->as_real[k], (double)(carom_real)x);
        same_double(out->loaded[k], (double)in->numbers[k]);
        same_double(out->gathered[k], (double)in->numbers[in->index[k]]);
    }
    for (int i = 0; i < PROBE_FLAGS; i++) {
        assert_int_equal(out->float_flags[i] >> 16, 0);
        assert_int_equal(out->double_flags[i] >> 8, 0);
    }
}

static void the_longest_lanes_are_plain_c(void **s) {
    for (int set = 0; set < SIMD_SETS; set++) {
        uint32_t state = 3;
        for (int round = 0; round < 2000 && test_runs((simd_set)set); round++) {
            long_input in;
            long_output out;
            fill_long(&in, &state);
            TEST_LONG_OF(set, probe_long)(&in, &out);
            check_long_floats(&in, &out);
            check_long_doubles(&in, &out);
        }
    }
}

static void sets_are_known(void **s) {
    assert_ptr_equal(TEST_OF(SIMD_SET_SCALAR, probe), probe_scalar);
    assert_ptr_equal(SIMD_OF(SIMD_SET_NATIVE, probe), probe_native);
    assert_ptr_equal(SIMD_OF(SIMD_SET_AVX512, probe), SIMD_OF(SIMD_SET_AVX2, probe));
    assert_ptr_equal(SIMD_LONG_OF(SIMD_SET_AVX2, probe), SIMD_OF(SIMD_SET_AVX2, probe));
    if (carom_simd_runs(SIMD_SET_AVX512)) {
        assert_true(carom_simd_runs(SIMD_SET_AVX2));
        assert_ptr_not_equal(SIMD_LONG_OF(SIMD_SET_AVX512, probe), SIMD_OF(SIMD_SET_AVX2, probe));
    }
}

static void the_best_set_runs(void **s) {
    assert_true(carom_simd_runs(carom_simd_best()));
    assert_false(carom_simd_runs(SIMD_SET_SCALAR));
    assert_false(carom_simd_runs(SIMD_SETS));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scalar_is_plain_c),
        cmocka_unit_test(every_set_gives_the_scalar_bits),
        cmocka_unit_test(the_longest_lanes_are_plain_c),
        cmocka_unit_test(sets_are_known),
        cmocka_unit_test(the_best_set_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
