/* Tolerances of the queries of two surfaces, by file. */
#ifndef CAROM_SURFACE_PAIR_TOLERANCES_H
#define CAROM_SURFACE_PAIR_TOLERANCES_H

/* ---- shared */

/* Of the coordinates: rounding of a vertex or box that is posed. Empirical, above the roundings of
 * a transform in carom_real and in double. */
#define POSED_VERTEX_ROUNDING (16.0 * ((double)CAROM_REAL_EPSILON + 1e-15))

/* ---- surface_pair_directional_depth */

/* Relative: a box's bounding sphere after posing in carom_real. Empirical. */
#define BOX_RADIUS_ROUNDING 1e-6
/* In units of the rounding: a vertex farther from the surface than this is off it. Empirical. */
#define OFF_SURFACE_ROUNDINGS 4.0

/* ---- surface_pair_patch */

/* Of the squared length of a curve: a vector area below this gives no normal; a circle has
 * 1 / (4 pi) = 0.08. Empirical. */
#define LEAST_AREA 1e-3

/* ---- surface_pair_pieces */

/* Sine up to which a normal counts as unchanged by the correction at internal edges: rounding. */
#define NEAR_NORMAL_LEAN 1e-3

/* ---- surface_pair_queries */

/* Relative: rounding of the distance to a box, whose triangles may not be pruned by it. */
#define BOX_QUERY_ROUNDING (8.0 * (double)CAROM_REAL_EPSILON)
/* Relative: rounding of a distance to a box that is compared with a limit. Empirical, above that of
 * carom_real and of the solvers. */
#define BOX_WITHIN_ROUNDING 1e-6
/* Relative: rounding of the fraction at which a box is hit. Empirical, above float's. */
#define BOX_FRACTION_ROUNDING 1e-6

/* ---- surface_pair_contact */

/* Factor on the depth of the solids up to which points count. The depth found may be less than the
 * true one by a sixteenth, the default accuracy. Where the search met its limit it may be less by
 * more, as its certainty says: points deeper than this factor may belong to another side, and none
 * of them is returned. */
#define DEEPEST_SHARE 1.125
/* Cosine, of 45 degrees, above which a near patch beside another belongs to its rim. */
#define RIM_FACING 0.7
/* When the deepest manifold has less than this share of the solids' depth, the patches are not the
 * whole contact: a bar that passes through another. */
#define FOUND_SHARE 0.5
/* Cosine, of 60 degrees: a separating direction that deviates by more belongs to another patch. */
#define SEPARATION_FACING 0.5
/* Of the size: rounding of depths along a patch's normal. Empirical. */
#define GATHER_ROUNDING (4.0 * (double)CAROM_REAL_EPSILON)
/* Relative: by how much a separation must be longer than the best one to replace it. Empirical. */
#define LONGER_LEAST 1e-6

#endif
