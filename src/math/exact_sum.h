/* The exact value of a sum of products of doubles. */
#ifndef CAROM_MATH_EXACT_SUM_H
#define CAROM_MATH_EXACT_SUM_H

#include "math/predicates.h"

/* (value + rest) * 2^exponent: the leading 53 bits, 1 <= |value| < 2 or 0, and at least the 43 that
 * follow them. */
typedef struct exact_value {
    double value, rest;
    int exponent;
} exact_value;

/** Exact sum of terms of any finite factors, however far apart; 0 when there are more than
 * EXACT_TERMS or one is not finite. */
exact_value carom_exact_sum(const exact_terms *terms);

#endif
