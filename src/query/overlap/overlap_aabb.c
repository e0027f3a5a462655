/* Axis-aligned boxes: twelve comparisons and no branch that depends on the data. The order of a
 * box's own bounds is checked too, for an inverted box holds no point. */
#include "carom/overlap.h"
#include "query/overlap/kernel_boxes.h"
#include "query/overlap/sat_exact.h"
#include "query/overlap/volume_valid.h"

/* The library's own copy of the inline function. */
extern CAROM_API inline bool carom_overlap_aabb_aabb(const carom_aabb *a, const carom_aabb *b);

CAROM_NOINLINE bool carom_overlap_aabb_aabb_exact(const carom_aabb *a, const carom_aabb *b) {
    bool meet = (a->min.x <= b->max.x) & (b->min.x <= a->max.x) & (a->min.y <= b->max.y) &
                (b->min.y <= a->max.y) & (a->min.z <= b->max.z) & (b->min.z <= a->max.z);
    return meet && aabb_holds_points(a) && aabb_holds_points(b);
}

static CAROM_NOINLINE bool aabb_obb_exact(const carom_aabb *a, const carom_obb *b) {
    if (!aabb_holds_points(a) || !obb_holds_points(b)) return false;
    sat_body first = carom_sat_aabb(a), second = carom_sat_obb(b);
    return !carom_sat_disjoint(&first, &second);
}

bool carom_overlap_aabb_obb(const carom_aabb *a, const carom_obb *b) {
    box_frame first = frame_of_aabb(a), second = frame_of_obb(b);
    box_verdict verdict = carom_boxes_verdict(&first, &second);
    if (CAROM_LIKELY(verdict != BOXES_DOUBT)) return verdict == BOXES_MEET;
    return aabb_obb_exact(a, b);
}
