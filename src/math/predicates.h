/* Exact predicates: signs of polynomials in the coordinates, compiled once for both precisions.
 * Each first evaluates in double with a forward error bound (inline, a few flops); when the sign is
 * not certain, the exact sum of the products decides. Exact for all finite numbers up to degree 8.
 * A coordinate that is not finite gives 0. A kernel with a fast filter of its own calls
 * carom_exact_sign when the filter is undecided. */
#ifndef CAROM_MATH_PREDICATES_H
#define CAROM_MATH_PREDICATES_H

#include "math/exact_sum.h"

/** Exact sign (-1, 0, 1) of a sum of products: the fallback of a filter, some 100 ns for six terms
 * of degree 3. Zero factors cost nothing. */
int carom_exact_sign(const exact_term *terms, int count);

/** The six terms of det[b - a, d - c, f - e]; span holds a, b, c, d, e, f. */
static inline void exact_determinant_terms(exact_term terms[6], const vec3 span[6]) {
    for (int i = 0; i < 3; i++)
        for (int turn = 1; turn < 3; turn++) {
            int j = (i + turn) % 3, k = (i + 3 - turn) % 3;
            exact_factor u = {axis3(span[1], i), axis3(span[0], i)};
            exact_factor v = {axis3(span[3], j), axis3(span[2], j)};
            exact_factor w = {axis3(span[5], k), axis3(span[4], k)};
            terms[2 * i + turn - 1] = (exact_term){{u, v, w}, 3, turn == 2};
        }
}

/** Quotient of two sums, to within a unit in the last place however much cancels; held within
 * +-DBL_MAX. 0 when either is zero or not finite. The sums are overwritten. */
double carom_exact_quotient(exact_sum *numerator, exact_sum *denominator);
/** The same of two sums of products. */
double carom_exact_ratio(const exact_term *numerator, int numerator_count,
                         const exact_term *denominator, int denominator_count);

/** Sign of det[b - a, c - a, d - a] = dot(cross(b - a, c - a), d - a): positive when d is on the
 * side of triangle a b c to which its right-handed normal points. Exact. */
int carom_orient3d(vec3 a, vec3 b, vec3 c, vec3 d);

/** Sign of det[b - a, d - c, f - e], exact; span holds a, b, c, d, e, f. */
int carom_sign_determinant(const vec3 span[6]);

/** Sign of component `axis` (0 x, 1 y, 2 z) of cross(b - a, c - a): orient2d of the projection
 * along that axis, exact. */
int carom_orient2d(vec3 a, vec3 b, vec3 c, int axis);

/** Sign of dot(normal, x) - offset, exact. */
int carom_sign_plane(vec3 normal, double offset, vec3 x);

/** Sign of dot(b - a, d - c), exact. */
int carom_sign_dot(vec3 a, vec3 b, vec3 c, vec3 d);

/** Sign of |b - a|^2 - r^2 with r >= 0, exact: is b outside (1), on (0) or inside (-1) the sphere.
 */
int carom_sign_distance2(vec3 a, vec3 b, double r);

/** True when a, b, c are collinear (or coincide), exact. */
bool carom_collinear(vec3 a, vec3 b, vec3 c);

#endif
