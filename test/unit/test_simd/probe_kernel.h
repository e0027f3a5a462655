#include "batch/simd.h"
#include "probe.h"

#define PROBE_TYPE(t, a, b, c, to, flags)                                                          \
    do {                                                                                           \
        t##_flags less = t##_lt(a, b), most = t##_le(a, b), same = t##_eq(a, b);                   \
        t##_store(to[0], t##_add(a, b));                                                           \
        t##_store(to[1], t##_sub(a, b));                                                           \
        t##_store(to[2], t##_mul(a, b));                                                           \
        t##_store(to[3], t##_div(a, b));                                                           \
        t##_store(to[4], t##_min(a, b));                                                           \
        t##_store(to[5], t##_max(a, b));                                                           \
        t##_store(to[6], t##_sqrt(a));                                                             \
        t##_store(to[7], t##_abs(a));                                                              \
        t##_store(to[8], t##_neg(a));                                                              \
        t##_store(to[9], t##_select(less, b, c));                                                  \
        flags[0] = t##_bits(less);                                                                 \
        flags[1] = t##_bits(most);                                                                 \
        flags[2] = t##_bits(same);                                                                 \
        flags[3] = t##_bits(t##_and(less, t##_lt(b, c)));                                          \
        flags[4] = t##_bits(t##_or(less, t##_lt(b, c)));                                           \
        flags[5] = t##_bits(t##_not(less));                                                        \
    } while (0)

void SIMD_NAME(probe)(const probe_input *in, probe_output *out) {
    memset(out, 0, sizeof *out);
    f8 a = f8_load(in->a), b = f8_load(in->b), c = f8_load(in->c);
    PROBE_TYPE(f8, a, b, c, out->eight, out->flags8);
    f4 a4 = f4_load(in->a), b4 = f4_load(in->b), c4 = f4_load(in->c);
    PROBE_TYPE(f4, a4, b4, c4, out->four, out->flags4);
    d4 x = d4_load(in->x), y = d4_load(in->y), z = d4_load(in->z);
    PROBE_TYPE(d4, x, y, z, out->doubles, out->flags_d);
    f4_store(out->gathered, f4_gather(in->a, in->index));
    d4_store(out->gathered_d, d4_gather(in->x, in->index));
    f8_store(out->from_bytes, f8_load_u8(in->bytes));
    f4_store(out->narrow, d4_narrow(x));
    d4_store(out->wide, d4_widen(f8_high(a)));
    f8_store(out->swapped, f8_join(f8_high(a), f8_low(a)));
    out->least[0] = f8_least(a);
    out->least[1] = f8_most(a);
    d4 rows[4] = {x, y, z, d4_add(x, y)};
    d4_turn(rows);
    for (int k = 0; k < 4; k++)
        d4_store(out->turned[k], rows[k]);
    f4_store(out->three, f4_load3(in->b));
    f4_store(out->from_numbers, f4_load_u32(in->numbers));
    uint32_t whole[4];
    f4_store_u32(whole, f4_mul(f4_load_u32(in->numbers), f4_all(0.37F)));
    f4_store(out->whole, f4_load_u32(whole));
    f4 row[4] = {a4, b4, c4, f8_high(a)};
    f4_turn(row);
    for (int k = 0; k < 4; k++)
        f4_store(out->turned4[k], row[k]);
}
