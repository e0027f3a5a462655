/* Time of impact of two turning shapes: their views and motions in double, then conservative
 * advancement [Mirtich96], by convex/toi.h for bounded shapes and solver/toi_unbounded.h for
 * others; two unbounded shapes that do not turn are a sweep. Contact at the start is decided by
 * overlap. */
#include "pair/pair_toi.h"

#include "convex/toi.h"
#include "pair/pose/convex_view.h"
#include "pair/pair_overlap.h"
#include "pair/pair_penetration.h"
#include "pair/pair_sweep.h"
#include "pair/solver/toi_unbounded.h"

static rigid_pose load_pose(carom_pose pose) {
    return (rigid_pose){load3(pose.position), (double)pose.rotation.x, (double)pose.rotation.y,
                        (double)pose.rotation.z, (double)pose.rotation.w};
}

/* The view of a bounded shape; a ray with two ends is a segment. */
static bool view_bounded(convex_view *out, const carom_shape *shape) {
    if (shape->kind != CAROM_SHAPE_RAY) return carom_convex_view(out, shape);
    const carom_ray *ray = &shape->as.ray;
    const double range[2] = {(double)ray->t_min, (double)ray->t_max};
    carom_convex_view(out, &(carom_shape){.kind = CAROM_SHAPE_SEGMENT});
    for (int i = 0; i < 2; i++)
        out->points[i] = mad3(load3(ray->origin), load3(ray->direction), range[i]);
    return true;
}

static bool view_turning(convex_turning *out, convex_view *view, const carom_turning_shape *s) {
    if (carom_shape_problem(s->shape)) return false;
    if (!carom_is_unbounded(s->shape) && !view_bounded(view, s->shape)) return false;
    rigid_motion_def request = {.start = load_pose(s->start),
                                .end = load_pose(s->end),
                                .pivot = load3(s->pivot),
                                .axis = load3(s->axis),
                                .more = (double)s->turns};
    out->shape = &view->shape;
    return carom_rigid_motion(&out->path, &request);
}

/* Contact at the start, as overlap decides it. */
static bool starts_in_overlap(const carom_turning_shape *a, const carom_turning_shape *b,
                              carom_toi_hit *out) {
    carom_posed_shape placed[2];
    if (!carom_solids_frame(placed, a->shape, a->start, b->shape, b->start) ||
        !carom_pair_overlap(&placed[0], &placed[1]))
        return false;
    carom_penetration p = carom_pair_penetrate(&placed[0], &placed[1]);
    *out = (carom_toi_hit){true, true, true, 0, 0, p.point_b, p.normal, p.certainty};
    return true;
}

/* The sweep of two unbounded shapes that do not turn. */
static bool unbounded_by_closed_form(const carom_turning_shape *a, const carom_turning_shape *b,
                                     const rigid_motion paths[2], carom_toi_hit *out) {
    if (paths[0].turns != 0.0 || paths[1].turns != 0.0) return false;
    static const carom_sweep_options plain;
    carom_posed_shape placed[2];
    *out = (carom_toi_hit){.hit = false};
    if (!carom_shapes_frame(placed, a->shape, a->start, b->shape, b->start)) return true;
    for (int i = 0; i < 2; i++)
        placed[i].motion = store3(sub3(paths[i].to, paths[i].from));
    carom_sweep_hit hit = carom_pair_sweep(&placed[0], &placed[1], &plain);
    if (hit.hit)
        *out = (carom_toi_hit){true,         false,     true,       hit.fraction,
                               hit.fraction, hit.point, hit.normal, hit.certainty};
    return true;
}

carom_toi_hit carom_pair_toi(const carom_turning_shape *a, const carom_turning_shape *b,
                             carom_real tolerance) {
    convex_view view_a, view_b;
    convex_turning turning[2];
    carom_toi_hit by_form;
    if (!view_turning(&turning[0], &view_a, a) || !view_turning(&turning[1], &view_b, b))
        return (carom_toi_hit){.hit = false};
    if (starts_in_overlap(a, b, &by_form)) return by_form;
    bool unbounded_a = carom_is_unbounded(a->shape), unbounded_b = carom_is_unbounded(b->shape);
    const rigid_motion paths[2] = {turning[0].path, turning[1].path};
    if (unbounded_a && unbounded_b && unbounded_by_closed_form(a, b, paths, &by_form))
        return by_form;
    toi_side side_a = {a->shape, &turning[0]}, side_b = {b->shape, &turning[1]};
    convex_toi found = unbounded_a || unbounded_b
                           ? carom_unbounded_toi(&side_a, &side_b, (double)tolerance)
                           : carom_convex_toi(&turning[0], &turning[1], (double)tolerance);
    if (!found.hit) return (carom_toi_hit){.hit = false};
    return (carom_toi_hit){.hit = true,
                           .certain = found.certain,
                           .fraction = time_below(found.fraction),
                           .fraction_upper = time_above(found.fraction_upper),
                           .point = store3(found.point),
                           .normal = store3(found.normal),
                           .certainty = (carom_certainty)found.status};
}
