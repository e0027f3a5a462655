/* Quickhull [Barber96] on triangles with exact predicates. */
#ifndef CAROM_FIT_QUICKHULL_QUICKHULL_GROW_H
#define CAROM_FIT_QUICKHULL_QUICKHULL_GROW_H

#include "fit/quickhull/quickhull_parts.h"

/** Builds the hull of all points as triangles, from the tetrahedron of four points that are not
 * coplanar. False when memory runs out; carom_quickhull_release must follow in either case. */
bool carom_quickhull_grow(quickhull *q, const int32_t simplex[4]);
/** The same of points all of which are vertices of their hull, up to `limit` vertices: the point
 * that is farthest above a face is next. Conflict lists hold the other points. */
bool carom_quickhull_grow_farthest(quickhull *q, const int32_t simplex[4], int32_t limit);
void carom_quickhull_release(quickhull *q);

#endif
