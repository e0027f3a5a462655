/* Thresholds of the casts. u = 2^-53; `size` is the largest coordinate of the shapes along the
 * path. "Empirical" marks a value that no inequality fixes. A cast advances by certified bounds
 * alone, so that a threshold decides when it ends or which solver goes on, and not whether it is
 * late. */
#ifndef CAROM_CONVEX_CAST_TOLERANCES_H
#define CAROM_CONVEX_CAST_TOLERANCES_H

#include <float.h>

/* ---- several files */

/* Of size: 36 u, subtracted from every gap. The 9 u of a coordinate (GJK_COORDINATE_ERROR) enter
 * a height along a unit direction at most sqrt(3) times; the rest covers the dot product. */
#define CAST_MARGIN 4e-15
/* Of size: 900 u, the least tolerance of a sweep, above 2 CAST_MARGIN. */
#define CAST_TOUCH 1e-13
/* The path meets a point of A - B within max(CAST_MET_PART tolerance,
 * CAST_MET_MARGINS margin): the part leaves the rest of the tolerance to the gap of the plane.
 * Empirical. */
#define CAST_MET_PART 0.1
#define CAST_MET_MARGINS 2.0
/* Weight of a portal's vertex up to which the path counts as on the portal's boundary, where
 * contact may be grazing. Empirical. */
#define PORTAL_RIM_WEIGHT 1e-6
/* Of size: contact along a shorter part of the path, or nearer to the silhouette, may be grazing;
 * above sqrt(2 u) = 1.5e-8, to which a search in double knows a double root. */
#define CAST_BRIEF 1e-7

/* ---- cast.c */

/* Fraction: least advance that counts as one, an ulp of 1. */
#define CAST_STEP_MIN DBL_EPSILON
/* Of the squared reach: the predicted foot is at least as long as the reach, but for rounding; one
 * shorter than half of it is not used. */
#define CAST_PREDICTED_MIN2 0.25
/* Squared length of the weighted sum of unit normals: a shorter one has no direction. Empirical. */
#define CAST_BLEND_MIN2 1e-6
/* Length: the square of a shorter one has lost digits, sqrt(2^-1022 / u). */
#define CAST_AIM_MIN 1e-145
/* Lengths above CAST_FAR are scaled by CAST_FAR_DOWN, an exact power of two. */
#define CAST_FAR 0x1p64
#define CAST_FAR_DOWN 0x1p-64

/* ---- cast_newton.c */

/* Cosine of the normal and the axis from which the flat end is tried: 45 degrees. */
#define CAST_CAP_COSINE 0.7

/* ---- cast_portal.c, cast_confirm.c */

/* Squared sine of the motion and the vector to the middle of A - B below which the path passes
 * through the middle. Empirical. */
#define PORTAL_AXIAL_SINE2 1e-20
/* Squared length, and length, of a portal's normal, a product of two edges, whose square is above
 * underflow. */
#define PORTAL_NORMAL_MIN2 1e-200
#define PORTAL_NORMAL_MIN 1e-100

/* ---- cast_silhouette.c */

/* Squared lengths of the axes before they are made unit, products of up to four lengths. */
#define SILHOUETTE_SQUARE_MIN 1e-200
#define SILHOUETTE_SQUARE_MAX 1e200

/* ---- cast_float.c, cast_lanes_kernel.c; `size` is the sum of the outer radii and the distance of
 * the middles, u = 2^-24 */

/* Of size: lengths of a path that is cast in float. Empirical. */
#define CAST_FLOAT_PATH_MIN 1e-4
#define CAST_FLOAT_PATH_MAX 1e4
/* Squared sine of the path and the vector between the middles below which the frame's x axis is
 * any direction across the path. Empirical: a poor axis costs steps alone. */
#define CAST_FRAME_SINE2 1e-16
/* Of size, the path included: 67 u, three times the error of a height; see cast_float.c. */
#define CAST_SLACK 4e-6f
/* Vertices lower than the farthest by more than CAST_FACET_GAP of size, as measured in float, are
 * lower for every direction within a sine of CAST_FACET_SINE: turning changes the height of each by
 * less than CAST_FACET_SINE size, and 2 CAST_FACET_SINE + CAST_SLACK < CAST_FACET_GAP. */
#define CAST_FACET_GAP 4e-5f
#define CAST_FACET_SINE 1e-5
/* Of size: the step that gains less is the last. Empirical. */
#define CAST_GAIN 2e-6f

/* ---- cylinder_plane.c, cylinder_cast.c; `size` is the sum of all lengths and coordinates */

/* Of size: 36 u, as CAST_MARGIN. */
#define CYLINDER_MARGIN 4e-15
/* Absolute: sizes whose fourth powers stay in range. */
#define CYLINDER_CAST_SIZE_MIN 1e-35
#define CYLINDER_CAST_SIZE_MAX 1e35
/* Of size: a gap that lasts for the whole motion must exceed it, so that the overlap test, which
 * has rounding of its own, finds no contact on the path. Empirical. */
#define CYLINDER_PASSES 1e-9
/* Sine of motion and plane, and of the two axes, below which the general method answers; sine of
 * normal and axis below which the normal has no direction across the axis. Empirical. */
#define CYLINDER_PARALLEL 1e-6

/* ---- cylinder_rim.c */

/* Of size: a step of Newton's method shorter than this is the last; quadratic convergence leaves
 * the square of it, 1e-14. */
#define RIM_LAST_STEP 1e-7
/* Radians: a start whose step along the rim is longer is not near the contact. Empirical. */
#define RIM_TURN_MAX 1.0
/* Sine below which a direction has no part across an axis, or two tangents no normal. Empirical. */
#define RIM_SINE_MIN 1e-9
/* Squared sine of the axes up to which they count as parallel. Empirical. */
#define RIM_PARALLEL_SINE2 1e-6

#endif
