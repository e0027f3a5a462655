/* Error bounds and thresholds of the sweeps. Beyond them exact signs decide, so most affect time
 * only. u = 2^-53 is the relative error of one rounding in double. */
#ifndef CAROM_QUERY_SWEEP_TOLERANCES_H
#define CAROM_QUERY_SWEEP_TOLERANCES_H

#include <float.h>

/* ---- range, absolute */

/* Squared lengths of motion, radius and edges in this range keep all products in the range. */
#define SPHERE_SWEEP_LEAST 1e-70
#define SPHERE_SWEEP_MOST 1e70
/* Squared distances and speeds whose products are in range. */
#define SQUARES_LEAST 1e-140
#define SQUARES_MOST 1e140
#define REACH_LEAST 1e-280 /* squared reach times squared normal: above underflow */

/* ---- kernel_sphere_triangle.h, outline.c */

/* Of the radius and the coordinates: 9u, above the roundings of the box around the motion. */
#define MOTION_BOX_SLACK 1e-15
/* Squared sine of an angle below which a face is a sliver. */
#define SLIVER_FACE_SINE2 1e-9
/* Squared sine of motion and face below which the motion is along the face. */
#define ALONG_FACE 1e-12
/* Of the distance from a vertex, and of the coordinates: a nearer point is on the outline within
 * rounding. Empirical. */
#define NEAR_OUTLINE 1e-12
#define NEAR_TRIANGLE_SQUARE 1e-24 /* its square, sweep_sphere_triangle.c */
#define NEAR_COORDINATES (64.0 * DBL_EPSILON)

/* ---- sweep_sphere.c */

/* Lengths of a plane's normal that are used without scaling. */
#define NORMAL_LENGTH_LEAST 1e-150
#define NORMAL_LENGTH_MOST 1e150
#define RISE_LEAST 1e-100
#define REACH_MOST 1e100
/* Of the terms' magnitudes: heights and squared gaps nearer to zero are decided exactly; 90u. */
#define SWEEP_TOUCH_ROUNDING 1e-14
/* Of the frame: times nearer to its end are decided exactly. */
#define FRAME_END 1e-12

/* ---- sweep_sphere_box.c */

/* Of the magnitudes: the faces of the grown box have two roundings each. */
#define GROWN_BOX_SLACK (4.0 * DBL_EPSILON)
/* Of the times at which the grown box is entered and left. Empirical. */
#define GROWN_TIME_SLACK 1e-12

/* ---- sweep_core.c */

/* A scaled time: no line meets later what is within a distance of 2. */
#define LATEST 0x1p60
/* Squared cosine of normal and motion below which a path grazes. */
#define ARRIVAL_COSINE2 1e-8

/* ---- sweep_aabb.c */

/* Of |a| + |b|: quotients of differences have three roundings, 3u; and absolute, for underflow. */
#define SWEEP_TIME_ROUNDING 1e-14
#define SWEEP_TIME_UNDERFLOW 1e-290

/* ---- sweep_function.c: of the radius, or of the motion for a point */

#define HALVING_TOLERANCE 1e-6

/* ---- ccd_path.h, ccd_path.c */

/* Sizes with which no product of three leaves the range, and none that matters vanishes. */
#define CCD_LEAST 1e-40
#define CCD_MOST 1e40
/* How early a time of contact may be: 9.1e-13 of the frame. */
#define CCD_FRACTION 0x1p-40
/* Of an axis, in sizes: 36u; products and sums need 12u. */
#define CCD_AXIS_MARGIN 4e-15
/* Squared sine of motion and side below which they are parallel; cosine of the last separating axis
 * and the face's normal above which the latter, which is more accurate, is the contact normal. */
#define ACROSS_SINE2 1e-20
#define FACE_COSINE 0.9

/* ---- ccd_plane.c: errors of coefficients; FINE_MARGIN in double-double */

/* Of the sum of the six products' magnitudes: 45u, 11u in each, and 18u for later coefficients. */
#define CUBIC_MARGIN 5e-15
/* Of the product of two corners' sizes: 72u; each of its two products has 13u. */
#define CROSS_MARGIN 8e-15
/* Of the same in double-double: 2^10 times its unit of 2^-101. */
#define FINE_MARGIN 0x1p-91
/* In sizes: above what falls below the range. */
#define NOTHING 1e-180
/* Of the largest coefficient: 90u. */
#define ZOOM_MARGIN 1e-14
/* Of a step: what rounding may add to it. */
#define STEP_MARGIN 0x1p-46
/* Of a time: 2u, the roundings of its sum and product with a step. */
#define TIME_MARGIN DBL_EPSILON
/* Of the frame: the least step behind a root. */
#define LEAST_STEP (4.0 * DBL_EPSILON)

#endif
