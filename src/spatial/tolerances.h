/* Thresholds of the spatial structures. u is half of DBL_EPSILON: the relative error of one rounded
 * operation on doubles. */
#ifndef CAROM_SPATIAL_TOLERANCES_H
#define CAROM_SPATIAL_TOLERANCES_H

#include "carom/base.h"
#include <float.h>

/* ---- space.h */

/* Of |enter| + |leave|. A parameter (side - origin) * inverse has three roundings, a relative error
 * of 3u to first order (unless the inverse was clamped), so the two err by at most
 * 1.5 DBL_EPSILON (|enter| + |leave|) together. */
#define SPACE_SLAB_SLACK (4.0 * DBL_EPSILON)

/* ---- space_query.c */

/* Of `leave`. Each of the two quotients has two roundings: together 2 DBL_EPSILON of the larger. */
#define SWEEP_SLAB_SLACK (4.0 * DBL_EPSILON)

/* Of each coordinate of the box around a sweep. Storing a sum as carom_real errs by at most
 * CAROM_REAL_EPSILON / 2 of it, and the sum in double by at most as much. */
#define SWEEP_BOX_SLACK (2.0 * (double)CAROM_REAL_EPSILON)

/* ---- ray_slices.c */

/* Of |origin| + |direction| (|from| + |to|), axis by axis. It covers the rounding of the reported t
 * to carom_real (CAROM_REAL_EPSILON / 2 of t), SPACE_SLAB_SLACK, and the arithmetic of the point;
 * 32 is empirical, well above their sum. */
#define SLICE_BOX_SLACK (32.0 * (double)CAROM_REAL_EPSILON)

/* Absolute, above 2^-1024, below which 1 / direction overflows and is clamped. The slice is then
 * taken as unbounded along the axis, which only costs time. */
#define SLICE_LEAST_DIRECTION 1e-300

/* Of the distance from the point to the sides of the box around it: a difference and the distances
 * compared with it have less than 8 roundings each. */
#define COVERED_SLACK (8.0 * DBL_EPSILON)

/* ---- loose_walk.c */

/* Cell bounds: CELL_BOX_SLACK of |lattice origin| + |offset| covers the lattice's arithmetic in
 * double; CELL_BOX_EPSILONS * CAROM_REAL_EPSILON of the bound covers its rounding to carom_real
 * (half an epsilon); CELL_BOX_SUBNORMAL, above the smallest subnormal float, does so near 0. */
#define CELL_BOX_SLACK (8.0 * DBL_EPSILON)
#define CELL_BOX_EPSILONS 2.0
#define CELL_BOX_SUBNORMAL 1.5e-45

/* ---- bsp_build.c */

/* Error of bsp_height relative to a magnitude, in units of DBL_EPSILON: BSP_CROSS_EPSILONS covers
 * the cross product of two edges scaled to a magnitude of about 1, before it is scaled by `unit` to
 * the normal; BSP_HEIGHT_EPSILONS the difference and the dot product with a normal of at most 1/2.
 */
#define BSP_CROSS_EPSILONS 64.0
#define BSP_HEIGHT_EPSILONS 16.0

/* Of the sampled pieces: an axis-aligned plane is a candidate only when neither side has more.
 * Empirical. */
#define AXIS_PLANE_MOST 0.875

/* ---- bsp.c */

/* Slack of a plane: (BSP_PIECE_SLACK + BSP_PIECE_ERRORS * error_factor) times a magnitude. It must
 * exceed what the rounding of cut vertices moves a piece by; both are empirical, with a wide
 * margin. A larger slack costs time only, as more cells are visited. */
#define BSP_PIECE_SLACK (256.0 * DBL_EPSILON)
#define BSP_PIECE_ERRORS 4.0

/* Of |t| of the best hit, which was rounded to carom_real (half an epsilon): ranges that begin
 * behind it by more cannot hold a nearer hit. */
#define BSP_HIT_SLACK (2.0 * (double)CAROM_REAL_EPSILON)

/* In units of (size of the tree + |origin|) / |direction|, max norms: beyond a factor of 1 the ray
 * is outside of all polygons; the rest is a margin for rounding. */
#define BSP_RAY_REACH 2.0

#endif
