/* Decimal to binary conversion, correctly rounded [Clinger90]: the nearest double, ties to even, as
 * strtod gives in the C locale. Up to 2^53 and 10^22 one multiplication or division of exact
 * doubles rounds once. Otherwise the number is a quotient of integers: the digits times or divided
 * by a power of five, in limbs of 32 bits; its leading 64 bits, and whether any bit below them is
 * set, decide the rounding. strtod itself depends on the locale for the decimal point. */
#include <math.h>
#include <string.h>

#include "text.h"
#include "number.h"

enum {
    WORD_DIGITS = 19,  /* fit into 64 bits */
    KEPT_DIGITS = 800, /* a tie between doubles has at most 767 */
    LIMBS = 96,        /* 801 digits, or 66 bits more than the 5^1126 that divides 801 digits */
    FIVE_STEP = 13     /* 5^13 fits into a limb */
};

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool equals_ignoring_case(const char *text, const char *end, const char *wanted) {
    for (; text < end && *wanted; text++, wanted++)
        if (lower(*text) != *wanted) return false;
    return text == end && !*wanted;
}

/* ---- natural numbers */

typedef struct natural {
    uint32_t limb[LIMBS]; /* the least first */
    size_t count;         /* the last one is not zero */
} natural;

static void multiply_add(natural *n, uint32_t factor, uint32_t summand) {
    uint64_t carry = summand;
    for (size_t i = 0; i < n->count; i++) {
        carry += (uint64_t)n->limb[i] * factor;
        n->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry && n->count < LIMBS) n->limb[n->count++] = (uint32_t)carry;
}

/* Divides n; returns whether there is a remainder. */
static bool divide(natural *n, uint32_t divisor) {
    uint64_t remainder = 0;
    for (size_t i = n->count; i-- > 0;) {
        remainder = remainder << 32 | n->limb[i];
        n->limb[i] = (uint32_t)(remainder / divisor);
        remainder %= divisor;
    }
    while (n->count && !n->limb[n->count - 1])
        n->count--;
    return remainder != 0;
}

static void shift_limbs(natural *n, size_t limbs) {
    memmove(n->limb + limbs, n->limb, n->count * sizeof *n->limb);
    memset(n->limb, 0, limbs * sizeof *n->limb);
    n->count += limbs;
}

static uint32_t power_of_five(int64_t exponent) {
    uint32_t power = 1;
    while (exponent-- > 0)
        power *= 5;
    return power;
}

/* ---- the text */

typedef struct decimal {
    const char *first, *end; /* of the digits, from the first that is not 0; may hold a point */
    uint64_t digits;         /* at most nineteen of them */
    int64_t exponent;        /* of ten, for `digits` */
    bool dropped;            /* digits after the nineteenth */
} decimal;

/* The digits as an integer. Those after the first KEPT_DIGITS only break ties: they are replaced by
 * one digit 1 if any is not 0. */
static void read_natural(natural *n, const decimal *d, int64_t *exponent) {
    bool more = false;
    int64_t digit_index = 0, added = 0;
    n->limb[0] = (uint32_t)d->digits;
    n->limb[1] = (uint32_t)(d->digits >> 32);
    n->count = n->limb[1] ? 2 : 1;
    *exponent = d->exponent;
    if (!d->dropped) return;
    for (const char *at = d->first; at < d->end; at++) {
        if (!is_digit(*at) || digit_index++ < WORD_DIGITS) continue;
        if (digit_index > KEPT_DIGITS) {
            more = more || *at != '0';
            continue;
        }
        multiply_add(n, 10, (uint32_t)(*at - '0'));
        added++;
    }
    if (more) {
        multiply_add(n, 10, 1);
        added++;
    }
    *exponent -= added;
}

/* (top + f) * 2^exponent, rounded, where 0 <= f < 1, f > 0 if `more`, and the highest bit of top is
 * set. */
static double round_to_double(uint64_t top, bool more, int64_t exponent) {
    int64_t highest = exponent + 63;
    int64_t drop = highest < -1022 ? 11 + (-1022 - highest) : 11;
    uint64_t bits = 0, remainder = top, half;
    if (highest > 1023) return INFINITY;
    if (drop > 64) return 0.0;
    half = (uint64_t)1 << (drop - 1);
    if (drop < 64) {
        bits = top >> drop;
        remainder = top & (half + (half - 1));
    }
    if (remainder > half || (remainder == half && (more || (bits & 1)))) bits++;
    /* The carry of rounding up correctly increments the exponent. */
    if (highest >= -1022) bits += (uint64_t)(highest + 1022) << 52;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Rounds n * 2^exponent, by its leading 64 bits. */
static double round_natural(const natural *n, bool more, int64_t exponent) {
    uint64_t top = 0;
    size_t at = n->count, shift = 0;
    uint32_t next = 0;
    for (int k = 0; k < 2; k++)
        top = top << 32 | (at ? n->limb[--at] : 0);
    if (at) next = n->limb[--at];
    while (!(top >> 63)) {
        top = top << 1 | next >> 31;
        next <<= 1;
        shift++;
    }
    more = more || next != 0;
    while (at && !more)
        more = n->limb[--at] != 0;
    return round_to_double(top, more, exponent + 32 * ((int64_t)n->count - 2) - (int64_t)shift);
}

/* n * 10^exponent = n * 5^exponent * 2^exponent. A quotient gets 66 bits or more by limbs of zeros
 * below n: `wanted` limbs are the bits of the divisor, 66 more, and one limb for what the highest
 * limb of n lacks. */
static double round_exactly(const decimal *d) {
    natural n;
    int64_t ten, two;
    bool more = false;
    read_natural(&n, d, &ten);
    two = ten;
    if (ten < 0) {
        size_t wanted = (size_t)(-ten * 2378 / 1024 + 1 + 66) / 32 + 2;
        if (wanted > n.count) {
            two -= 32 * (int64_t)(wanted - n.count);
            shift_limbs(&n, wanted - n.count);
        }
    }
    for (int64_t left = ten < 0 ? -ten : ten; left > 0; left -= FIVE_STEP) {
        uint32_t power = power_of_five(left < FIVE_STEP ? left : FIVE_STEP);
        if (ten < 0)
            more = divide(&n, power) || more;
        else
            multiply_add(&n, power, 0);
    }
    return round_natural(&n, more, two);
}

static double round_decimal(const decimal *d) {
    static const double ten_to[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (!d->digits) return 0.0;
    if (!d->dropped && d->digits <= (uint64_t)1 << 53 && d->exponent >= -22 && d->exponent <= 22)
        return d->exponent < 0 ? (double)d->digits / ten_to[-d->exponent]
                               : (double)d->digits * ten_to[d->exponent];
    if (d->exponent > 310) return INFINITY;
    if (d->exponent < -346) return 0.0; /* below 1e19 * 1e-346, far below the subnormals */
    return round_exactly(d);
}

static const char *read_digits(const char *text, const char *end, decimal *d, bool fraction) {
    for (; text < end && is_digit(*text); text++) {
        if (d->digits < 1000000000000000000u) {
            if (!d->digits) d->first = text;
            d->digits = d->digits * 10 + (uint64_t)(*text - '0');
            d->exponent -= fraction;
        } else {
            d->dropped = true;
            d->exponent += !fraction;
        }
    }
    return text;
}

/* Saturates above 10^12: no text has the digits to bring such a number back into range. */
static const char *read_exponent(const char *text, const char *end, int64_t *exponent) {
    bool minus = text < end && *text == '-';
    if (text < end && (*text == '-' || *text == '+')) text++;
    if (text == end || !is_digit(*text)) return NULL;
    int64_t value = 0;
    for (; text < end && is_digit(*text); text++)
        if (value < 1000000000000) value = value * 10 + (*text - '0');
    *exponent += minus ? -value : value;
    return text;
}

static bool parse_special(const char *text, const char *end, double *out) {
    if (equals_ignoring_case(text, end, "nan") || equals_ignoring_case(text, end, "nan(ind)"))
        *out = NAN;
    else if (equals_ignoring_case(text, end, "inf") || equals_ignoring_case(text, end, "infinity"))
        *out = INFINITY;
    else
        return false;
    return true;
}

bool carom_io_parse_number(const char *text, const char *end, double *out) {
    bool minus = text < end && *text == '-';
    if (text < end && (*text == '-' || *text == '+')) text++;
    if (!parse_special(text, end, out)) {
        decimal d = {.first = text};
        const char *start = text;
        text = read_digits(text, end, &d, false);
        size_t count = (size_t)(text - start);
        if (text < end && *text == '.') {
            start = ++text;
            text = read_digits(text, end, &d, true);
            count += (size_t)(text - start);
        }
        d.end = text;
        if (!count) return false;
        if (text < end && lower(*text) == 'e') text = read_exponent(text + 1, end, &d.exponent);
        if (text != end) return false;
        *out = round_decimal(&d);
    }
    if (minus) *out = -*out;
    return true;
}

bool carom_io_parse_integer(const char *text, const char *end, long long *out) {
    bool minus = text < end && *text == '-';
    if (text < end && (*text == '-' || *text == '+')) text++;
    if (text == end) return false;
    long long value = 0;
    for (; text < end; text++) {
        if (!is_digit(*text) || value > 100000000000000000) return false;
        value = value * 10 + (*text - '0');
    }
    *out = minus ? -value : value;
    return true;
}
