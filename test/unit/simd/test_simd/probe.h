/* Every operation of simd/simd.h and of simd/simd_real.h on given lanes. */
#ifndef CAROM_TEST_SIMD_PROBE_H
#define CAROM_TEST_SIMD_PROBE_H

#include <stdint.h>

#include "carom/base.h"

typedef struct probe_input {
    float a[8], b[8], c[8];
    double x[4], y[4], z[4];
    uint8_t bytes[8];
    uint32_t numbers[4]; /* below 2^31 */
    uint8_t index[8];    /* below 4 */
} probe_input;

/* Of add sub mul div min max sqrt abs neg select(a < b, b, c), and the other things lanes do. */
enum { PROBE_OPS = 10, PROBE_FLAGS = 6 };

typedef struct probe_output {
    float eight[PROBE_OPS][8], four[PROBE_OPS][4];
    double doubles[PROBE_OPS][4];
    uint32_t flags8[PROBE_FLAGS], flags4[PROBE_FLAGS], flags_d[PROBE_FLAGS];
    uint32_t chosen[2]; /* where a <= b: the lanes, and the first one's name */
    uint32_t signs[2];  /* of a's first four, and 0 */
    uint64_t keys[3], put[8];
    float gathered[4], from_bytes[8], narrow[4], swapped[8];
    float least[3]; /* of a; the largest; the least of the sizes of its numbers, by its bits */
    float numbered[8], merged[8]; /* a, from 16 on; the size of a or of b, as a < b says */
    float three[4], from_numbers[4], whole[4], turned4[4][4];
    float larger[8], later[2][8], sooner[2][8]; /* of sizes; of times: both not negative, or b */
    double gathered_d[4], turned[4][4];         /* of the rows x, y, z and x + y */
    double wide[4], next[4], greatest[4];       /* of the sizes of x's numbers */
    double moved[5][4]; /* x in reverse, pairs swapped, lanes 0 and 1 in all, with z[0] in lane 1 */
    double flipped[4], apart[4]; /* z as x < y says; x[0], y[1], z[2] and 0 */
} probe_output;

/* The longest lanes of a set, so many times that they fill these. */
typedef struct long_input {
    float a[16], b[16], c[16];
    double x[8], y[8], z[8];
    carom_real numbers[16];
    uint8_t index[8]; /* below 16 */
} long_input;

typedef struct long_output {
    float floats[PROBE_OPS][16];
    double doubles[PROBE_OPS][8];
    uint32_t float_flags[PROBE_FLAGS], double_flags[PROBE_FLAGS];
    carom_real halves[16], as_real[8]; /* of the numbers plus one in double; of x */
    double loaded[8], gathered[8];
} long_output;

void probe_scalar(const probe_input *in, probe_output *out);
void probe_native(const probe_input *in, probe_output *out);
void probe_avx2(const probe_input *in, probe_output *out);
void probe_avx512(const probe_input *in, probe_output *out);

void probe_long_scalar(const long_input *in, long_output *out);
void probe_long_native(const long_input *in, long_output *out);
void probe_long_avx2(const long_input *in, long_output *out);
void probe_long_avx512(const long_input *in, long_output *out);

#endif
