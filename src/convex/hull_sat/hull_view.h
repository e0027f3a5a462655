/* Boxes and tetrahedra seen as hulls, for methods that go along faces and edges. */
#ifndef CAROM_CONVEX_HULL_SAT_HULL_VIEW_H
#define CAROM_CONVEX_HULL_SAT_HULL_VIEW_H

#include "convex/support/convex.h"

/* Room for one; it refers to itself and is not copied. */
typedef struct hull_view {
    convex_shape shape;
    hull_data hull;
    double x[HULL_LANES], y[HULL_LANES], z[HULL_LANES];
    vec3 normal[6];
    double offset[6];
} hull_view;

/** A solid hull as it is; a box or a tetrahedron in the room; null for anything else, and for what
 * is too thin. Vertices of a box keep their numbers. */
const convex_shape *carom_view_as_hull(hull_view *view, const convex_shape *shape);

#endif
