/* Compensated cross product, for the normals of slivers. The cross product of nearly parallel edges
 * loses as many digits as their sine has; a normal with that error, tilted along a long edge, moves
 * the plane by more than the sliver is thick. Products and their differences carry their rounding
 * errors in a second double [Dekker71], so that only the rounding of the edges remains. */
#ifndef CAROM_MATH_COMPENSATED_CROSS_H
#define CAROM_MATH_COMPENSATED_CROSS_H

#include "math/tolerances.h"
#include "math/vec.h"

/* a * b - product, exactly. */
static inline double product_rounding(double a, double b, double product) {
    double p = DEKKER_SPLITTER * a, q = DEKKER_SPLITTER * b;
    double high_a = p - (p - a), high_b = q - (q - b), low_a = a - high_a, low_b = b - high_b;
    return ((high_a * high_b - product) + high_a * low_b + low_a * high_b) + low_a * low_b;
}

/* a * b - c * d */
static inline double compensated_minor(double a, double b, double c, double d) {
    double p = a * b, q = c * d, difference = p - q, back = difference - p;
    double lost = (p - (difference - back)) - (q + back);
    return difference + (lost + (product_rounding(a, b, p) - product_rounding(c, d, q)));
}

/** The compensated cross product. */
static inline vec3 compensated_cross(vec3 u, vec3 v) {
    return vec(compensated_minor(u.y, v.z, u.z, v.y), compensated_minor(u.z, v.x, u.x, v.z),
               compensated_minor(u.x, v.y, u.y, v.x));
}

/** The cross product, compensated where u and v are nearly parallel. */
static inline vec3 robust_cross(vec3 u, vec3 v) {
    vec3 n = cross3(u, v);
    return len2(n) > SLIVER_SINE2 * len2(u) * len2(v) ? n : compensated_cross(u, v);
}

#endif
