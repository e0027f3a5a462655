/* The depth of two framed boxes, of each set of instructions. */
#ifndef CAROM_PAIR_SOLVER_BOX_DEPTH_KERNEL_H
#define CAROM_PAIR_SOLVER_BOX_DEPTH_KERNEL_H

#include "pair/solver/box_kernel.h"

/** The axis of least overlap, from A to B, and a deepest point of one of the boxes. */
typedef struct box_deepest {
    vec3 normal, point;
    bool of_b;              /**< the point is B's */
    double depth, realised; /**< the least overlap, and that at the point; negative: apart */
} box_deepest;

/** The depth of two framed boxes in contact, or apart by no more than the margin and rounding.
 * @return false where it is undecided, and for boxes that are farther apart */
bool carom_boxes_depth_native(const carom_posed_shape *a, const carom_posed_shape *b, double margin,
                              box_deepest *out);
bool carom_boxes_depth_avx2(const carom_posed_shape *a, const carom_posed_shape *b, double margin,
                            box_deepest *out);

#endif
