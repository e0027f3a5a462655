/* Running error analysis: a number is a double and a bound on its distance from the true value. The
 * bounds are the tails that two_sum and two_product compute [Shewchuk97], so an operation without
 * rounding adds no error: numbers of few digits stay exact, and differences that cancel, as those
 * of coincident features do, are found to be exactly 0 and not only near it. A filter between the
 * static bounds of predicates.c and exact arithmetic. */
#ifndef CAROM_MATH_ROUNDED_H
#define CAROM_MATH_ROUNDED_H

#include <math.h>

#include "math/error_free.h"
#include "math/tolerances.h"
#include "math/vec.h"

typedef struct rounded {
    double value, error; /* error: bound on |value - true value|, >= 0 */
} rounded;

static inline rounded rounded_of(double exact) {
    return (rounded){exact, 0.0};
}

/** Are products of three such numbers, and the tails of these, normal? */
static inline bool rounded_is_in_range(double x) {
    return x == 0.0 || (fabs(x) > ROUNDED_MIN && fabs(x) < ROUNDED_MAX);
}

static inline bool rounded_is_in_range3(vec3 v) {
    return rounded_is_in_range(v.x) && rounded_is_in_range(v.y) && rounded_is_in_range(v.z);
}

static inline rounded rounded_add(rounded a, rounded b) {
    rounded out;
    double tail;
    two_sum(a.value, b.value, &out.value, &tail);
    out.error = (a.error + b.error + fabs(tail)) * ROUNDED_UP;
    return out;
}

static inline rounded rounded_negate(rounded a) {
    return (rounded){-a.value, a.error};
}

static inline rounded rounded_subtract(rounded a, rounded b) {
    return rounded_add(a, rounded_negate(b));
}

static inline rounded rounded_multiply(rounded a, rounded b) {
    rounded out;
    double tail;
    two_product(a.value, b.value, &out.value, &tail);
    double more = fabs(a.value) * b.error + (fabs(b.value) + b.error) * a.error;
    out.error = (more + fabs(tail)) * ROUNDED_UP;
    return out;
}

static inline rounded rounded_difference(double a, double b) {
    rounded out;
    double tail;
    two_sum(a, -b, &out.value, &tail);
    out.error = fabs(tail);
    return out;
}

static inline bool rounded_is_zero(rounded a) {
    return a.value == 0.0 && a.error == 0.0;
}

/** Is the true value not 0, with the sign of `value`? */
static inline bool rounded_is_certain(rounded a) {
    return fabs(a.value) > a.error;
}

typedef struct rounded3 {
    rounded at[3];
} rounded3;

/** Component i of the cross product. */
static inline rounded rounded_cross(const rounded3 *a, const rounded3 *b, int i) {
    const int j = i < 2 ? i + 1 : 0, k = i > 0 ? i - 1 : 2;
    return rounded_subtract(rounded_multiply(a->at[j], b->at[k]),
                            rounded_multiply(a->at[k], b->at[j]));
}

/** det[a, b, c] */
static inline rounded rounded_determinant(const rounded3 *a, const rounded3 *b, const rounded3 *c) {
    rounded sum = rounded_multiply(a->at[0], rounded_cross(b, c, 0));
    sum = rounded_add(sum, rounded_multiply(a->at[1], rounded_cross(b, c, 1)));
    return rounded_add(sum, rounded_multiply(a->at[2], rounded_cross(b, c, 2)));
}

#endif
