/* Axis-aligned boxes: twelve comparisons and no branch that depends on the data. The order of a
 * box's own bounds is checked too, for an inverted box holds no point. Against an oriented box the
 * fifteen axes of [Gottschalk96], as of two oriented ones (overlap_obb.c). */
#include "carom/overlap.h"
#include "math/box_axes.h"
#include "query/overlap/box_standing.h"
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
static CAROM_INLINE touch_end prisms_touch(const carom_aabb *a, const carom_obb *b,
                                           unsigned open_faces) {
    touch_interval p, q;
    const int k = (int)lowest_bit(open_faces), j = (int)lowest_bit(open_faces >> 3);
    if (!touch_interval_of_obb(&q, b, j, k) || !touch_interval_of_aabb(&p, a, k))
        return TOUCH_UNDECIDED;
    return touch_intervals(p, q);
}

/* Boxes of which one face each is in doubt. */
static CAROM_INLINE touch_end standing_boxes_touch(const carom_aabb *a, const carom_obb *b,
                                                   const standing_boxes *s) {
    const touch_end end = prisms_touch(a, b, s->open_faces);
    if (end != TOUCH_UNDECIDED) return end;
    const standing_face face = face_of_aabb(a, b, (int)lowest_bit(s->open_faces));
    return standing_end(s, &face, b);
}

/* `end`: what is known of them. */
static CAROM_NOINLINE bool aabb_obb_exact(const carom_aabb *a, const carom_obb *b, touch_end end) {
    touch_box p, q = touch_box_of_obb(b);
    if (end == TOUCH_UNDECIDED && touch_box_of_aabb(&p, a)) {
        end = carom_boxes_touch(&p, &q);
        if (CAROM_LIKELY(end != TOUCH_UNDECIDED)) return end == TOUCH_CONTACT;
    }
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
    box_faces faces;
    box_choice choice;
    const carom_real *of_b = &b->center.x;
    BOX_LANES_LOAD(&lanes_b, of_b, loose_reals);
    box_axes_measure_faces(&lanes_a, &lanes_b, &delta, &faces);
    const unsigned open_faces = box_axes_graze(&faces) ? box_axes_open_faces(&faces) : 0;
    if (CAROM_UNLIKELY(box_axes_stand(open_faces))) {
        const standing_boxes standing = {&lanes_a, &lanes_b, &faces, open_faces};
        const touch_end end = standing_boxes_touch(a, b, &standing);
        return CAROM_LIKELY(end == TOUCH_CONTACT) ||
               (end != TOUCH_APART && aabb_obb_exact(a, b, end));
    }
    box_axes_choose_from(&lanes_a, &lanes_b, &faces, &choice);
    return choice.apart == choice.meet ? aabb_obb_exact(a, b, TOUCH_UNDECIDED) : choice.meet;
}
