/* Sweeps and times of impact of a compound: the first contact of any of its children, each by the
 * solvers of its own pair, ties to the lower child. A sweep leaves out boxes that the other shape's
 * box cannot reach before the best time (a slab test [KayKajiya86]); all children turn with the
 * compound, about the same pivot and axis. */
#include "dispatch/compound/compound_motion.h"

#include "dispatch/compound/compound_parts.h"
#include "mesh/ray/path_box.h"

/* ---- sweep */

typedef struct sweep_walk {
    box_path path; /* first member: the key reads the path and the box alone */
    vec3 half;     /* of the other shape's box */
    bool unbounded;
    compound_pair pair;
    const carom_sweep_options *options;
    carom_sweep_hit best;
    uint32_t child;
} sweep_walk;

static double sweep_key(const void *context, const carom_aabb *box) {
    const sweep_walk *w = context;
    if (w->unbounded) return 0.0;
    return box_path_enters(&w->path, sub3(load3(box->min), w->half),
                           add3(load3(box->max), w->half));
}

static void sweep_leaf(void *context, uint32_t child) {
    sweep_walk *w = context;
    choose_child(&w->pair, child);
    const carom_sweep_hit hit = part_sweep(w->pair.parts[0], w->pair.parts[1], w->options);
    const carom_sweep_hit *best = &w->best;
    if (!hit.hit || (best->hit && (hit.fraction > best->fraction ||
                                   (hit.fraction == best->fraction && child > w->child))))
        return;
    w->best = hit;
    name_child(&w->pair, child, &w->best.sub_a, &w->best.sub_b);
    w->child = child;
    w->path.limit = widen_up((double)hit.fraction);
}

static void set_sweep_path(sweep_walk *w) {
    const vec3 low = load3(w->pair.reach.min), high = load3(w->pair.reach.max);
    const vec3 along = load3(w->pair.other.motion);
    const double target = (double)w->options->target_distance;
    w->unbounded = !finite3(low) || !finite3(high);
    w->half = add3(scale3(sub3(high, low), 0.5), vec(target, target, target));
    w->path = box_path_of(scale3(add3(low, high), 0.5), along, 0.0, 1.0);
    /* the rounding of the middle and the half, in the units in which the path is widened */
    w->path.radius = (double)CAROM_REAL_EPSILON * (max_abs3(low) + max_abs3(high) + target);
}

carom_sweep_hit carom_sweep_with_compound(const carom_posed_shape *a, const carom_posed_shape *b,
                                          const carom_sweep_options *options) {
    static const carom_sweep_hit no_sweep_hit;
    sweep_walk w = {.options = options, .child = UINT32_MAX};
    const carom_real target = options->target_distance;
    const vec3 relative = relative_motion(a, b);
    if (!(target >= 0 && target <= CAROM_REAL_MAX)) return no_sweep_hit;
    if (!finite3(relative) || !carom_compound_pair_start(&w.pair, a, b)) return no_sweep_hit;
    /* the children stand, the other shape moves against them */
    const vec3 own = load3((w.pair.side == 0 ? a : b)->motion);
    w.pair.other.motion =
        carom_pose_rotate_vector(w.pair.back, store3(w.pair.side == 0 ? neg3(relative) : relative));
    set_sweep_path(&w);
    visit_children((children_search){w.pair.of, sweep_key, sweep_leaf, &w, &w.path.limit});
    if (!w.best.hit) return no_sweep_hit;
    const vec3 point = load3(compound_point_out(&w.pair, w.best.point));
    w.best.point = store3(mad3(point, own, (double)w.best.fraction));
    w.best.normal = compound_normal_out(&w.pair, w.best.normal);
    if (!are_numbers(w.best.point, w.best.normal)) return no_sweep_hit;
    if (!w.best.initial_overlap) w.best.normal = corrected_sweep_normal(w.best.normal, relative);
    return w.best;
}

/* ---- time of impact */

static bool turns_at_all(const carom_turning_shape *s) {
    const carom_quat *p = &s->start.rotation, *q = &s->end.rotation;
    return p->x != q->x || p->y != q->y || p->z != q->z || p->w != q->w;
}

/* A child moves with the whole: its own frame is `child` in that of the whole. Without an axis
 * whole turns are about the z axis of the whole, not that of the child. */
static carom_turning_shape turning_child(const carom_turning_shape *whole,
                                         const carom_child *child) {
    carom_turning_shape out = *whole;
    out.shape = &child->shape;
    out.start = carom_pose_compose(whole->start, child->pose);
    out.end = carom_pose_compose(whole->end, child->pose);
    out.pivot = carom_pose_transform_point(carom_pose_inverse(child->pose), whole->pivot);
    if (max_abs3(load3(whole->axis)) == 0.0 && !turns_at_all(whole))
        out.axis = carom_pose_rotate_vector(whole->start, (carom_vec3){0, 0, 1});
    return out;
}

/* Contact at the start comes before what is only near then. */
static bool toi_is_earlier(const carom_toi_hit *hit, const carom_toi_hit *best) {
    if (!best->hit || hit->initial_overlap != best->initial_overlap)
        return !best->hit || hit->initial_overlap;
    return hit->fraction < best->fraction;
}

static void keep_earlier(carom_toi_hit *best, const carom_toi_hit *hit) {
    if (!hit->hit) return;
    const carom_toi_hit last = *best;
    const bool earlier = toi_is_earlier(hit, best);
    const carom_toi_hit *other = earlier ? &last : hit;
    if (earlier) *best = *hit;
    /* some child is in contact by then */
    if (other->hit && other->certain &&
        (!best->certain || other->fraction_upper < best->fraction_upper)) {
        best->fraction_upper = other->fraction_upper;
        best->certain = true;
    }
}

carom_toi_hit carom_toi_with_compound(const carom_turning_shape *a, const carom_turning_shape *b,
                                      carom_real tolerance) {
    carom_toi_hit best = {.hit = false};
    if (carom_shape_problem(a->shape) || carom_shape_problem(b->shape)) return best;
    const bool first = a->shape->kind == CAROM_SHAPE_COMPOUND;
    const carom_turning_shape *whole = first ? a : b;
    const carom_compound *of = whole->shape->as.compound;
    for (size_t i = 0; i < of->count; i++) {
        const carom_child child = carom_compound_child(of, i);
        const carom_turning_shape part = turning_child(whole, &child);
        carom_toi_hit hit = first ? part_toi(&part, b, tolerance) : part_toi(a, &part, tolerance);
        carom_subshape *named = first ? &hit.sub_a : &hit.sub_b;
        *named = (carom_subshape){true, named->has_triangle, (uint32_t)i, named->triangle};
        keep_earlier(&best, &hit);
    }
    return best;
}
