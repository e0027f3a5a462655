/* The solvers of the time of impact of two turning shapes, and their order (docs/solvers.md):
 * conservative advancement [Mirtich96] of their views and motions in double, by convex/toi.h for
 * bounded shapes and solver/toi_unbounded.h for others; two unbounded shapes that do not turn are a
 * sweep, which is exact. Contact at the start is decided by overlap before any of them. Pairs are
 * taken by kind, and of one kind by their motions and numbers, so that exchanging the shapes
 * changes no bit. */
#include "pair/pair_toi.h"

#include "pair/pair_overlap.h"
#include "pair/pair_penetration.h"
#include "pair/pair_sweep.h"
#include "pair/pose/order.h"
#include "shape/order.h"

bool carom_turning_view(convex_view *out, const carom_shape *shape) {
    if (shape->kind == CAROM_SHAPE_HULL) {
        carom_shape hull = *shape;
        return normalize_pose(&hull.as.hull.pose) && carom_convex_view(out, &hull);
    }
    if (shape->kind != CAROM_SHAPE_RAY) return carom_convex_view(out, shape);
    const carom_ray *ray = &shape->as.ray;
    const double range[2] = {(double)ray->t_min, (double)ray->t_max};
    carom_convex_view(out, &(carom_shape){.kind = CAROM_SHAPE_SEGMENT});
    for (int i = 0; i < 2; i++)
        out->points[i] = mad3(load3(ray->origin), load3(ray->direction), range[i]);
    return true;
}

bool carom_turning_path(rigid_motion *out, const carom_turning_shape *s) {
    rigid_motion_def request = {
        .pivot = load3(s->pivot), .axis = load3(s->axis), .more = (double)s->turns};
    if (!load_rigid_pose(&request.start, s->start) || !load_rigid_pose(&request.end, s->end))
        return false;
    return carom_rigid_motion(out, &request);
}

static bool view_turning(convex_turning *out, convex_view *view, const carom_turning_shape *s) {
    if (!carom_is_unbounded(s->shape) && !carom_turning_view(view, s->shape)) return false;
    out->shape = &view->shape;
    return carom_turning_path(&out->path, s);
}

/* Of two valid shapes. */
static bool is_turning_flipped(const carom_turning_shape *a, const carom_turning_shape *b) {
    if (a->shape->kind != b->shape->kind) return a->shape->kind > b->shape->kind;
    const int order = carom_order_motions(a, b);
    return (order != 0 ? order : carom_shape_order(a->shape, b->shape)) > 0;
}

bool carom_toi_pair_of(toi_pair *out, const carom_turning_shape *a, const carom_turning_shape *b,
                       carom_real tolerance) {
    out->tolerance = (double)tolerance;
    out->buffer = NULL;
    if (carom_shape_problem(a->shape) || carom_shape_problem(b->shape)) return false;
    out->flip = is_turning_flipped(a, b);
    const carom_turning_shape *const p = out->flip ? b : a, *const q = out->flip ? a : b;
    out->ordered[0] = p;
    out->ordered[1] = q;
    out->buffer =
        buffer_of_views(WORKSPACE_VIEWS_OF_TOI, &out->view[0], p->shape, &out->view[1], q->shape);
    return view_turning(&out->turning[0], &out->view[0], p) &&
           view_turning(&out->turning[1], &out->view[1], q);
}

carom_toi_hit carom_toi_exchanged(carom_toi_hit hit) {
    const carom_subshape a = hit.sub_a;
    if (hit.hit) hit.normal = store3(opposite3(load3(hit.normal)));
    hit.sub_a = hit.sub_b;
    hit.sub_b = a;
    return hit;
}

bool carom_pair_toi_at_start(const carom_turning_shape *a, const carom_turning_shape *b,
                             carom_toi_hit *out) {
    carom_posed_shape placed[2];
    if (!carom_solids_frame(placed, a->shape, a->start, b->shape, b->start) ||
        !carom_pair_overlap(&placed[0], &placed[1]))
        return false;
    carom_penetration p = carom_pair_penetrate(&placed[0], &placed[1]);
    *out = (carom_toi_hit){.hit = true,
                           .initial_overlap = true,
                           .certain = true,
                           .fraction = 0,
                           .fraction_upper = 0,
                           .point = p.point_b,
                           .normal = p.normal,
                           .certainty = p.certainty};
    return true;
}

/* ---- solvers: true for an answer, false for undecided */

/* The sweep of two unbounded shapes that do not turn. */
static bool toi_of_closed_form(const toi_pair *pair, carom_toi_hit *out) {
    static const carom_sweep_options default_options;
    const carom_turning_shape *a = pair->ordered[0], *b = pair->ordered[1];
    const rigid_motion *of_a = &pair->turning[0].path, *of_b = &pair->turning[1].path;
    if (!carom_is_unbounded(a->shape) || !carom_is_unbounded(b->shape)) return false;
    if (of_a->turns != 0.0 || of_b->turns != 0.0) return false;
    carom_posed_shape placed[2];
    *out = (carom_toi_hit){.hit = false};
    if (!carom_shapes_frame(placed, a->shape, a->start, b->shape, b->start)) return true;
    placed[0].motion = store3(sub3(of_a->to, of_a->from));
    placed[1].motion = store3(sub3(of_b->to, of_b->from));
    carom_sweep_hit hit = carom_pair_sweep(&placed[0], &placed[1], &default_options);
    if (hit.hit)
        *out = (carom_toi_hit){.hit = true,
                               .initial_overlap = false,
                               .certain = true,
                               .fraction = hit.fraction,
                               .fraction_upper = hit.fraction,
                               .point = hit.point,
                               .normal = hit.normal,
                               .certainty = hit.certainty};
    return true;
}

static bool toi_by_advancement(const toi_pair *pair, carom_toi_hit *out) {
    const toi_side a = {pair->ordered[0]->shape, &pair->turning[0]};
    const toi_side b = {pair->ordered[1]->shape, &pair->turning[1]};
    const convex_toi_options options = {pair->tolerance, 1.0, false};
    const convex_toi found = carom_pair_toi_of_sides(&a, &b, &options);
    *out = carom_pair_toi_hit(&found);
    return true;
}

static bool toi_in_order(pair_solver solver, const toi_pair *pair, carom_toi_hit *out) {
    switch (solver) {
    case SOLVER_CLOSED_FORM: return toi_of_closed_form(pair, out);
    case SOLVER_PLANE_HEIGHTS:
    case SOLVER_LINE_RANGES:
    case SOLVER_CONVEX_ENGINE: return toi_by_advancement(pair, out);
    default: return false;
    }
}

bool carom_toi_by(pair_solver solver, const toi_pair *pair, carom_toi_hit *out) {
    if (!toi_in_order(solver, pair, out)) return false;
    if (pair->flip) *out = carom_toi_exchanged(*out);
    return true;
}

bool carom_toi_pair_at_start(const toi_pair *pair, carom_toi_hit *out) {
    if (!carom_pair_toi_at_start(pair->ordered[0], pair->ordered[1], out)) return false;
    if (pair->flip) *out = carom_toi_exchanged(*out);
    return true;
}

convex_toi carom_pair_toi_of_sides(const toi_side *a, const toi_side *b,
                                   const convex_toi_options *options) {
    if (carom_is_unbounded(a->shape) || carom_is_unbounded(b->shape))
        return carom_unbounded_toi(a, b, options);
    const convex_toi_body body_a = carom_convex_toi_body(a->turning),
                          body_b = carom_convex_toi_body(b->turning);
    return carom_convex_toi_of(&body_a, &body_b, options);
}

carom_toi_hit carom_pair_toi_hit(const convex_toi *found) {
    if (!found->hit) return (carom_toi_hit){.hit = false};
    return (carom_toi_hit){.hit = true,
                           .certain = found->certain,
                           .fraction = time_below(found->fraction),
                           .fraction_upper = time_above(found->fraction_upper),
                           .point = store3(found->point),
                           .normal = store3(found->normal),
                           .certainty = (carom_certainty)found->status};
}

carom_toi_hit carom_pair_toi(const carom_turning_shape *a, const carom_turning_shape *b,
                             carom_real tolerance) {
    toi_pair pair;
    carom_toi_hit hit = {.hit = false};
    if (carom_toi_pair_of(&pair, a, b, tolerance) && !carom_toi_pair_at_start(&pair, &hit))
        for (solver_list left = carom_solver_order[a->shape->kind][b->shape->kind]; left;
             left >>= 4)
            if (carom_toi_by(first_solver(left), &pair, &hit)) break;
    give_buffer(pair.buffer);
    return hit;
}
