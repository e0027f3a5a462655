/* Contact manifolds, closest points and sweeps of two posed boxes, from their frames. */
#ifndef CAROM_PAIR_SOLVER_BOX_PAIRS_H
#define CAROM_PAIR_SOLVER_BOX_PAIRS_H

#include "convex/box/box_view.h"
#include "pair/pose/pair.h"
#include "query/overlap/box_touch.h"

static inline bool is_box(const carom_posed_shape *posed) {
    return posed->shape.kind == CAROM_SHAPE_AABB || posed->shape.kind == CAROM_SHAPE_OBB;
}

static inline bool is_framed_box_pair(const carom_posed_shape *a, const carom_posed_shape *b) {
    const uint32_t ready = POSED_VALID | POSED_FRAMED;
    return is_box(a) && is_box(b) && (a->state & b->state & ready) == ready;
}

/** Two boxes that are not both along the coordinate axes: those have closed forms. */
static inline bool is_turned_box_pair(const carom_posed_shape *a, const carom_posed_shape *b) {
    return is_box(a) && is_box(b) &&
           (a->shape.kind == CAROM_SHAPE_OBB || b->shape.kind == CAROM_SHAPE_OBB);
}

static inline double size_of_box(const box_view *box) {
    return max_abs3(box->center) + max_abs3(box->half);
}

/** A depth up to which the exact test decides contact. */
static inline double shallow_of_boxes(const carom_posed_shape *a, const carom_posed_shape *b) {
    return SHALLOW_CONTACT * max2(size_of_box(&a->frame.solid), size_of_box(&b->frame.solid));
}

/** The numbers of a box as they are given. @return false where doubles do not hold them */
static inline bool touch_box_of_posed(touch_box *out, const carom_posed_shape *posed) {
    if (posed->shape.kind == CAROM_SHAPE_AABB) return touch_box_of_aabb(out, &posed->shape.as.aabb);
    *out = touch_box_of_obb(&posed->shape.as.obb);
    return true;
}

/** Contact of two valid boxes by their closed forms, which need no table order: they are exact.
 * @param foreseen whether the answer is mostly that of the last frame; it changes the time alone */
bool carom_overlap_of_boxes(const carom_posed_shape *a, const carom_posed_shape *b, bool foreseen);

/** Closest points of two framed boxes of which one at least is turned, in any order, as
 * carom_engine_closest finds them; the answer is in table order. @return false for other shapes,
 * and where it is undecided */
bool carom_boxes_closest(const carom_posed_shape *a, const carom_posed_shape *b,
                         convex_distance *out);

/** Depth of two boxes, in any order, in the order of the call.
 * @return false where it is undecided */
bool carom_boxes_penetrate(const carom_posed_shape *a, const carom_posed_shape *b,
                           carom_penetration *out);

/** The view of a posed box that has its frame. */
static inline const box_view *box_view_of_posed(const carom_posed_shape *posed) {
    return &posed->frame.solid;
}

#endif
