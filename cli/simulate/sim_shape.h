/* Triangles of shapes, for pictures. */
#ifndef CAROM_CLI_SIMULATE_SIM_SHAPE_H
#define CAROM_CLI_SIMULATE_SIM_SHAPE_H

#include "carom/io.h"
#include "simulate/sim.h"

/** Of a shape in its own frame; of a plane a square that is cut to `extent`, of radius `reach`.
 * `soup` must be zeroed; the caller frees it. Rays, lines, segments and points have no triangles.
 * False when memory ran out. */
bool sim_shape_triangles(carom_io_soup *soup, const carom_shape *shape, const carom_aabb *extent,
                         double reach);

#endif
