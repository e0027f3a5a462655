/* Gaps along the shape's own axes, which are square to each other to rounding: together they are
 * the distance to the box round the other thing along these axes. Of a triangle the gap across its
 * plane is looked at, too. Everything is less by more than axes that are not quite square, given in
 * carom_real, and rounding can make it too much. */
#include "surface/turned_box.h"

#include "pair/pose/convex_view.h"

/* Axes that are off by more are not taken for square and of unit length. */
#define SQUARE_AXES 1e-5
/* A gap may be too large by this part of it and of the sizes. */
#define TURNED_SLACK (4.0 * SQUARE_AXES)
#define TURNED_SIZE_LEAST 1e-100
#define TURNED_SIZE_MOST 1e100

static turned_box box_of_segment(const convex_shape *s) {
    vec3 w = scale3(sub3(s->points[1], s->points[0]), 0.5);
    vec3 z = carom_normalize_or(w, vec(0, 0, 1)), x = carom_perpendicular(z);
    return (turned_box){
        true, add3(s->points[0], w), {x, cross3(z, x), z}, {0, 0, carom_length(w)}, s->radius};
}

static turned_box box_of_hull(const convex_shape *s) {
    vec3 half = scale3(sub3(s->hull->high, s->hull->low), 0.5), mid = add3(s->hull->low, half);
    vec3 center = mad3(mad3(s->center, s->axes[0], mid.x), s->axes[1], mid.y);
    return (turned_box){
        true, mad3(center, s->axes[2], mid.z), {s->axes[0], s->axes[1], s->axes[2]}, half, 0.0};
}

static turned_box box_of_view(const convex_shape *s) {
    turned_box out = {true, s->center, {s->axes[0], s->axes[1], s->axes[2]}, s->half, 0.0};
    if (s->kind == CONVEX_HULL) return box_of_hull(s);
    if (s->kind == CONVEX_POINTS) {
        if (s->count == 2) return box_of_segment(s);
        out.known = false;
    }
    if (s->kind == CONVEX_CYLINDER) out.half.y = out.half.x;
    if (s->kind == CONVEX_CONE) {
        out.half = vec(s->half.x, s->half.x, 0.5 * s->half.z);
        out.center = mad3(s->center, s->axes[2], out.half.z);
    }
    return out;
}

static bool are_square(const vec3 axes[3]) {
    double off = 0.0;
    for (int i = 0; i < 3; i++) {
        off = max2(off, fabs(len2(axes[i]) - 1.0));
        off = max2(off, fabs(dot3(axes[i], axes[i < 2 ? i + 1 : 0])));
    }
    return off <= SQUARE_AXES;
}

turned_box carom_turned_box(const carom_shape *shape) {
    convex_view view;
    turned_box out = {.known = false};
    bool upright = shape->kind == CAROM_SHAPE_AABB || shape->kind == CAROM_SHAPE_KDOP;
    if (upright || shape->kind == CAROM_SHAPE_POLYGON || !carom_convex_view(&view, shape))
        return out;
    out = box_of_view(&view.shape);
    if (!out.known) return out;
    double size = max_abs3(out.center) + max_abs3(out.half) + out.radius;
    out.known = are_square(out.axes) && size > TURNED_SIZE_LEAST && size < TURNED_SIZE_MOST;
    double more = TURNED_SLACK * (out.half.x + out.half.y + out.half.z);
    out.half = add3(out.half, vec(more, more, more));
    out.radius *= 1.0 + TURNED_SLACK;
    return out;
}

/* `beside`: gaps along the axes, or less than 0. `far`: how large coordinates are. */
static double gap_of_axes(const turned_box *box, vec3 beside, double far) {
    vec3 d = vec(max2(beside.x, 0.0), max2(beside.y, 0.0), max2(beside.z, 0.0));
    return sqrt(len2(d)) * (1.0 - TURNED_SLACK) - box->radius -
           1e-13 * (far + max_abs3(box->center));
}

double carom_turned_box_gap(const turned_box *box, vec3 low, vec3 high) {
    vec3 half = scale3(sub3(high, low), 0.5), away = sub3(add3(low, half), box->center);
    double far = max2(max_abs3(low), max_abs3(high)), beside[3];
    if (!(far < TURNED_SIZE_MOST)) return 0.0;
    for (int i = 0; i < 3; i++) {
        vec3 a = box->axes[i];
        double reach = fabs(a.x) * half.x + fabs(a.y) * half.y + fabs(a.z) * half.z;
        beside[i] = fabs(dot3(a, away)) - reach - axis3(box->half, i);
    }
    return max2(gap_of_axes(box, vec(beside[0], beside[1], beside[2]), far), 0.0);
}

/* Along a direction near the normal; any would do. */
static double gap_over_face(const turned_box *box, const vec3 away[3], double far) {
    vec3 n = cross3(sub3(away[1], away[0]), sub3(away[2], away[0]));
    double square = len2(n);
    if (!(square > DBL_MIN) || !(square < DBL_MAX)) return 0.0;
    n = scale3(n, 1.0 / sqrt(square));
    double d[3] = {dot3(n, away[0]), dot3(n, away[1]), dot3(n, away[2])}, reach = box->radius;
    for (int i = 0; i < 3; i++)
        reach += fabs(dot3(n, box->axes[i])) * axis3(box->half, i);
    double low = min2(d[0], min2(d[1], d[2])), high = max2(d[0], max2(d[1], d[2]));
    double gap = max2(low, -high) - reach;
    return gap * (1.0 - TURNED_SLACK) - 1e-13 * (far + max_abs3(box->center));
}

double carom_turned_box_triangle_gap(const turned_box *box, const carom_triangle *at) {
    vec3 away[3];
    double far = 0.0, beside[3];
    for (int i = 0; i < 3; i++) {
        vec3 v = load3(at->v[i]);
        far = max2(far, max_abs3(v));
        away[i] = sub3(v, box->center);
    }
    if (!(far < TURNED_SIZE_MOST)) return 0.0;
    for (int i = 0; i < 3; i++) {
        vec3 a = box->axes[i];
        double d[3] = {dot3(a, away[0]), dot3(a, away[1]), dot3(a, away[2])};
        double low = min2(d[0], min2(d[1], d[2])), high = max2(d[0], max2(d[1], d[2]));
        beside[i] = max2(low, -high) - axis3(box->half, i);
    }
    double gap = gap_of_axes(box, vec(beside[0], beside[1], beside[2]), far);
    return max2(max2(gap, gap_over_face(box, away, far)), 0.0);
}
