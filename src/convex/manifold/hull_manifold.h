/* Contact manifolds of solid hulls, from the facet of least depth. */
#ifndef CAROM_CONVEX_MANIFOLD_HULL_MANIFOLD_H
#define CAROM_CONVEX_MANIFOLD_HULL_MANIFOLD_H

#include "convex/manifold/manifold.h"

/** The manifold of hulls that carom_hulls_facet can answer and that are deeper than `least`. Hulls
 * that are apart by more than `least` have an answer without points where there is no cache and the
 * margin is 0. @return false for all others: the general method answers */
bool carom_hull_manifold(const convex_shape *a, const convex_shape *b, double least,
                         const manifold_options *options, convex_manifold *out);

#endif
