/* A plane or half-space and any other shape: every answer follows from the interval of the shape's
 * heights over the plane, from its support function along the normal [Ericson05] 5.2; the heights
 * of a ray or line that crosses the plane are infinite. Two planes that are not parallel always
 * meet; parallel ones have one height. Contact of points is decided by exact signs. It is the only
 * general solver of unbounded solids, which the convex engine cannot view. */
#include "carom/intersect.h"
#include "pair/pose/convex_view.h"
#include "pair/solver/plane_pairs.h"
#include "math/predicates.h"
#include "convex/support/support.h"

/* The heights of a shape over a plane, as signed distances. */
typedef struct height_span {
    double low, high;
    vec3 low_point, high_point;
    vec3 unit; /* the plane's normal */
    bool valid;
} height_span;

typedef struct plane_pair {
    const carom_shape *plane_shape, *other; /* in table order the plane may be second */
    bool swapped;                           /* the plane is B */
    bool solid;                             /* it is a half-space */
    carom_plane plane;
} plane_pair;

static plane_pair order_pair(const carom_shape *a, const carom_shape *b) {
    plane_pair pair = {a, b, false, false, {{0, 0, 0}, 0}};
    if (!is_plane_kind(a->kind)) pair = (plane_pair){b, a, true, false, {{0, 0, 0}, 0}};
    pair.solid = pair.plane_shape->kind == CAROM_SHAPE_HALFSPACE;
    pair.plane = plane_of_kind(pair.plane_shape);
    return pair;
}

static double height_of(const carom_plane *plane, vec3 point) {
    return (double)carom_distance_point_plane_signed(store3(point), plane);
}

static height_span span_of_path(const carom_plane *plane, const carom_shape *path) {
    height_span out = {.valid = true};
    bool is_ray = path->kind == CAROM_SHAPE_RAY;
    vec3 o = load3(is_ray ? path->as.ray.origin : path->as.line.origin);
    vec3 d = load3(is_ray ? path->as.ray.direction : path->as.line.direction);
    double t[2] = {is_ray ? (double)path->as.ray.t_min : -(double)INFINITY,
                   is_ray ? (double)path->as.ray.t_max : (double)INFINITY};
    double slope = (double)carom_sign_plane(load3(plane->normal), 0.0, d);
    vec3 ends[2];
    double heights[2];
    for (int i = 0; i < 2; i++) {
        bool unbounded = !finite1(t[i]);
        ends[i] = unbounded ? o : mad3(o, d, t[i]);
        heights[i] = unbounded && slope != 0.0 ? (t[i] > 0.0 ? slope : -slope) * (double)INFINITY
                                               : height_of(plane, ends[i]);
    }
    int lower = heights[0] <= heights[1] ? 0 : 1;
    out.low = heights[lower];
    out.high = heights[1 - lower];
    out.low_point = ends[lower];
    out.high_point = ends[1 - lower];
    return out;
}

/* Another plane: one height when parallel, all heights when not. */
static height_span span_of_plane(const carom_plane *plane, const carom_shape *other) {
    const double infinite = (double)INFINITY;
    height_span out = {-infinite, infinite, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, true};
    carom_plane face = plane_of_kind(other);
    carom_plane_intersection common = carom_intersect_plane_plane(plane, &face);
    if (common.kind == CAROM_INTERSECTION_LINE) {
        out.low_point = out.high_point = load3(common.line.origin);
        return out;
    }
    vec3 origin = {0, 0, 0};
    vec3 point = load3(carom_closest_point_plane(store3(origin), &face).point_b);
    double height = common.kind == CAROM_INTERSECTION_AREA ? 0.0 : height_of(plane, point);
    out.low_point = out.high_point = point;
    bool same_direction = dot3(load3(plane->normal), load3(face.normal)) > 0.0;
    bool solid = other->kind == CAROM_SHAPE_HALFSPACE;
    out.low = solid && same_direction ? -infinite : height;
    out.high = solid && !same_direction ? infinite : height;
    return out;
}

static height_span heights_over(const plane_pair *pair) {
    const carom_shape *other = pair->other;
    height_span out;
    convex_view view;
    vec3 *buffer = NULL;
    vec3 unit = carom_normalize_or(load3(pair->plane.normal), vec(0, 0, 1));
    if (is_plane_kind(other->kind))
        out = span_of_plane(&pair->plane, other);
    else if (is_line_kind(other->kind))
        out = span_of_path(&pair->plane, other);
    else {
        buffer = buffer_of_view(WORKSPACE_VIEWS, &view, other);
        out.valid = carom_convex_view(&view, other);
        if (!out.valid) {
            give_buffer(buffer);
            return out;
        }
        int hint = 0;
        double length = carom_length(load3(pair->plane.normal)),
               offset = (double)pair->plane.offset / length, r = view.shape.radius;
        offset = max2(min2(offset, DBL_MAX), -DBL_MAX);
        out.low_point = carom_convex_support(&view.shape, neg3(unit), &hint);
        out.high_point = carom_convex_support(&view.shape, unit, &hint);
        give_buffer(buffer);
        out.low = dot3(unit, out.low_point) - offset - r;
        out.high = dot3(unit, out.high_point) - offset + r;
        out.low_point = mad3(out.low_point, unit, -r);
        out.high_point = mad3(out.high_point, unit, r);
    }
    out.unit = unit;
    return out;
}

/* Contact of shapes without a closed form: the heights decide, for points by exact signs. */
static bool span_touches(const plane_pair *pair, const height_span *span) {
    double low = span->low, high = span->high;
    convex_view view;
    vec3 *buffer = buffer_of_view(WORKSPACE_VIEWS, &view, pair->other);
    const bool bare = !is_plane_kind(pair->other->kind) && carom_convex_view(&view, pair->other) &&
                      view.shape.radius == 0.0;
    give_buffer(buffer);
    if (bare) {
        vec3 n = load3(pair->plane.normal);
        double offset = (double)pair->plane.offset;
        low = carom_sign_plane(n, offset, span->low_point);
        high = carom_sign_plane(n, offset, span->high_point);
    }
    return pair->solid ? low <= 0.0 : low <= 0.0 && high >= 0.0;
}

bool carom_plane_pair_overlap(const carom_shape *a, const carom_shape *b) {
    plane_pair pair = order_pair(a, b);
    height_span span = heights_over(&pair);
    return span.valid && span_touches(&pair, &span);
}

/* Contact by the closed form where there is one. */
static bool plane_pair_touches(const plane_pair *pair, const height_span *span,
                               overlap_pair *typed) {
    bool flip = pair->plane_shape->kind > pair->other->kind;
    const carom_shape *a = flip ? pair->other : pair->plane_shape,
                      *b = flip ? pair->plane_shape : pair->other;
    return typed ? typed(a, b) : span_touches(pair, span);
}

/* A common point of shapes that touch. */
static vec3 common_point_at(const plane_pair *pair, const height_span *span) {
    double low = span->low, high = span->high;
    if (pair->solid && low > -DBL_MAX) return span->low_point;
    if (is_plane_kind(pair->other->kind) &&
        (low > -DBL_MAX || high < DBL_MAX)) { /* parallel: on the nearer */
        double height = low > -DBL_MAX ? low : high;
        return mad3(span->low_point, span->unit, -(pair->solid ? max2(height, 0.0) : height));
    }
    if (pair->other->kind == CAROM_SHAPE_LINE && low < -DBL_MAX)
        return load3(carom_raycast_line_plane(&pair->other->as.line, &pair->plane).point);
    if (pair->other->kind == CAROM_SHAPE_RAY && (low < -DBL_MAX || high > DBL_MAX)) {
        carom_ray_hit hit = carom_raycast_ray_plane(&pair->other->as.ray, &pair->plane);
        return hit.hit ? load3(hit.point) : low > -DBL_MAX ? span->low_point : span->high_point;
    }
    if (!(low < 0.0)) return span->low_point;
    if (!(high > 0.0) || high > DBL_MAX || low < -DBL_MAX) return span->high_point;
    return mad3(span->low_point, sub3(span->high_point, span->low_point), low / (low - high));
}

/* Whether the other shape, which does not touch, is above the plane: by an exact sign, as its
 * heights may be rounding. */
static bool stands_above(const plane_pair *pair, const height_span *span) {
    if (pair->solid) return true;
    bool up = span->high > -span->low;
    vec3 farthest = up ? span->high_point : span->low_point;
    double sign =
        is_plane_kind(pair->other->kind)
            ? 0.0
            : carom_sign_plane(load3(pair->plane.normal), (double)pair->plane.offset, farthest);
    return sign != 0.0 ? sign > 0.0 : up;
}

static carom_closest_any plane_closest_in_order(const plane_pair *pair, vec3 on_plane,
                                                vec3 on_other, double distance) {
    carom_closest_any out = {.distance = (carom_real)distance};
    out.point_a = store3_within(pair->swapped ? on_other : on_plane);
    out.point_b = store3_within(pair->swapped ? on_plane : on_other);
    return out;
}

carom_closest_any carom_plane_pair_closest(const carom_shape *a, const carom_shape *b,
                                           overlap_pair *contact_test) {
    plane_pair pair = order_pair(a, b);
    height_span span = heights_over(&pair);
    if (!span.valid) return (carom_closest_any){.distance = (carom_real)INFINITY};
    if (plane_pair_touches(&pair, &span, contact_test)) {
        vec3 x = common_point_at(&pair, &span);
        return plane_closest_in_order(&pair, x, x, 0.0);
    }
    bool above = stands_above(&pair, &span);
    double height = above ? max2(span.low, 0.0) : min2(span.high, 0.0);
    vec3 nearest = above ? span.low_point : span.high_point;
    if (height == 0.0) height = (above ? 1.0 : -1.0) * apart_by_rounding(nearest);
    return plane_closest_in_order(&pair, mad3(nearest, span.unit, -height), nearest, fabs(height));
}

carom_penetration carom_plane_pair_penetration(const carom_shape *a, const carom_shape *b,
                                               overlap_pair *contact_test) {
    static const carom_penetration none;
    plane_pair pair = order_pair(a, b);
    height_span span = heights_over(&pair);
    if (!span.valid || !plane_pair_touches(&pair, &span, contact_test)) return none;
    bool up = pair.solid || -span.low <= span.high;
    double depth = max2(up ? -span.low : span.high, 0.0);
    vec3 normal = up ? span.unit : neg3(span.unit); /* direction in which the other leaves */
    vec3 on_other = up ? span.low_point : span.high_point;
    if (depth > DBL_MAX) on_other = common_point_at(&pair, &span);
    vec3 on_plane = depth > DBL_MAX ? on_other : mad3(on_other, normal, depth);
    if (pair.swapped)
        return (carom_penetration){.overlap = true,
                                   .depth = (carom_real)depth,
                                   .normal = store3(neg3(normal)),
                                   .point_a = store3_within(on_other),
                                   .point_b = store3_within(on_plane),
                                   .certainty = CAROM_EXACT};
    return (carom_penetration){.overlap = true,
                               .depth = (carom_real)depth,
                               .normal = store3(normal),
                               .point_a = store3_within(on_plane),
                               .point_b = store3_within(on_other),
                               .certainty = CAROM_EXACT};
}

/* B's point at the first contact: the point of the other shape came from `on` along `path`, and
 * with a target distance it is over the plane. */
static vec3 swept_point(const plane_pair *pair, vec3 on, vec3 path, bool over) {
    if (!pair->swapped) return on;
    vec3 there = add3(on, path);
    if (!over) return there;
    return load3(carom_closest_point_plane(store3(there), &pair->plane).point_b);
}

carom_sweep_hit carom_plane_pair_sweep(const carom_shape *a, carom_vec3 motion,
                                       const carom_shape *b, double target,
                                       overlap_pair *contact_test) {
    static const carom_sweep_hit miss;
    plane_pair pair = order_pair(a, b);
    const height_span bare = heights_over(&pair);
    if (!bare.valid) return miss;
    vec3 v = load3(motion);
    vec3 relative = pair.swapped ? v : neg3(v); /* motion of the other relative to the plane */
    double rise = dot3(bare.unit, relative), low = bare.low - target, high = bare.high + target;
    bool touches = plane_pair_touches(&pair, &bare, contact_test);
    bool inside = touches || (target > 0.0 && low <= 0.0 && (pair.solid || high >= 0.0));
    bool above = inside ? pair.solid || -low <= high : stands_above(&pair, &bare);
    double gap = inside ? 0.0 : max2(above ? low : -high, 0.0);
    double speed = above ? -rise : rise;
    if (!inside && (!(speed > 0.0) || gap > speed)) return miss;
    double t = inside ? 0.0 : gap / speed, leave = 1.0;
    if (!pair.solid && rise != 0.0)
        leave = rise > 0.0 ? -low / rise : -high / rise;
    else if (pair.solid && rise > 0.0)
        leave = -low / rise;
    vec3 on = touches ? common_point_at(&pair, &bare) : above ? bare.low_point : bare.high_point;
    vec3 point = swept_point(&pair, on, scale3(v, t), target > 0.0 && !touches);
    vec3 normal = (above != pair.swapped) ? bare.unit : neg3(bare.unit);
    return (carom_sweep_hit){.hit = true,
                             .initial_overlap = inside,
                             .fraction = time_below(t),
                             .fraction_exit = (carom_real)max2(clamp01(leave), t),
                             .point = store3(point),
                             .normal = store3(normal),
                             .certainty = CAROM_EXACT};
}
