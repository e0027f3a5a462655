/* Separating axis test of two oriented boxes in double, fifteen axes with a band around zero
 * [Gottschalk96]. */
#ifndef CAROM_QUERY_OVERLAP_KERNEL_BOXES_H
#define CAROM_QUERY_OVERLAP_KERNEL_BOXES_H

#include "carom/shape.h"
#include "math/vec.h"
#include "query/overlap/tolerances.h"

typedef struct box_frame {
    vec3 center, axes[3];
    double half[3];
    double rounding; /* bound on the error of the centre */
} box_frame;

typedef enum box_verdict { BOXES_APART, BOXES_MEET, BOXES_DOUBT } box_verdict;

/** Certain answers only; anything invalid, not finite or within a few ulps of touching is
 * BOXES_DOUBT. */
box_verdict carom_boxes_verdict(const box_frame *a, const box_frame *b);

static inline box_frame frame_of_obb(const carom_obb *box) {
    return (box_frame){
        load3(box->center),
        {load3(box->axes[0]), load3(box->axes[1]), load3(box->axes[2])},
        {(double)box->half_extents.x, (double)box->half_extents.y, (double)box->half_extents.z},
        0.0};
}

static inline box_frame frame_of_aabb(const carom_aabb *box) {
    vec3 low = load3(box->min), high = load3(box->max);
    vec3 center = scale3(add3(low, high), 0.5), h = scale3(sub3(high, low), 0.5);
    return (box_frame){center,
                       {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                       {h.x, h.y, h.z},
                       AABB_CENTER_ERROR * (max_abs3(low) + max_abs3(high))};
}

#endif
