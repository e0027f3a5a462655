/* Sweeps and times of impact of a compound: the first contact of any of its children, each by the
 * solvers of its own pair, ties to the lower child. A sweep leaves out boxes that the other shape's
 * box cannot reach before the best time (a slab test [KayKajiya86]); all children turn with the
 * compound, about the same pivot and axis. */
#include "dispatch/compound/compound_motion.h"

#include "dispatch/compound/compound_parts.h"
#include "dispatch/compound/tolerances.h"
#include "mesh/ray/path_box.h"
#include "shape/order.h"

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

static CAROM_APART void set_sweep_path(sweep_walk *w) {
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
    visit_children((children_search){w.pair.of, sweep_key, sweep_key, sweep_leaf, &w, &w.path.limit,
                                     !is_compound(&w.pair.other)});
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

/* Contact at the start comes before what is only near then; of equal ones the lower child. */
static bool toi_is_earlier(const carom_toi_hit *hit, uint32_t child, const carom_toi_hit *best,
                           uint32_t best_child) {
    if (!best->hit || hit->initial_overlap != best->initial_overlap)
        return !best->hit || hit->initial_overlap;
    return hit->fraction < best->fraction ||
           (hit->fraction == best->fraction && child < best_child);
}

typedef struct toi_walk {
    const carom_turning_shape *a, *b;
    carom_real tolerance;
    bool first; /* A is the compound */
    carom_toi_hit best;
    uint32_t child;
} toi_walk;

static void keep_earlier(toi_walk *w, const carom_toi_hit *hit, uint32_t child) {
    if (!hit->hit) return;
    const carom_toi_hit last = w->best;
    const bool earlier = toi_is_earlier(hit, child, &last, w->child);
    const carom_toi_hit *other = earlier ? &last : hit;
    if (earlier) {
        w->best = *hit;
        w->child = child;
    }
    /* some child is in contact by then */
    if (other->hit && other->certain &&
        (!w->best.certain || other->fraction_upper < w->best.fraction_upper)) {
        w->best.fraction_upper = other->fraction_upper;
        w->best.certain = true;
    }
}

static bool toi_leaf(void *context, uint32_t index) {
    toi_walk *w = context;
    const carom_turning_shape *whole = w->first ? w->a : w->b;
    const carom_child child = carom_compound_child(whole->shape->as.compound, index);
    const carom_turning_shape part = turning_child(whole, &child);
    carom_toi_hit hit =
        w->first ? part_toi(&part, w->b, w->tolerance) : part_toi(w->a, &part, w->tolerance);
    carom_subshape *named = w->first ? &hit.sub_a : &hit.sub_b;
    *named = (carom_subshape){true, named->has_triangle, index, named->triangle};
    keep_earlier(w, &hit, index);
    return true;
}

static carom_vec3 path_end(const carom_turning_shape *s, bool end) {
    return carom_pose_transform_point(end ? s->end : s->start, s->pivot);
}

/* In the frame of a compound that does not turn the other's pivot moves straight. Where it turns,
 * that stays as near to the compound's own as at one of its ends. */
static compound_path path_in_whole(const carom_turning_shape *whole,
                                   const carom_turning_shape *other, double tolerance) {
    const carom_pose back = carom_pose_inverse(whole->start);
    const carom_vec3 p[2] = {path_end(whole, false), path_end(whole, true)};
    const carom_vec3 q[2] = {path_end(other, false), path_end(other, true)};
    const vec3 apart[2] = {sub3(load3(q[0]), load3(p[0])), sub3(load3(q[1]), load3(p[1]))};
    const double far = max2(carom_length(apart[0]), carom_length(apart[1]));
    const double radius = carom_compound_radius(other->shape, other->pivot);
    const double size = radius + far + carom_compound_radius(whole->shape, whole->pivot) +
                        max_abs3(load3(p[0])) + max_abs3(load3(p[1]));
    const vec3 pivot = load3(whole->pivot);
    compound_path path = {whole->pivot, whole->pivot,
                          radius + tolerance + COMPOUND_PATH_ROUNDING * size,
                          other->shape->kind == CAROM_SHAPE_COMPOUND};
    if (whole->turns == 0 && !turns_at_all(whole)) {
        path.from = store3(add3(pivot, load3(carom_pose_rotate_vector(back, store3(apart[0])))));
        path.to = store3(add3(pivot, load3(carom_pose_rotate_vector(back, store3(apart[1])))));
    } else {
        path.radius += far;
    }
    if (!finite1(path.radius)) path.radius = (double)INFINITY;
    return path;
}

static bool are_compounds_flipped(const carom_turning_shape *a, const carom_turning_shape *b) {
    if (a->shape->kind != b->shape->kind) return false;
    const int order = carom_order_motions(a, b);
    return (order != 0 ? order
                       : carom_order_compounds(a->shape->as.compound, b->shape->as.compound)) > 0;
}

carom_toi_hit carom_toi_with_compound(const carom_turning_shape *a, const carom_turning_shape *b,
                                      carom_real tolerance) {
    toi_walk w = {.a = a, .b = b, .tolerance = tolerance, .child = UINT32_MAX};
    if (carom_shape_problem(a->shape) || carom_shape_problem(b->shape)) return w.best;
    if (are_compounds_flipped(a, b))
        return carom_toi_exchanged(carom_toi_with_compound(b, a, tolerance));
    w.first = a->shape->kind == CAROM_SHAPE_COMPOUND;
    const carom_turning_shape *whole = w.first ? a : b;
    const compound_path path = path_in_whole(whole, w.first ? b : a, (double)tolerance);
    carom_compound_visit_path(whole->shape->as.compound, &path, toi_leaf, &w);
    return w.best;
}
