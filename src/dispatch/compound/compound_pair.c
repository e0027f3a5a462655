/* No algorithm of its own: a compound and another shape in the compound's frame, where the children
 * were posed when it was built. The other shape is transformed, as for a mesh. */
#include "dispatch/compound/compound_pair.h"

#include "dispatch/compound/compound.h"
#include "dispatch/compound/compound_gap.h"
#include "pair/pose/solid_box.h"
#include "shape/order.h"
#include "surface/surface_box.h"
#include "surface/surface_query.h"

static int order_children(const carom_child *a, const carom_child *b) {
    const int order = carom_order_poses(&a->pose, &b->pose);
    if (order != 0) return order;
    if (a->shape.kind != b->shape.kind) return a->shape.kind < b->shape.kind ? -1 : 1;
    if (!is_surface_kind(a->shape.kind)) return carom_shape_order(&a->shape, &b->shape);
    const surface on[2] = {carom_surface_of(&a->shape), carom_surface_of(&b->shape)};
    return carom_order_surfaces(&on[0], &on[1]);
}

int carom_order_compounds(const carom_compound *a, const carom_compound *b) {
    if (a == b) return 0;
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    const carom_aabb first = carom_compound_box(a, carom_pose_identity()),
                     second = carom_compound_box(b, carom_pose_identity());
    int order = carom_order_numbers(&first.min.x, &second.min.x, 6);
    for (size_t i = 0; i < a->count && order == 0; i++) {
        const carom_child p = carom_compound_child(a, i), q = carom_compound_child(b, i);
        order = order_children(&p, &q);
    }
    return order;
}

/* By pose and by what they hold, so that exchanging them changes no bit of the answer. */
static int order_posed_compounds(const carom_posed_shape *a, const carom_posed_shape *b) {
    const int order = carom_order_poses(&a->pose, &b->pose);
    return order != 0 ? order : carom_order_compounds(a->shape.as.compound, b->shape.as.compound);
}

/* What keeps its pose (a polygon or k-DOP that is pending, a mesh, a compound) gets another one. */
bool carom_compound_place(carom_posed_shape *out, const carom_posed_shape *s, carom_pose back) {
    if (s->state & POSED_PENDING || is_placed_kind(s->shape.kind))
        return carom_shape_pose(out, &s->shape, carom_pose_compose(back, s->pose));
    return carom_shape_pose_again(out, s, back);
}

carom_aabb carom_posed_reach(const carom_posed_shape *s) {
    if (is_compound(s)) return carom_compound_box(s->shape.as.compound, s->pose);
    if (is_surface_kind(s->shape.kind)) return carom_surface_box(&s->shape, s->pose);
    if (!(s->state & POSED_VALID)) return no_bounds();
    return s->state & POSED_PENDING ? carom_solid_bounds(&s->shape, s->pose)
                                    : carom_bounds_in_place(&s->shape);
}

bool carom_compound_reach(compound_pair *pair) {
    pair->reach = carom_posed_reach(&pair->other);
    return pair->reach.min.x <= pair->reach.max.x;
}

bool carom_compound_pair_start(compound_pair *out, const carom_posed_shape *a,
                               const carom_posed_shape *b) {
    if (a->state == 0 || b->state == 0) return false;
    const bool both = is_compound(a) && is_compound(b);
    out->side = both ? order_posed_compounds(a, b) > 0 : is_compound(b);
    const carom_posed_shape *whole = out->side == 0 ? a : b, *other = out->side == 0 ? b : a;
    out->of = whole->shape.as.compound;
    out->pose = whole->pose;
    out->back = carom_pose_inverse(whole->pose);
    out->still =
        carom_pose_is_translation(whole->pose) && max_abs3(load3(whole->pose.position)) == 0.0;
    if (!carom_compound_place(&out->other, other, out->still ? carom_pose_identity() : out->back))
        return false;
    out->parts[!out->side] = &out->other;
    out->parts[out->side] = NULL;
    return carom_compound_reach(out);
}

/* ---- children whose boxes meet */

/* Away from a coordinate by the margin and its rounding; an infinite one stays. */
static carom_real beyond(carom_real x, double margin, double sign) {
    const double rounding = 2.0 * (double)CAROM_REAL_EPSILON * (fabs((double)x) + margin);
    return (carom_real)((double)x + sign * (margin + rounding));
}

static void grow_box(carom_aabb *box, double margin) {
    carom_vec3 *low = &box->min, *high = &box->max;
    *low = (carom_vec3){beyond(low->x, margin, -1.0), beyond(low->y, margin, -1.0),
                        beyond(low->z, margin, -1.0)};
    *high = (carom_vec3){beyond(high->x, margin, 1.0), beyond(high->y, margin, 1.0),
                         beyond(high->z, margin, 1.0)};
}

typedef struct compound_visit {
    carom_aabb reach; /* first: the key of a child reads this alone */
    const compound_pair *pair;
    double margin;
    compound_leaf *leaf;
    void *context;
    double limit;
} compound_visit;

static double child_meeting_key(const void *context, const carom_aabb *box) {
    return boxes_meet(context, box) ? 0.0 : DBL_MAX;
}

static double meeting_key(const void *context, const carom_aabb *box) {
    const compound_visit *v = context;
    if (!boxes_meet(&v->reach, box)) return DBL_MAX;
    if (!v->pair || !carom_gap_counts(v->pair, box)) return 0.0;
    return carom_gap_within(v->pair, box, v->margin) ? 0.0 : DBL_MAX;
}

static void meeting_leaf(void *context, uint32_t child) {
    compound_visit *v = context;
    if (!v->leaf(v->context, child)) v->limit = -DBL_MAX;
}

void carom_compound_visit(const compound_pair *pair, carom_real margin, compound_leaf *leaf,
                          void *context) {
    compound_visit v = {.reach = pair->reach,
                        .pair = pair,
                        .margin = (double)margin,
                        .leaf = leaf,
                        .context = context};
    if (margin > 0) grow_box(&v.reach, (double)margin);
    visit_children((children_search){pair->of, meeting_key, child_meeting_key, meeting_leaf, &v,
                                     &v.limit, !is_compound(&pair->other)});
}

/* ---- children along a path */

double carom_compound_radius(const carom_shape *shape, carom_vec3 pivot) {
    carom_posed_shape there;
    if (!carom_shape_pose(&there, shape, carom_pose_identity())) return 0.0;
    const carom_aabb box = carom_posed_reach(&there);
    if (!(box.min.x <= box.max.x)) return 0.0;
    const vec3 p = load3(pivot), low = sub3(p, load3(box.min)), high = sub3(load3(box.max), p);
    return carom_length(vec(max2(low.x, high.x), max2(low.y, high.y), max2(low.z, high.z)));
}

void carom_compound_visit_path(const carom_compound *c, const compound_path *path,
                               compound_leaf *leaf, void *context) {
    compound_visit v = {.leaf = leaf, .context = context};
    const carom_aabb from = {path->from, path->from}, to = {path->to, path->to};
    v.reach = box_union(&from, &to);
    grow_box(&v.reach, path->radius);
    const vec3 low = load3(v.reach.min), high = load3(v.reach.max);
    if (!finite3(low) || !finite3(high)) {
        const carom_real far = (carom_real)INFINITY;
        v.reach = (carom_aabb){{-far, -far, -far}, {far, far, far}};
    }
    visit_children((children_search){c, meeting_key, child_meeting_key, meeting_leaf, &v, &v.limit,
                                     !path->to_compound});
}
