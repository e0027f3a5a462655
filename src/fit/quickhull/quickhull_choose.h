/* What a hull of limited vertices omits. */
#ifndef CAROM_FIT_QUICKHULL_QUICKHULL_CHOOSE_H
#define CAROM_FIT_QUICKHULL_QUICKHULL_CHOOSE_H

#include "fit/quickhull/quickhull_parts.h"

/** Marks the vertices of the triangles that were grown, and bounds the distance of the others. */
void carom_quickhull_mark(const quickhull *q, hull_choice *out);
/** Chooses of the vertices of a polygon. */
void carom_quickhull_mark_ring(const hull_data *polygon, int32_t limit, hull_choice *out);

#endif
