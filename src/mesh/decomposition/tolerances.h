/* Thresholds of convex decomposition. */
#ifndef CAROM_MESH_DECOMPOSITION_TOLERANCES_H
#define CAROM_MESH_DECOMPOSITION_TOLERANCES_H

/* ---- piece.c */

/* Of the largest coordinate: a corner a + t (b - a) is rounded by fewer than 8 half epsilons of
 * 2^-53, those of t and the difference, which is up to twice that coordinate, included; rounded
 * up. */
#define CUT_ROUNDING 0x1p-48

/* Epsilons of carom_real, of the largest coordinate: a step that rounding does not undo. */
#define CORNER_EPSILONS 4.0

/* ---- choose_cut.c */

/* Of the difference of the two sides' volumes: decides between cuts that are about as good.
 * Empirical: 0.05, as V-HACD has it, leaves more concavity in 32 hulls of the Stanford bunny. */
#define CUT_BALANCE 0.01

/* ---- concavity.c */

/* Of all coordinates, the error of a distance, as SAMPLE_KERNEL and SAMPLE_EPSILONS of
 * mesh/nearest/tolerances.h. */
#define DISTANCE_KERNEL 1e-13
#define DISTANCE_EPSILONS 4.0
/* Of the sum of a hull's coordinates and a point's: the height over a face, whose normal and offset
 * are rounded by fewer than 16 epsilons of 2^-52. */
#define FACE_HEIGHT_ROUNDING 1e-14
/* Of a length: above the rounding of a sum of five lengths. */
#define LENGTH_UP (1.0 + 1e-14)

#endif
