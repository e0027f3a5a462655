/* Points where two triangles meet, the vertices of the local analysis [Hachenberger07]: each is a
 * vertex, or the crossing of an edge of one with the other. */
#ifndef CAROM_MESH_SOLID_SOLID_POINTS_H
#define CAROM_MESH_SOLID_SOLID_POINTS_H

#include "mesh/solid/solid_search.h"

/** Numbers the vertices of a posed triangle.
 * @return false when it has no area, or memory ran out. */
bool carom_search_number(solid_search *s, numbered_triangle *out, const carom_triangle *t);

/** Adds the sphere maps of the points where two triangles meet.
 * @return true when a point was new; `first` is the first new one. */
bool carom_search_places(solid_search *s, const numbered_triangle *a, const numbered_triangle *b,
                         exact_point *first);

/** Adds the sphere map of a vertex, unless it has been added. */
void carom_search_corner(solid_search *s, const numbered_triangle *t, int corner);

#endif
