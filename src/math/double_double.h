/* Double-double arithmetic [Dekker71]: a number is the unevaluated sum of two doubles and has about
 * 104 bits. It is used where half of a double's digits cancel, as in the discriminant of a
 * quadratic with nearly equal roots: with all bits of the products kept, the root is correct to a
 * double's digits. Cheaper than exact sums, but rounded. Numbers and products must be far
 * from overflow; what falls below the normal range is lost. */
#ifndef CAROM_MATH_DOUBLE_DOUBLE_H
#define CAROM_MATH_DOUBLE_DOUBLE_H

#include "math/error_free.h"
#include "math/predicates.h"
#include "math/tolerances.h"

typedef struct double_double {
    double hi, lo; /* hi is the rounded sum */
} double_double;

typedef struct double_double3 {
    double_double at[3];
} double_double3;

/** The difference that a factor stands for, exactly. */
static inline double_double dd_of(exact_factor f) {
    double_double out;
    two_sum(f.hi, -f.lo, &out.hi, &out.lo);
    return out;
}

/** a - b, exactly. */
static inline double_double dd_difference(double a, double b) {
    return dd_of((exact_factor){a, b});
}

static inline double_double dd_negate(double_double a) {
    return (double_double){-a.hi, -a.lo};
}

static inline double_double dd_add(double_double a, double_double b) {
    double high, high_error, low, low_error;
    two_sum(a.hi, b.hi, &high, &high_error);
    two_sum(a.lo, b.lo, &low, &low_error);
    fast_two_sum(high, high_error + low, &high, &high_error);
    double_double out;
    fast_two_sum(high, high_error + low_error, &out.hi, &out.lo);
    return out;
}

static inline double_double dd_subtract(double_double a, double_double b) {
    return dd_add(a, dd_negate(b));
}

static inline double_double dd_multiply(double_double a, double_double b) {
    double product, error;
    two_product(a.hi, b.hi, &product, &error);
    double_double out;
    fast_two_sum(product, error + (a.hi * b.lo + a.lo * b.hi), &out.hi, &out.lo);
    return out;
}

static inline double_double dd_scale(double_double a, double b) {
    double product, error;
    two_product(a.hi, b, &product, &error);
    double_double out;
    fast_two_sum(product, error + a.lo * b, &out.hi, &out.lo);
    return out;
}

/** a + t * (b - a) */
static inline double_double dd_between(double_double a, double_double b, double t) {
    return dd_add(a, dd_scale(dd_subtract(b, a), t));
}

static inline double_double dd_square(double_double a) {
    return dd_multiply(a, a);
}

static inline double_double3 dd3_subtract(const double_double3 *a, const double_double3 *b) {
    double_double3 out;
    for (int i = 0; i < 3; i++)
        out.at[i] = dd_subtract(a->at[i], b->at[i]);
    return out;
}

static inline double_double dd_dot(const double_double3 *a, const double_double3 *b) {
    return dd_add(dd_add(dd_multiply(a->at[0], b->at[0]), dd_multiply(a->at[1], b->at[1])),
                  dd_multiply(a->at[2], b->at[2]));
}

static inline double_double3 dd_cross(const double_double3 *a, const double_double3 *b) {
    double_double3 out;
    for (int i = 0; i < 3; i++) {
        const int j = i < 2 ? i + 1 : 0, k = i > 0 ? i - 1 : 2;
        out.at[i] = dd_subtract(dd_multiply(a->at[j], b->at[k]), dd_multiply(a->at[k], b->at[j]));
    }
    return out;
}

static inline double_double dd_length2(const double_double3 *a) {
    return dd_dot(a, a);
}

static inline double_double dd_exact(double a) {
    return (double_double){a, 0.0};
}

static inline bool dd_less(double_double a, double_double b) {
    return a.hi < b.hi || (a.hi == b.hi && a.lo < b.lo);
}

/** a / b, b not 0. */
static inline double_double dd_quotient(double_double a, double_double b) {
    const double first = a.hi / b.hi;
    const double_double rest = dd_subtract(a, dd_scale(b, first));
    const double second = rest.hi / b.hi;
    const double third = dd_subtract(rest, dd_scale(b, second)).hi / b.hi;
    double_double out;
    fast_two_sum(first, second, &out.hi, &out.lo);
    return dd_add(out, dd_exact(third));
}

/** The square root, by one step of Newton's method from the root in double; 0 unless a > 0. */
static inline double_double dd_root(double_double a) {
    if (!(a.hi > 0.0)) return dd_exact(0.0);
    const double root = sqrt(a.hi);
    const double rest = dd_subtract(a, dd_square(dd_exact(root))).hi;
    double_double out;
    fast_two_sum(root, rest / (2.0 * root), &out.hi, &out.lo);
    return out;
}

static inline double_double3 dd3_exact(vec3 v) {
    return (double_double3){{dd_exact(v.x), dd_exact(v.y), dd_exact(v.z)}};
}

static inline vec3 dd3_rounded(const double_double3 *a) {
    return vec(a->at[0].hi, a->at[1].hi, a->at[2].hi);
}

static inline double_double3 dd3_negate(const double_double3 *a) {
    return (double_double3){{dd_negate(a->at[0]), dd_negate(a->at[1]), dd_negate(a->at[2])}};
}

/** a + s * b */
static inline double_double3 dd3_add_scaled(const double_double3 *a, const double_double3 *b,
                                            double_double s) {
    double_double3 out;
    for (int i = 0; i < 3; i++)
        out.at[i] = dd_add(a->at[i], dd_multiply(b->at[i], s));
    return out;
}

static inline double_double3 dd3_add(const double_double3 *a, const double_double3 *b) {
    double_double3 out;
    for (int i = 0; i < 3; i++)
        out.at[i] = dd_add(a->at[i], b->at[i]);
    return out;
}

static inline double_double3 dd3_scale(const double_double3 *a, double_double s) {
    double_double3 out;
    for (int i = 0; i < 3; i++)
        out.at[i] = dd_multiply(a->at[i], s);
    return out;
}

/** Exact. */
static inline double_double3 dd3_difference(vec3 a, vec3 b) {
    return (double_double3){
        {dd_difference(a.x, b.x), dd_difference(a.y, b.y), dd_difference(a.z, b.z)}};
}

/** v / s, s not 0. */
static inline double_double3 dd3_quotient(const double_double3 *v, double_double s) {
    double_double3 out;
    for (int i = 0; i < 3; i++)
        out.at[i] = dd_quotient(v->at[i], s);
    return out;
}

static inline double_double3 dd3_unit(const double_double3 *v) {
    return dd3_quotient(v, dd_root(dd_length2(v)));
}

/** The sign of a - b, or 0 where rounding of sums of products of that size may have changed it. */
static inline int dd_sign_of_difference(double_double a, double_double b) {
    const double difference = dd_subtract(a, b).hi;
    if (!(fabs(difference) > DD_SIGN_ERROR * (fabs(a.hi) + fabs(b.hi)))) return 0;
    return difference > 0.0 ? 1 : -1;
}

#endif
