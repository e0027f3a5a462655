/* Arbitrary-precision dyadic numbers, by schoolbook arithmetic [Knuth97] 4.3.1 on limbs of 32
 * bits, so that C's 64-bit integers hold every product and carry. All operations but
 * carom_dyadic_value are exact up to degree 16 in doubles. The numbers of one query have a few
 * limbs, whatever the worst case, so faster multiplication would gain nothing. */
#include "math/dyadic.h"

#include <string.h>

#include "math/tolerances.h"

/* Less than the top of any number but 0. */
#define TOP_OF_ZERO (-1000000)
/* Limbs below `base` from which a value is given as 0: it is below 2^-960. */
#define VALUE_LIMBS 30

/* Drops zero limbs at both ends. */
static void trim(dyadic *d) {
    while (d->count > 0 && d->limb[d->count - 1] == 0)
        d->count--;
    if (d->count == 0) d->sign = 0;
    int low = 0;
    while (low < d->count && d->limb[low] == 0)
        low++;
    if (low == 0) return;
    d->count -= low, d->exponent += low;
    memmove(d->limb, d->limb + low, (size_t)d->count * sizeof d->limb[0]);
}

void carom_dyadic_set(dyadic *out, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int biased = (int)(bits >> 52 & 0x7ff);
    uint64_t fraction = bits & 0xfffffffffffffULL;
    out->sign = out->count = out->exponent = 0;
    if (biased == 0x7ff || (biased == 0 && fraction == 0)) return;
    if (biased > 0) fraction |= 1ULL << 52;
    /* value = fraction * 2^(bit - 1088), 1088 = 34 limbs */
    int bit = (biased > 0 ? biased : 1) - 1075 + 1088, shift = bit % 32;
    out->sign = bits >> 63 ? -1 : 1;
    out->exponent = bit / 32 - 34;
    out->count = 3;
    out->limb[0] = (uint32_t)(fraction << shift);
    out->limb[1] = (uint32_t)((fraction << shift) >> 32);
    out->limb[2] = shift > 0 ? (uint32_t)(fraction >> (64 - shift)) : 0;
    trim(out);
}

void carom_dyadic_copy(dyadic *out, const dyadic *a) {
    out->sign = a->sign, out->count = a->count, out->exponent = a->exponent;
    memcpy(out->limb, a->limb, (size_t)a->count * sizeof a->limb[0]);
}

int carom_dyadic_top(const dyadic *a) {
    return a->sign != 0 ? a->exponent + a->count : TOP_OF_ZERO;
}

static uint32_t limb_at(const dyadic *d, int exponent) {
    int i = exponent - d->exponent;
    return i >= 0 && i < d->count ? d->limb[i] : 0;
}

/* Sign of |a| - |b|. */
static int compare_sizes(const dyadic *a, const dyadic *b) {
    int top_a = carom_dyadic_top(a), top_b = carom_dyadic_top(b);
    if (top_a != top_b) return top_a < top_b ? -1 : 1;
    int low = a->exponent < b->exponent ? a->exponent : b->exponent;
    for (int e = top_a - 1; e >= low; e--) {
        uint32_t x = limb_at(a, e), y = limb_at(b, e);
        if (x != y) return x < y ? -1 : 1;
    }
    return 0;
}

/* The limbs of |large| + sign * |small|, where |large| >= |small|. */
static void combine(dyadic *out, const dyadic *large, const dyadic *small, int sign) {
    int low = large->exponent < small->exponent ? large->exponent : small->exponent;
    int top = carom_dyadic_top(large) + 1;
    if (top - low > DYADIC_LIMBS) low = top - DYADIC_LIMBS; /* beyond the stated degree */
    out->exponent = low, out->count = top - low;
    int64_t carry = 0;
    for (int e = low; e < top; e++) {
        carry += (int64_t)limb_at(large, e) + sign * (int64_t)limb_at(small, e);
        out->limb[e - low] = (uint32_t)((uint64_t)carry & 0xffffffffU);
        carry = carry < 0 ? -1 : carry > 0xffffffffLL ? 1 : 0;
    }
}

void carom_dyadic_add(dyadic *out, const dyadic *a, const dyadic *b, int sign_b) {
    int other = sign_b * b->sign;
    if (other == 0 || a->sign == 0) {
        carom_dyadic_copy(out, other == 0 ? a : b);
        if (a->sign == 0) out->sign = other;
        return;
    }
    int order = compare_sizes(a, b);
    combine(out, order < 0 ? b : a, order < 0 ? a : b, a->sign == other ? 1 : -1);
    out->sign = order < 0 ? other : a->sign;
    trim(out);
}

void carom_dyadic_multiply(dyadic *out, const dyadic *a, const dyadic *b) {
    out->sign = a->sign * b->sign;
    out->exponent = a->exponent + b->exponent;
    out->count = out->sign != 0 ? a->count + b->count : 0;
    if (out->count > DYADIC_LIMBS) { /* beyond the stated degree */
        out->count = out->sign = 0;
        return;
    }
    memset(out->limb, 0, (size_t)out->count * sizeof out->limb[0]);
    if (out->sign == 0) return;
    for (int i = 0; i < a->count; i++) {
        uint64_t carry = 0;
        for (int j = 0; j < b->count; j++) {
            carry += (uint64_t)a->limb[i] * b->limb[j] + out->limb[i + j];
            out->limb[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        out->limb[i + b->count] = (uint32_t)carry;
    }
    trim(out);
}

double carom_dyadic_value(const dyadic *a, int base) {
    int top = carom_dyadic_top(a), below = base - top;
    if (a->sign == 0 || below > VALUE_LIMBS) return 0.0;
    /* three limbs hold at least 65 bits: the rest matters only for a rounding tie */
    double value = (double)limb_at(a, top - 1) * 0x1p-32 +
                   ((double)limb_at(a, top - 2) * 0x1p-64 + (double)limb_at(a, top - 3) * 0x1p-96);
    for (; below > 0; below--)
        value *= DYADIC_LIMB_DOWN;
    for (; below < 0 && value <= DBL_MAX; below++)
        value *= DYADIC_LIMB_UP;
    return a->sign < 0 ? -value : value;
}

void carom_dyadic3_subtract(dyadic3 *out, const dyadic3 *a, const dyadic3 *b) {
    carom_dyadic_add(&out->x, &a->x, &b->x, -1);
    carom_dyadic_add(&out->y, &a->y, &b->y, -1);
    carom_dyadic_add(&out->z, &a->z, &b->z, -1);
}

void carom_dyadic3_copy(dyadic3 *out, const dyadic3 *a) {
    carom_dyadic_copy(&out->x, &a->x);
    carom_dyadic_copy(&out->y, &a->y);
    carom_dyadic_copy(&out->z, &a->z);
}

/* out = a * b - c * d */
static void minor2(dyadic *out, const dyadic *const ab[2], const dyadic *const cd[2]) {
    dyadic p, q;
    carom_dyadic_multiply(&p, ab[0], ab[1]);
    carom_dyadic_multiply(&q, cd[0], cd[1]);
    carom_dyadic_add(out, &p, &q, -1);
}

void carom_dyadic3_cross(dyadic3 *out, const dyadic3 *a, const dyadic3 *b) {
    minor2(&out->x, (const dyadic *[2]){&a->y, &b->z}, (const dyadic *[2]){&a->z, &b->y});
    minor2(&out->y, (const dyadic *[2]){&a->z, &b->x}, (const dyadic *[2]){&a->x, &b->z});
    minor2(&out->z, (const dyadic *[2]){&a->x, &b->y}, (const dyadic *[2]){&a->y, &b->x});
}

void carom_dyadic3_scale(dyadic3 *out, const dyadic3 *a, const dyadic *s) {
    carom_dyadic_multiply(&out->x, &a->x, s);
    carom_dyadic_multiply(&out->y, &a->y, s);
    carom_dyadic_multiply(&out->z, &a->z, s);
}

void carom_dyadic3_dot(dyadic *out, const dyadic3 *a, const dyadic3 *b) {
    dyadic p, q, sum;
    carom_dyadic_multiply(&p, &a->x, &b->x);
    carom_dyadic_multiply(&q, &a->y, &b->y);
    carom_dyadic_add(&sum, &p, &q, 1);
    carom_dyadic_multiply(&p, &a->z, &b->z);
    carom_dyadic_add(out, &sum, &p, 1);
}

int carom_dyadic3_dot_sign(const dyadic3 *a, const dyadic3 *b) {
    dyadic dot;
    carom_dyadic3_dot(&dot, a, b);
    return dot.sign;
}

int carom_dyadic3_top(const dyadic3 *a) {
    int x = carom_dyadic_top(&a->x), y = carom_dyadic_top(&a->y), z = carom_dyadic_top(&a->z);
    int top = x > y ? x : y;
    return top > z ? top : z;
}

vec3 carom_dyadic3_value(const dyadic3 *a, int base) {
    return vec(carom_dyadic_value(&a->x, base), carom_dyadic_value(&a->y, base),
               carom_dyadic_value(&a->z, base));
}
