/* Turning shapes: the views and the motions in double, then the convex engine. */
#include "carom/toi.h"

#include "convex/toi.h"
#include "dispatch/convex_view.h"
#include "dispatch/dispatch.h"
#include "dispatch/mesh_pairs.h"

static turn_pose load_pose(carom_pose pose) {
    return (turn_pose){load3(pose.position), (double)pose.rotation.x, (double)pose.rotation.y,
                       (double)pose.rotation.z, (double)pose.rotation.w};
}

static bool view_turning(convex_turning *out, convex_view *view, const carom_turning_shape *s) {
    if (carom_shape_problem(s->shape) || !carom_convex_view(view, s->shape)) return false;
    turn_request request = {.start = load_pose(s->start),
                            .end = load_pose(s->end),
                            .pivot = load3(s->pivot),
                            .axis = load3(s->axis),
                            .more = (double)s->turns};
    out->shape = &view->shape;
    return carom_turn_path(&out->path, &request);
}

carom_toi_hit carom_toi(const carom_turning_shape *a, const carom_turning_shape *b,
                        carom_real tolerance) {
    convex_view view_a, view_b;
    convex_turning turning_a, turning_b;
    if (is_surface_kind(a->shape->kind) || is_surface_kind(b->shape->kind))
        return carom_surface_toi(a, b, tolerance);
    if (!view_turning(&turning_a, &view_a, a) || !view_turning(&turning_b, &view_b, b))
        return (carom_toi_hit){.hit = false};
    convex_toi found = carom_convex_toi(&turning_a, &turning_b, (double)tolerance);
    if (!found.hit) return (carom_toi_hit){.hit = false};
    return (carom_toi_hit){.hit = true,
                           .initial_overlap = found.initial_overlap,
                           .certain = found.certain,
                           .fraction = time_below(found.fraction),
                           .fraction_upper = time_above(found.fraction_upper),
                           .point = store3(found.point),
                           .normal = store3(found.normal),
                           .certainty = (carom_certainty)found.status};
}
