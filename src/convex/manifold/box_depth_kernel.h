/* The depth of two boxes, of each set of instructions. */
#ifndef CAROM_CONVEX_MANIFOLD_BOX_DEPTH_KERNEL_H
#define CAROM_CONVEX_MANIFOLD_BOX_DEPTH_KERNEL_H

#include "convex/box/box_view.h"
#include "simd/simd_set.h"

/** The axis of least overlap, from the first box to the second, and a deepest point of one. */
typedef struct box_deepest {
    vec3 normal, point;
    bool of_b;              /**< the point is the second's */
    double depth, realised; /**< the least overlap, and that at the point; negative: apart */
} box_deepest;

/** The depth of two boxes in contact, or apart by no more than the margin and rounding, in an order
 * that does not depend on which is A. @return false where it is undecided, and for boxes that are
 * farther apart */
bool carom_boxes_depth_native(const box_view *const box[2], double margin, box_deepest *out);
bool carom_boxes_depth_avx2(const box_view *const box[2], double margin, box_deepest *out);

static inline bool boxes_depth(const box_view *const box[2], double margin, box_deepest *out) {
    return SIMD_RUNS_AVX2 ? SIMD_X86_NAME(carom_boxes_depth, avx2)(box, margin, out)
                          : carom_boxes_depth_native(box, margin, out);
}

#endif
