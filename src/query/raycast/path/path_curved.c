/* Path against cylinder, cone and ellipsoid [Ericson05] 5.3.7. Each is convex, so the line meets
 * it in one interval: that of a quadratic, clipped by the planes of the ends; the ellipsoid is a
 * unit ball once each of its axes is divided by its radius. What double leaves undecided is
 * decided by exact signs (line_solid.c). */
#include "query/raycast/kernel_curved.h"
#include "query/raycast/path.h"
#include "query/raycast/line_solid.h"
#include "query/raycast/path/path_curved.h"

/* The normal of a solid of revolution with axis w at the scaled point x that was hit: that of an
 * end or of the mantle. */
static vec3 disk_or_mantle(vec3 x, vec3 w, const double heights[2], double slope) {
    double w2 = len2(w), along = dot3(x, w);
    vec3 across = mad3(x, w, -along / w2);
    double from_low = fabs(along - heights[0]), from_high = fabs(heights[1] - along);
    double near = END_ROUNDING * (fabs(heights[1]) + fabs(heights[0]) + sqrt(w2) * carom_length(x));
    if (from_low <= near) return neg3(w);
    if (from_high <= near && slope == 0.0) return w;
    double length = carom_length(across);
    if (!(length > 0.0)) return from_low < from_high ? neg3(w) : w;
    return add3(scale3(across, 1.0 / length), scale3(w, slope / sqrt(w2)));
}

static bool solid_is_valid(vec3 a, vec3 b, double radius) {
    const vec3 half = sub3(scale3(b, 0.5), scale3(a, 0.5));
    return finite3(a) && finite3(b) && radius >= 0.0 && finite1(radius) &&
           max_abs3(half) <= 0.5 * DBL_MAX;
}

/* Clips the infinite cylinder's span to the planes of its ends, 0 and w.w along w. */
static path_span cut_by_ends(path_span span, vec3 p, vec3 d, vec3 w) {
    const double ww = len2(w), along = dot3(p, w), speed = dot3(d, w);
    if (span.doubt | (span.in > span.out)) return span;
    const double band = END_GRAZE * (ww + sqrt(len2(p) * ww));
    const double at[2] = {along + span.in * speed, along + span.out * speed};
    int side[2];
    for (int i = 0; i < 2; i++) {
        side[i] = at[i] < 0.0 ? -1 : at[i] > ww ? 1 : 0;
        if (fabs(at[i]) < band || fabs(at[i] - ww) < band) return undecided_span;
    }
    if (side[0] != 0 && side[0] == side[1]) return no_span;
    if (side[0] == 0 && side[1] == 0) return span;
    if (speed * speed < SPAN_CLEAR * len2(d) * ww) return undecided_span;
    if (side[0] != 0) span.in = ((side[0] < 0 ? 0.0 : ww) - along) / speed;
    if (side[1] != 0) span.out = ((side[1] < 0 ? 0.0 : ww) - along) / speed;
    return span;
}

carom_ray_hit carom_path_cylinder_solid(const ray_path *path, const carom_cylinder *cylinder) {
    vec3 a = load3(cylinder->a), b = load3(cylinder->b), w;
    double radius = (double)cylinder->radius;
    if (!path_is_valid(path) || !solid_is_valid(a, b, radius)) return no_hit();
    const scaled_path scaled = scale_path(path, max2(max2(max_abs3(a), max_abs3(b)), radius));
    a = scale3(a, scaled.place), b = scale3(b, scaled.place), radius *= scaled.place;
    const bool is_disk = equal3(a, b); /* a disk: its axis is z */
    w = is_disk ? vec(0, 0, 1) : sub3(b, a);
    line_span span = begin_path_span(&scaled, radius);
    const vec3 p = sub3(scaled.o, a);
    const edge_path edge = path_along_edge(p, scaled.d, w, radius);
    path_span filtered = cylinder_span(p, scaled.d, w, radius, &edge);
    filtered = is_disk ? undecided_span : cut_by_ends(filtered, p, scaled.d, w);
    if (CAROM_LIKELY(is_span_certain(&scaled, &filtered, len2(p) + len2(w) + radius * radius))) {
        span_take(&span, &filtered);
    } else {
        line_axis axis = axis_between(a, b);
        if (is_disk) axis.w = factor3_between(vec(0, 0, 0), w);
        carom_line_span_cylinder(&span, &axis);
    }
    solid_hit hit;
    if (!scaled_span_hit(path, &scaled, &span, &hit)) return no_hit();
    if (!hit.started_inside) {
        const double heights[2] = {0.0, is_disk ? 0.0 : len2(w)};
        hit.normal = disk_or_mantle(sub3(scaled_point(&scaled, &hit), a), w, heights, 0.0);
        if (dot3(hit.normal, scaled.d) > 0.0) hit.normal = neg3(path->direction);
    }
    return store_solid_hit(path, &hit, path_point(path, hit.t));
}

/* Extends the span to t when the line at t is certainly within the cone: `along` runs from the
 * apex, 0, to the base, height. */
static void span_cone(path_span *span, double t, double along, double height) {
    const double band = END_GRAZE * height;
    if (fabs(along) < band || fabs(along - height) < band) span->doubt = true;
    if (along >= 0.0 && along <= height) *span = join_spans(*span, (path_span){t, t, false});
}

/* In double; y is from the apex to the path's origin; u is unit, from apex to base. The points
 * where |y + t d|^2 <= (1 + k^2) (ya + t da)^2; for m = y x d the discriminant is k^2 |m x u|^2 -
 * (m.u)^2. */
static path_span within_cone(vec3 y, vec3 d, vec3 u, const double size[2]) {
    const double height = size[0], k2 = size[1] * size[1] / (height * height), k3 = 1.0 + k2;
    const double ya = dot3(y, u), da = dot3(d, u), dd = len2(d), yy = len2(y);
    const double a = dd - k3 * da * da, b = dot3(y, d) - k3 * ya * da, c = yy - k3 * ya * ya;
    const vec3 m = cross3(y, d);
    const double across = dot3(m, u), most = k2 * len2(cross3(m, u));
    const double square = most - across * across, far = SPAN_FAR * k3 * (yy * dd);
    if (square < -(SPAN_GRAZE * most + far)) return no_span;
    if (!(square > SPAN_CLEAR * most + far) || !(fabs(a) > SPAN_CLEAR * dd)) return undecided_span;
    path_span out = no_span;
    const double root = sqrt(square), sum = b >= 0.0 ? -b - root : -b + root;
    const double s = sum / a, p = c / sum;
    span_cone(&out, min2(s, p), ya + min2(s, p) * da, height);
    span_cone(&out, max2(s, p), ya + max2(s, p) * da, height);
    if (da == 0.0) return out;
    const double t = (height - ya) / da, rim = size[1] * size[1];
    const double from_axis = len2(mad3(y, d, t)) - height * height;
    const double band = END_GRAZE * (rim + height * height);
    if (!(from_axis < rim + band)) return out;
    if (from_axis > rim - band || da * da < SPAN_CLEAR * dd) return undecided_span;
    return join_spans(out, (path_span){t, t, false});
}

carom_ray_hit carom_path_cone(const ray_path *path, const carom_cone *cone) {
    vec3 base = load3(cone->base), apex = load3(cone->apex), w;
    double radius = (double)cone->radius;
    if (!path_is_valid(path) || !solid_is_valid(base, apex, radius)) return no_hit();
    if (equal3(base, apex)) {
        carom_cylinder disk = {cone->base, cone->base, cone->radius};
        return carom_path_cylinder_solid(path, &disk);
    }
    const scaled_path scaled = scale_path(path, max2(max2(max_abs3(base), max_abs3(apex)), radius));
    base = scale3(base, scaled.place), apex = scale3(apex, scaled.place), radius *= scaled.place;
    line_span span = begin_path_span(&scaled, radius);
    w = sub3(apex, base);
    const double size[2] = {carom_length(w), radius};
    const vec3 y = sub3(scaled.o, apex);
    const path_span filtered = within_cone(y, scaled.d, scale3(w, -1.0 / size[0]), size);
    if (CAROM_LIKELY(is_span_certain(&scaled, &filtered, len2(y) + len2(w) + radius * radius)))
        span_take(&span, &filtered);
    else
        carom_line_span_cone(&span, &(line_axis){apex, base, factor3_between(apex, base)});
    solid_hit hit;
    if (!scaled_span_hit(path, &scaled, &span, &hit)) return no_hit();
    if (!hit.started_inside) {
        const double heights[2] = {0.0, len2(w)};
        const vec3 x = sub3(scaled_point(&scaled, &hit), base);
        hit.normal = disk_or_mantle(x, w, heights, size[1] / size[0]);
        if (dot3(hit.normal, scaled.d) > 0.0) hit.normal = neg3(path->direction);
    }
    return store_solid_hit(path, &hit, path_point(path, hit.t));
}

/* The components of a vector along three axes, in double-double. */
static factor3 into_axes(const factor3 *f, const vec3 axes[3]) {
    const double_double3 v = dd3_of(f);
    factor3 out;
    for (int i = 0; i < 3; i++) {
        const double_double3 axis = {{{axes[i].x, 0.0}, {axes[i].y, 0.0}, {axes[i].z, 0.0}}};
        const double_double along = dd_dot(&v, &axis);
        out.at[i] = (exact_factor){along.hi, -along.lo};
    }
    return out;
}

static vec3 rounded_factors(const factor3 *f) {
    return vec(f->at[0].hi - f->at[0].lo, f->at[1].hi - f->at[1].lo, f->at[2].hi - f->at[2].lo);
}

static vec3 divided3(vec3 v, vec3 by) {
    return vec(v.x / by.x, v.y / by.y, v.z / by.z);
}

carom_ray_hit carom_path_ellipsoid(const ray_path *path, const carom_ellipsoid *ellipsoid) {
    vec3 center = load3(ellipsoid->center), radii = load3(ellipsoid->radii);
    const vec3 axes[3] = {load3(ellipsoid->axes[0]), load3(ellipsoid->axes[1]),
                          load3(ellipsoid->axes[2])};
    double largest = max2(radii.x, max2(radii.y, radii.z));
    if (!path_is_valid(path) || !finite3(center) || !finite3(radii) || !finite3(axes[0]) ||
        !finite3(axes[1]) || !finite3(axes[2]) ||
        !(radii.x >= 0.0 && radii.y >= 0.0 && radii.z >= 0.0))
        return no_hit();
    const scaled_path scaled = scale_path(path, max2(max_abs3(center), largest));
    const double least = max2(RADIUS_LEAST_PART * largest * scaled.place, RADIUS_UNDERFLOW);
    const vec3 r = vec(max2(radii.x * scaled.place, least), max2(radii.y * scaled.place, least),
                       max2(radii.z * scaled.place, least));
    const factor3 from = factor3_between(scale3(center, scaled.place), scaled.o);
    const factor3 p = into_axes(&from, axes), v = into_axes(&scaled.line.direction, axes);
    const vec3 o = divided3(rounded_factors(&p), r), d = divided3(rounded_factors(&v), r);
    line_span span = begin_path_span(&scaled, 1.0);
    const path_span filtered = ball_span(o, d, 1.0);
    if (CAROM_LIKELY(is_span_certain_in_frame(&scaled, &filtered, d, 1.0 + len2(o))))
        span_take(&span, &filtered);
    else
        carom_line_span_ellipsoid(&span, &p, &v, r);
    solid_hit hit;
    if (!scaled_span_hit(path, &scaled, &span, &hit)) return no_hit();
    if (!hit.started_inside) {
        vec3 n = divided3(mad3(o, d, hit.t / scaled.undo), r);
        n = carom_normalize_or(n, vec(0, 0, 1));
        n = add3(add3(scale3(axes[0], n.x), scale3(axes[1], n.y)), scale3(axes[2], n.z));
        hit.normal = dot3(n, scaled.d) > 0.0 ? neg3(path->direction) : n;
    }
    return store_solid_hit(path, &hit, path_point(path, hit.t));
}
