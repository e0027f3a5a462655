/* Thresholds of the fits. u = HALF_ULP = 2^-53. A fit encloses because it grows by
 * more than its roundings; a multiple of u counts the roundings on the longest path and leaves
 * room. "Empirical" marks a value that no inequality fixes. */
#ifndef CAROM_FIT_TOLERANCES_H
#define CAROM_FIT_TOLERANCES_H

#define HALF_ULP 1.1102230246251565e-16 /* u, of a double */

/* ---- rounding.h */

/* Of a sum, or of a moved limit: more than its rounding, u. */
#define SUM_ROUNDING (2.0 * HALF_ULP)

/* ---- box.c */

/* Determinants between which axes count as about orthonormal. Empirical. */
#define AXES_DETERMINANT_MIN 0.5
#define AXES_DETERMINANT_MAX 2.0
/* Roundings of a coordinate along an axis, of the sum of its absolute terms. */
#define BOX_ROUNDINGS (16.0 * HALF_ULP)

/* ---- cloud.c */

/* Clouds of coordinates up to S = 2^190 and of an extent from 1/S on are not scaled. The greatest
 * power is the fifth, in the circumcentre of three points: at most 2^10 S^5 < 2^1024, and of the
 * extent S^-5 = 2^-950, 2^19 times the least of which a product keeps its 53 digits. */
#define CLOUD_SIZE_MAX 0x1p190

/* ---- fit_aabb.c, fit_pose.c */

/* Roundings of a bound, of the sizes that enter it. */
#define AABB_ROUNDINGS (16.0 * HALF_ULP)
/* Of the largest coordinate: bound on the error of a corner of a k-DOP. Empirical. */
#define KDOP_CORNER_ERROR 4e-12

/* ---- fit_capsule.c */

/* Roundings of a distance to the segment, of the sum of the coordinates' sizes. */
#define CAPSULE_ROUNDINGS (16.0 * HALF_ULP)
/* Of the outer radius: what containment must exceed in addition. */
#define CAPSULE_RADIUS_ROUNDINGS (8.0 * HALF_ULP)

/* ---- fit_kdop.c */

/* Of the sum of the absolute products: points within it of the bound are compared exactly. */
#define KDOP_DOT_ROUNDINGS (8.0 * HALF_ULP)
/* Of centre and radius along the normal. */
#define KDOP_SPHERE_ROUNDINGS (16.0 * HALF_ULP)
/* Of the bounds and the margin along the normal. */
#define KDOP_MARGIN_ROUNDINGS (8.0 * HALF_ULP)

/* ---- fit_obb.c, fit_obb_hull.c */

/* Roundings of a corner computed from a box, of its largest coordinate. */
#define CORNER_ROUNDINGS (8.0 * HALF_ULP)
/* Squared sine of two edges below which their cross product gives no axis. Empirical. */
#define OBB_PARALLEL_SINE2 1e-12
/* Half sizes between which volumes keep their digits. */
#define OBB_SIZE_MIN 1e-60
#define OBB_SIZE_MAX 1e60
/* Of the half size: added to each side, so that boxes of planar hulls differ in volume. Empirical.
 */
#define OBB_THICKNESS 1e-9

/* ---- fit_pose.c */

/* Roundings of a moved point, of its size and that of the position. */
#define MOVE_ROUNDINGS (16.0 * HALF_ULP)
/* Of a radius times the stretch. */
#define STRETCH_ROUNDINGS (4.0 * HALF_ULP)

/* ---- fit_sphere.c */

/* Of the squared radius: points from here outwards are compared exactly. */
#define SPHERE_EXACT_FROM (1.0 - 32.0 * HALF_ULP)
/* Factor of a radius that encloses spheres or corners. */
#define SPHERE_ROUNDINGS (1.0 + 16.0 * HALF_ULP)

#endif
