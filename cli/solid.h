/* The solid that a mesh from a file bounds. */
#ifndef CAROM_CLI_SOLID_H
#define CAROM_CLI_SOLID_H

#include "real.h" /* first: it chooses double */

/** Chooses how points are held against placed->mesh: by winding number, so that what lies in two
 * overlapping pieces of one mesh is inside; by crossings where the mesh is closed and its triangles
 * do not agree on the outer side.
 * @param rim to be destroyed by the caller, after `placed`
 * @return false when memory ran out. */
bool solid_find(carom_placed_mesh *placed, carom_mesh_rim **rim);
/** Does every edge belong to an even number of triangles? After solid_find. */
bool solid_is_closed(const carom_placed_mesh *placed);

#endif
