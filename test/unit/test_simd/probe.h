/* Every operation of batch/simd.h on given lanes. */
#ifndef CAROM_TEST_SIMD_PROBE_H
#define CAROM_TEST_SIMD_PROBE_H

#include <stdint.h>

typedef struct probe_input {
    float a[8], b[8], c[8];
    double x[4], y[4], z[4];
    uint8_t bytes[8];
    uint32_t numbers[4]; /* below 2^31 */
    uint32_t index[4];   /* below 4 */
} probe_input;

/* Of add sub mul div min max sqrt abs neg select(a < b, b, c), and the other things lanes do. */
enum { PROBE_OPS = 10, PROBE_FLAGS = 6 };

typedef struct probe_output {
    float eight[PROBE_OPS][8], four[PROBE_OPS][4];
    double doubles[PROBE_OPS][4];
    uint32_t flags8[PROBE_FLAGS], flags4[PROBE_FLAGS], flags_d[PROBE_FLAGS];
    float gathered[4], from_bytes[8], narrow[4], swapped[8];
    float least[2]; /* of a; and the largest */
    float three[4], from_numbers[4], whole[4], turned4[4][4];
    double gathered_d[4], turned[4][4]; /* of the rows x, y, z and x + y */
    double wide[4];
} probe_output;

void probe_scalar(const probe_input *in, probe_output *out);
void probe_native(const probe_input *in, probe_output *out);
void probe_avx2(const probe_input *in, probe_output *out);

#endif
