/* Depth against a mesh or height field, in its own frame but where posed shapes come in. */
#ifndef CAROM_SURFACE_MESH_DEPTH_H
#define CAROM_SURFACE_MESH_DEPTH_H

#include "carom/contact.h"
#include "convex/support/convex.h"
#include "surface/mesh_pairs.h"

carom_penetration carom_surface_penetration(const carom_posed_shape *a, const carom_posed_shape *b);

/** A is the pair's shape, B the surface. */
carom_penetration carom_shape_depth(const surface_pair *pair);

/** The side of a triangle on which a shape is along `freed`, a normal freed of inner edges: that or
 * its reverse, whichever the shape reaches less far against. What left sideways did not tell. */
vec3 carom_freed_side(const convex_shape *shape, const carom_triangle *at, vec3 freed);

/** The manifold of a plane or half-space: `manifold` says what is wanted. @return 0 or 1 */
int32_t carom_plane_pair_contact(const surface_pair *pair, carom_contact_manifold *manifold);

#endif
