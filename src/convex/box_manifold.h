/* Contact manifolds of two boxes: the general method's answers, quicker. */
#ifndef CAROM_CONVEX_BOX_MANIFOLD_H
#define CAROM_CONVEX_BOX_MANIFOLD_H

#include "convex/manifold.h"

/** @return false, `out` then undefined, for what is left to the general method: other shapes, flat
 * boxes, faces like needles, contacts that rounding leaves in doubt, edges nearly parallel. */
bool carom_box_manifold(const convex_shape *a, const convex_shape *b,
                        const manifold_options *options, convex_manifold *out);

#endif
