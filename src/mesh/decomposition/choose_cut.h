/* Which plane cuts a part of a solid. */
#ifndef CAROM_MESH_DECOMPOSITION_CHOOSE_CUT_H
#define CAROM_MESH_DECOMPOSITION_CHOOSE_CUT_H

#include "mesh/decomposition/piece.h"

/* A plane, and what the hulls of both sides then enclose, as a part of what that of the whole does;
 * 1 where that has no volume. */
typedef struct cut_candidate {
    axis_cut cut;
    double volume;
} cut_candidate;

/** For each axis the plane after which the hulls of both sides have the least volume together, if
 * there is a plane that has parts of the piece on both sides. @return MEMORY or OK */
carom_status carom_choose_cuts(cut_candidate out[3], int *count, const solid_piece *piece,
                               const whole_solid *whole);

#endif
