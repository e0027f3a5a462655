/* Last stage of Quickhull [Barber96]: allocates the arrays of a hull in one block, and derives
 * planes, bounding box, adjacency and float copies from its vertices and half-edges. */
#ifndef CAROM_FIT_QUICKHULL_QUICKHULL_FINISH_H
#define CAROM_FIT_QUICKHULL_QUICKHULL_FINISH_H

#include "fit/quickhull/quickhull_parts.h"

/** Allocates one block for the arrays, by the counts that are set in `out`. */
bool carom_quickhull_allocate(hull_data *out, void **memory, const carom_allocator *allocator);

/** Derives the other fields from vertices and half-edges: padding of the coordinates, vertex_edge,
 * neighbours, normals, offsets, box, centre, radii, float copies. */
void carom_quickhull_finish(hull_data *out);

#endif
