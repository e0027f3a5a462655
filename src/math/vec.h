/* Vectors of three doubles, in which every kernel computes in both precisions. Float inputs convert
 * exactly and their products neither overflow nor underflow; results are rounded to carom_real
 * once, at the end. */
#ifndef CAROM_MATH_VEC_H
#define CAROM_MATH_VEC_H

#include <float.h>
#include <math.h>

#include "carom/math.h"
#include "core/internal.h"

typedef carom_double3 vec3;

static inline vec3 vec(double x, double y, double z) {
    return (vec3){x, y, z};
}
static inline vec3 load3(carom_vec3 v) {
    return (vec3){(double)v.x, (double)v.y, (double)v.z};
}
/** Rounds a number of an answer; never gives -0, since -0 + 0 = 0. */
static inline carom_real store1(double x) {
    return (carom_real)x + 0;
}
static inline carom_vec3 store3(vec3 v) {
    return (carom_vec3){store1(v.x), store1(v.y), store1(v.z)};
}
/** Rounds a time t >= 0 to a carom_real that is not later. */
static inline carom_real time_below(double t) {
    carom_real r = store1(t);
    return (double)r > t ? r - r * CAROM_REAL_EPSILON : r;
}
/** Rounds a time to a carom_real that is not earlier, at most 1. */
static inline carom_real time_above(double t) {
    carom_real r = (carom_real)t;
    r = (double)r < t ? r + r * CAROM_REAL_EPSILON : r;
    return r < 1 ? r : 1;
}
static inline vec3 add3(vec3 a, vec3 b) {
    return (vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}
static inline vec3 sub3(vec3 a, vec3 b) {
    return (vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}
static inline vec3 neg3(vec3 a) {
    return (vec3){-a.x, -a.y, -a.z};
}
/** The same, in which no zero is negative. */
static inline vec3 opposite3(vec3 a) {
    return (vec3){0.0 - a.x, 0.0 - a.y, 0.0 - a.z};
}
static inline vec3 scale3(vec3 a, double s) {
    return (vec3){a.x * s, a.y * s, a.z * s};
}
/** a + s * b */
static inline vec3 mad3(vec3 a, vec3 b, double s) {
    return (vec3){a.x + b.x * s, a.y + b.y * s, a.z + b.z * s};
}
static inline double dot3(vec3 a, vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline vec3 cross3(vec3 a, vec3 b) {
    return (vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
/** |a_j b_k| + |a_k b_j| for each component of cross3(a, b): its rounding error is relative to
 * this. */
static inline vec3 cross_magnitude(vec3 a, vec3 b) {
    return (vec3){fabs(a.y * b.z) + fabs(a.z * b.y), fabs(a.z * b.x) + fabs(a.x * b.z),
                  fabs(a.x * b.y) + fabs(a.y * b.x)};
}
/** |a.x| size.x + |a.y| size.y + |a.z| size.z. */
static inline double dot_magnitude(vec3 a, vec3 size) {
    return fabs(a.x) * size.x + fabs(a.y) * size.y + fabs(a.z) * size.z;
}
static inline double len2(vec3 a) {
    return dot3(a, a);
}
static inline double min2(double a, double b) {
    return a < b ? a : b;
}
static inline double max2(double a, double b) {
    return a > b ? a : b;
}
/** Rounds to carom_real; finite numbers beyond its range become the largest ones. */
static inline carom_real store_real(double x) {
    double largest = (double)CAROM_REAL_MAX;
    return store1(max2(-largest, min2(x, largest)));
}
/** The same for each coordinate. */
static inline carom_vec3 store3_within(vec3 v) {
    return (carom_vec3){store_real(v.x), store_real(v.y), store_real(v.z)};
}
static inline double clamp01(double t) {
    return t > 0.0 ? (t < 1.0 ? t : 1.0) : 0.0;
}
static inline double max_abs3(vec3 a) {
    return max2(fabs(a.x), max2(fabs(a.y), fabs(a.z)));
}
/** Componentwise minimum and maximum. */
static inline vec3 lower3(vec3 a, vec3 b) {
    return vec(min2(a.x, b.x), min2(a.y, b.y), min2(a.z, b.z));
}
static inline vec3 upper3(vec3 a, vec3 b) {
    return vec(max2(a.x, b.x), max2(a.y, b.y), max2(a.z, b.z));
}
static inline bool equal3(vec3 a, vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}
static inline bool equal_vec3(carom_vec3 a, carom_vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}
/** True when no component is NaN or infinite. */
static inline bool finite3(vec3 a) {
    return fabs(a.x) <= DBL_MAX && fabs(a.y) <= DBL_MAX && fabs(a.z) <= DBL_MAX;
}
static inline bool finite1(double a) {
    return fabs(a) <= DBL_MAX;
}
static inline double axis3(vec3 a, int axis) {
    return axis == 0 ? a.x : axis == 1 ? a.y : a.z;
}

/** Length without overflow or underflow. NaN for NaN. */
double carom_length(vec3 a);

/** `a` scaled to unit length, correct for every finite non-zero `a`, subnormal or huge. Zero, NaN
 * and infinite vectors give `fallback`. */
vec3 carom_normalize_or(vec3 a, vec3 fallback);

/** A unit vector perpendicular to `a`; the x axis for the zero vector. */
vec3 carom_perpendicular(vec3 a);

#endif
