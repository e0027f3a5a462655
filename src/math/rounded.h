/* Numbers that know what rounding took from them: a value and a bound on how far the true one is.
 * What is 0, or has few digits, stays exact (error 0), so that sums which cancel, as coordinates of
 * things that lie on each other do, are seen to be 0 and not only near it. The tails that two_sum
 * and two_product tell are the errors: no bound is larger than it needs to be. */
#ifndef CAROM_MATH_ROUNDED_H
#define CAROM_MATH_ROUNDED_H

#include <math.h>

#include "math/expansion.h"
#include "math/vec.h"

typedef struct rounded {
    double value, error;
} rounded;

/* Above the roundings of a bound itself. */
#define ROUNDED_MORE (1.0 + 0x1p-48)

static inline rounded rounded_of(double exact) {
    return (rounded){exact, 0.0};
}

/** Of products of three such numbers, and their tails, none leaves the range. */
static inline bool rounded_serves(double x) {
    return x == 0.0 || (fabs(x) > 1e-60 && fabs(x) < 1e60);
}

static inline bool rounded_serves3(vec3 v) {
    return rounded_serves(v.x) && rounded_serves(v.y) && rounded_serves(v.z);
}

static inline rounded rounded_add(rounded a, rounded b) {
    rounded out;
    double tail;
    two_sum(a.value, b.value, &out.value, &tail);
    out.error = (a.error + b.error + fabs(tail)) * ROUNDED_MORE;
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
    out.error = (more + fabs(tail)) * ROUNDED_MORE;
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

/** Is the sign that of the value, which is not 0? */
static inline bool rounded_is_sure(rounded a) {
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

/** Of three vectors. */
static inline rounded rounded_determinant(const rounded3 *a, const rounded3 *b, const rounded3 *c) {
    rounded sum = rounded_multiply(a->at[0], rounded_cross(b, c, 0));
    sum = rounded_add(sum, rounded_multiply(a->at[1], rounded_cross(b, c, 1)));
    return rounded_add(sum, rounded_multiply(a->at[2], rounded_cross(b, c, 2)));
}

#endif
