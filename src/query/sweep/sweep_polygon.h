/* A sphere against a polygon of many corners, which may be a transformed one. */
#ifndef CAROM_QUERY_SWEEP_SWEEP_POLYGON_H
#define CAROM_QUERY_SWEEP_SWEEP_POLYGON_H

#include "carom/sweep.h"

/** carom_sweep_sphere_polygon by the fan of triangles, also of a negative count; not 0. */
carom_sweep_hit carom_sweep_sphere_fan(const carom_sphere *sphere, carom_vec3 motion,
                                       const carom_polygon *polygon);

#endif
