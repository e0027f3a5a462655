/* Ray casts of a shape by its support function, or that of its core and a radius: the GJK ray cast
 * [Bergen04] of the point that moves along the stretch of the path within a ball about the set. It
 * is never late; where the path starts, contact is that of the overlap test. It exists because no
 * closed form knows the set. */
#include "pair/solver/function_cast.h"

#include "convex/distance/overlap.h"
#include "convex/sweep.h"
#include "pair/pose/convex_view.h"
#include "pair/pose/tolerances.h"

static const carom_ray_hit no_hit;

/* The stretch of the path within the ball, as lengths along the path. */
typedef struct path_stretch {
    vec3 unit;
    double length; /* of the path's direction */
    double from, to;
    bool starts, ends; /* the path itself starts and ends there */
} path_stretch;

static bool find_stretch(path_stretch *out, const ray_path *path, const convex_shape *target) {
    vec3 box[2];
    carom_view_box(target, box);
    const vec3 center = scale3(add3(box[0], box[1]), 0.5);
    const double radius = 0.5 * carom_length(sub3(box[1], box[0])),
                 size = radius + max_abs3(center);
    out->length = carom_length(path->direction);
    out->unit = carom_normalize_or(path->direction, vec(0, 0, 1));
    const double middle = dot3(sub3(center, path->origin), out->unit);
    const double reach = radius + FUNCTION_CAST_MARGIN * (size + fabs(middle));
    const double start = out->length > 0.0 ? path->t_min * out->length : 0.0,
                 end = out->length > 0.0 ? path->t_max * out->length : 0.0;
    out->starts = !(middle - reach > start);
    out->ends = !(middle + reach < end);
    out->from = out->starts ? start : middle - reach;
    out->to = out->ends ? end : middle + reach;
    return out->from <= out->to;
}

static carom_real parameter_at(const ray_path *path, const path_stretch *s, double fraction) {
    if (!(s->length > 0.0)) return 0;
    const double t = (s->from + fraction * (s->to - s->from)) / s->length;
    return store1(max2(min2(t, path->t_max), path->t_min) + 0.0); /* no -0 */
}

static carom_ray_hit cast_along(const ray_path *path, const path_stretch *s,
                                const convex_shape *target) {
    const vec3 start = mad3(path->origin, s->unit, s->from);
    const vec3 motion = scale3(s->unit, s->to - s->from), back = neg3(s->unit);
    const convex_shape point = {.kind = CONVEX_POINTS, .count = 1, .points = &start};
    const convex_sweep_options options = {.tolerance = 0.0};
    const bool inside = s->starts && carom_convex_overlap(&point, target, NULL);
    const convex_hit found = carom_convex_sweep(&point, motion, target, &options);
    if (!found.hit && !inside) return no_hit;
    const double first = inside ? 0.0 : found.fraction;
    const bool leaves = found.hit && found.fraction_exit < 1.0;
    carom_ray_hit hit = {.hit = true, .started_inside = inside};
    hit.t = parameter_at(path, s, first);
    hit.t_exit = found.hit ? parameter_at(path, s, found.fraction_exit) : hit.t;
    if (!leaves && found.hit && s->ends) hit.t_exit = store1(path->t_max);
    hit.point = store3(mad3(start, motion, first));
    const vec3 out = inside ? back : carom_normalize_or(neg3(found.normal), back);
    hit.normal = store3(dot3(out, s->unit) > 0.0 ? back : out);
    return hit;
}

carom_ray_hit carom_path_function(const ray_path *path, const carom_shape *shape) {
    convex_view view;
    path_stretch stretch;
    if (!path_is_valid(path)) return no_hit;
    vec3 *buffer = buffer_of_view(WORKSPACE_VIEWS_OF_SWEEP, &view, shape);
    carom_ray_hit hit = no_hit;
    if (carom_convex_view(&view, shape) && find_stretch(&stretch, path, &view.shape))
        hit = cast_along(path, &stretch, &view.shape);
    give_buffer(buffer);
    return hit;
}
