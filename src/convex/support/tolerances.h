/* Thresholds of support mappings, facing features and rescaling. "Empirical" marks a value that no
 * inequality fixes. */
#ifndef CAROM_CONVEX_SUPPORT_TOLERANCES_H
#define CAROM_CONVEX_SUPPORT_TOLERANCES_H

/* ---- support.h, support.c */

/* Squared tangent of a direction's angle to the axis, up to which its part off the axis has lost
 * digits. Empirical. */
#define SUPPORT_AXIAL_TANGENT2 0.01
/* Of the distances that shifts bridge: 8 u, u = 2^-53, above the rounding of the two dot products
 * of which the support mapping chooses one. */
#define SUPPORT_CHOICE_ROUNDING (4.0 * DBL_EPSILON)
/* Lengths of a direction whose squares stay in range. */
#define SUPPORT_DIRECTION_MIN 1e-100
#define SUPPORT_DIRECTION_MAX 1e100

/* ---- feature.c */

/* Sine of the angle between a direction and a disc's axis, up to which the disc has no farthest
 * point of its own. Empirical. */
#define FEATURE_DISC_TILT 1e-3
/* Tangent of the tilt of the directions that show the corners of a support function's face; how far
 * a point may fall beside the top, of its distance from it: a curved surface falls half the tilt, a
 * face not at all; of the size: points that are one. Empirical. */
#define FEATURE_FUNCTION_TILT 0.015625
#define FEATURE_FUNCTION_FALL (0.125 * FEATURE_FUNCTION_TILT)
#define FEATURE_FUNCTION_SAME 1e-4
/* Of the shape's size: distance from a face's plane or a hinge up to which a point lies in it.
 * Empirical. */
#define FEATURE_IN_PLANE 1e-9
/* The same for bare points, plus a part of their coordinates for the rounding of these: a greater
 * value would draw points into the plane of a sliver that are off it by more than its thickness. */
#define FEATURE_POINTS_IN_PLANE 1e-11
#define FEATURE_PLANE_ROUNDING (16.0 * DBL_EPSILON)

/* ---- hull_float.h; `size` is the sum of the outer radii and the distance of the middles */

/* Of size: error bound of a height along a unit direction, twice the 9e-6 derived in hull_float.h.
 */
#define HULL_FLOAT_SLACK 2e-5f
/* Sizes whose products stay in range. */
#define HULL_FLOAT_SIZE_MIN 1e-6f
#define HULL_FLOAT_SIZE_MAX 1e6f
/* Length up to which a direction may have underflowed. */
#define HULL_FLOAT_DIRECTION_MIN 1e-24f

/* ---- rescale.h */

/* Sizes that need no rescaling. Empirical. */
#define RESCALE_SIZE_MIN 1e-40
#define RESCALE_SIZE_MAX 1e40
/* Of the largest length of the pair: a smaller length is set to 0. Squares and products of four
 * lengths above it, and of their differences, are normal numbers. */
#define RESCALE_ZERO 0x1p-200

/* ---- clip.c */

/* Of the square of its longest side: a polygon of twice this area or less is a sliver, which is cut
 * at its ends too. Empirical. */
#define CLIP_SLIVER_AREA 0.1
/* Of the coordinates: 8 u, error of the distance of a vertex to a side. */
#define CLIP_ROUNDING (4.0 * DBL_EPSILON)

#endif
