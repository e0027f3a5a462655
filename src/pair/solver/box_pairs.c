/* Two boxes by their frames: closest points by alternating projections [Cheney59], and where these
 * are undecided or several axes may have the least overlap, as of boxes that stand on each other,
 * by the separating axes of both frames and the points that two faces share [Gottschalk96]. Near
 * contact the exact test of overlap decides.
 * Bench convex, rows "box flush" and "box resting". */
#include "pair/solver/box_pairs.h"

#include "carom/overlap.h"
#include "convex/box/box_nearest.h"
#include "convex/manifold/box_depth_kernel.h"
#include "math/box_axes.h"
#include "math/power.h"
#include "pair/pose/convex_view.h"
#include "query/penetration/penetration_box.h"
#include "query/penetration/deepest.h"

/* Oriented boxes whose answer is mostly that of the last frame: a branch on a face that separates
 * them is predicted, and the edges are left out. Bench convex, row "boolean box warm":
 * 15.1 ns without. */
static bool foreseen_obbs_overlap(const carom_obb *a, const carom_obb *b) {
    box_lanes lanes_a, lanes_b;
    axis_lanes delta;
    box_faces faces;
    box_choice choice = {0};
    const carom_real *of_a = &a->center.x, *of_b = &b->center.x;
    BOX_LANES_LOAD(&lanes_a, of_a, loose_reals);
    BOX_LANES_LOAD(&lanes_b, of_b, loose_reals);
    BOX_DELTA_LOAD(delta, of_a, of_b, loose_reals);
    box_axes_measure_faces(&lanes_a, &lanes_b, &delta, &faces);
    if (box_axes_part(&faces)) return false;
    if (!box_axes_graze(&faces)) box_axes_choose_from(&lanes_a, &lanes_b, &faces, &choice);
    return choice.apart != choice.meet ? choice.meet : carom_overlap_obb_obb(a, b);
}

bool carom_overlap_of_boxes(const carom_posed_shape *a, const carom_posed_shape *b, bool foreseen) {
    const bool flip = a->shape.kind > b->shape.kind;
    const carom_shape *p = flip ? &b->shape : &a->shape, *q = flip ? &a->shape : &b->shape;
    if (q->kind == CAROM_SHAPE_AABB) return carom_overlap_aabb_aabb(&p->as.aabb, &q->as.aabb);
    if (p->kind == CAROM_SHAPE_AABB) return carom_overlap_aabb_obb(&p->as.aabb, &q->as.obb);
    return foreseen ? foreseen_obbs_overlap(&p->as.obb, &q->as.obb)
                    : carom_overlap_obb_obb(&p->as.obb, &q->as.obb);
}

/* ---- closest points */

/* Boxes that are nearly in contact by the axis of least overlap, where a point of the faces that
 * look at each other is as near: the axis then proves the distance.
 * @return false where it does not, or the boxes are farther apart than `near` */
static CAROM_APART bool distance_of_standing(const carom_posed_shape *a, const carom_posed_shape *b,
                                             double near, convex_distance *out) {
    box_deepest found;
    const box_view *const box[2] = {box_view_of_posed(a), box_view_of_posed(b)};
    if (!boxes_depth(box, near, &found)) return false;
    const double rounding = STANDING_DISTANCE * near;
    if (!(found.depth >= 0.0 || fabs(found.depth - found.realised) <= rounding)) return false;
    const double apart = max2(-found.depth, 0.0);
    out->distance = apart;
    out->lower_bound = max2(apart - rounding, 0.0);
    out->normal = found.normal;
    out->point_a = found.of_b ? mad3(found.point, found.normal, -apart) : found.point;
    out->point_b = found.of_b ? found.point : mad3(found.point, found.normal, apart);
    out->overlap = false;
    out->status = CONVEX_EXACT;
    return true;
}

bool carom_boxes_closest(const carom_posed_shape *a, const carom_posed_shape *b,
                         convex_distance *out) {
    if (!is_framed_box_pair(a, b) || !is_turned_box_pair(a, b)) return false;
    const carom_posed_shape *const given[2] = {a, b};
    const bool flip = pair_is_flipped(&a->shape, &b->shape);
    const carom_posed_shape *first = given[flip], *second = given[!flip];
    const box_view *p = box_view_of_posed(first), *q = box_view_of_posed(second);
    const double near = NEAR_CONTACT * max2(size_of_box(p), size_of_box(q));
    if (boxes_nearest(p, q, out) == BOXES_UNKNOWN &&
        !distance_of_standing(first, second, near, out))
        return false;
    if (out->distance > near) return true;
    if (!carom_overlap_of_boxes(first, second, false)) {
        if (out->distance == 0.0) out->distance = apart_by_rounding(out->point_a);
        return true;
    }
    out->distance = out->lower_bound = 0.0;
    out->point_b = out->point_a;
    return true;
}

/* ---- depth */

/* All axes are measured at once; the depth is that of the boxes as given along the one found. */
static CAROM_APART bool depth_of_standing(const carom_posed_shape *a, const carom_posed_shape *b,
                                          carom_penetration *out) {
    box_deepest found;
    touch_box first, second;
    const box_view *const box[2] = {box_view_of_posed(a), box_view_of_posed(b)};
    if (!touch_box_of_posed(&first, a) || !touch_box_of_posed(&second, b) ||
        !boxes_depth(box, 0.0, &found))
        return false;
    const double depth = touch_depth_along(&first, &second, found.normal);
    if (depth <= shallow_of_boxes(a, b) && !carom_overlap_of_boxes(a, b, false))
        *out = (carom_penetration){.overlap = false};
    else
        *out = found.of_b ? penetration_at_b(found.normal, depth, found.point)
                          : penetration_at_a(found.normal, depth, found.point);
    return true;
}

/* The same of boxes that were placed without frames: the closed form needs none. */
static CAROM_NOINLINE bool depth_of_placed(const carom_posed_shape *a, const carom_posed_shape *b,
                                           carom_penetration *out) {
    carom_posed_shape p = *a, q = *b;
    carom_set_posed_frame(&p);
    carom_set_posed_frame(&q);
    return is_framed_box_pair(&p, &q) && depth_of_standing(&p, &q, out);
}

/* Multiplies the lengths of a box by a power of two. */
static void scale_box(carom_posed_shape *out, const carom_posed_shape *from, double power) {
    const bool turned = from->shape.kind == CAROM_SHAPE_OBB;
    out->shape = from->shape;
    out->state = POSED_VALID;
    carom_vec3 *const v[2] = {turned ? &out->shape.as.obb.center : &out->shape.as.aabb.min,
                              turned ? &out->shape.as.obb.half_extents : &out->shape.as.aabb.max};
    for (int i = 0; i < 2; i++)
        *v[i] = store3(scale3(load3(*v[i]), power));
}

/* Boxes of extreme size, for which the filter in float has no range, by scaled copies: so the
 * answer does not depend on the unit of length. */
static CAROM_NOINLINE bool depth_of_scaled(const carom_posed_shape *a, const carom_posed_shape *b,
                                           double size, carom_penetration *out) {
    carom_posed_shape p, q;
    const double power = scaling_power(size), back = 1.0 / power;
    if (!(size > 0.0 && size <= DBL_MAX)) return false;
    scale_box(&p, a, power);
    scale_box(&q, b, power);
    if (!carom_boxes_penetrate(&p, &q, out)) return false;
    out->depth = (carom_real)((double)out->depth * back);
    out->point_a = store3(scale3(load3(out->point_a), back));
    out->point_b = store3(scale3(load3(out->point_b), back));
    return true;
}

/* In place, as an answer is large. */
static CAROM_INLINE void exchange_depth(carom_penetration *p, bool flip) {
    const carom_vec3 points[2] = {p->point_a, p->point_b};
    const carom_real sign = flip ? -1 : 1;
    p->normal = (carom_vec3){sign * p->normal.x, sign * p->normal.y, sign * p->normal.z};
    p->point_a = points[flip];
    p->point_b = points[!flip];
}

static CAROM_INLINE double reach_of_box(const carom_shape *box) {
    if (box->kind == CAROM_SHAPE_AABB)
        return max_abs3(sub3(load3(box->as.aabb.max), load3(box->as.aabb.min)));
    return max_abs3(load3(box->as.obb.half_extents));
}

bool carom_boxes_penetrate(const carom_posed_shape *a, const carom_posed_shape *b,
                           carom_penetration *out) {
    if (!is_box(a) || !is_box(b)) return false;
    const bool flip = pair_is_flipped(&a->shape, &b->shape);
    const carom_posed_shape *const given[2] = {a, b}, *p = given[flip], *q = given[!flip];
    if (q->shape.kind == CAROM_SHAPE_AABB) {
        *out = carom_penetration_aabb_aabb(&p->shape.as.aabb, &q->shape.as.aabb);
        exchange_depth(out, flip);
        return are_numbers(out->point_a, out->point_b);
    }
    const bool turned = p->shape.kind == q->shape.kind;
    if (!(turned && carom_obbs_penetrate(&p->shape.as.obb, &q->shape.as.obb, out))) {
        const double size = max2(reach_of_box(&a->shape), reach_of_box(&b->shape));
        if (CAROM_UNLIKELY(!(size > STANDING_SIZE_MIN && size < STANDING_SIZE_MAX)))
            return depth_of_scaled(a, b, size, out);
        if (!(is_framed_box_pair(p, q) ? depth_of_standing : depth_of_placed)(p, q, out))
            return false;
    }
    exchange_depth(out, flip);
    return true;
}
