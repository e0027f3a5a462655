/* Tolerances and forward error bounds of the exact relation of solids and of their measures, by
 * file. */
#ifndef CAROM_MESH_SOLID_TOLERANCES_H
#define CAROM_MESH_SOLID_TOLERANCES_H

/* 2^-53, the unit roundoff u of double. */
#define ROUNDOFF 1.1102230246251565e-16

/* ---- solid_exact: filters */

/* Of |w| . (|u| x |v|): error of dot(cross(u, v), w) whose rows are rounded differences. At most 8
 * roundings in a term (3 differences, 2 of the cross product, 3 of the scalar product); 9 u covers
 * their second order. */
#define SOLID_DETERMINANT_ERROR (9.0 * ROUNDOFF)
/* Of a product: error of the product and of the sum of two such; 2 roundings, 4 u covers them. */
#define SUM_ERROR (4.0 * ROUNDOFF)
/* Relative: rounding of an error bound itself. */
#define BOUND_ROUNDING 1e-9
/* Of e R^2: change of a determinant with entries up to R when each entry changes by e: 3 rows times
 * 3 cofactors of at most 2 R^2 make 18. */
#define PERTURBED_DETERMINANT 32.0
/* Of the magnitudes: error of a component of a cross product of rounded differences, at most 4
 * roundings in a term. */
#define CROSS_ERROR (6.0 * ROUNDOFF)
/* Of e R: change of a component of a cross product when one vector changes by e and the other has
 * components up to R: at most 2. */
#define PERTURBED_CROSS 4.0
/* Relative error of the weights up to which their quotient places a point. Empirical. */
#define QUOTIENT_LOOSE_MOST 1e-9
/* Of the edge's coordinates and the relative error d of the weights: the quotient is off by 2 d and
 * the edge is at most twice as long as its coordinates. */
#define QUOTIENT_ERROR 4.0
/* Of the edge's coordinates: rounding of the interpolation. Empirical, above its operations. */
#define INTERPOLATION_ERROR (16.0 * ROUNDOFF)
/* Of the coordinates, in units of u: rounding of a point by exact quotients. Empirical, above its
 * operations. */
#define ROUNDED_POINT_UNITS 32.0

/* ---- solid_self, solid_sphere_map, solid_winding: boxes */

/* Relative to a box's coordinates: rounding of a point that is carried into the mesh's frame, some
 * hundreds of units of u. Empirical. */
#define FRAME_ROUNDING 1e-13
/* Errors of a rounded point by which its box is grown. */
#define POINT_BOX_ERRORS 2.0
/* Length of a ray, in distances to the farthest side of the mesh's box; any factor above 1 leaves
 * the box. */
#define RAY_OVERSHOOT 4.0
/* Squared length of the sum of two unit directions below which they count as opposite, and the
 * bisector is taken across them. A witness is verified exactly, so any value is valid. */
#define BISECTOR2_LEAST 1e-6

/* ---- projected, overlap_volume, separating_translation */

/* Of reach x diameter: area below which a projected triangle counts as none; of reach x diameter x
 * height: error of the integral over one pair of triangles. A clipped corner is within 16 roundings
 * of the lines that it lies on, each of three bands is as long as the lesser diameter, heights are
 * off by as much along the slope, and diameters are known to a factor of 2: 512 u covers them. */
#define PROJECTED_ROUNDING (512.0 * ROUNDOFF)
/* Factor on boxes of nodes that are mapped, and on the bound of their rounding. */
#define PROJECTED_BOX_NOISES 4.0
/* Of the coordinates, in units of carom_real: how far beyond contact a translation is tried, which
 * a pose rounds. */
#define SEPARATING_ROUNDING 16.0

#endif
