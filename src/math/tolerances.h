/* Thresholds of the numeric foundations. u = 2^-53, the unit roundoff of double; "empirical" marks
 * a value that no inequality fixes. */
#ifndef CAROM_MATH_TOLERANCES_H
#define CAROM_MATH_TOLERANCES_H

#include <float.h>

#include "carom/base.h"

/* ---- box_axes.h; v = 2^-24, the unit roundoff of float */

/* Of the boxes' sizes and the distance of their centres: 64 v. box_axes.h derives that rounding
 * stays below 24 v; the rest covers axes that were rounded to float. */
#define BOX_AXES_ERROR (32 * FLT_EPSILON)
/* The same: overlaps and gaps above 256 v are certain. Four times the bound; empirical. */
#define BOX_AXES_CERTAIN (128 * FLT_EPSILON)
/* Added to the two: 4 and 16 times FLT_MIN, for terms that fall below the normal range. */
#define BOX_AXES_UNDERFLOW (16 / FLT_MAX)
#define BOX_AXES_CERTAIN_UNDERFLOW (64 / FLT_MAX)
/* Of the least squared overlap: 168 v, above the roundings of the squares and quotients that are
 * compared with it. */
#define BOX_AXES_SQUARE_MARGIN 1.00001f

/* ---- double_double.h */

/* Of |a| + |b|: products of double-doubles are off by about 2^-104 of their size each; sums of such
 * products whose terms exceed the sum by less than 2^20 have a certain sign beyond this. Empirical.
 */
#define DD_SIGN_ERROR 0x1p-84

/* ---- dyadic.c */

/* A limb of 32 bits. */
#define DYADIC_LIMB_DOWN 0x1p-32
#define DYADIC_LIMB_UP 0x1p32

/* ---- error_free.h, compensated_cross.h */

/* 2^27 + 1: splits the 53 bits of a double into two halves whose products are exact [Dekker71]. */
#define DEKKER_SPLITTER 134217729.0

/* ---- compensated_cross.h */

/* Squared sine of two vectors below which the cross product is compensated: above, the regular one
 * loses at most three decimal digits. Empirical. */
#define SLIVER_SINE2 1e-6

/* ---- predicates.c */

#define UNIT_ROUNDOFF 1.1102230246251565e-16 /* u = 2^-53 */
/* Filters: k u times the sum of the absolute terms, with k above the number of roundings on the
 * longest path from a coordinate to the result, which is 8, 4, 4, 5 and 6. */
#define SIGN_DETERMINANT_ROUNDINGS 9.0
#define SIGN_MINOR_ROUNDINGS 5.0
#define SIGN_PLANE_ROUNDINGS 6.0
#define SIGN_DOT_ROUNDINGS 7.0
#define SIGN_DISTANCE2_ROUNDINGS 8.0
/* Differences between which products of three, and the tails of these, are normal numbers. */
#define EXACT_DIFFERENCE_MIN 1e-70
#define EXACT_DIFFERENCE_MAX 1e70

/* ---- rounded.h */

/* Factor of a computed error bound: 32 u, above the roundings of the bound itself. */
#define ROUNDED_UP (1.0 + 0x1p-48)
/* Numbers between which products of three, and the tails of these, are normal numbers. */
#define ROUNDED_MIN 1e-60
#define ROUNDED_MAX 1e60

/* ---- rotation.c */

/* Full turns: from here on doubles are multiples of a quarter turn, or coarser. */
#define TURN_LIMIT 0x1p50

/* ---- pose.h */

/* Of the squared length of a rotation, from 1: 16 epsilon. Rounding four numbers to carom_real
 * moves it by one epsilon, a product of two such rotations by four. */
#define UNIT_POSE_KEPT (16.0 * (double)CAROM_REAL_EPSILON)
/* Of the length of a rotation, from 1: four decimal digits are read back within it. Empirical. */
#define UNIT_POSE_TOLERANCE 1e-3

/* ---- vec.c */

/* Squared lengths between which sums of squares neither overflow nor lose digits, and the lengths
 * for them. */
#define LENGTH2_MIN 1e-240
#define LENGTH2_MAX 1e240
#define LENGTH_MIN 1e-120
#define LENGTH_MAX 1e120
#define LENGTH_SCALE 1.3407807929942597e154 /* 2^512 */

/* ---- symmetric.c */

/* Of the trace of the matrix: sum of the off-diagonal entries at which Jacobi's method
 * has converged; far below u. */
#define JACOBI_CONVERGED 1e-18

#endif
