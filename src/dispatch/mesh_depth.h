/* Depth against a surface, in the surface's own frame. */
#ifndef CAROM_DISPATCH_MESH_DEPTH_H
#define CAROM_DISPATCH_MESH_DEPTH_H

#include "convex/support/convex.h"
#include "dispatch/mesh_pairs.h"

/** A is the pair's shape, B the surface. */
carom_penetration carom_shape_depth(const surface_pair *pair);

/** The side of a triangle on which a shape is along `freed`, a normal freed of inner edges: that or
 * its reverse, whichever the shape reaches less far against. What left sideways did not tell. */
vec3 carom_freed_side(const convex_shape *shape, const carom_triangle *at, vec3 freed);

#endif
