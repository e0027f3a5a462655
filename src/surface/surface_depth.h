/* Penetration depth against a mesh or height field. */
#ifndef CAROM_SURFACE_SURFACE_DEPTH_H
#define CAROM_SURFACE_SURFACE_DEPTH_H

#include "carom/contact.h"
#include "convex/support/convex.h"
#include "surface/surface_query.h"

carom_penetration carom_surface_penetration(const carom_posed_shape *a, const carom_posed_shape *b);
/** The same with storage for the query. */
carom_penetration carom_surface_penetration_in(surface_query *storage, const carom_posed_shape *a,
                                               const carom_posed_shape *b);

/** Returns the depth of the pair's shape, A, in the surface, B, in the surface's frame. */
carom_penetration carom_surface_query_depth(const surface_query *pair);

/** Returns `corrected`, a normal corrected at internal edges, or its reverse: the side of the
 * triangle on which the shape has the smaller depth. A shape that left sideways did not
 * determine the side. */
vec3 carom_corrected_side(const convex_shape *shape, const carom_triangle *at, vec3 corrected);

/** Makes the manifold of a plane or half-space; `manifold` is the request.
 * @return 0 or 1. */
int32_t carom_surface_plane_contact(const surface_query *pair, carom_contact_manifold *manifold);

#endif
