/* Thresholds of contact manifolds. u = 2^-53; `size` is the extent of the features or boxes in
 * contact. "Empirical" marks a value that no inequality fixes. */
#ifndef CAROM_CONVEX_MANIFOLD_TOLERANCES_H
#define CAROM_CONVEX_MANIFOLD_TOLERANCES_H

/* ---- contact_reduction.h: all methods */

/* A face may be the reference face when its normal is within 11 degrees of the contact's.
 * Empirical. */
#define REFERENCE_COSINE 0.98
/* By how much the cosine of B's face must be greater than that of A's for B's to be the reference
 * face: in resting contact the choice does not alternate. Empirical. */
#define REFERENCE_ADVANTAGE 1e-3
/* Sine of the edges up to which they are parallel: 3 degrees. Empirical. */
#define PARALLEL_SINE 0.05
/* Of size: points nearer than this are the same. Empirical. */
#define SAME_POINT 1e-6
/* Direction across the normal of a pool's keys: off the axes by 0.654 radians. */
#define KEY_COSINE 0.793720
#define KEY_SINE 0.608282
/* Of the same position, and of the coordinates from the pool's first point: points whose keys, in
 * float, differ by more are apart. Above the root of 3, and above several units of 2^-24. */
#define KEY_APART 1.8
#define KEY_ROUNDING 5e-7
/* Greatest key, in the range of float. */
#define KEY_MOST 1e38
/* Of size: 9000 u, error of a depth; points in contact must not fall below the margin by it. */
#define CONTACT_ROUNDING 1e-12
/* Of size: depths of curved shapes that differ by less are the same; their normals are converged,
 * not exact. Empirical. */
#define SAME_CURVED 2e-8
/* Of the rounding of a support function, relative to the size: the same of its depths. Empirical.
 */
#define SAME_FUNCTION 64.0
/* Of size squared: areas that differ by less are the same, and the first point is taken: above the
 * rounding of areas in float (2^-24 = 6e-8 of it for each operation). */
#define SAME_WORTH 1e-5
/* Of the largest coordinate of a centre or a point: 4 u, rounding of positions at that distance. */
#define CONTACT_CENTER_ROUNDING (2.0 * DBL_EPSILON)

/* ---- manifold.c */

/* Sine of an edge with the contact plane up to which the edge is in contact; of a steeper edge only
 * the end is. Empirical. */
#define ACROSS_SINE 0.2
/* A normal is of length 1 or 0. */
#define CONTACT_NORMAL_MIN 0.5

/* ---- box_contact.h, box_faces.h */

/* Of size: 900 u; depths below it, and the rounding of the centres, are left to the general method.
 */
#define BOX_UNDECIDED 1e-13
/* Of the largest coordinate of a centre: 16 u. */
#define BOX_CENTER_ROUNDING (8.0 * DBL_EPSILON)
/* Of size: vertices this near to the support plane belong to the feature. Empirical. */
#define BOX_SLACK 1e-11
/* Half-extents and sizes whose areas stay in range in float. */
#define BOX_SIZE_MIN 1e-15
#define BOX_SIZE_MAX 1e15
/* The same of the mean of the deepest points: of the sum of the half-extents, empirical; and sizes
 * whose cubes are in range. */
#define BOX_MEAN_THIN 1e-10
#define BOX_MEAN_MIN 1e-60
#define BOX_MEAN_MAX 1e60
/* Least ratio of the sides of a reference face; points on thinner faces are chosen by the general
 * method, in double. Empirical. */
#define FACE_SLIVER 0.06
/* Times PARALLEL_SINE or its square: above the rounding of the sine, so that edges which cross here
 * are not parallel in the general method. */
#define CONTACT_PARALLEL_MARGIN 1.001

/* ---- cylinder_manifold.c */

/* Part of a disk's radius, inside of which the other disk's samples fit, from which on it is taken
 * whole. Empirical. */
#define DISK_WHOLE 0.9
/* Cosine of an axis and the normal up to which the side is in contact, else the end: 45 degrees. */
#define END_COSINE 0.70710678118654752440

/* ---- hull_face_clip_kernel.c */

/* Of the square of a side, for the area with it: nearer points may count as on the side for
 * carom_convex_clip. The projection on two axes changes lengths, and this is more than SAME_POINT
 * in any case. */
#define CLIP_NEAR (2.0 * SAME_POINT)
/* Of size: with shorter sides rounding would reach CLIP_NEAR. */
#define PATCH_SIDE 1e-5
/* Cosine of the other face and the normal below which the face is too steep. Empirical. */
#define PATCH_STEEP 0.01

#endif
