/* Thresholds of the box solvers. u = 2^-53; `size` and `scale` are sums of half-extents and of the
 * distance of the centres (and of the motion, in a sweep). "Empirical" marks a value that no
 * inequality fixes. */
#ifndef CAROM_CONVEX_BOX_TOLERANCES_H
#define CAROM_CONVEX_BOX_TOLERANCES_H

/* ---- obb_sat.h, and sat.c */

/* Of scale: 90 u, by which a later axis must be better than the best one, so that rounding does not
 * choose among equals. */
#define SAT_ADVANTAGE 1e-14
/* Squared length of the cross product of two unit edges up to which they count as parallel: the
 * sine is 1e-12. Empirical. */
#define SAT_PARALLEL 1e-24
/* The same where the square itself comes from lanes that rounded it otherwise. */
#define SAT_CERTAINLY_PARALLEL (0.9 * SAT_PARALLEL)
/* Squared sine up to which the rounding of the axes is visible in a depth along the cross product:
 * the edges are measured anew. Empirical. */
#define SAT_CLOSE_SINE2 0.01
/* Of scale: 256 u, above the rounding of an overlap along a cross product that is not normalized,
 * and SAT_ADVANTAGE. */
#define SAT_OVERLAP_ERROR (128 * DBL_EPSILON)
/* Times the squared sine, up to 1: SAT_ADVANTAGE scaled for a cross product that is not normalized.
 * Empirical. */
#define SAT_SIDE_SINE2 16.0
/* Times SAT_ADVANTAGE: gap beyond which no further axis is tried. Empirical. */
#define SAT_BOXES_SEPARATED 10.0

/* ---- box_nearest_kernel.c */

/* Of size: 4 u; points that move by no more stand still. */
#define NEAREST_STILL 0x1p-51
/* Bounds the factor by which a step is extended to 2^40. */
#define NEAREST_EXTENSION 0x1p-40
/* Of size: 9000 u; a point this deep inside a box is inside despite rounding. */
#define NEAREST_INSIDE 1e-12
/* Sizes whose products stay in range. */
#define NEAREST_SIZE_MIN 1e-60
#define NEAREST_SIZE_MAX 1e60
/* Of the distance, and of size: gap of the bounds up to which the distance counts as proved.
 * Empirical. */
#define NEAREST_GAP 1e-13
#define NEAREST_GAP_SIZE 4e-15
/* Of size: 144 u; distance up to which boxes may touch. Empirical. */
#define NEAREST_TOUCHING 16e-15
/* Of size: 9 u, for the rounding of the lower bound. */
#define NEAREST_BOUND_ERROR 1e-15

/* ---- box_sweep.h */

/* Of size: 16 u, by which each slab is widened for rounding. */
#define BOX_SLAB_ERROR 0x1p-49
/* Squared sine of two edges up to which their slab, which is widened by BOX_SLAB_ERROR over the
 * sine, may not decide the answer. Empirical. */
#define SLAB_SINE2_MIN 0.01
/* Cosine up to which an edge counts as perpendicular to the normal. Empirical. */
#define SLAB_LEVEL 1e-9
/* Sizes whose products stay in range. */
#define BOX_SWEEP_SIZE_MIN 1e-60
#define BOX_SWEEP_SIZE_MAX 1e60

#endif
