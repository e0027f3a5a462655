/* Boxes and tetrahedra as hulls, for methods that walk faces and edges. */
#ifndef CAROM_CONVEX_HULL_SAT_HULL_VIEW_H
#define CAROM_CONVEX_HULL_SAT_HULL_VIEW_H

#include "convex/support/convex.h"

/* Storage of one view. It holds pointers into itself and must not be copied. */
typedef struct hull_view {
    convex_shape shape;
    hull_data hull;
    double x[HULL_LANES], y[HULL_LANES], z[HULL_LANES];
    vec3 normal[6];
    double offset[6];
} hull_view;

/** A hull of the shape. Vertices of a box keep their numbers.
 * @return the shape itself for a solid hull, a hull in `view` for a box or a tetrahedron, null for
 * any other shape and for one that is too thin (VIEW_THIN) */
const convex_shape *carom_view_as_hull(hull_view *view, const convex_shape *shape);

#endif
