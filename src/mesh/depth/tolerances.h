/* Tolerances of the penetration depth of meshes, by file. */
#ifndef CAROM_MESH_DEPTH_TOLERANCES_H
#define CAROM_MESH_DEPTH_TOLERANCES_H

/* ---- depth_cache: pieces that are similar to one that was cut. Measured: these save most. */

/* The radius is at least this part of the other's. */
#define ALIKE_SIZE 0.75
/* The distance of their points is at most this part of the piece's own radius. */
#define ALIKE_DISTANCE 0.5
/* The cosine of the angle of their normals is at least this. */
#define ALIKE_FACING 0.9

/* ---- depth_piece */

/* Relative: rounding of the radius of a piece. */
#define RADIUS_ROUNDING 1e-12

/* ---- depth_search */

/* Default accuracy, relative to the depth: bound <= depth / (1 - accuracy). */
#define DEPTH_ACCURACY 0.0625
/* Depths up to this many times the error of posed vertices are not distinguished from none. */
#define DEPTH_NOISE 4.0
/* Relative: keeps the tolerated depth below best / (1 - accuracy) in spite of rounding. */
#define TOLERATED_ROUNDING 1e-9
/* Errors of posed vertices by which a posed box is grown. */
#define NODE_BOX_NOISES 2.0
/* Errors of posed vertices by which a translation is shorter than the tolerated depth: one for the
 * rounding of the moved part and one for that of its place. */
#define TRANSLATION_NOISES 2.0
/* Two directions with a larger cosine count as the same, and only one is tried. Empirical. */
#define SAME_DIRECTION_COSINE 0.99
/* A pose with at least this shrink is a rotation up to less than RIGID_STRETCH; any other that is
 * not blind stretches by at most sqrt(1.6) < POSE_STRETCH. */
#define RIGID_SHRINK 0.999
#define RIGID_STRETCH 1.01
#define POSE_STRETCH 1.3

#endif
