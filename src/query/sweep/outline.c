/* A moving ball against an outline (segment, triangle or convex polygon): the face offset by the
 * radius, cylinders along the edges and balls at the vertices, which together are the Minkowski
 * sum [Ericson05] 5.5.6. A path that grazes any of them, within rounding, is decided again with
 * exact signs (line_span.h). */
#include "query/sweep/outline.h"

#include "math/compensated_cross.h"
#include "query/closest/kernel_point_triangle.h"
#include "query/raycast/kernel_triangle.h"
#include "query/raycast/kernel_span.h"
#include "query/sweep/tolerances.h"

/* ---- nearest points */

static vec3 face_normal_towards(const outline *shape, vec3 p) {
    vec3 n = carom_normalize_or(shape->normal, vec(0, 0, 0));
    if (len2(n) == 0.0 && shape->count > 1)
        n = carom_perpendicular(sub3(shape->v[shape->count - 1], shape->v[0]));
    if (len2(n) == 0.0) n = vec(1, 0, 0);
    return dot3(n, sub3(p, shape->v[0])) > 0.0 ? neg3(n) : n;
}

nearest_point carom_outline_nearest(vec3 p, const void *data) {
    const outline *shape = data;
    nearest_point best = {shape->v[0], {0, 0, 0}, (double)INFINITY};
    vec3 away = vec(0, 0, 0);
    int last = shape->count - 1;
    for (int i = 0; i == 0 || i + 1 < last; i++) {
        int j = i + 1 < last ? i + 1 : last, k = i + 2 < last ? i + 2 : last;
        on_triangle on = point_triangle(p, shape->v[0], shape->v[j], shape->v[k]);
        double distance = carom_length(on.away);
        if (!(distance < best.distance)) continue;
        best.point = on.point;
        best.distance = distance;
        away = on.away;
    }
    /* within rounding of the outline, the direction from it is rounding error */
    double near =
        max2(NEAR_OUTLINE * max_abs3(sub3(p, shape->v[0])), NEAR_COORDINATES * max_abs3(p));
    vec3 towards = best.distance > near ? neg3(away) : vec(0, 0, 0);
    best.normal = carom_normalize_or(towards, face_normal_towards(shape, p));
    return best;
}

/* ---- the regular case */

/* Whether x, in the plane of the face, is within the outline: -1 no, 1 yes, 0 too near its
 * boundary to decide. */
static int within_outline(const outline *shape, vec3 x) {
    double turn = 0.0;
    int answer = 1;
    for (int i = 0; i < shape->count; i++) {
        vec3 a = shape->v[i], e = sub3(shape->v[i + 1 < shape->count ? i + 1 : 0], a);
        vec3 w = sub3(x, a);
        double side = dot3(cross3(e, w), shape->normal);
        double band = SPAN_GRAZE * sqrt(len2(e) * len2(w) * len2(shape->normal));
        if (len2(e) == 0.0) continue;
        if (fabs(side) <= band)
            answer = 0;
        else if (turn * side < 0.0)
            return -1;
        else
            turn = side;
    }
    return answer;
}

/* True when all squares are far from overflow and underflow, and the face is no sliver. */
static bool is_regular_outline(const moving_ball *ball, const outline *shape) {
    double vv = len2(ball->motion), rr = ball->radius * ball->radius;
    double least = min2(vv, rr), most = max2(vv, rr), longest = 0.0;
    for (int i = 0; i < shape->count; i++) {
        double ee = len2(sub3(shape->v[i + 1 < shape->count ? i + 1 : 0], shape->v[i]));
        least = min2(least, ee);
        longest = max2(longest, ee);
        most = max2(most, max2(ee, len2(sub3(ball->center, shape->v[i]))));
    }
    bool has_area =
        shape->count < 3 || len2(shape->normal) > SLIVER_FACE_SINE2 * (longest * longest);
    return has_area && ball->radius > 0.0 && least > SPHERE_SWEEP_LEAST && most < SPHERE_SWEEP_MOST;
}

/* The prism over the face: the times at which the line crosses its two ends, if it does so within
 * the outline. Otherwise it enters or leaves through an edge. */
static path_span face_span(const moving_ball *ball, const outline *shape) {
    double nn = len2(shape->normal), rise = dot3(shape->normal, ball->motion);
    path_span out = no_span;
    if (shape->count < 3 || rise == 0.0) return out;
    if (rise * rise <= ALONG_FACE * nn * len2(ball->motion)) return undecided_span;
    double middle = -dot3(shape->normal, sub3(ball->center, shape->v[0])) / rise;
    double reach = ball->radius * sqrt(nn) / fabs(rise);
    vec3 first = mad3(ball->center, ball->motion, middle - reach);
    vec3 last = mad3(ball->center, ball->motion, middle + reach);
    if (within_outline(shape, first) > 0) out.in = middle - reach;
    if (within_outline(shape, last) > 0) out.out = middle + reach;
    bool met = out.in < DBL_MAX || out.out > -DBL_MAX;
    return met && span_slides(rise, nn * len2(ball->motion)) ? undecided_span : out;
}

static path_span outline_span(const moving_ball *ball, const outline *shape) {
    path_span out = face_span(ball, shape);
    int edges = shape->count < 3 ? shape->count - 1 : shape->count;
    if (out.in <= out.out && out.in < DBL_MAX && out.out > -DBL_MAX) return out;
    for (int i = 0; i < edges && !out.doubt; i++) {
        vec3 a = shape->v[i], e = sub3(shape->v[i + 1 < shape->count ? i + 1 : 0], a);
        vec3 p = sub3(ball->center, a);
        edge_path path = path_along_edge(p, ball->motion, e, ball->radius);
        out = join_spans(out, capsule_span(p, ball->motion, e, ball->radius, &path));
    }
    return out;
}

bool carom_outline_filtered(carom_sweep_hit *hit, const moving_ball *ball, const outline *shape) {
    if (shape->count < 2 || !is_regular_outline(ball, shape)) return false;
    path_span span = outline_span(ball, shape);
    double size2 = ball->radius * ball->radius + len2(sub3(ball->center, shape->v[0]));
    if (span_in_doubt(&span, len2(ball->motion), size2)) return false;
    *hit = (carom_sweep_hit){.hit = false};
    if (span.in > 1.0 || span.out < 0.0) return true;
    double t = max2(span.in, 0.0);
    nearest_point on = carom_outline_nearest(mad3(ball->center, ball->motion, t), shape);
    hit->hit = true;
    hit->initial_overlap = span.in < 0.0;
    hit->fraction = store1(t);
    hit->fraction_exit = store1(min2(span.out, 1.0));
    hit->point = store3(on.point);
    hit->normal = store3(on.normal);
    return true;
}

/* ---- any numbers, any path */

/* Three corners that define the plane, the ones with the largest cross product. */
static bool corners_of_plane(const outline *shape, int corner[3]) {
    double best = 0.0;
    for (int i = 1; i + 1 < shape->count; i++) {
        vec3 n = robust_cross(sub3(shape->v[i], shape->v[0]), sub3(shape->v[i + 1], shape->v[0]));
        if (!(len2(n) > best)) continue;
        best = len2(n);
        corner[0] = 0, corner[1] = i, corner[2] = i + 1;
    }
    return best > 0.0;
}

/* A ball of radius 0 meets the face as a ray does: exactly, and watertight between neighbours. */
static void pierce_face(line_span *span, const moving_ball *ball, const outline *shape) {
    const vec3 none = {0, 0, 0}, v = ball->motion;
    const ray_path path = {ball->center, v, none, v, span->first, span->last, false};
    for (int i = 0; i + 2 < shape->count; i++) {
        const vec3 corners[3] = {shape->v[0], shape->v[i + 1], shape->v[i + 2]};
        triangle_hit hit;
        if (!path_triangle(&path, corners, CAROM_BOTH_SIDES, &hit)) continue;
        span->in = min2(span->in, hit.t);
        span->out = max2(span->out, hit.t);
        span->begins = span->begins || hit.t <= span->first;
        span->enters = span->leaves = true;
    }
}

/* The outline, scaled; `scaled` holds its vertices. */
static outline scale_outline(vec3 vertices[OUTLINE_LIMIT], const outline *shape, double place) {
    for (int i = 0; i < shape->count; i++)
        vertices[i] = scale3(shape->v[i], place);
    outline out = {vertices, shape->count, {0, 0, 0}};
    int corner[3];
    if (corners_of_plane(&out, corner))
        out.normal = robust_cross(sub3(vertices[corner[1]], vertices[0]),
                                  sub3(vertices[corner[2]], vertices[0]));
    return out;
}

carom_sweep_hit carom_outline_exact(const moving_ball *ball, const outline *shape) {
    scaled_sweep scaled;
    vec3 vertices[OUTLINE_LIMIT];
    double largest = 0.0;
    int corner[3];
    for (int i = 0; i < shape->count; i++)
        largest = max2(largest, max_abs3(shape->v[i]));
    carom_scale_sweep(&scaled, ball, largest);
    const outline small = scale_outline(vertices, shape, scaled.place);
    for (int i = 0; i < small.count; i++) {
        carom_line_span_vertex(&scaled.span, vertices[i]);
        if (i + 1 < small.count || i > 1) /* a segment's one edge once */
            carom_line_span_edge(&scaled.span, vertices[i],
                                 vertices[i + 1 < small.count ? i + 1 : 0]);
    }
    if (ball->radius == 0.0)
        pierce_face(&scaled.span, &scaled.ball, &small);
    else if (corners_of_plane(&small, corner))
        carom_line_span_face(&scaled.span, vertices, small.count, corner);
    return carom_scaled_answer(&scaled, carom_outline_nearest, &small);
}
