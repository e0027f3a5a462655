/* Contact manifolds of solid hulls, from the facet that tells their depth. */
#ifndef CAROM_CONVEX_MANIFOLD_HULL_MANIFOLD_H
#define CAROM_CONVEX_MANIFOLD_HULL_MANIFOLD_H

#include "convex/manifold/manifold.h"

/** Of hulls as carom_hulls_facet has them, deeper than `least`. Hulls farther apart than that have
 * an answer without points where nothing is kept of them and the margin is 0. @return false for
 * others: the general method's */
bool carom_hull_manifold(const convex_shape *a, const convex_shape *b, double least,
                         const manifold_options *options, convex_manifold *out);

#endif
