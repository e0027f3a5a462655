/* Thresholds of penetration, sweep and time of impact. u = 2^-53. "Empirical" marks a value that no
 * inequality fixes. */
#ifndef CAROM_CONVEX_TOLERANCES_H
#define CAROM_CONVEX_TOLERANCES_H

#include <float.h>

/* ---- penetration.c */

/* Of size: 900 u; the overlap test decides whether pairs of lesser depth are in contact. Empirical.
 */
#define CORE_DOUBT 1e-13
/* Of size: height below the support value up to which a vertex belongs to the feature in contact.
 * Empirical. */
#define CORE_SLACK 1e-11
/* Relative difference up to which two bounds are the same depth. Empirical. */
#define PENETRATION_CONVERGED 1e-9
/* Of the depth: gain up to which another axis does not replace the best one. Empirical. */
#define PENETRATION_ADVANTAGE 1e-9
/* Inner over outer radius up to which a hull's normals lose more digits than its thickness has.
 * Empirical. */
#define PENETRATION_THIN_HULL 1e-6
/* Of the sum of the radii: margin of the distance beyond which rounded shapes are apart. Empirical.
 */
#define PENETRATION_STOP 1e-9
/* Of the sum of the radii: distance of the cores below which a ball in a solid of revolution is
 * tried in closed form. Empirical. */
#define PENETRATION_DEEP 0.5
/* Squared length of a normal between which an answer counts as valid: a unit vector but for gross
 * errors. */
#define PENETRATION_NORMAL_MIN2 0.5
#define PENETRATION_NORMAL_MAX2 2.0

/* ---- sweep.c */

/* Cosine of the angle between motion and normal up to which the motion is sliding. Empirical. */
#define SWEEP_SLIDING 1e-12
/* The same when a plane certainly separates the shapes: 8 u, the rounding of the dot product. */
#define SWEEP_SEPARATED (4.0 * DBL_EPSILON)
/* Of size: offset along thin faces that barycentric weights may leave. Empirical. */
#define SWEEP_WEIGHT_OFFSET 2e-11
/* Sine of the angle between motion and contact plane below which the time of an end of contact has
 * fewer than 14 digits. */
#define SWEEP_GRAZING 1e-2
/* Cosine: the direction between the nearest points replaces the normal when it agrees with it.
 * Empirical. */
#define SWEEP_ALIGNED 0.99
/* Sizes of the pair that the motion is cut to: shapes within a size of the origin are apart after a
 * motion of a few sizes, and do not vanish beside one of 2^8. */
#define SWEEP_PATH_SIZES 0x1p8

/* ---- toi.c, relative to the size of the pair unless said otherwise */

/* Distance that counts as contact when the caller gives none, and the least one that is above
 * rounding. */
#define TOI_TOLERANCE 1e-9
#define TOI_TOLERANCE_MIN 1e-13
/* Of a radius of rotation: 9000 u, above the rounding of the bound. */
#define TOI_RADIUS_ERROR 1e-12
/* 90 u: rounding of a posed distance's lower bound. */
#define TOI_DISTANCE_ERROR 1e-14
/* Times the tolerance: gap beyond which shapes have parted again. Empirical. */
#define TOI_PARTED 8.0
/* Fraction: the least first step ahead, 4 ulps of 1; and that after a search that reached its
 * limit. Empirical. */
#define TOI_STEP_MIN (4.0 * DBL_EPSILON)
#define TOI_LIMIT_STEP 1e-3
/* Fraction: length of a bracket that is not halved again, an ulp of 1. */
#define TOI_BRACKET_MIN DBL_EPSILON
/* Of a sine: 9 u, its rounding. */
#define TOI_SINE_ERROR 1e-15

#endif
