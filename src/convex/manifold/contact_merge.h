/* A pool of contact points that is gathered over many faces. */
#ifndef CAROM_CONVEX_MANIFOLD_CONTACT_MERGE_H
#define CAROM_CONVEX_MANIFOLD_CONTACT_MERGE_H

#include "convex/manifold/contact_reduction.h"

/** Adds a point, unless one is at the same position in the projection along the normal: then the
 * deeper of the two stays. A full pool is reduced to its outline, then loses its shallowest point.
 */
void carom_contact_pool_merge(contact_pool *pool, const manifold_point *point);

/** Removes points inside of the convex hull of the others, in the projection along the normal, or
 * on its sides; the deepest point stays when it is deeper than the whole outline. */
void carom_contact_pool_outline(contact_pool *pool);

#endif
