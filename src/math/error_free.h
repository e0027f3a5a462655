/* Error-free transformations [Shewchuk97]: a sum or product of two doubles as its rounded value and
 * the exact error of that. Exact as long as nothing overflows, and products where their errors are
 * not below the subnormals. */
#ifndef CAROM_MATH_ERROR_FREE_H
#define CAROM_MATH_ERROR_FREE_H

#include "math/tolerances.h"

/** a + b = sum + error exactly. */
static inline void two_sum(double a, double b, double *sum, double *error) {
    double s = a + b;
    double b_part = s - a;
    double a_part = s - b_part;
    *error = (a - a_part) + (b - b_part);
    *sum = s;
}

/** As two_sum for |a| >= |b| or a = 0. */
static inline void fast_two_sum(double a, double b, double *sum, double *error) {
    double s = a + b;
    *error = b - (s - a);
    *sum = s;
}

/** a = high + low with 26 bits each, so that products of halves are exact [Dekker71]. */
static inline void split_double(double a, double *high, double *low) {
    double c = DEKKER_SPLITTER * a;
    double h = c - (c - a);
    *high = h;
    *low = a - h;
}

/** a * b = product + error exactly. */
static inline void two_product(double a, double b, double *product, double *error) {
    double a_high, a_low, b_high, b_low;
    double p = a * b;
    split_double(a, &a_high, &a_low);
    split_double(b, &b_high, &b_low);
    *error = a_low * b_low - (((p - a_high * b_high) - a_low * b_high) - a_high * b_low);
    *product = p;
}

#endif
