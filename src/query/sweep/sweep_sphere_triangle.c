/* A moving sphere against a triangle [Ericson05] 5.5.6. The kernel gives the times at which the
 * line of the motion enters and leaves the Minkowski sum of triangle and ball; here the span is
 * clipped to the frame and the point of contact is found. Where the kernel is undecided (a grazing
 * path, contact just at an end of the frame, a sliver, numbers of extreme size) exact signs decide
 * (outline.c). */
#include "query/closest/kernel_point_triangle.h"
#include "query/sweep/kernel_sphere_triangle.h"
#include "query/sweep/outline.h"
#include "query/sweep/tolerances.h"

static const carom_sweep_hit triangle_miss;

static CAROM_NOINLINE carom_sweep_hit sweep_in_doubt(const carom_sphere *sphere, carom_vec3 motion,
                                                     const carom_triangle *triangle) {
    const vec3 v[3] = {load3(triangle->v[0]), load3(triangle->v[1]), load3(triangle->v[2])};
    const outline shape = {v, 3, {0, 0, 0}};
    moving_ball ball;
    if (!carom_moving_ball(&ball, sphere, motion)) return triangle_miss;
    if (!finite3(v[0]) || !finite3(v[1]) || !finite3(v[2])) return triangle_miss;
    return carom_outline_exact(&ball, &shape);
}

/* The triangle's point nearest to the centre, which is at p[0] + t v and need not be outside. */
static nearest_point triangle_contact_at(const triangle_path *path, const vec3 v[3], vec3 center) {
    on_triangle on = point_triangle(center, v[0], v[1], v[2]);
    nearest_point out = {on.point, neg3(on.away), 0.0};
    double steep = dot3(path->normal, sub3(center, v[0]));
    /* For a centre on the triangle the direction to the nearest point is rounding error: the
     * face's normal is used. */
    double rounding = NEAR_COORDINATES * max_abs3(center);
    if (on.d2 <= max2(NEAR_TRIANGLE_SQUARE * len2(sub3(center, v[0])), rounding * rounding))
        out.normal = steep > 0.0 ? neg3(path->normal) : path->normal;
    out.normal = scale3(out.normal, 1.0 / sqrt(len2(out.normal)));
    return out;
}

static nearest_point face_contact(const triangle_path *path, const moving_ball *ball, double t) {
    vec3 into = scale3(path->normal, (path->rise > 0.0 ? 1.0 : -1.0) / sqrt(path->nn));
    vec3 center = mad3(ball->center, ball->motion, t);
    return (nearest_point){mad3(center, into, ball->radius), into, 0.0};
}

carom_sweep_hit carom_sweep_sphere_triangle(const carom_sphere *sphere, carom_vec3 motion,
                                            const carom_triangle *triangle) {
    const vec3 v[3] = {load3(triangle->v[0]), load3(triangle->v[1]), load3(triangle->v[2])};
    const moving_ball ball = {
        .center = load3(sphere->center), .motion = load3(motion), .radius = (double)sphere->radius};
    if (sweep_boxes_apart(&ball, v)) return triangle_miss;
    triangle_path path;
    triangle_path_set(&path, &ball, v);
    if (sweep_beside_plane(&path, &ball)) return triangle_miss;
    if (CAROM_UNLIKELY(!sweep_is_regular(&path, &ball)))
        return sweep_in_doubt(sphere, motion, triangle);
    if (sweep_line_outside(&path, &ball)) return triangle_miss;
    bool face;
    path_span span = triangle_span(&path, &ball, &face);
    double size2 = ball.radius * ball.radius + path.pp;
    if (CAROM_UNLIKELY(span_in_doubt(&span, path.vv, size2)))
        return sweep_in_doubt(sphere, motion, triangle);
    if (span.in > 1.0 || span.out < 0.0) return triangle_miss;
    bool started = span.in < 0.0;
    double t = started ? 0.0 : span.in;
    nearest_point on = face && !started
                           ? face_contact(&path, &ball, t)
                           : triangle_contact_at(&path, v, mad3(ball.center, ball.motion, t));
    return (carom_sweep_hit){.hit = true,
                             .initial_overlap = started,
                             .fraction = store1(t),
                             .fraction_exit = store1(min2(span.out, 1.0)),
                             .point = store3(on.point),
                             .normal = store3(on.normal),
                             .certainty = CAROM_EXACT};
}
