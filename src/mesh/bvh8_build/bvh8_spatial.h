/* Partition of a run in two, between boxes or through them (spatial splits). */
#ifndef CAROM_MESH_BVH8_BUILD_BVH8_SPATIAL_H
#define CAROM_MESH_BVH8_BUILD_BVH8_SPATIAL_H

#include "mesh/bvh8_build/bvh8_cut.h"

/** As carom_bvh8_cut; where the cutter has a splitter and the parts would overlap, boxes may be
 * split at a plane: then there are more references than before, within the run's capacity, which
 * the parts share. A run that fits into a leaf stays where it is, in any order. */
void carom_bvh8_part(const bvh8_cutter *cutter, const bvh8_run *run, bvh8_run parts[2]);

#endif
