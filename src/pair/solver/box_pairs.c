/* No algorithm of its own: contact of two boxes that are nearly in contact, by one point and one
 * axis where these decide (query/overlap/box_touch.c), else by the closed forms of contact. The
 * answer is the exact one of these. Bench convex, rows "box flush" and "box resting". */
#include "pair/solver/box_pairs.h"

#include "carom/overlap.h"

bool carom_posed_boxes_touch(const carom_posed_shape *a, const carom_posed_shape *b) {
    const bool flip = a->shape.kind > b->shape.kind;
    const carom_shape *p = flip ? &b->shape : &a->shape, *q = flip ? &a->shape : &b->shape;
    if (q->kind == CAROM_SHAPE_AABB) return carom_overlap_aabb_aabb(&p->as.aabb, &q->as.aabb);
    touch_box first, second;
    if (touch_box_of_posed(&first, a) && touch_box_of_posed(&second, b)) {
        const touch_end end = carom_boxes_touch(&first, &second);
        if (CAROM_LIKELY(end != TOUCH_UNDECIDED)) return end == TOUCH_CONTACT;
    }
    return p->kind == CAROM_SHAPE_AABB ? carom_overlap_aabb_obb(&p->as.aabb, &q->as.obb)
                                       : carom_overlap_obb_obb(&p->as.obb, &q->as.obb);
}
