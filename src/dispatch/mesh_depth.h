/* Depth against a surface, in the surface's own frame. */
#ifndef CAROM_DISPATCH_MESH_DEPTH_H
#define CAROM_DISPATCH_MESH_DEPTH_H

#include "dispatch/mesh_pairs.h"

/** A is the pair's shape, B the surface. */
carom_penetration carom_shape_depth(const surface_pair *pair);

#endif
