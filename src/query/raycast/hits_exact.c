/* Path against sphere and box, exact, where their filters are undecided: near-tangent paths, entry
 * and exit that coincide, starts on the surface, numbers whose products leave the range. The sphere
 * is decided by the signs of its quadratic in double-double arithmetic (line_quadratic.c), the box
 * by clipping the path's range by its six faces in exact arithmetic (clip_exact.c). */
#include "query/raycast/clip_exact.h"
#include "query/raycast/kernel_aabb.h"
#include "query/raycast/kernel_curved.h"
#include "query/raycast/kernel_sphere.h"

CAROM_NOINLINE bool carom_path_sphere_exact(const ray_path *path, vec3 center, double radius,
                                            solid_hit *hit) {
    if (!path_is_valid(path) || !finite3(center) || !finite1(radius) || radius < 0.0) return false;
    const scaled_path scaled = scale_path(path, max2(max_abs3(center), radius));
    center = scale3(center, scaled.place), radius *= scaled.place;
    line_span span = begin_path_span(&scaled, radius);
    line_quadratic q;
    if (carom_line_ball(&q, &scaled.line, center, span.radius) != LINE_CROSSES) return false;
    carom_line_span_entry(&span, &q);
    carom_line_span_exit(&span, &q);
    if (!scaled_span_hit(path, &scaled, &span, hit)) return false;
    const vec3 m = sub3(center, scaled.o);
    if (equal3(path->tip, path->base)) {
        hit->normal = neg3(m);
    } else if (!hit->started_inside) {
        const vec3 x = cross3(m, scaled.d);
        const vec3 entry = sphere_entry(x, scaled.d, sqrt(q.square.hi), 1.0 / len2(scaled.d));
        hit->normal = scale3(entry, 1.0 / scaled.place);
    }
    return true;
}

CAROM_NOINLINE bool carom_path_aabb_exact(const ray_path *path, vec3 low, vec3 high,
                                          solid_hit *hit) {
    if (!path_is_valid(path) || !finite3(low) || !finite3(high)) return false;
    if (!(low.x <= high.x && low.y <= high.y && low.z <= high.z)) return false;
    exact_range range;
    carom_exact_range_begin(&range, path);
    for (int axis = 0; axis < 3; axis++)
        carom_exact_range_slab(&range, path, axis,
                               (double[2]){axis3(low, axis), axis3(high, axis)});
    if (range.empty) return false;
    hit->t = carom_exact_bound_value(&range.enter, path->t_min);
    hit->t_exit = carom_exact_bound_value(&range.leave, path->t_max);
    hit->started_inside = range.enter.tag < 0;
    hit->normal = neg3(path->direction);
    if (!hit->started_inside) {
        int axis = range.enter.tag / 2;
        double sign = (range.enter.tag & 1) ? 1.0 : -1.0;
        hit->normal = vec(axis == 0 ? sign : 0.0, axis == 1 ? sign : 0.0, axis == 2 ? sign : 0.0);
    }
    return true;
}
