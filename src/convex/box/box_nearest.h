/* The nearest points of two oriented boxes, by alternating projections. */
#ifndef CAROM_CONVEX_BOX_BOX_NEAREST_H
#define CAROM_CONVEX_BOX_BOX_NEAREST_H

#include "simd/simd_set.h"
#include "convex/box/box_view.h"

/** Distance of two boxes that are apart, or clearly overlap. `out` is as of carom_convex_distance,
 * but the normal of overlapping boxes is arbitrary.
 * @return false for boxes that touch, are nearly parallel or of extreme size, and sometimes for
 * others; `out` is then undefined */
bool carom_boxes_nearest_native(const box_view *a, const box_view *b, convex_distance *out);
bool carom_boxes_nearest_avx2(const box_view *a, const box_view *b, convex_distance *out);

static inline bool boxes_nearest(const box_view *a, const box_view *b, convex_distance *out) {
    return SIMD_RUNS_AVX2 ? SIMD_X86_NAME(carom_boxes_nearest, avx2)(a, b, out)
                          : carom_boxes_nearest_native(a, b, out);
}

#endif
