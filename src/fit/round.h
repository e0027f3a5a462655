/* Rounding outwards, so that a fit encloses: results leave double for carom_real this way. */
#ifndef CAROM_FIT_ROUND_H
#define CAROM_FIT_ROUND_H

#include "math/vec.h"

#define HALF_ULP 1.1102230246251565e-16 /* of a double: 2^-53 */

/** A carom_real above `r`, by an ulp or two. */
static inline carom_real real_above(carom_real r) {
    double tiny = sizeof r == 4 ? 1.4e-45 : 4.9e-324;
    return r + (carom_real)max2(fabs((double)r) * (double)CAROM_REAL_EPSILON, tiny);
}

/** The least carom_real from x on, or the one after; infinite beyond the range. */
static inline carom_real real_up(double x) {
    carom_real r = (carom_real)x;
    return (double)r < x ? real_above(r) : r;
}

static inline carom_real real_down(double x) {
    return -real_up(-x);
}

/** a + b rounded up, in double. */
static inline double sum_up(double a, double b) {
    double s = a + b;
    return s + fabs(s) * (2.0 * HALF_ULP);
}

static inline carom_vec3 real3_up(vec3 v) {
    return (carom_vec3){real_up(v.x), real_up(v.y), real_up(v.z)};
}
static inline carom_vec3 real3_down(vec3 v) {
    return (carom_vec3){real_down(v.x), real_down(v.y), real_down(v.z)};
}
static inline vec3 fit_abs3(vec3 v) {
    return vec(fabs(v.x), fabs(v.y), fabs(v.z));
}

#endif
