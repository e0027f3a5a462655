/* A moving capsule against another, as a line against the Minkowski difference of their axes, a
 * parallelogram, grown by both radii [Ericson05] 5.5.6: a ball at each of its vertices, a cylinder
 * along each of its sides, which are the axes seen from the ends of the other, and a slab over it
 * (line_span.h). Exact signs decide; it is the fallback of the sweeps of capsules. */
#include "query/sweep/sweep_capsules.h"

#include "query/closest/kernel_segment_segment.h"
#include "query/sweep/sweep_core.h"

static const carom_sweep_hit capsules_miss;

/* The reversed direction. */
static factor3 backwards(const factor3 *v) {
    factor3 out;
    for (int i = 0; i < 3; i++)
        out.at[i] = (exact_factor){v->at[i].lo, v->at[i].hi};
    return out;
}

/* Adds the parts: seen from A's ends, B's axis is fixed; seen from B's ends, A's axis moves in the
 * opposite direction. */
static void add_parts(line_span *span, const vec3 a[2], const vec3 b[2]) {
    const factor3 forward = span->line.direction;
    for (int i = 0; i < 2; i++) {
        span->line.origin = a[i];
        carom_line_span_vertex(span, b[0]);
        carom_line_span_vertex(span, b[1]);
        carom_line_span_edge(span, b[0], b[1]);
    }
    span->line.direction = backwards(&forward);
    for (int j = 0; j < 2; j++) {
        span->line.origin = b[j];
        carom_line_span_edge(span, a[0], a[1]);
    }
    span->line.direction = forward;
    span->line.origin = a[0];
    const line_axis of_a = axis_between(a[0], a[1]), of_b = axis_between(b[0], b[1]);
    carom_line_span_axes(span, &of_a, &of_b);
}

carom_sweep_hit carom_sweep_capsules_exact(const carom_capsule *a, carom_vec3 motion,
                                           const carom_capsule *b) {
    const vec3 from[2] = {load3(a->a), load3(a->b)}, to[2] = {load3(b->a), load3(b->b)};
    const double ra = (double)a->radius, rb = (double)b->radius;
    moving_ball ball = {
        .center = from[0], .motion = load3(motion), .radius = ra + rb, .reach = {ra, -rb}};
    if (!finite3(from[0]) || !finite3(from[1]) || !finite3(to[0]) || !finite3(to[1]) ||
        !finite3(ball.motion) || !(ra >= 0.0 && rb >= 0.0) || !finite1(ball.radius))
        return capsules_miss;
    scaled_sweep scaled;
    double times[2];
    const double largest = max2(max_abs3(from[1]), max2(max_abs3(to[0]), max_abs3(to[1])));
    carom_scale_sweep(&scaled, &ball, largest);
    const double place = scaled.place;
    const vec3 p[2] = {scale3(from[0], place), scale3(from[1], place)};
    const vec3 q[2] = {scale3(to[0], place), scale3(to[1], place)};
    add_parts(&scaled.span, p, q);
    if (!carom_scaled_times(&scaled, times)) return capsules_miss;
    const bool start = line_span_starts_inside(&scaled.span);
    const double t = scaled.undo > 0.0 ? times[0] / scaled.undo : 0.0;
    const vec3 by = scale3(scaled.ball.motion, t);
    const segment_pair on = segment_segment(add3(p[0], by), add3(p[1], by), q[0], q[1]);
    const vec3 forward = carom_normalize_or(scaled.ball.motion, vec(1, 0, 0));
    const vec3 normal = carom_normalize_or(neg3(on.apart), forward);
    const vec3 at = mad3(mad3(q[0], sub3(q[1], q[0]), on.t), normal, -rb * place);
    return (carom_sweep_hit){.hit = true,
                             .initial_overlap = start,
                             .fraction = time_below(times[0]),
                             .fraction_exit = store1(times[1]),
                             .point = store3(scale3(at, 1.0 / place)),
                             .normal = store3(normal),
                             .certainty = CAROM_EXACT};
}
