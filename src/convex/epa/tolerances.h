/* Thresholds of EPA and of the methods that finish its answer. u = 2^-53; `scale` is the largest
 * coordinate of a support point (epa_answer.scale). "Empirical" marks a value that no inequality
 * fixes. */
#ifndef CAROM_CONVEX_EPA_TOLERANCES_H
#define CAROM_CONVEX_EPA_TOLERANCES_H

/* ---- epa.c, epa_hull.c */

/* Of scale: 16 u, rounding of a difference of two support points, with a margin. */
#define EPA_ROUNDING (8.0 * DBL_EPSILON)
/* Of the depth, curved shapes: gap of the bounds at which the methods that need a close start are
 * tried, and at which the polytope has converged. Empirical. */
#define EPA_TOLERANCE_SMOOTH 1e-6
#define EPA_TOLERANCE 1e-9
/* Squared lengths whose reciprocal root is in range and right to rounding. */
#define EPA_SQUARE_MIN 1e-240
#define EPA_SQUARE_MAX 1e240
/* Of the last width: distance from which a support point is taken as one of the first four vertices
 * without a look at the others. Empirical. */
#define EPA_WELL_OFF 0.1
/* Times max|u| max|v| max|x|: 256 u bounds the error of dot(cross(u, v), x), which is a sum of 6
 * products with 8 roundings each, 48 u. */
#define EPA_PLANE_ERROR (128.0 * DBL_EPSILON)
/* Widens the square of the least depth: above the rounding of the squares compared with it. */
#define EPA_NEAR_FACTOR 1.001
/* Least cosine to the given direction of a plane that this direction meets. Empirical. */
#define EPA_COSINE_MIN 1e-12

/* ---- epa_settle.c */

/* Tangent of the last turn of the normal at which Newton's method has converged, with quadratic
 * convergence to rounding. */
#define SETTLE_LAST_TURN 1e-7
/* Of scale: distance of the deepest point from the line along the normal. Empirical. */
#define SETTLE_ASIDE 1e-9
/* Times EPA_ROUNDING and scale: least depth that is settled. Empirical. */
#define SETTLE_DEPTH_MIN 16.0
/* Tangent of the widest cap tried; it is halved until the proof holds. Empirical. */
#define CAP_TANGENT_MAX 4.0
/* Of a cap's tangent: the part that the polytope does not expand; less than all, so that its faces
 * reach beyond the rim. Empirical. */
#define CAP_LEFT .4
/* Cosine to the normal of a flat end of a cylinder or cone from which on it is tried. Empirical. */
#define CAP_NEAR 0.9
/* Of the depth: what the proof may leave between the lower bound and the depth, and the part of it
 * that is not for the rounding of the faces. Empirical. */
#define SETTLE_GAP 1e-8
#define SETTLE_SAME 1e-9

/* ---- facet_normal_exact.c */

/* 1 - cosine to the normal found, within which an exact normal is tried: 0.08 degrees. Empirical.
 */
#define FACET_NORMAL_NEAR 1e-6
/* Tangent by which the normal leans to see the vertices of the facet. Empirical. */
#define FACET_LEAN 1e-6
/* Of scale: distance of these vertices from the facet's plane; FACET_LEAN squared is below it.
 * Empirical.
 */
#define FACET_PLANARITY 1e-11
/* Of scale: 2 u; a normal whose support value is greater than the depth by less is as deep. */
#define FACET_SAME_DEPTH DBL_EPSILON

/* ---- normal_broyden.c */

/* Tangents: offset of the first differences, and last step. Empirical. */
#define BROYDEN_START 1e-4
#define BROYDEN_END 1e-9
/* Times BROYDEN_START: longest step that is near. Empirical. */
#define BROYDEN_STEP_MAX 100.0
/* Of the support point's size: its distance from the line along the normal. Empirical. */
#define BROYDEN_ASIDE 1e-7
/* Of scale: 9 u, by which a support value may grow through rounding alone. */
#define REACH_ROUNDING 1e-15
/* Tangent of the first step of the descent. Empirical. */
#define DESCENT_START 0.25

/* ---- normal_edge_secant.c */

/* 1. Distance along the axis from the circle of normals within which a normal is projected onto it,
 * and largest angle along it. Empirical. */
#define SECANT_NEAR 1e-2
/* Tangents: offset of the first difference, and last step. Empirical. */
#define SECANT_START 1e-4
#define SECANT_END 1e-10
/* Of scale: 90 u, derivative that counts as zero. Empirical. */
#define SECANT_STATIONARY 1e-14
/* Tangent by which the normal leans to see either end of the edge. Empirical. */
#define SECANT_LEAN 1e-6
/* Of scale: by how much a vertex may be farther than the ends; SECANT_LEAN squared is below it.
 * Empirical.
 */
#define SECANT_BEYOND 1e-11
/* Of the edge's length: difference of the support values of its ends. Empirical. */
#define SECANT_LEVEL 1e-11
/* Of depth and length: distance of the edge from the line along the normal. Empirical. */
#define SECANT_ASIDE 1e-7

/* ---- smooth_contact_newton.c */

/* Parts of a unit vector, and weights, below this are set to 0: in a rescaled copy in float they
 * could not be represented. 500 times less than u. */
#define CONTACT_ZERO 1e-18
/* Squared sine of the angle between a direction and the axis of a disc below which the rim point is
 * computed from the components along the other axes: m - (m.axis) axis has lost digits there.
 * Empirical. */
#define RIM_NEAR_AXIS_SINE2 0.01
/* Tangent of the longest turn that is near: 45 degrees. Empirical. */
#define CONTACT_TURN_MAX 1.0

/* ---- witness.c */

/* Of the slack: the part that covers rounding alone. Empirical. */
#define WITNESS_FINE 1e-4
/* Depths below this many slacks may have a normal along which a vertex lies beside the face or edge
 * that it touches. Empirical. */
#define WITNESS_SHALLOW 1e5
/* Sine of two edges up to which they are parallel. Empirical. */
#define WITNESS_PARALLEL 1e-9
/* Of the largest coordinate of bare points: 32 u, for the rounding of their poses. Empirical. */
#define WITNESS_ROUNDING (16.0 * DBL_EPSILON)

#endif
