/* Views of shapes for the convex engine, which reads a shape through its support function
 * [Ericson05] alone. A polytope of at most CONVEX_POINTS_LIMIT vertices becomes its vertices, a
 * box or solid of revolution a centre, axes and sizes, a sphere a point with a radius. Coordinates
 * are converted to double; axes are made unit and perpendicular to rounding, by Gram-Schmidt
 * [Golub13] or from one axis [Duff17], as the engine requires. An unbounded shape has no view; of
 * a ray or line the stretch that can be near a bounded shape is a segment. */
#include "pair/pose/convex_view.h"

#include "convex/support/support.h"
#include "pair/pose/pair.h"
#include "pair/pose/posed_view.h"
#include "fit/hull.h"
#include "shape/kdop.h"

/* Sets the fields one by one: clearing the whole structure takes longer than a short query. */
static inline void begin_shape(convex_shape *s, convex_kind kind, vec3 center) {
    s->kind = kind;
    s->count = 0;
    s->radius = 0.0;
    s->rigid = false;
    s->points = NULL;
    s->hull = NULL;
    s->center = center;
    s->half = vec(0, 0, 0);
}

static inline convex_shape *begin_view(convex_view *out, convex_kind kind, vec3 center) {
    begin_shape(&out->shape, kind, center);
    return &out->shape;
}

static inline void view_loaded(convex_view *out, const vec3 *points, int count) {
    convex_shape *s = begin_view(out, CONVEX_POINTS, vec(0, 0, 0));
    s->count = count;
    s->points = points;
    for (int i = 0; i < 3; i++)
        s->axes[i] = vec(i == 0, i == 1, i == 2);
}

static inline void view_points(convex_view *out, const carom_vec3 *points, int count) {
    for (int i = 0; i < count; i++)
        out->points[i] = load3(points[i]);
    view_loaded(out, out->points, count);
}

/* @return false where the square of the length is out of range */
static inline bool make_unit(vec3 *v) {
    double square = len2(*v);
    if (CAROM_UNLIKELY(!(square > VIEW_SQUARE_MIN && square < VIEW_SQUARE_MAX))) return false;
    *v = scale3(*v, 1.0 / sqrt(square));
    return true;
}

/* The axis perpendicular to x and y, which are unit and perpendicular to rounding. Where both lie
 * in a coordinate plane, as for a shape that is turned about a coordinate axis, it is that axis
 * exactly. */
static vec3 third_axis(vec3 x, vec3 y) {
    vec3 z = cross3(x, y);
    if (x.x == 0.0 && y.x == 0.0) z.x = copysign(1.0, z.x);
    if (x.y == 0.0 && y.y == 0.0) z.y = copysign(1.0, z.y);
    if (x.z == 0.0 && y.z == 0.0) z.z = copysign(1.0, z.z);
    return z;
}

/* Axes in carom_real are perpendicular only to its rounding. The engine needs them perpendicular in
 * double: Gram-Schmidt. */
static void view_frame(convex_view *out, const carom_vec3 axes[3], vec3 half) {
    vec3 x = load3(axes[0]), y = load3(axes[1]);
    if (!make_unit(&x)) x = carom_normalize_or(x, vec(1, 0, 0));
    y = mad3(y, x, -dot3(x, y));
    if (!make_unit(&y)) y = carom_normalize_or(y, carom_perpendicular(x));
    out->shape.axes[0] = x;
    out->shape.axes[1] = y;
    out->shape.axes[2] = third_axis(x, y);
    out->shape.half = half;
}

/* Sets a frame whose third axis is along w; the others follow from it without another root
 * [Duff17].
 * @return the length of w */
static double view_axis(convex_view *out, vec3 w) {
    double square = len2(w), length;
    vec3 z;
    if (CAROM_LIKELY(square > VIEW_SQUARE_MIN && square < VIEW_SQUARE_MAX)) {
        length = sqrt(square);
        z = scale3(w, 1.0 / length);
    } else {
        length = carom_length(w);
        z = carom_normalize_or(w, vec(0, 0, 1));
    }
    double sign = copysign(1.0, z.z), p = -1.0 / (sign + z.z), q = z.x * z.y * p;
    out->shape.axes[0] = vec(1.0 + sign * z.x * z.x * p, sign * q, -sign * z.x);
    out->shape.axes[1] = vec(q, sign + z.y * z.y * p, -z.y);
    out->shape.axes[2] = z;
    return length;
}

/* A box by centre and half-extents, or by its corners where rounding would move a face. */
static void view_aabb(convex_view *out, const carom_aabb *box) {
    vec3 low = load3(box->min), high = load3(box->max);
    vec3 half_low = scale3(low, 0.5), half_high = scale3(high, 0.5);
    vec3 center = add3(half_low, half_high), half = sub3(half_high, half_low);
    if (CAROM_UNLIKELY(!equal3(sub3(center, half), low) || !equal3(add3(center, half), high))) {
        for (int i = 0; i < 8; i++)
            out->points[i] =
                vec(i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z);
        view_loaded(out, out->points, 8);
        return;
    }
    begin_view(out, CONVEX_BOX, center);
    out->shape.half = half;
    for (int i = 0; i < 3; i++)
        out->shape.axes[i] = vec(i == 0, i == 1, i == 2);
}

/* A cylinder or cone without a radius is its axis, a polytope, for which answers are exact. */
static void view_bare_axis(convex_view *out, carom_vec3 a, carom_vec3 b) {
    view_points(out, (const carom_vec3[2]){a, b}, 2);
}

static void view_cylinder(convex_view *out, const carom_cylinder *cylinder) {
    if (CAROM_UNLIKELY(cylinder->radius == 0)) {
        view_bare_axis(out, cylinder->a, cylinder->b);
        return;
    }
    vec3 a = load3(cylinder->a), b = load3(cylinder->b), w = scale3(sub3(b, a), 0.5);
    begin_view(out, CONVEX_CYLINDER, add3(a, w));
    out->shape.half = vec((double)cylinder->radius, (double)cylinder->radius, view_axis(out, w));
}

static void view_cone(convex_view *out, const carom_cone *cone) {
    if (CAROM_UNLIKELY(cone->radius == 0)) {
        view_bare_axis(out, cone->base, cone->apex);
        return;
    }
    vec3 base = load3(cone->base), w = sub3(load3(cone->apex), base);
    begin_view(out, CONVEX_CONE, base);
    out->shape.half = vec((double)cone->radius, (double)cone->radius, view_axis(out, w));
}

/* An ellipsoid with equal radii is a ball, which needs no search. */
static void view_ellipsoid(convex_view *out, const carom_ellipsoid *ellipsoid) {
    vec3 radii = load3(ellipsoid->radii);
    if (CAROM_UNLIKELY(radii.x == radii.y && radii.y == radii.z)) {
        view_points(out, &ellipsoid->center, 1);
        out->shape.radius = radii.x;
        return;
    }
    begin_view(out, CONVEX_ELLIPSOID, load3(ellipsoid->center));
    view_frame(out, ellipsoid->axes, radii);
}

/* The rotated axes, by the operations that rotate a point. */
static void view_rotation(convex_view *out, const carom_quat *q) {
    double x = (double)q->x, y = (double)q->y, z = (double)q->z, w = (double)q->w;
    double x2 = 2.0 * x, y2 = 2.0 * y, z2 = 2.0 * z;
    out->shape.axes[0] = vec(1.0 - (y * y2 + z * z2), w * z2 + x * y2, x * z2 - w * y2);
    out->shape.axes[1] = vec(x * y2 - w * z2, 1.0 - (x * x2 + z * z2), w * x2 + y * z2);
    out->shape.axes[2] = vec(w * y2 + x * z2, y * z2 - w * x2, 1.0 - (x * x2 + y * y2));
}

/* Decides whether a hull is rigid, see convex_shape. */
static void measure_hull(convex_shape *s) {
    vec3 c = s->hull->center, middle = convex_from_axes(s, c.x, c.y, c.z);
    s->rigid = convex_distortion(s->axes) < RIGID_DISTORTION &&
               max_abs3(middle) < RIGID_CENTER_MAX * s->hull->outer;
    s->half = s->rigid ? middle : vec(0, 0, 0);
}

static void view_hull(convex_view *out, const carom_placed_hull *placed) {
    begin_view(out, CONVEX_HULL, load3(placed->pose.position));
    out->shape.hull = carom_hull_data(placed->hull);
    view_rotation(out, &placed->pose.rotation);
    measure_hull(&out->shape);
}

static vec3 outline_corner(const void *polygon, int index) {
    return load3(polygon_corner(polygon, index));
}

/* A polygon of more vertices than a view copies: the engine reads them one by one. */
static void view_outline(convex_view *out, const carom_polygon *polygon) {
    convex_shape *s = begin_view(out, CONVEX_OUTLINE, vec(0, 0, 0));
    s->count = polygon_count(polygon);
    s->outline = &out->outline;
    out->outline = (convex_outline){outline_corner, polygon, 0.0};
    for (int i = 0; i < s->count; i++)
        out->outline.reach = max2(out->outline.reach, max_abs3(outline_corner(polygon, i)));
    for (int i = 0; i < 3; i++)
        s->axes[i] = vec(i == 0, i == 1, i == 2);
}

static inline void view_polygon(convex_view *out, const carom_polygon *polygon) {
    if (CAROM_UNLIKELY(polygon->count < 0 || polygon->count > CONVEX_POINTS_LIMIT)) {
        view_outline(out, polygon);
        return;
    }
    vec3 *points = polygon->count > VIEW_POINTS ? out->buffer : out->points;
    for (int i = 0; i < polygon->count; i++)
        points[i] = load3(polygon->vertices[i]);
    view_loaded(out, points, polygon->count);
}

static bool view_kdop(convex_view *out, const carom_kdop *kdop) {
    int count = carom_kdop_vertices(kdop, out->buffer);
    view_loaded(out, out->buffer, count);
    return count > 0;
}

/* ---- support functions of the caller */

static vec3 call_support(const carom_support_shape *shape, vec3 direction) {
    return load3(shape->support(store3(direction), shape->user));
}

bool carom_measure_function(const carom_support_shape *shape, vec3 *reach) {
    const vec3 middle = load3(shape->interior);
    double size[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < 6; i++) {
        const double sign = i % 2 ? -1.0 : 1.0;
        const vec3 axis = scale3(vec(i / 2 == 0, i / 2 == 1, i / 2 == 2), sign);
        const vec3 p = sub3(call_support(shape, axis), middle);
        if (!finite3(p)) return false;
        size[i / 2] = max2(size[i / 2], sign * axis3(p, i / 2));
    }
    *reach = vec(size[0], size[1], size[2]);
    return true;
}

static double clamp_to(double x, double most) {
    return max2(min2(x, most), -most);
}

/* What is not finite, or lower than the interior point, counts as that point. */
static vec3 support_offset(const convex_function *function, vec3 direction) {
    const vec3 p = sub3(call_support(function->of, direction), function->middle);
    const vec3 r = function->reach;
    if (!(dot3(p, direction) >= 0.0)) return vec(0, 0, 0);
    return vec(clamp_to(p.x, r.x), clamp_to(p.y, r.y), clamp_to(p.z, r.z));
}

static void set_function(convex_view *out, const carom_support_shape *given, vec3 reach) {
    out->function = (convex_function){support_offset, given, load3(given->interior), reach,
                                      (double)CAROM_REAL_EPSILON};
    out->shape.function = &out->function;
}

/* What is not finite leaves the interior point. */
static void view_function(convex_view *out, const carom_support_shape *given) {
    convex_shape *s = begin_view(out, CONVEX_FUNCTION, vec(0, 0, 0));
    const vec3 m = load3(given->interior);
    vec3 reach = vec(0, 0, 0);
    if (!carom_measure_function(given, &reach)) reach = vec(0, 0, 0);
    view_rotation(out, &given->pose.rotation);
    s->center = add3(load3(given->pose.position), convex_from_axes(s, m.x, m.y, m.z));
    s->half = reach;
    set_function(out, given, reach);
}

static bool view_of_kind(convex_view *out, const carom_shape *shape) {
    switch (shape->kind) {
    case CAROM_SHAPE_POINT: view_points(out, &shape->as.point, 1); return true;
    case CAROM_SHAPE_SEGMENT: view_points(out, &shape->as.segment.a, 2); return true;
    case CAROM_SHAPE_TRIANGLE: view_points(out, shape->as.triangle.v, 3); return true;
    case CAROM_SHAPE_TETRAHEDRON: view_points(out, shape->as.tetrahedron.v, 4); return true;
    case CAROM_SHAPE_POLYGON: view_polygon(out, &shape->as.polygon); return true;
    case CAROM_SHAPE_SPHERE:
        view_points(out, &shape->as.sphere.center, 1);
        out->shape.radius = (double)shape->as.sphere.radius;
        return true;
    case CAROM_SHAPE_CAPSULE:
        view_points(out, &shape->as.capsule.a, 2);
        out->shape.radius = (double)shape->as.capsule.radius;
        return true;
    case CAROM_SHAPE_AABB: view_aabb(out, &shape->as.aabb); return true;
    case CAROM_SHAPE_OBB:
        begin_view(out, CONVEX_BOX, load3(shape->as.obb.center));
        view_frame(out, shape->as.obb.axes, load3(shape->as.obb.half_extents));
        return true;
    case CAROM_SHAPE_ELLIPSOID: view_ellipsoid(out, &shape->as.ellipsoid); return true;
    case CAROM_SHAPE_CYLINDER: view_cylinder(out, &shape->as.cylinder); return true;
    case CAROM_SHAPE_CONE: view_cone(out, &shape->as.cone); return true;
    case CAROM_SHAPE_KDOP: return view_kdop(out, &shape->as.kdop);
    case CAROM_SHAPE_HULL: view_hull(out, &shape->as.hull); return true;
    case CAROM_SHAPE_SUPPORT: view_function(out, &shape->as.support); return true;
    default: return false;
    }
}

bool carom_view_of_core_needs_buffer(const carom_shape *shape) {
    const carom_shape *core = shape->kind == CAROM_SHAPE_ROUNDED ? shape->as.rounded.core : shape;
    if (core->kind == CAROM_SHAPE_POLYGON) return core->as.polygon.count > VIEW_POINTS;
    return core->kind == CAROM_SHAPE_KDOP;
}

/* ---- rounded shapes */

/* A hull or support function has a pose of its own, whose quaternion may be unit to a thousandth
 * alone. */
static bool view_core(convex_view *out, const carom_shape *core) {
    if (core->kind == CAROM_SHAPE_HULL) {
        view_hull(out, &(carom_placed_hull){.hull = core->as.hull.hull});
        carom_pose_view(out, &core->as.hull.pose, false);
        return true;
    }
    if (!view_of_kind(out, core)) return false;
    if (core->kind != CAROM_SHAPE_SUPPORT) return true;
    out->shape.center = out->function.middle;
    for (int i = 0; i < 3; i++)
        out->shape.axes[i] = vec(i == 0, i == 1, i == 2);
    carom_pose_view(out, &core->as.support.pose, false);
    return true;
}

bool carom_convex_view(convex_view *out, const carom_shape *shape) {
    if (shape->kind != CAROM_SHAPE_ROUNDED) return view_of_kind(out, shape);
    if (!view_core(out, shape->as.rounded.core)) return false;
    carom_pose_view(out, &shape->as.rounded.pose, false);
    if (out->shape.kind == CONVEX_HULL) measure_hull(&out->shape);
    out->shape.radius += (double)shape->as.rounded.radius;
    return true;
}

/* ---- posed shapes: the frame is kept, the rest follows from the kind */

/* Whether the view of a kind takes roots or a rotation, so that its frame is kept. */
static bool is_framed(carom_shape_kind kind, convex_kind *view_kind) {
    switch (kind) {
    case CAROM_SHAPE_AABB:
    case CAROM_SHAPE_OBB: *view_kind = CONVEX_BOX; return true;
    case CAROM_SHAPE_CYLINDER: *view_kind = CONVEX_CYLINDER; return true;
    case CAROM_SHAPE_CONE: *view_kind = CONVEX_CONE; return true;
    case CAROM_SHAPE_ELLIPSOID: *view_kind = CONVEX_ELLIPSOID; return true;
    case CAROM_SHAPE_HULL: *view_kind = CONVEX_HULL; return true;
    case CAROM_SHAPE_SUPPORT: *view_kind = CONVEX_FUNCTION; return true;
    default: return false;
    }
}

void carom_set_posed_frame(carom_posed_shape *posed) {
    convex_view view;
    convex_kind view_kind;
    view.buffer = NULL;
    if (posed->state & POSED_FRAMED || !is_framed(posed->shape.kind, &view_kind) ||
        !carom_convex_view(&view, &posed->shape))
        return;
    const convex_shape *s = &view.shape;
    if (s->kind != view_kind) return;
    posed->frame = s->frame;
    posed->state |= s->rigid ? POSED_FRAMED | POSED_RIGID : POSED_FRAMED;
}

static inline void view_framed(convex_shape *s, convex_kind view_kind,
                               const carom_posed_shape *posed) {
    begin_shape(s, view_kind, vec(0, 0, 0));
    s->frame = posed->frame;
    s->rigid = posed->state & POSED_RIGID;
}

void carom_view_posed_hull(convex_shape *out, const carom_posed_shape *posed) {
    view_framed(out, CONVEX_HULL, posed);
    out->hull = carom_hull_data(posed->shape.as.hull.hull);
}

bool carom_view_posed(convex_view *out, const carom_posed_shape *posed) {
    convex_kind view_kind;
    if (!(posed->state & POSED_FRAMED) || !is_framed(posed->shape.kind, &view_kind))
        return carom_convex_view(out, &posed->shape);
    if (view_kind == CONVEX_HULL)
        carom_view_posed_hull(&out->shape, posed);
    else
        view_framed(&out->shape, view_kind, posed);
    if (view_kind == CONVEX_FUNCTION) set_function(out, &posed->shape.as.support, out->shape.half);
    return true;
}

vec3 carom_view_support(const convex_shape *shape, vec3 direction) {
    int hint = 0;
    vec3 core = carom_convex_support(shape, direction, &hint);
    if (shape->radius == 0.0) return core;
    return mad3(core, carom_normalize_or(direction, vec(0, 0, 1)), shape->radius);
}

/* The coordinates of the support points of a box along an axis, with their bits: a third of the
 * instructions. */
static void range_of_box(const convex_shape *s, int axis, double *low, double *high) {
    double from[3], to[3];
    for (int k = 0; k < 3; k++) {
        const double a = axis3(s->axes[k], axis), half = axis3(s->half, k);
        to[k] = a * (a > 0.0 ? half : -half);
        from[k] = a * (a < 0.0 ? half : -half);
    }
    *low = axis3(s->center, axis) + ((from[0] + from[1]) + from[2]);
    *high = axis3(s->center, axis) + ((to[0] + to[1]) + to[2]);
}

void carom_view_box(const convex_shape *shape, vec3 box[2]) {
    double low[3], high[3];
    const bool is_box = shape->kind == CONVEX_BOX && shape->radius == 0.0;
    for (int i = 0; i < 3 && is_box; i++)
        range_of_box(shape, i, &low[i], &high[i]);
    for (int i = 0; i < 3 && !is_box; i++) {
        vec3 axis = vec(i == 0, i == 1, i == 2);
        high[i] = axis3(carom_view_support(shape, axis), i);
        low[i] = axis3(carom_view_support(shape, neg3(axis)), i);
    }
    box[0] = vec(low[0], low[1], low[2]);
    box[1] = vec(high[0], high[1], high[2]);
}

bool carom_line_stretch(line_stretch *out, const carom_shape *path) {
    out->range[0] = -(double)INFINITY, out->range[1] = (double)INFINITY;
    if (path->kind == CAROM_SHAPE_RAY) {
        out->origin = load3(path->as.ray.origin);
        out->direction = load3(path->as.ray.direction);
        out->range[0] = (double)path->as.ray.t_min;
        out->range[1] = (double)path->as.ray.t_max;
        return true;
    }
    if (path->kind != CAROM_SHAPE_LINE) return false;
    out->origin = load3(path->as.line.origin);
    out->direction = load3(path->as.line.direction);
    return true;
}

bool carom_clipped_view(convex_view *out, const carom_shape *path, const vec3 box[2],
                        double margin) {
    line_stretch line;
    if (!carom_line_stretch(&line, path)) return false;
    vec3 center = scale3(add3(box[0], box[1]), 0.5);
    double length = carom_length(line.direction);
    double reach = carom_length(sub3(box[1], box[0])) + margin;
    vec3 unit = scale3(line.direction, 1.0 / length);
    double middle = dot3(sub3(center, line.origin), unit);
    double from = max2(middle - reach, line.range[0] * length),
           to = min2(middle + reach, line.range[1] * length);
    from = min2(from, line.range[1] * length);
    to = max2(to, line.range[0] * length);
    out->points[0] = mad3(line.origin, unit, from);
    out->points[1] = mad3(line.origin, unit, to);
    view_loaded(out, out->points, 2);
    return true;
}
