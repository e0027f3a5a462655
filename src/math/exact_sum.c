/* Long accumulator [Kulisch81]: products of the significands, as integers, are added into an
 * integer so long that no bit of any sum is lost: 2^-1074 to 2^1024, to the eighth power, and room
 * for carries. Only the limbs between the lowest and the highest product are cleared and read. A
 * factor hi - lo that is no double is the sum of two. Nothing is rounded before the end, so the sum
 * is exact without any condition. Every exact predicate rests on it. */
#include "math/exact_sum.h"

#include <string.h>

#include "math/error_free.h"

/* Limbs of 32 bits of a product of EXACT_FACTORS significands of 53. */
#define PRODUCT_LIMBS 14
/* The exponent of the last bit of the least double. */
#define LEAST_EXPONENT (-1074)

/* significand * 2^exponent */
typedef struct scaled_integer {
    uint64_t significand;
    int exponent;
    bool negative;
} scaled_integer;

/* A factor is the sum of its parts; without parts it is 0. */
typedef struct factor_parts {
    int count;
    scaled_integer part[2];
} factor_parts;

/* ---- factors */

static scaled_integer integer_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    const int biased = (int)(bits >> 52 & 0x7ff);
    const uint64_t fraction = bits & 0xfffffffffffffULL;
    return (scaled_integer){.significand = biased > 0 ? fraction | 1ULL << 52 : fraction,
                            .exponent = (biased > 0 ? biased - 1 : 0) + LEAST_EXPONENT,
                            .negative = bits >> 63 != 0};
}

static void add_part(factor_parts *parts, double x) {
    if (x != 0.0) parts->part[parts->count++] = integer_of(x);
}

/* hi - lo as its rounded value and the error of that, or as the two where it overflows. */
static void set_parts(factor_parts *parts, exact_factor factor) {
    double sum, error;
    two_sum(factor.hi, -factor.lo, &sum, &error);
    const bool holds = finite1(sum) && finite1(error);
    parts->count = 0;
    add_part(parts, holds ? sum : factor.hi);
    add_part(parts, holds ? error : -factor.lo);
}

static bool is_finite_term(const exact_term *term) {
    for (int i = 0; i < term->count; i++)
        if (!finite1(term->factor[i].hi) || !finite1(term->factor[i].lo)) return false;
    return true;
}

/* Sets the parts of every factor. @return false when the term is 0 */
static bool parts_of_term(factor_parts parts[EXACT_FACTORS], const exact_term *term) {
    for (int i = 0; i < term->count; i++) {
        set_parts(&parts[i], term->factor[i]);
        if (parts[i].count == 0) return false;
    }
    return true;
}

/* ---- accumulation */

/* limb *= significand. @return its limbs */
static int multiply(uint32_t limb[PRODUCT_LIMBS], int count, uint64_t significand) {
    const uint64_t low = significand & 0xffffffffU, high = significand >> 32;
    uint64_t carry = 0, above = 0;
    for (int i = 0; i < count; i++) {
        const uint64_t own = limb[i];
        carry += own * low;
        const uint64_t sum = (carry & 0xffffffffU) + (above & 0xffffffffU);
        limb[i] = (uint32_t)sum;
        carry = (carry >> 32) + (above >> 32) + (sum >> 32);
        above = own * high;
    }
    carry += above;
    for (; carry != 0; carry >>= 32)
        limb[count++] = (uint32_t)carry;
    return count;
}

static bool is_negative(const exact_sum *sum) {
    return sum->low < sum->high && sum->limb[sum->high - 1] >> 31 != 0;
}

/* Sets the limbs from `low` to `high`, too. */
static void widen(exact_sum *sum, int low, int high) {
    if (sum->low == sum->high) sum->low = sum->high = low;
    const uint32_t sign = is_negative(sum) ? 0xffffffffU : 0;
    while (sum->low > low)
        sum->limb[--sum->low] = 0;
    while (sum->high < high)
        sum->limb[sum->high++] = sign;
}

/* Adds or subtracts a product, whose lowest bit is that of `exponent`. Two limbs above it hold the
 * carries of all products and the sign. */
static void accumulate(exact_sum *sum, const uint32_t *limb, int count, int exponent,
                       bool negative) {
    const int from = exponent - 32 * EXACT_LOWEST_LIMB, shift = from & 31, first = from >> 5;
    widen(sum, first, first + count + 2);
    uint64_t carry = negative, rest = 0;
    for (int i = 0, k = first; k < sum->high; i++, k++) {
        if (i > count && carry == negative) break; /* the rest is 0 or ~0 and a carry */
        if (i < count) rest |= (uint64_t)limb[i] << shift;
        const uint32_t part = (uint32_t)rest;
        carry += (uint64_t)sum->limb[k] + (negative ? ~part : part);
        sum->limb[k] = (uint32_t)carry;
        carry >>= 32;
        rest >>= 32;
    }
}

/* Adds the product of one part of each factor; bit i of `choice` tells which part of factor i. */
static void add_choice(exact_sum *sum, const factor_parts parts[EXACT_FACTORS],
                       const exact_term *term, unsigned choice) {
    uint32_t limb[PRODUCT_LIMBS] = {1};
    int count = 1, exponent = 0;
    bool negative = term->negative;
    for (int i = 0; i < term->count; i++) {
        const scaled_integer *part = &parts[i].part[choice >> i & 1];
        count = multiply(limb, count, part->significand);
        exponent += part->exponent;
        negative = negative != part->negative;
    }
    accumulate(sum, limb, count, exponent, negative);
}

static void add_term(exact_sum *sum, const factor_parts parts[EXACT_FACTORS],
                     const exact_term *term) {
    unsigned two = 0, choice = 0;
    for (int i = 0; i < term->count; i++)
        two |= parts[i].count == 2 ? 1u << i : 0u;
    do {
        add_choice(sum, parts, term, choice);
        choice = (choice - two) & two; /* the next subset of `two` */
    } while (choice != 0);
}

/* ---- the sum */

static void negate(exact_sum *sum) {
    uint64_t carry = 1;
    for (int i = sum->low; i < sum->high; i++) {
        carry += (uint32_t)~sum->limb[i];
        sum->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

static exact_value value_of(exact_sum *sum) {
    const bool negative = is_negative(sum);
    if (negative) negate(sum);
    int top = sum->high - 1;
    while (top >= sum->low && sum->limb[top] == 0)
        top--;
    if (top < sum->low) return (exact_value){0.0, 0.0, 0};
    uint64_t leading = sum->limb[top], next = 0;
    for (int i = 1; i < 4; i++) {
        const uint32_t limb = top - i >= sum->low ? sum->limb[top - i] : 0;
        leading = i == 1 ? leading << 32 | limb : leading;
        next = i > 1 ? next << 32 | limb : next;
    }
    int shift = 0;
    for (; leading >> 63 == 0; shift++, next <<= 1)
        leading = leading << 1 | next >> 63;
    const double value = (double)(leading >> 11) * 0x1p-52;
    const double rest = (double)((leading & 0x7ff) << 32 | next >> 32) * 0x1p-95;
    return (exact_value){negative ? -value : value, negative ? -rest : rest,
                         32 * (EXACT_LOWEST_LIMB + top) + 31 - shift};
}

void carom_exact_add(exact_sum *sum, const exact_term *term) {
    factor_parts parts[EXACT_FACTORS];
    if (!is_finite_term(term)) sum->failed = true;
    if (!sum->failed && parts_of_term(parts, term)) add_term(sum, parts, term);
}

int carom_exact_sum_sign(const exact_sum *sum) {
    if (sum->failed) return 0;
    if (is_negative(sum)) return -1;
    for (int i = sum->low; i < sum->high; i++)
        if (sum->limb[i] != 0) return 1;
    return 0;
}

exact_value carom_exact_sum_value(exact_sum *sum) {
    return sum->failed ? (exact_value){0.0, 0.0, 0} : value_of(sum);
}
