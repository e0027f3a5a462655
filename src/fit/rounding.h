/* Outward rounding of doubles to carom_real, by which fits enclose. */
#ifndef CAROM_FIT_ROUNDING_H
#define CAROM_FIT_ROUNDING_H

#include "fit/tolerances.h"
#include "math/vec.h"

/** A carom_real above `r`, by an ulp or two. */
static inline carom_real real_above(carom_real r) {
    double tiny = sizeof r == 4 ? 1.4e-45 : 4.9e-324;
    return r + (carom_real)max2(fabs((double)r) * (double)CAROM_REAL_EPSILON, tiny);
}

/** A carom_real that is at least x: the least one, or the next; infinite beyond the range. */
static inline carom_real real_up(double x) {
    carom_real r = (carom_real)x;
    return (double)r < x ? real_above(r) : r;
}

/** A carom_real that is at most x: the greatest one, or the one before. */
static inline carom_real real_down(double x) {
    return -real_up(-x);
}

/** a + b rounded up, in double. */
static inline double sum_up(double a, double b) {
    double s = a + b;
    return s + fabs(s) * SUM_ROUNDING;
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
