/* Axis-aligned boxes: twelve comparisons and no branch that depends on the data. The order of a
 * box's own bounds is checked too, for an inverted box holds no point. */
#include "carom/overlap.h"
#include "math/box_axes.h"
#include "query/overlap/box_touch.h"
#include "query/overlap/sat_exact.h"
#include "query/overlap/volume_valid.h"

/* The library's own copy of the inline function. */
extern CAROM_API inline bool carom_overlap_aabb_aabb(const carom_aabb *a, const carom_aabb *b);

CAROM_NOINLINE bool carom_overlap_aabb_aabb_exact(const carom_aabb *a, const carom_aabb *b) {
    bool meet = (a->min.x <= b->max.x) & (b->min.x <= a->max.x) & (a->min.y <= b->max.y) &
                (b->min.y <= a->max.y) & (a->min.z <= b->max.z) & (b->min.z <= a->max.z);
    return meet && aabb_holds_points(a) && aabb_holds_points(b);
}

/* Boxes that stand on each other along a coordinate axis (box_touch.h). */
static CAROM_INLINE touch_end standing_boxes_touch(const carom_aabb *a, const carom_obb *b,
                                                   unsigned open_faces) {
    touch_interval p, q;
    if (!box_axes_stand(open_faces)) return TOUCH_UNDECIDED;
    const int k = (int)lowest_bit(open_faces), j = (int)lowest_bit(open_faces >> 3);
    if (!touch_interval_of_obb(&q, b, j, k) || !touch_interval_of_aabb(&p, a, k))
        return TOUCH_UNDECIDED;
    return touch_intervals(p, q);
}

static CAROM_NOINLINE bool aabb_obb_exact(const carom_aabb *a, const carom_obb *b,
                                          unsigned open_faces) {
    const touch_end standing = standing_boxes_touch(a, b, open_faces);
    if (standing != TOUCH_UNDECIDED) return standing == TOUCH_CONTACT;
    touch_box p, q = touch_box_of_obb(b);
    const touch_end end = touch_box_of_aabb(&p, a) ? carom_boxes_touch(&p, &q) : TOUCH_UNDECIDED;
    if (CAROM_LIKELY(end != TOUCH_UNDECIDED)) return end == TOUCH_CONTACT;
    if (!aabb_holds_points(a) || !obb_holds_points(b)) return false;
    sat_body first = carom_sat_aabb(a), second = carom_sat_obb(b);
    return !carom_sat_disjoint(&first, &second);
}

/* The centre of A is not rounded by itself: each difference from B's is off by an ulp of the sizes
 * and the distance, however far the boxes are from the origin. */
bool carom_overlap_aabb_obb(const carom_aabb *a, const carom_obb *b) {
    const vec3 low = load3(a->min), high = load3(a->max), center = load3(b->center);
    const vec3 half = scale3(sub3(high, low), 0.5);
    const vec3 apart = scale3(add3(sub3(center, low), sub3(center, high)), 0.5);
    const box_lanes lanes_a = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 1}}, AXIS_LANES_OF(half)};
    const axis_lanes delta = AXIS_LANES_OF(apart);
    box_lanes lanes_b;
    box_choice choice;
    const carom_real *of_b = &b->center.x;
    BOX_LANES_LOAD(&lanes_b, of_b, loose_reals);
    box_axes_choose(&lanes_a, &lanes_b, &delta, &choice);
    return choice.apart == choice.meet ? aabb_obb_exact(a, b, choice.open_faces) : choice.meet;
}
