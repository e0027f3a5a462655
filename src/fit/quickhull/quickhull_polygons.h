/* Merging of coplanar triangles to polygons, the stage of Quickhull [Barber96] that makes the
 * half-edge structure. */
#ifndef CAROM_FIT_QUICKHULL_QUICKHULL_POLYGONS_H
#define CAROM_FIT_QUICKHULL_QUICKHULL_POLYGONS_H

#include "fit/quickhull/quickhull_parts.h"

/** Merges coplanar triangles to polygons; drops vertices inside faces and edges. */
carom_status carom_quickhull_polygons(hull_data *out, void **memory, quickhull *q);

#endif
