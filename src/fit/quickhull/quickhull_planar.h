/* Convex hulls of points that are coplanar, collinear or equal. */
#ifndef CAROM_FIT_QUICKHULL_QUICKHULL_PLANAR_H
#define CAROM_FIT_QUICKHULL_QUICKHULL_PLANAR_H

#include "fit/quickhull/quickhull_parts.h"

/** The hull of coplanar points; `base` are the indices of three that are not collinear. */
carom_status carom_quickhull_polygon(hull_data *out, void **memory, quickhull *q,
                                     const int32_t base[3]);

/** The hull of collinear points, whose extremes are `ends`; a point when these are equal. */
carom_status carom_quickhull_segment(hull_data *out, void **memory, quickhull *q,
                                     const int32_t ends[2]);

#endif
