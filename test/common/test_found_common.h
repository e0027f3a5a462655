/* Manifolds that the engine finds of convex shapes, without a cache. */
#ifndef CAROM_TEST_FOUND_COMMON_H
#define CAROM_TEST_FOUND_COMMON_H

#include "convex/manifold/manifold.h"

static inline convex_manifold found_manifold(const convex_shape *a, const convex_shape *b,
                                             double margin, int capacity) {
    convex_manifold out;
    carom_convex_manifold(a, b, &(manifold_options){margin, capacity, NULL}, &out);
    return out;
}

#endif
