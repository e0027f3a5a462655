/* Normals of needles. The cross product of nearly parallel edges loses as many digits as the edges
 * are long for their distance, and a normal that leans by that much towards a long edge is off by
 * more than the needle is thick. Products and their differences are kept in two numbers each
 * [Dekker71]: what is left is the rounding of the edges. */
#ifndef CAROM_MATH_NEEDLE_H
#define CAROM_MATH_NEEDLE_H

#include "math/vec.h"

/* Sines below the root of this are of needles. */
#define NEEDLE_SINE2 1e-6

static inline double needle_rest(double a, double b, double product) {
    double p = 134217729.0 * a, q = 134217729.0 * b;
    double high_a = p - (p - a), high_b = q - (q - b), low_a = a - high_a, low_b = b - high_b;
    return ((high_a * high_b - product) + high_a * low_b + low_a * high_b) + low_a * low_b;
}

/* a * b - c * d */
static inline double needle_minor(double a, double b, double c, double d) {
    double p = a * b, q = c * d, difference = p - q, back = difference - p;
    double lost = (p - (difference - back)) - (q + back);
    return difference + (lost + (needle_rest(a, b, p) - needle_rest(c, d, q)));
}

static inline vec3 needle_cross(vec3 u, vec3 v) {
    return vec(needle_minor(u.y, v.z, u.z, v.y), needle_minor(u.z, v.x, u.x, v.z),
               needle_minor(u.x, v.y, u.y, v.x));
}

/** The cross product, to all digits where u and v are nearly parallel. */
static inline vec3 sharp_cross(vec3 u, vec3 v) {
    vec3 n = cross3(u, v);
    return len2(n) > NEEDLE_SINE2 * len2(u) * len2(v) ? n : needle_cross(u, v);
}

#endif
