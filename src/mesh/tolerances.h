/* Tolerances of meshes and surfaces, by file. */
#ifndef CAROM_MESH_TOLERANCES_H
#define CAROM_MESH_TOLERANCES_H

/* ---- mesh */

/* A second tree is kept when its SAH cost is at most this part of the first one's: a ray that meets
 * several parts of a triangle tests it each time, which the cost does not include. */
#define PARTS_WORTH 0.875

/* ---- save_cover, refit_parts: in units of the tree's frame, whose coordinates are below 8 */

/* Boxes count as larger by this: more than the rounding of clipping; 2^-40. */
#define COVER_SLACK 9.094947017729282e-13
/* Above the rounding of a vertex by its barycentric weights. */
#define WEIGHT_ROUNDING 2e-14

/* ---- internal_edges */

/* A barycentric weight below this puts the point on the opposite edge: the error of a contact point
 * in float. */
#define EDGE_WEIGHT 1e-4
/* Sine up to which a direction counts as lying in the plane across a normal. */
#define EDGE_COPLANAR 1e-6
/* Sine below which a normal equals the face's but for rounding. */
#define FACE_LEAN 1e-3
/* Largest component of a cross product outside of which it may have underflowed or overflowed. */
#define FACE_CROSS_LEAST 1e-240
#define FACE_CROSS_MOST 1e240

/* ---- shape_surface */

/* Relative to the sum of the terms' magnitudes: rounding of a scalar product, some tens of units of
 * 2^-53. */
#define SUPPORT_ROUNDING 1e-14

#endif
