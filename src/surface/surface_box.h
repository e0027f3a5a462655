/* Bounding box and support point of a posed mesh or height field. */
#ifndef CAROM_SURFACE_SURFACE_BOX_H
#define CAROM_SURFACE_SURFACE_BOX_H

#include "surface/surface_query.h"

/** As carom_shape_bounds and carom_shape_support. */
carom_aabb carom_surface_box(const carom_shape *shape, carom_pose pose);
carom_vec3 carom_surface_farthest(const carom_shape *shape, carom_pose pose, carom_vec3 direction);

#endif
