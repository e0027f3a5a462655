/* Self-intersections of one solid's surface, for the local analysis [Hachenberger07] of solids that
 * are no manifolds: there the winding number of its own solid changes without the other surface,
 * and three of its sheets may enclose a gap whose vertices lie on no edge. */
#ifndef CAROM_MESH_SOLID_SOLID_SELF_H
#define CAROM_MESH_SOLID_SOLID_SELF_H

#include "mesh/solid/solid_search.h"

/** Adds the sphere maps of the points where a mesh intersects itself near the other one. */
void carom_search_itself(solid_search *s, int owner);

#endif
