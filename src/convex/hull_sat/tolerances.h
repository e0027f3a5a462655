/* Thresholds of the separating axis test of hulls. u = 2^-53; `size` is the sum of both hulls'
 * largest coordinates and of the distance of their centres (facet_answer.scale). "Empirical" marks
 * a value that no inequality fixes. */
#ifndef CAROM_CONVEX_HULL_SAT_TOLERANCES_H
#define CAROM_CONVEX_HULL_SAT_TOLERANCES_H

/* ---- hull_view.c */

/* Of the largest coordinate: with a smaller radius of the inscribed ball a shape is too thin for
 * its normals to be accurate. Empirical. */
#define VIEW_THIN 1e-6

/* ---- hull_sat.c */

/* Of size: 90 u, by which a later direction must be better than the best one, so that rounding does
 * not choose among equals. */
#define FACET_ADVANTAGE 1e-14
/* Of size: 900 u; smaller depths are left to the exact test. */
#define FACET_UNDECIDED 1e-13
/* Largest deviation of the axes from those of a rotation (convex_distortion). Empirical. */
#define DISTORTION_MAX 1e-5
/* Lengths in a hull's own frame are right to MARGIN_DISTORTION times the distortion, and to
 * MARGIN_ROUNDING = 9000 u, of themselves. Empirical. */
#define MARGIN_DISTORTION 8.0
#define MARGIN_ROUNDING 1e-12
/* Times (1 - margin) and size: how far a face's height in the hull's own frame may lie above the
 * least one, and its depth still be the least. Empirical. */
#define SMALL_HULL_MARGINS 4.0

/* ---- hull_rest.c; of size, here the sum of the distance and all extents */

/* Cosine from which on two faces are opposite. Empirical. */
#define REST_OPPOSITE (1.0 - 1e-6)
/* Distance of faces that may touch, and least radius of A's inscribed ball. Empirical. */
#define REST_NEAR 1e-3
/* Of the cube: volumes that are certainly positive, far above REST_ERROR. Empirical. */
#define REST_INSIDE 1e-9
/* Of the cube, for the rounding of a height: 270 u. A coordinate of a vertex has 6 roundings and
 * that of the point 12, a difference is at most twice the size, and a product of three of them is
 * one of six: 6 * 8 * (2 * 6 + 18 + 4) / 6 u < 270 u with sizes that are sums of extents. */
#define REST_ERROR 3e-14
/* Vertices of a face whose outline is clipped. */
#define REST_OUTLINE 16
/* How far a point goes towards a corner of what two faces share: what is left of the way keeps the
 * volumes above REST_INSIDE, unless the faces are slivers. Empirical. */
#define REST_BESIDE (1.0 - 0x1p-20)
/* How far a point on a side of a triangle goes towards its middle: the volumes are then far above
 * REST_INSIDE, and the point is still near where it was. Empirical. */
#define REST_ASIDE 0x1p-10
/* Sizes whose cubes are in range. */
#define REST_SIZE_MIN 1e-60
#define REST_SIZE_MAX 1e60

/* ---- hull_sat_edges.c, hull_sat_float.c */

/* Squared sine of two edges up to which their cross product is rounding: the sine is 1e-12.
 * Empirical. */
#define EDGES_PARALLEL 1e-24
/* Squared cosine to the normal of the arc from which on the cross product replaces it: 45 degrees.
 * Empirical. */
#define EDGES_AGREE 0.5
/* Squared sine up to which a depth along the cross product is measured by support points, and float
 * does not prove that two edges form a facet. Empirical. */
#define EDGES_CLOSE_SINE2 1e-6

/* ---- hull_sat_candidates.c */

/* Of the outer radius plus the point's coordinates: 4 times the error of a height in float. */
#define SCAN_SLACK 2e-6
/* Points with larger coordinates are not converted to float. */
#define SCAN_FAR 1e30
/* Of the inscribed radius: depth below which a cap of the polar polytope has a bounded number of
 * faces in practice. Empirical. */
#define CAP_PART 0.25
/* Widens a cap for the rounding of the heights. Empirical. */
#define CAP_MARGIN 1.001

/* ---- hull_sat_float.c */

/* Of size: 9000 u, by which the least of the depths that float left must be less than all others,
 * else the answer would depend on the order in which they were found. Empirical. */
#define RIVAL_ADVANTAGE 1e-12
/* The unit normals of double and of float may differ by the slack over this and the size: then a
 * vertex, at most twice the size away, moves by slack / 8 along the normal. */
#define NORMAL_AGREEMENT 16.0

/* ---- hull_float_probes.h, hull_float_facets.c */

/* Of size: shorter normals of an arc have no direction; both probes lie at one place, or the arc's
 * ends are perpendicular to their difference. Empirical. */
#define FLOAT_ARC_NORMAL_MIN 1e-15f
/* Of the widest gap of hulls that are apart: facets with at least this much of it are kept.
 * Empirical. */
#define FLOAT_GAP_KEPT 0.999f

#endif
