/* Thresholds of distance and overlap. u = 2^-53; `slack` is gjk_slack, 9 u of the greatest
 * coordinate. "Empirical" marks a value that no inequality fixes. */
#ifndef CAROM_CONVEX_DISTANCE_TOLERANCES_H
#define CAROM_CONVEX_DISTANCE_TOLERANCES_H

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
/* Of size, and how often: by how much a pair near contact is moved apart. Empirical. */
#define DISTANCE_MOVE 1e-6
#define DISTANCE_MOVES 3
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

#endif
