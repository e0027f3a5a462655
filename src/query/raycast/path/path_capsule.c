/* Path against capsule and infinite cylinder [Ericson05] 5.3.7. The capsule is the union of two
 * balls and a cylinder between them; it is convex, so the line is inside from the first entry of a
 * part to the last exit of one. Exact in hit or miss (line_span.h). */
#include "query/raycast/kernel_curved.h"
#include "query/raycast/path.h"
#include "query/raycast/line_solid.h"
#include "query/raycast/path/path_capsule.h"

/* The normal points away from the axis: from its point nearest to x. */
static carom_ray_hit store_round_hit(const ray_path *path, solid_hit *hit, vec3 x, vec3 w,
                                     bool unbounded) {
    if (!hit->started_inside) {
        double w2 = len2(w), f = w2 > 0.0 ? dot3(x, w) / w2 : 0.0;
        vec3 away = mad3(x, w, unbounded ? -f : -clamp01(f));
        if (max_abs3(away) > AXIS_ROUNDING * max_abs3(x)) hit->normal = away;
    }
    return store_solid_hit(path, hit, path_point(path, hit->t));
}

carom_ray_hit carom_path_capsule(const ray_path *path, const carom_capsule *capsule) {
    vec3 a = load3(capsule->a), b = load3(capsule->b);
    double radius = (double)capsule->radius;
    if (!path_is_valid(path) || !finite3(a) || !finite3(b) || !(radius >= 0.0 && finite1(radius)))
        return no_hit();
    const scaled_path scaled = scale_path(path, max2(max2(max_abs3(a), max_abs3(b)), radius));
    a = scale3(a, scaled.place), b = scale3(b, scaled.place), radius *= scaled.place;
    line_span span = begin_path_span(&scaled, radius);
    const vec3 p = sub3(scaled.o, a), w = sub3(b, a);
    const edge_path edge = path_along_edge(p, scaled.d, w, radius);
    const path_span filtered = capsule_span(p, scaled.d, w, radius, &edge);
    if (CAROM_LIKELY(is_span_certain(&scaled, &filtered, len2(p) + len2(w) + radius * radius))) {
        span_take(&span, &filtered);
    } else {
        carom_line_span_vertex(&span, a);
        carom_line_span_vertex(&span, b);
        carom_line_span_edge(&span, a, b);
    }
    solid_hit hit;
    if (!scaled_span_hit(path, &scaled, &span, &hit)) return no_hit();
    return store_round_hit(path, &hit, sub3(scaled_point(&scaled, &hit), a), w, false);
}

carom_ray_hit carom_path_cylinder(const ray_path *path, const carom_line *axis, double radius) {
    vec3 a = load3(axis->origin), w = load3(axis->direction);
    if (!path_is_valid(path) || !finite3(a) || !finite3(w) || max_abs3(w) == 0.0 ||
        !(radius >= 0.0 && finite1(radius)))
        return no_hit();
    w = scale3(w, scaling_power(max_abs3(w)));
    const scaled_path scaled = scale_path(path, max2(max_abs3(a), radius));
    a = scale3(a, scaled.place), radius *= scaled.place;
    line_span span = begin_path_span(&scaled, radius);
    const vec3 p = sub3(scaled.o, a);
    const edge_path edge = path_along_edge(p, scaled.d, w, radius);
    const path_span filtered = cylinder_span(p, scaled.d, w, radius, &edge);
    if (CAROM_LIKELY(is_span_certain(&scaled, &filtered, len2(p) + radius * radius)))
        span_take(&span, &filtered);
    else
        carom_line_span_cylinder_infinite(&span,
                                          &(line_axis){a, a, factor3_between(vec(0, 0, 0), w)});
    solid_hit hit;
    if (!scaled_span_hit(path, &scaled, &span, &hit)) return no_hit();
    return store_round_hit(path, &hit, sub3(scaled_point(&scaled, &hit), a), w, true);
}
