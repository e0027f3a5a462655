/* Path against sphere, exact, where the filter is undecided: near-tangent paths, origins near the
 * surface, numbers whose products leave the range. */
#include "query/raycast/sphere_exact.h"
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
