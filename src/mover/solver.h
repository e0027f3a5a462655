/* The motion nearest to a wish within bounds. */
#ifndef CAROM_MOVER_SOLVER_H
#define CAROM_MOVER_SOLVER_H

#include "mover/mover_run.h"

/** The vector nearest to `wish` within the bounds, whose normals are unit. Where there is none,
 * that within the bounds with positive ones taken as 0, which the zero vector keeps. */
vec3 carom_mover_solve(vec3 wish, const mover_bound *bounds, size_t count);

#endif
