/* Thresholds of distance, overlap, penetration, sweep and time of impact. u = 2^-53; `slack` is
 * gjk_slack, 9 u of the greatest coordinate. "Empirical" marks a value that no inequality fixes. */
#ifndef CAROM_CONVEX_TOLERANCES_H
#define CAROM_CONVEX_TOLERANCES_H

#include <float.h>

/* ---- distance.c */

/* Of size: bound on the offset along thin faces that barycentric weights may leave between the
 * nearest points; a greater one has another cause. Empirical. */
#define DISTANCE_OFFSET_MAX 1e-7
/* Times slack: offset of the nearest points from the foot that is not corrected. Empirical. */
#define DISTANCE_OFFSET_MIN 16.0
/* Of the cores' distance: half an ulp at most, given as the distance of rounded shapes that are
 * apart by less than rounding shows. */
#define DISTANCE_LEAST_GAP 0x1p-54
/* Of the cores' distance, and times slack: gap of the bounds up to which the search has converged;
 * GJK_CONVERGED_CURVED and room for rounding. */
#define DISTANCE_CONVERGED 1e-12
#define DISTANCE_CONVERGED_SLACK 4.0
/* Of size: by how much touching shapes are moved apart to find a normal. Empirical. */
#define DISTANCE_PROBE_SHIFT 1e-6
/* Of size: overlap along a normal up to which the shapes only touch. Empirical. */
#define DISTANCE_TOUCHING_POLYHEDRAL 2e-14
#define DISTANCE_TOUCHING_CURVED 1e-11
/* Times slack: offset of the two common points up to which contact of polytopes counts as proved.
 * Empirical. */
#define DISTANCE_COMMON 2.0
/* Of the cores' distance, 900 u, and times slack. Polytopes go to exact arithmetic when the gap of
 * the bounds exceeds DISTANCE_DOUBT distance + DISTANCE_DOUBT_SLACK slack, or when the distance and
 * the radii differ by at most
 * DISTANCE_DOUBT distance + DISTANCE_DOUBT_RADII DISTANCE_DOUBT_SLACK slack. Empirical. */
#define DISTANCE_DOUBT 1e-13
#define DISTANCE_DOUBT_SLACK 4.0
#define DISTANCE_DOUBT_RADII 16.0
/* Points and segments in closed form, where the gap of the bounds proves the answer and the other
 * limits are empirical. */
#define SEGMENTS_PARALLEL 1e-12 /* squared sine up to which segments count as parallel */
#define SEGMENTS_APART 1e-6     /* of size: least distance of the cores */
#define SEGMENTS_RADII 1e-9     /* of distance and radii: their least difference */
#define SEGMENTS_SIZE_MIN 1e-60 /* range in which products of four lengths keep their digits */
#define SEGMENTS_SIZE_MAX 1e60
#define SEGMENTS_GAP 1e-14         /* of distance and size: greatest gap of the bounds, 90 u */
#define SEGMENTS_BOUND_ERROR 1e-15 /* of size: rounding of the lower bound, 9 u */

/* ---- overlap.c */

/* Deviation of an axis' squared length from 1 up to which inner and outer radii are used. */
#define OVERLAP_UNIT_AXES 5e-4
/* Of a hull's squared outer radius: above 1 + OVERLAP_UNIT_AXES. */
#define OVERLAP_HULL_OUTER2 1.001
/* Of the squared sum of outer radii: margin of 0.05 % for rounding. */
#define OVERLAP_OUTER2 1.001
/* Of the sum of the radii: distance below it by this, 9000 u, is contact for certain. */
#define OVERLAP_CLOSE 1e-12

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
