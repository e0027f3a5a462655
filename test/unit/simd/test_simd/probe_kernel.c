#include <float.h>

#include "simd/simd_real.h"
#include "probe.h"

#define PROBE_TYPE_AT(t, a, b, c, to, flags, at)                                                   \
    do {                                                                                           \
        t##_flags less = t##_lt(a, b), most = t##_le(a, b), same = t##_eq(a, b);                   \
        t##_store(to[0] + (at), t##_add(a, b));                                                    \
        t##_store(to[1] + (at), t##_sub(a, b));                                                    \
        t##_store(to[2] + (at), t##_mul(a, b));                                                    \
        t##_store(to[3] + (at), t##_div(a, b));                                                    \
        t##_store(to[4] + (at), t##_min(a, b));                                                    \
        t##_store(to[5] + (at), t##_max(a, b));                                                    \
        t##_store(to[6] + (at), t##_sqrt(a));                                                      \
        t##_store(to[7] + (at), t##_abs(a));                                                       \
        t##_store(to[8] + (at), t##_neg(a));                                                       \
        t##_store(to[9] + (at), t##_select(less, b, c));                                           \
        flags[0] |= t##_bits(less) << (at);                                                        \
        flags[1] |= t##_bits(most) << (at);                                                        \
        flags[2] |= t##_bits(same) << (at);                                                        \
        flags[3] |= t##_bits(t##_and(less, t##_lt(b, c))) << (at);                                 \
        flags[4] |= t##_bits(t##_or(less, t##_lt(b, c))) << (at);                                  \
        flags[5] |= t##_bits(t##_not(less)) << (at);                                               \
    } while (0)
#define PROBE_TYPE(t, a, b, c, to, flags) PROBE_TYPE_AT(t, a, b, c, to, flags, 0)
#define PROBE_LONG(t, a, b, c, to, flags, at) PROBE_TYPE_AT(t, a, b, c, to, flags, at)

static void probe_times(probe_output *out, f8 a, f8 b) {
    static const uint32_t names[8] = {11, 12, 13, 14, 15, 16, 17, 0x80000001u};
    const f8 one = f8_max(f8_abs(a), f8_all(FLT_MIN)), other = f8_max(f8_abs(b), f8_all(0.0F));
    f8_store(out->larger, f8_max_size(f8_select(f8_eq(a, a), a, one), f8_neg(other)));
    f8_store(out->later[0], f8_later(one, other));
    f8_store(out->sooner[0], f8_sooner(one, other));
    f8_store(out->later[1], f8_later(f8_neg(one), other));
    f8_store(out->sooner[1], f8_sooner(f8_neg(one), other));
    lane_choice which = f8_choose_le(a, b);
    uint32_t count = count_bits(which);
    chosen_lanes chosen;
    out->chosen[0] = which;
    if (count == 0) return;
    choose_names(&chosen, which, names);
    choose_times(&chosen, which, other);
    out->chosen[1] = first_name(&chosen);
    uint64_t put[8], *end = store_names(put, &chosen);
    memcpy(out->put, put, (size_t)(end - put) * sizeof *put);
    out->keys[0] = chosen_key(&chosen, 0);
    if (count > 1) out->keys[1] = chosen_key(&chosen, 1);
    if (count > 2) out->keys[2] = chosen_key(&chosen, 2);
}

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
    d4_store(out->next, d4_next(x));
    d4_store(out->greatest, d4_greatest(d4_max(d4_abs(x), d4_all(0.0))));
    d4_store(out->wide, d4_widen(f8_high(a)));
    f8_store(out->swapped, f8_join(f8_high(a), f8_low(a)));
    out->least[0] = f8_least(a);
    out->least[1] = f8_most(a);
    uint32_t bits = f8_least_bits(f8_max(f8_abs(a), f8_all(0.0F)));
    memcpy(&out->least[2], &bits, sizeof bits);
    f8_store(out->numbered, f8_number_lanes(a, 127, 16));
    f8_flags less = f8_lt(a, b);
    f8_store(out->merged, f8_merge(f8_keep(less, f8_abs(a)), f8_keep(f8_not(less), f8_abs(b))));
    probe_times(out, a, b);
    d4 rows[4] = {x, y, z, d4_add(x, y)};
    d4_transpose(rows);
    for (int k = 0; k < 4; k++)
        d4_store(out->turned[k], rows[k]);
    out->signs[0] = f4_signs(a4);
    out->signs[1] = 0;
    d4_store(out->moved[0], d4_reverse(x));
    d4_store(out->moved[1], d4_swap_pairs(x));
    d4_store(out->moved[2], d4_all_first(x));
    d4_store(out->moved[3], d4_all_second(x));
    d4_store(out->moved[4], d4_with_second(x, in->z[0]));
    d4_store(out->flipped, d4_flip(z, d4_select(d4_lt(x, y), d4_all(-2.0), d4_all(3.0))));
    const double apart[3] = {in->x[0], in->y[1], in->z[2]};
    d4_store(out->apart, d4_load_strided(apart, 1));
    out->apart[3] = 0.0;
    f4_store(out->three, f4_load3(in->b));
    f4_store(out->from_numbers, f4_load_u32(in->numbers));
    uint32_t whole[4];
    f4_store_u32(whole, f4_mul(f4_load_u32(in->numbers), f4_all(0.37F)));
    f4_store(out->whole, f4_load_u32(whole));
    f4 row[4] = {a4, b4, c4, f8_high(a)};
    f4_transpose(row);
    for (int k = 0; k < 4; k++)
        f4_store(out->turned4[k], row[k]);
}

void SIMD_NAME(probe_long)(const long_input *in, long_output *out) {
    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < 16; i += 2 * DOUBLES) {
        LONG_TYPE a = LONG_OP(load)(in->a + i), b = LONG_OP(load)(in->b + i);
        LONG_TYPE c = LONG_OP(load)(in->c + i);
        PROBE_LONG(LONG_TYPE, a, b, c, out->floats, out->float_flags, i);
    }
    for (size_t i = 0; i < 8; i += DOUBLES) {
        doubles x = doubles_load(in->x + i), y = doubles_load(in->y + i),
                z = doubles_load(in->z + i);
        PROBE_LONG(DOUBLES_TYPE, x, y, z, out->doubles, out->double_flags, i);
        doubles_store_real(out->as_real + i, doubles_as_real(x));
        doubles_store(out->loaded + i, doubles_load_real(in->numbers + i));
        doubles_store(out->gathered + i, doubles_gather_real(in->numbers, in->index + i));
    }
    for (size_t i = 0; i < 16; i += REALS) {
        reals numbers = reals_load(in->numbers + i);
        doubles half[REAL_HALVES];
        for (int h = 0; h < REAL_HALVES; h++)
            half[h] = doubles_add(reals_half(numbers, h), doubles_all(1.0));
        reals_store(out->halves + i, reals_of_halves(half));
    }
}
