/* A moving sphere against a segment, capsule and convex polygon: outlines (outline.h) with the
 * filter first and the exact fallback behind it; polygons of many corners are fans of triangles. */
#ifndef CAROM_QUERY_SWEEP_SWEEP_SPHERE_POLYGON_H
#define CAROM_QUERY_SWEEP_SWEEP_SPHERE_POLYGON_H

#include "query/sweep/sweep_polygon.h"

/** carom_sweep_sphere_polygon by the fan of triangles, also of a negative count; not 0. */
carom_sweep_hit carom_sweep_sphere_fan(const carom_sphere *sphere, carom_vec3 motion,
                                       const carom_polygon *polygon);

#endif
