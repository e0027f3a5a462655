/* Validation of a collider's definition, the copy of its shape's arrays, and its bounds. */
#ifndef CAROM_WORLD_COLLIDER_H
#define CAROM_WORLD_COLLIDER_H

#include "world/world_data.h"

carom_status carom_world_check_collider(const carom_collider_def *def);

/** Copies the arrays of the shape. */
carom_status carom_world_keep_shape(const carom_world *world, carom_shape *shape, void **storage);

/** The bounds of a shape in a pose; meshes may be posed. */
carom_aabb carom_world_bounds(const carom_shape *shape, carom_pose pose);

#endif
