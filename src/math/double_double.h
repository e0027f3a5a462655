/* Numbers as unevaluated sums of two doubles [Dekker71], of about 104 bits. Of every operation the
 * error is below 2^-101 of its operands' size: of the product's, and of the sum of the two sizes
 * where numbers are added. What falls below the range of a double is lost besides. */
#ifndef CAROM_MATH_DOUBLE_DOUBLE_H
#define CAROM_MATH_DOUBLE_DOUBLE_H

#include "math/expansion.h"

typedef struct double_double {
    double high, low;
} double_double;

/** Exact. */
static inline double_double dd_difference(double a, double b) {
    double_double out;
    two_sum(a, -b, &out.high, &out.low);
    return out;
}

static inline double_double dd_add(double_double a, double_double b) {
    double_double out;
    double sum, error;
    two_sum(a.high, b.high, &sum, &error);
    fast_two_sum(sum, error + (a.low + b.low), &out.high, &out.low);
    return out;
}

static inline double_double dd_negate(double_double a) {
    return (double_double){-a.high, -a.low};
}

static inline double_double dd_subtract(double_double a, double_double b) {
    return dd_add(a, dd_negate(b));
}

static inline double_double dd_multiply(double_double a, double_double b) {
    double_double out;
    double product, error;
    two_product(a.high, b.high, &product, &error);
    fast_two_sum(product, error + (a.high * b.low + a.low * b.high), &out.high, &out.low);
    return out;
}

static inline double_double dd_scale(double_double a, double b) {
    double_double out;
    double product, error;
    two_product(a.high, b, &product, &error);
    fast_two_sum(product, error + a.low * b, &out.high, &out.low);
    return out;
}

/** a + t * (b - a) */
static inline double_double dd_between(double_double a, double_double b, double t) {
    return dd_add(a, dd_scale(dd_subtract(b, a), t));
}

#endif
