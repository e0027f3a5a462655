/* Vectors of exact differences, the input of exact and double-double arithmetic. */
#ifndef CAROM_MATH_FACTOR_H
#define CAROM_MATH_FACTOR_H

#include "math/double_double.h"
#include "math/dyadic.h"
#include "math/exact_sum.h"

typedef struct factor3 {
    exact_factor at[3];
} factor3;

/** to - from. */
static inline factor3 factor3_between(vec3 from, vec3 to) {
    return (factor3){{{to.x, from.x}, {to.y, from.y}, {to.z, from.z}}};
}

static inline double_double3 dd3_of(const factor3 *f) {
    return (double_double3){{dd_of(f->at[0]), dd_of(f->at[1]), dd_of(f->at[2])}};
}

static inline dyadic dyadic_of_factor(dyadic_pool *pool, exact_factor f) {
    const dyadic hi = carom_dyadic_of(pool, f.hi);
    return f.lo == 0.0 ? hi : dyadic_difference(pool, hi, carom_dyadic_of(pool, f.lo));
}

static inline dyadic3 dyadic3_of_factor(dyadic_pool *pool, const factor3 *f) {
    dyadic3 out;
    out.x = dyadic_of_factor(pool, f->at[0]);
    out.y = dyadic_of_factor(pool, f->at[1]);
    out.z = dyadic_of_factor(pool, f->at[2]);
    return out;
}

#endif
