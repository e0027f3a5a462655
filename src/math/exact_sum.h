/* The exact value of a sum of products of doubles, to which they are added one by one. */
#ifndef CAROM_MATH_EXACT_SUM_H
#define CAROM_MATH_EXACT_SUM_H

#include "core/workspace.h"
#include "math/vec.h"

/* One factor of a product: the exact difference hi - lo (lo = 0 for a number). */
typedef struct exact_factor {
    double hi, lo;
} exact_factor;

/* Most factors of a term, most terms of a sum. */
#define EXACT_FACTORS 8
#define EXACT_TERMS 128

/* The product of `count` factors (1 to EXACT_FACTORS), negated when `negative`. */
typedef struct exact_term {
    exact_factor factor[EXACT_FACTORS];
    int count;
    bool negative;
} exact_term;

/* Limbs from 2^(32 * EXACT_LOWEST_LIMB), which is at most 2^(-1074 EXACT_FACTORS), to above the
 * largest sum of EXACT_TERMS, each of 2^8 products below 2^(1024 EXACT_FACTORS), and a sign. */
#define EXACT_LOWEST_LIMB (-269)
#define EXACT_SUM_LIMBS 528

/* A two's complement integer times 2^(32 * EXACT_LOWEST_LIMB). Limbs below `low` are 0, those from
 * `high` up only repeat the sign; neither are set. Without limbs it is 0. */
typedef struct exact_sum {
    int low, high;
    bool failed; /* a term was not finite */
    uint32_t limb[EXACT_SUM_LIMBS];
} exact_sum;

_Static_assert(2 * sizeof(exact_sum) <= WORKSPACE_EXACT_BYTES, "the block holds two");

/* (value + rest) * 2^exponent: the leading 53 bits, 1 <= |value| < 2 or 0, and at least the 43 that
 * follow them. */
typedef struct exact_value {
    double value, rest;
    int exponent;
} exact_value;

static inline void exact_sum_begin(exact_sum *sum) {
    sum->low = sum->high = 0;
    sum->failed = false;
}

/** Adds a term of any finite factors, however far apart. */
void carom_exact_add(exact_sum *sum, const exact_term *term);

/** Sign of the sum; 0 when a term was not finite. */
int carom_exact_sum_sign(const exact_sum *sum);

/** Value of the sum, which is overwritten; 0 when a term was not finite. */
exact_value carom_exact_sum_value(exact_sum *sum);

#endif
