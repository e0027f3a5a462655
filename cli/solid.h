/* The solid that a mesh from a file bounds. */
#ifndef CAROM_CLI_SOLID_H
#define CAROM_CLI_SOLID_H

#include "real.h" /* first: it chooses double */

#include "carom/io.h"

/** Chooses the inside test of placed->mesh: by winding number, so that the overlap of two pieces is
 * inside; by parity of crossings where the mesh is closed but inconsistently oriented.
 * @param rim to be destroyed by the caller, after `placed`
 * @return false when memory ran out. */
bool solid_find(carom_placed_mesh *placed, carom_mesh_rim **rim);
/** After solid_find. */
carom_mesh_closure solid_closure(const carom_placed_mesh *placed);
/** Is it not open? After solid_find. */
bool solid_is_closed(const carom_placed_mesh *placed);
/** The same meaning, of all meshes of a file, each node's welded. */
carom_mesh_closure solid_closure_of_file(const carom_io_topology *topology);
/** "consistent" or "inconsistent"; null: open. */
const char *solid_orientation(carom_mesh_closure closure);

#endif
