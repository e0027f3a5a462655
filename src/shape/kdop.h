/* Vertex enumeration of a k-DOP. */
#ifndef CAROM_SHAPE_KDOP_H
#define CAROM_SHAPE_KDOP_H

#include "carom/shape.h"
#include "math/vec.h"

/* A polytope of f faces has at most 2 f - 4 vertices. */
#define KDOP_VERTICES (4 * CAROM_KDOP_LIMIT - 4)

/** The vertices of a k-DOP with finite normals and bounds and no inverted slab, to a few ulps of
 * its size. @return how many; 0 when it is empty, -1 when it is unbounded. */
int carom_kdop_vertices(const carom_kdop *kdop, vec3 vertices[KDOP_VERTICES]);

#endif
