/* Refit of a mesh to a source that was checked. */
#ifndef CAROM_MESH_REFIT_H
#define CAROM_MESH_REFIT_H

#include "mesh/data/mesh_data.h"

/** Moves the corners of a mesh to those of the source, and fits all boxes anew. */
void carom_mesh_refit_source(carom_mesh *mesh, const bvh8_source *source);
/** Replaces all borrowed arrays of a mesh by copies; on failure it still borrows. */
carom_status carom_mesh_own(carom_mesh *mesh);

#endif
