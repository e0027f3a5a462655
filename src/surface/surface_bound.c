/* Lower bounds on the distance of a shape and a box: for bounded shapes the gap of axis-aligned
 * boxes and of a box along the shape's own axes, for planes the height of the box, for rays and
 * lines the distance of the box's bounding sphere and that along separating axes. Sweeps use the
 * slab test [KayKajiya86]. Each bound is widened by more than its own rounding: exact tests of
 * triangles decide, and none may be pruned wrongly. */
#include "surface/surface_bound.h"

#include "pair/pose/solid_box.h"
#include "math/boxes.h"
#include "surface/tolerances.h"

static shape_bound reach_of_path(const carom_shape *shape) {
    const double infinite = (double)INFINITY;
    bool is_ray = shape->kind == CAROM_SHAPE_RAY;
    vec3 direction = load3(is_ray ? shape->as.ray.direction : shape->as.line.direction);
    double length = carom_length(direction);
    shape_bound out = {.kind = BOUND_LINE};
    out.origin = load3(is_ray ? shape->as.ray.origin : shape->as.line.origin);
    out.direction = carom_normalize_or(direction, vec(0, 0, 1));
    out.range[0] = is_ray ? (double)shape->as.ray.t_min * length : -infinite;
    out.range[1] = is_ray ? (double)shape->as.ray.t_max * length : infinite;
    return out;
}

static shape_bound reach_of_plane(const carom_shape *shape) {
    const carom_plane plane = plane_of_kind(shape);
    const vec3 normal = load3(plane.normal);
    shape_bound out = {.kind = BOUND_PLANE, .solid = shape->kind == CAROM_SHAPE_HALFSPACE};
    out.direction = carom_normalize_or(normal, vec(0, 0, 1));
    out.offset = (double)plane.offset / carom_length(normal);
    return out;
}

shape_bound carom_shape_bound_of(const carom_shape *shape) {
    if (is_line_kind(shape->kind)) return reach_of_path(shape);
    if (is_plane_kind(shape->kind)) return reach_of_plane(shape);
    carom_aabb box = carom_bounds_in_place(shape);
    shape_bound out = {.kind = BOUND_BOX, .low = load3(box.min), .high = load3(box.max)};
    out.obb = carom_obb_bound(shape);
    double slack = SURFACE_BOX_SLACK * max2(max_abs3(out.low), max_abs3(out.high));
    if (!(slack <= DBL_MAX)) return out;
    out.low = sub3(out.low, vec(slack, slack, slack));
    out.high = add3(out.high, vec(slack, slack, slack));
    return out;
}

/* ---- gaps */

static double gap_over_plane(const shape_bound *reach, vec3 low, vec3 high) {
    vec3 n = reach->direction, half = scale3(sub3(high, low), 0.5);
    double height = dot3(n, add3(low, half)) - reach->offset;
    double half_width = fabs(n.x) * half.x + fabs(n.y) * half.y + fabs(n.z) * half.z;
    double size = max_abs3(low) + max_abs3(high) + fabs(reach->offset);
    return (reach->solid ? height : fabs(height)) - half_width - PLANE_GAP_SLACK * size;
}

/* Returns the gap of a box with the center `away` from a line of unit direction, along the cross
 * products of the direction and the box's axes: separating axes of both. A short product, which
 * rounds more, is left out: at least two are longer. */
static double gap_across_line(vec3 direction, vec3 away, vec3 half) {
    const vec3 d = direction;
    const vec3 across[3] = {{0.0, d.z, -d.y}, {-d.z, 0.0, d.x}, {d.y, -d.x, 0.0}};
    double gap = 0.0;
    for (int i = 0; i < 3; i++) {
        const vec3 n = across[i];
        const double length2 = len2(n);
        if (length2 < LEAST_CROSS_SQUARE) continue;
        const double width = fabs(n.x) * half.x + fabs(n.y) * half.y + fabs(n.z) * half.z;
        gap = max2(gap, (fabs(dot3(n, away)) - width) / sqrt(length2));
    }
    return gap;
}

static double gap_from_path(const shape_bound *reach, vec3 low, vec3 high) {
    vec3 half = scale3(sub3(high, low), 0.5), center = add3(low, half);
    vec3 away = sub3(center, reach->origin);
    double t = dot3(away, reach->direction);
    t = max2(min2(t, reach->range[1]), reach->range[0]);
    double distance = carom_length(sub3(away, scale3(reach->direction, t)));
    double size = max_abs3(center) + max_abs3(reach->origin) + fabs(t);
    const double across = gap_across_line(reach->direction, away, half);
    return max2(distance - carom_length(half), across) - LINE_GAP_SLACK * size;
}

static double gap_of_aabb(const shape_bound *reach, vec3 low, vec3 high) {
    const vec3 box[2] = {low, high}, own[2] = {reach->low, reach->high};
    vec3 d = box_gaps(box, own);
    double square = len2(d);
    if (square == 0.0 && max_abs3(d) == 0.0) return 0.0;
    double gap = square > GAP_SQUARE_LEAST && square < GAP_SQUARE_MOST ? sqrt(square) : max_abs3(d);
    return gap * (1.0 - GAP_ROUNDING);
}

double carom_shape_bound_gap(const shape_bound *reach, vec3 low, vec3 high) {
    if (reach->kind == BOUND_BOX) {
        double aligned = gap_of_aabb(reach, low, high);
        if (!reach->obb.known) return aligned;
        return max2(carom_obb_bound_gap(&reach->obb, low, high), aligned);
    }
    double gap = reach->kind == BOUND_PLANE ? gap_over_plane(reach, low, high)
                                            : gap_from_path(reach, low, high);
    return gap > 0.0 ? gap * (1.0 - GAP_ROUNDING) : 0.0; /* also for NaN */
}

/* Returns the height of the lowest vertex, or minus that of the highest when all are below a
 * plane. */
static double triangle_gap_over_plane(const shape_bound *reach, const carom_triangle *at) {
    double low = DBL_MAX, high = -DBL_MAX, size = fabs(reach->offset);
    for (int i = 0; i < 3; i++) {
        vec3 p = load3(at->v[i]);
        double height = dot3(reach->direction, p) - reach->offset;
        low = min2(low, height);
        high = max2(high, height);
        size = max2(size, max_abs3(p));
    }
    double gap = (reach->solid ? low : max2(low, -high)) - PLANE_GAP_SLACK * size;
    return gap > 0.0 ? gap * (1.0 - GAP_ROUNDING) : 0.0;
}

double carom_shape_bound_triangle_gap(const shape_bound *reach, const carom_triangle *at) {
    if (reach->kind == BOUND_PLANE) return triangle_gap_over_plane(reach, at);
    return reach->kind == BOUND_BOX && reach->obb.known
               ? carom_obb_bound_triangle_gap(&reach->obb, at)
               : 0.0;
}

/* ---- times */

/* Clips [t[0], t[1]] to the times at which the moving box and the other overlap along one axis. */
static void cut_reach_time(const double gap[2], double motion, double t[2]) {
    if (motion == 0.0) {
        if (gap[0] > 0.0 || gap[1] < 0.0) t[1] = -1.0;
        return;
    }
    double x = gap[0] / motion, y = gap[1] / motion;
    t[0] = max2(t[0], min2(x, y));
    t[1] = min2(t[1], max2(x, y));
}

static double time_of_boxes(const shape_bound *reach, vec3 motion, double until,
                            const vec3 box[2]) {
    double t[2] = {0.0, until}, size = max_abs3(box[0]) + max_abs3(box[1]);
    size += max_abs3(reach->low) + max_abs3(reach->high) + max_abs3(motion);
    double grow = SURFACE_SWEEP_SLACK * size;
    if (!(size <= DBL_MAX)) return 0.0;
    vec3 low = sub3(sub3(box[0], reach->high), vec(grow, grow, grow));
    vec3 high = add3(sub3(box[1], reach->low), vec(grow, grow, grow));
    cut_reach_time((double[2]){low.x, high.x}, motion.x, t);
    cut_reach_time((double[2]){low.y, high.y}, motion.y, t);
    cut_reach_time((double[2]){low.z, high.z}, motion.z, t);
    return t[0] <= t[1] + SURFACE_TIME_ROUNDING ? max2(t[0] - SURFACE_TIME_ROUNDING, 0.0) : DBL_MAX;
}

double carom_shape_bound_time(const shape_bound *reach, vec3 motion, double until,
                              const vec3 box[2]) {
    if (reach->kind == BOUND_BOX) return time_of_boxes(reach, motion, until, box);
    bool is_plane = reach->kind == BOUND_PLANE;
    double gap = carom_shape_bound_gap(reach, box[0], box[1]);
    double speed = is_plane ? fabs(dot3(reach->direction, motion)) : carom_length(motion);
    if (gap == 0.0) return 0.0;
    double early = gap / (speed * (1.0 + SURFACE_SPEED_ROUNDING) + SPEED_SLACK * max_abs3(motion)) *
                       (1.0 - GAP_ROUNDING) -
                   SURFACE_TIME_ROUNDING;
    return early <= until ? max2(early, 0.0) : DBL_MAX;
}
