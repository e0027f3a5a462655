/* Cutting a run in two, either between boxes or through them. */
#ifndef CAROM_MESH_WIDE_SPATIAL_H
#define CAROM_MESH_WIDE_SPATIAL_H

#include "mesh/bvh8_build/wide_cut.h"

/** As carom_wide_cut, and where the cutter has a splitter, and the parts would overlap, boxes may
 * be cut at a plane: then there are more references than before, within the run's room, which the
 * parts share. A run that fits into a leaf stays where it is, in any order. */
void carom_wide_part(const wide_cutter *cutter, const wide_run *run, wide_run parts[2]);

#endif
