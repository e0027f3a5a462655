/* The nearest points of two oriented boxes, by alternating projections. */
#ifndef CAROM_CONVEX_BOX_BOX_NEAREST_H
#define CAROM_CONVEX_BOX_BOX_NEAREST_H

#include "simd/simd_set.h"
#include "convex/box/box_view.h"

/** How far the nearest points of two boxes are known. */
typedef enum boxes_known {
    BOXES_UNKNOWN,  /**< `out` is undefined: nearly parallel, of extreme size, and sometimes others
                     */
    BOXES_COINCIDE, /**< the points coincide to rounding; only a test of overlap tells contact */
    BOXES_KNOWN     /**< the boxes are apart, or overlap by more than rounding */
} boxes_known;

/** Distance of two boxes. `out` is as of carom_convex_distance, but where the points coincide or
 * the boxes overlap its normal is arbitrary. */
boxes_known carom_boxes_nearest_native(const box_view *a, const box_view *b, convex_distance *out);
boxes_known carom_boxes_nearest_avx2(const box_view *a, const box_view *b, convex_distance *out);

static inline boxes_known boxes_nearest(const box_view *a, const box_view *b,
                                        convex_distance *out) {
    return SIMD_RUNS_AVX2 ? SIMD_X86_NAME(carom_boxes_nearest, avx2)(a, b, out)
                          : carom_boxes_nearest_native(a, b, out);
}

#endif
