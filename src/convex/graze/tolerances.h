/* Thresholds of grazing contact, in double-double arithmetic. `size` is the sum of the coordinates
 * of both shapes, the radii and the motion; a double-double number has a relative error below
 * 2^-104. "Empirical" marks a value that no inequality fixes. */
#ifndef CAROM_CONVEX_GRAZE_TOLERANCES_H
#define CAROM_CONVEX_GRAZE_TOLERANCES_H

/* ---- graze.c */

/* Of the extents of the cores: by how much the cores are moved apart, unless the radii keep them as
 * far apart; and by how much at most, after searches that failed. Empirical. */
#define GRAZE_APART 0x1p-7
#define GRAZE_APART_MAX 0x1p-2
/* Absolute: sizes with which products of six lengths, and their tails, stay in range. */
#define GRAZE_SIZE_MIN 1e-38
#define GRAZE_SIZE_MAX 1e38
/* Of size: least extent with radii, and least component of the motion. Empirical. */
#define GRAZE_PART_MIN 1e-12
/* Of size: gap of the bounds at which a distance has converged, a quarter of 2^-104. */
#define GRAZE_CONVERGED 0x1p-106
/* Of size: distance up to which shapes are in contact; 2^12 times the rounding unit. */
#define GRAZE_TOUCHING 0x1p-92
/* Squared sine of a direction and the path below which the direction has no part across the path.
 * Empirical. */
#define GRAZE_ACROSS_SINE2 1e-6
/* Sine of the path and a supporting plane up to which the path runs in the plane. Empirical. */
#define GRAZE_TANGENT 0x1p-40
/* Cosine of the normal and the axis from which the flat end of a cylinder or cone is tried.
 * Empirical. */
#define GRAZE_END_COSINE 0.999
/* Change of a component of the unit normal at which the proximal point method has converged; half
 * an ulp of a double is 2^-54. */
#define GRAZE_NORMAL_CHANGE 0x1p-58
/* Newton's method has converged when the time changes by at most half an ulp, 2^-54 of it; times
 * below GRAZE_ROOT_LEAST count as that. Times beyond GRAZE_TIME_MAX are not roots. */
#define GRAZE_ROOT_CHANGE 0x1p-54
#define GRAZE_ROOT_LEAST 0x1p-20
#define GRAZE_TIME_MAX 4.0

/* ---- graze_face.c */

/* Of size: points of the faces, and ends of the chord, nearer than this are the same; points nearer
 * to the plane are in it. Between the touching distance and a double's ulp. Empirical. */
#define FACE_TIE 0x1p-80
/* Of size: the same for points in the plane and the path. A smooth surface has its normal, and with
 * it the points across the path, to half of the digits: sqrt(2^-104) = 2^-52. */
#define FACE_TIE_CURVED 0x1p-50
/* Slope of the line that replaces the tangent of a disc that the path touches. Empirical. */
#define FACE_TANGENT_TILT 0x1p-40

/* ---- graze_gjk.c */

/* Squared sine of two edges below which a triangle is a segment: a sine of 1e-20. Empirical. */
#define GRAZE_THIN_SINE2 1e-40
/* Of a squared length: increase that a new simplex may show and still be accepted; 2^6 times the
 * rounding unit. */
#define GRAZE_INCREASE 0x1p-98
/* Squared length of the weighted sum of unit normals: one shorter than 1/2 is not used. Empirical.
 */
#define GRAZE_BLEND_MIN2 0.25
/* Times the requested gap: gap of a search that rounding has ended that is accepted. Empirical. */
#define GRAZE_STALLED 4096.0

/* ---- graze_support.c */

/* Of max|v| max|d|: 90 u of double. The rounding of d and the three roundings of the dot product
 * give 12 u, twice in a comparison. */
#define GRAZE_CHOICE_ROUNDING 1e-14
/* Squared sine of a direction and an axis below which all points of a disc are as far; a sine of
 * 1e-29, some 200 times the rounding unit. */
#define GRAZE_AXIAL_SINE2 1e-58

#endif
