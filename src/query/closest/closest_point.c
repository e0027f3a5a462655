/* Closest points of a point on plane, line, segment, ray, sphere and boxes [Ericson05] 5.1.
 * Distances come from the vector between the closest points as it was computed, not from the
 * rounded points. When a point is exactly on the shape, the last digits of that vector are
 * rounding errors; exact signs decide contact then, and the distance is 0. Where a squared length
 * leaves the range of double, the query is repeated after scaling (rescale.h). */
#include "carom/closest.h"

#include "carom/overlap.h"
#include "math/predicates.h"
#include "query/closest/exact_contact.h"
#include "query/closest/kernel_plane.h"
#include "query/closest/kernel_point_segment.h"
#include "query/closest/near_contact.h"
#include "query/closest/rescale.h"
#include "query/closest/tolerances.h"

static const carom_closest_points no_points = {.distance = (carom_real)INFINITY};
static const carom_closest_params no_params_point = {.distance = (carom_real)INFINITY};

/* ---- plane */

typedef struct plane_foot {
    double distance; /* signed */
    vec3 foot;
    bool valid;
} plane_foot;

/* dot(n, p) - offset, accurate to the last digits by an exact sum. */
static double value_near_plane(vec3 n, double offset, vec3 p) {
    const exact_term one_term = {{{1, 0}}, 1, false};
    exact_term terms[4] = {{{{n.x, 0}, {p.x, 0}}, 2, false},
                           {{{n.y, 0}, {p.y, 0}}, 2, false},
                           {{{n.z, 0}, {p.z, 0}}, 2, false},
                           {{{offset, 0}}, 1, true}};
    return carom_exact_ratio(terms, 4, &one_term, 1);
}

static plane_foot foot_on_plane(vec3 p, vec3 n, double offset) {
    vec3 unscaled = n;
    double back = carom_rescale(&n, 1), nn = len2(n);
    plane_foot out = {0.0, p, back > 0.0 && nn > 0.0 && finite1(offset) && finite3(p)};
    if (!out.valid) return out;
    double shift = 1.0, plane_offset = offset / back;
    if (!finite1(plane_offset) || max_abs3(p) > PLANE_POINT_MOST) {
        shift = PLANE_SHIFT;
        plane_offset = offset * shift / back;
        p = scale3(p, shift);
    }
    double value = plane_value(n, plane_offset, p);
    if (fabs(value) < PLANE_CANCELLATION * (fabs(plane_offset) + max_abs3(p)))
        value = value_near_plane(unscaled, offset, scale3(p, 1.0 / shift)) / back * shift;
    out.distance = value / sqrt(nn) / shift;
    if (value != 0.0) out.foot = scale3(mad3(p, n, -value / nn), 1.0 / shift);
    return out;
}

carom_closest_points carom_closest_point_plane(carom_vec3 point, const carom_plane *plane) {
    plane_foot on = foot_on_plane(load3(point), load3(plane->normal), (double)plane->offset);
    if (!on.valid) return no_points;
    double most = (double)CAROM_REAL_MAX; /* a foot beyond the range is clamped to it */
    vec3 foot = vec(max2(-most, min2(on.foot.x, most)), max2(-most, min2(on.foot.y, most)),
                    max2(-most, min2(on.foot.z, most)));
    return (carom_closest_points){(carom_real)min2(fabs(on.distance), most), point, store3(foot)};
}

carom_closest_points carom_closest_point_plane_unit(carom_vec3 point, const carom_plane *plane) {
    vec3 p = load3(point), n = load3(plane->normal);
    double value = plane_value(n, (double)plane->offset, p);
    if (!finite1(value)) return carom_closest_point_plane(point, plane);
    return (carom_closest_points){(carom_real)fabs(value), point, store3(mad3(p, n, -value))};
}

carom_real carom_distance_point_plane_signed(carom_vec3 point, const carom_plane *plane) {
    plane_foot on = foot_on_plane(load3(point), load3(plane->normal), (double)plane->offset);
    return on.valid ? (carom_real)on.distance : (carom_real)INFINITY;
}

/* ---- segment */

/* The fallback: scaled to about 1, with the exact test for contact. */
static CAROM_NOINLINE on_segment segment_robust(vec3 p, vec3 a, vec3 b, double *distance) {
    vec3 q[3] = {p, a, b};
    double back = carom_rescale(q, 3);
    on_segment on = point_segment(q[0], q[1], q[2]);
    *distance = back > 0.0 ? carom_length(on.away) * back : (double)INFINITY;
    if (back > 0.0 && carom_point_on_segment_exact(p, a, b))
        *distance = 0.0;
    else if (*distance == 0.0)
        *distance = carom_near_distance((near_shape){&p, 1}, (near_shape){(vec3[2]){a, b}, 2});
    on.point = *distance == 0.0 ? p : scale3(on.point, back);
    return on;
}

static bool is_undecided(double d2, double size2) {
    return !(d2 > TINY_SQUARE && d2 < HUGE_SQUARE && d2 > CONTACT_BAND_SQUARE * size2);
}

carom_closest_params carom_closest_point_segment(carom_vec3 point, const carom_segment *segment) {
    vec3 p = load3(point), a = load3(segment->a), b = load3(segment->b);
    on_segment on = point_segment(p, a, b);
    double distance = sqrt(on.d2);
    if (CAROM_UNLIKELY(is_undecided(on.d2, len2(sub3(b, a))))) {
        on = segment_robust(p, a, b, &distance);
        if (distance > DBL_MAX) return no_params_point;
    }
    return (carom_closest_params){(carom_real)distance, point, store3(on.point), 0,
                                  (carom_real)on.t};
}

carom_real carom_distance_point_segment_squared(carom_vec3 point, const carom_segment *segment) {
    vec3 p = load3(point), a = load3(segment->a), b = load3(segment->b);
    on_segment on = point_segment(p, a, b);
    if (CAROM_LIKELY(!is_undecided(on.d2, len2(sub3(b, a))))) return (carom_real)on.d2;
    double distance;
    segment_robust(p, a, b, &distance);
    return (carom_real)(distance * distance);
}

/* ---- line and ray */

typedef struct on_line {
    vec3 point;
    double t, distance;
    bool valid;
} on_line;

/* Closest point with t in [low, high]. A second step on the residual restores the digits that a
 * far origin costs. */
static on_line point_line(vec3 p, vec3 origin, vec3 direction, const double range[2]) {
    vec3 d = direction, q[2] = {p, origin};
    double d_back = carom_rescale(&d, 1), back = carom_rescale(q, 2), dd = len2(d);
    on_line out = {origin, 0.0, 0.0, d_back > 0.0 && back > 0.0 && dd > 0.0};
    if (!out.valid) return out;
    vec3 ap = sub3(q[0], q[1]);
    double t = dot3(ap, d) / dd;
    t += dot3(mad3(ap, d, -t), d) / dd;
    /* the scaled parameter is t * d_back / back, a ratio that need not be a number */
    double low = range[0] * d_back / back, high = range[1] * d_back / back;
    bool clamped = !(t >= low && t <= high);
    if (clamped) t = t < low ? low : high;
    out.distance = carom_length(mad3(ap, d, -t)) * back;
    out.point = scale3(mad3(q[1], d, t), back);
    out.t = clamped ? (t == low ? range[0] : range[1]) : t * back / d_back;
    if (!clamped && out.distance < CONTACT_BAND * carom_length(ap) * back) {
        out.distance = carom_near_line_distance(p, origin, direction);
        if (out.distance == 0.0) out.point = p;
    }
    return out;
}

static carom_closest_params give_line(carom_vec3 point, const on_line *on) {
    if (!on->valid || !(on->distance <= DBL_MAX)) return no_params_point;
    return (carom_closest_params){(carom_real)on->distance, point, store3(on->point), 0,
                                  (carom_real)on->t};
}

carom_closest_params carom_closest_point_line(carom_vec3 point, const carom_line *line) {
    const double all[2] = {-(double)INFINITY, (double)INFINITY};
    on_line on = point_line(load3(point), load3(line->origin), load3(line->direction), all);
    return give_line(point, &on);
}

carom_closest_params carom_closest_point_ray(carom_vec3 point, const carom_ray *ray) {
    const double range[2] = {(double)ray->t_min, (double)ray->t_max};
    if (!(range[0] <= range[1]) || !finite1(range[0])) return no_params_point;
    on_line on = point_line(load3(point), load3(ray->origin), load3(ray->direction), range);
    return give_line(point, &on);
}

/* ---- solids */

carom_closest_points carom_closest_point_sphere(carom_vec3 point, const carom_sphere *sphere) {
    vec3 p = load3(point), c = load3(sphere->center);
    double r = (double)sphere->radius;
    if (!finite3(p) || !finite3(c) || !(r >= 0.0) || !finite1(r)) return no_points;
    if (carom_sign_distance2(c, p, r) <= 0) return (carom_closest_points){0, point, point};
    vec3 q[3] = {p, c, {r, 0, 0}};
    double back = carom_rescale(q, 3);
    vec3 away = sub3(q[0], q[1]);
    double length = carom_length(away);
    vec3 on = mad3(q[1], carom_normalize_or(away, vec(1, 0, 0)), q[2].x);
    /* the point is outside, so the distance is above 0 even if rounding gives 0 */
    double gap = max2(length - q[2].x, LEAST_GAP * length) * back;
    return (carom_closest_points){(carom_real)gap, point, store3(scale3(on, back))};
}

static double clamp_between(double x, double low, double high) {
    return x < low ? low : x > high ? high : x;
}

carom_closest_points carom_closest_point_aabb(carom_vec3 point, const carom_aabb *box) {
    vec3 p = load3(point), low = load3(box->min), high = load3(box->max);
    bool ordered = low.x <= high.x && low.y <= high.y && low.z <= high.z;
    double sides = (high.x - low.x) + (high.y - low.y) + (high.z - low.z);
    if (CAROM_UNLIKELY(!(ordered && sides <= DBL_MAX)) &&
        (!ordered || !finite3(low) || !finite3(high)))
        return no_points;
    vec3 q = vec(clamp_between(p.x, low.x, high.x), clamp_between(p.y, low.y, high.y),
                 clamp_between(p.z, low.z, high.z));
    vec3 away = sub3(p, q);
    double d2 = len2(away), distance = sqrt(d2);
    if (CAROM_UNLIKELY(!(d2 > TINY_SQUARE && d2 < HUGE_SQUARE))) {
        if (!finite3(p)) return no_points;
        distance = carom_length(away);
    }
    return (carom_closest_points){(carom_real)distance, point, store3(q)};
}

carom_closest_points carom_closest_point_obb(carom_vec3 point, const carom_obb *box) {
    vec3 p = load3(point), c = load3(box->center), h = load3(box->half_extents);
    if (!(h.x >= 0.0 && h.y >= 0.0 && h.z >= 0.0) || !finite3(h) || !finite3(c) || !finite3(p))
        return no_points;
    vec3 d = sub3(p, c), on = c, excess = vec(0, 0, 0);
    for (int i = 0; i < 3; i++) {
        vec3 axis = load3(box->axes[i]);
        double along = dot3(d, axis), reach = axis3(h, i);
        double held = clamp_between(along, -reach, reach);
        if (!finite1(along)) return no_points;
        on = mad3(on, axis, held);
        *(i == 0 ? &excess.x : i == 1 ? &excess.y : &excess.z) = along - held;
    }
    double distance = carom_length(excess), size = max_abs3(d) + max_abs3(h);
    /* near the surface exact signs decide contact */
    if (distance <= NEAR_OBB * size)
        distance = carom_overlap_point_obb(point, box) ? 0.0 : max2(distance, LEAST_GAP * size);
    if (distance == 0.0) on = p;
    return (carom_closest_points){(carom_real)distance, point, store3(on)};
}
