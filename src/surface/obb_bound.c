/* Lower bounds on distances from an oriented bounding box [Gottschalk96]: the gaps along its
 * axes, which are orthogonal up to rounding, together are the distance from the other's bounding
 * box along these axes; for a triangle the gap along its normal, another separating axis, is
 * used too. Every bound is lowered by more than the deviation of the axes, which are given in
 * carom_real, and rounding can raise it. */
#include "surface/obb_bound.h"

#include "pair/pose/convex_view.h"
#include "surface/tolerances.h"

static obb_bound box_of_segment(const convex_shape *s) {
    vec3 w = scale3(sub3(s->points[1], s->points[0]), 0.5);
    vec3 z = carom_normalize_or(w, vec(0, 0, 1)), x = carom_perpendicular(z);
    return (obb_bound){
        true, add3(s->points[0], w), {x, cross3(z, x), z}, {0, 0, carom_length(w)}, s->radius};
}

static obb_bound box_of_hull(const convex_shape *s) {
    vec3 half = scale3(sub3(s->hull->high, s->hull->low), 0.5), mid = add3(s->hull->low, half);
    vec3 center = mad3(mad3(s->center, s->axes[0], mid.x), s->axes[1], mid.y);
    return (obb_bound){true,
                       mad3(center, s->axes[2], mid.z),
                       {s->axes[0], s->axes[1], s->axes[2]},
                       half,
                       s->radius};
}

static obb_bound box_of_view(const convex_shape *s) {
    obb_bound out = {true, s->center, {s->axes[0], s->axes[1], s->axes[2]}, s->half, s->radius};
    if (s->kind == CONVEX_HULL) return box_of_hull(s);
    if (s->kind == CONVEX_POINTS && s->count == 2) return box_of_segment(s);
    out.known = s->kind != CONVEX_POINTS && s->kind != CONVEX_OUTLINE;
    if (s->kind == CONVEX_CYLINDER) out.half.y = out.half.x;
    if (s->kind == CONVEX_CONE) {
        out.half = vec(s->half.x, s->half.x, 0.5 * s->half.z);
        out.center = mad3(s->center, s->axes[2], out.half.z);
    }
    return out;
}

static bool are_orthonormal(const vec3 axes[3]) {
    double off = 0.0;
    for (int i = 0; i < 3; i++) {
        off = max2(off, fabs(len2(axes[i]) - 1.0));
        off = max2(off, fabs(dot3(axes[i], axes[i < 2 ? i + 1 : 0])));
    }
    return off <= ORTHONORMAL_ERROR;
}

obb_bound carom_obb_bound(const carom_shape *shape) {
    convex_view view;
    obb_bound out = {.known = false};
    bool is_aligned = shape->kind == CAROM_SHAPE_AABB || shape->kind == CAROM_SHAPE_KDOP;
    if (is_aligned || shape->kind == CAROM_SHAPE_POLYGON || view_needs_buffer(shape)) return out;
    view.buffer = NULL;
    if (!carom_convex_view(&view, shape)) return out;
    out = box_of_view(&view.shape);
    if (!out.known) return out;
    double size = max_abs3(out.center) + max_abs3(out.half) + out.radius;
    out.known = are_orthonormal(out.axes) && size > OBB_SIZE_LEAST && size < OBB_SIZE_MOST;
    double more = OBB_SLACK * (out.half.x + out.half.y + out.half.z);
    out.half = add3(out.half, vec(more, more, more));
    out.radius *= 1.0 + OBB_SLACK;
    return out;
}

/* Combines the gaps along the axes, `beside`, negative where they overlap; `far` is the
 * magnitude of the coordinates. */
static double gap_along_axes(const obb_bound *box, vec3 beside, double far) {
    vec3 d = vec(max2(beside.x, 0.0), max2(beside.y, 0.0), max2(beside.z, 0.0));
    return sqrt(len2(d)) * (1.0 - OBB_SLACK) - box->radius -
           OBB_GAP_ROUNDING * (far + max_abs3(box->center));
}

double carom_obb_bound_gap(const obb_bound *box, vec3 low, vec3 high) {
    vec3 half = scale3(sub3(high, low), 0.5), away = sub3(add3(low, half), box->center);
    double far = max2(max_abs3(low), max_abs3(high)), beside[3];
    if (!(far < OBB_SIZE_MOST)) return 0.0;
    for (int i = 0; i < 3; i++) {
        vec3 a = box->axes[i];
        double reach = fabs(a.x) * half.x + fabs(a.y) * half.y + fabs(a.z) * half.z;
        beside[i] = fabs(dot3(a, away)) - reach - axis3(box->half, i);
    }
    return max2(gap_along_axes(box, vec(beside[0], beside[1], beside[2]), far), 0.0);
}

/* Gap along the triangle's normal; a separating axis is valid however the normal is rounded. */
static double gap_over_face(const obb_bound *box, const vec3 away[3], double far) {
    vec3 n = cross3(sub3(away[1], away[0]), sub3(away[2], away[0]));
    double square = len2(n);
    if (!(square > DBL_MIN) || !(square < DBL_MAX)) return 0.0;
    n = scale3(n, 1.0 / sqrt(square));
    double d[3] = {dot3(n, away[0]), dot3(n, away[1]), dot3(n, away[2])}, reach = box->radius;
    for (int i = 0; i < 3; i++)
        reach += fabs(dot3(n, box->axes[i])) * axis3(box->half, i);
    double low = min2(d[0], min2(d[1], d[2])), high = max2(d[0], max2(d[1], d[2]));
    double gap = max2(low, -high) - reach;
    return gap * (1.0 - OBB_SLACK) - OBB_GAP_ROUNDING * (far + max_abs3(box->center));
}

double carom_obb_bound_triangle_gap(const obb_bound *box, const carom_triangle *at) {
    vec3 away[3];
    double far = 0.0, beside[3];
    for (int i = 0; i < 3; i++) {
        vec3 v = load3(at->v[i]);
        far = max2(far, max_abs3(v));
        away[i] = sub3(v, box->center);
    }
    if (!(far < OBB_SIZE_MOST)) return 0.0;
    for (int i = 0; i < 3; i++) {
        vec3 a = box->axes[i];
        double d[3] = {dot3(a, away[0]), dot3(a, away[1]), dot3(a, away[2])};
        double low = min2(d[0], min2(d[1], d[2])), high = max2(d[0], max2(d[1], d[2]));
        beside[i] = max2(low, -high) - axis3(box->half, i);
    }
    double gap = gap_along_axes(box, vec(beside[0], beside[1], beside[2]), far);
    return max2(max2(gap, gap_over_face(box, away, far)), 0.0);
}
