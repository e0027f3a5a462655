/* The exact fallback of all sphere sweeps: a ray against the shape grown by the radius [Ericson05]
 * 5.5.6. The numbers are scaled to about 1, the times are those of a line and the parts of the
 * grown shape (line_span.h), which exact signs decide, and the contact point is the shape's point
 * nearest to the centre at that time. */
#include "query/sweep/sweep_core.h"

#include "math/power.h"
#include "query/sweep/tolerances.h"

static const carom_sweep_hit no_hit;

bool carom_moving_ball(moving_ball *out, const carom_sphere *sphere, carom_vec3 motion) {
    const double radius = (double)sphere->radius;
    *out = (moving_ball){.center = load3(sphere->center),
                         .motion = load3(motion),
                         .radius = radius,
                         .reach = {radius, 0.0}};
    return finite3(out->center) && finite3(out->motion) && out->radius >= 0.0 &&
           finite1(out->radius);
}

void carom_scale_sweep(scaled_sweep *out, const moving_ball *ball, double largest) {
    const double reach = max2(ball->reach.hi, -ball->reach.lo);
    const double place = scaling_power(max2(max2(max_abs3(ball->center), largest), reach));
    const double speed = scaling_power(max2(max_abs3(ball->motion), max_abs3(ball->carried)));
    const bool moves = !equal3(ball->motion, ball->carried);
    const vec3 motion = moves ? scale3(ball->motion, speed) : vec(1, 0, 0);
    const vec3 carried = moves ? scale3(ball->carried, speed) : vec(0, 0, 0);
    out->ball = *ball;
    out->ball.center = scale3(ball->center, place);
    out->ball.motion = sub3(motion, carried);
    out->ball.radius = ball->radius * place;
    out->ball.reach = (exact_factor){ball->reach.hi * place, ball->reach.lo * place};
    out->place = place;
    out->undo = moves ? speed / place : 0.0;
    const exact_line line = {out->ball.center, factor3_between(carried, motion)};
    const double range[2] = {0.0, moves ? min2(place / speed, LATEST) : 0.0};
    line_span_begin(&out->span, &line, out->ball.reach, range);
}

/* A ball of radius 0 ends on the surface, where its side is unknown: it came against the normal.
 * For a grazing path, along the surface within rounding, the normal stays. */
static vec3 normal_of_arrival(vec3 normal, vec3 motion) {
    const double along = dot3(normal, motion);
    return along < 0.0 && along * along > ARRIVAL_COSINE2 * len2(motion) ? neg3(normal) : normal;
}

carom_sweep_hit carom_sweep_answer(const moving_ball *ball, const double times[2],
                                   nearest_function *nearest, const void *shape) {
    const nearest_point on = nearest(mad3(ball->center, ball->motion, times[0]), shape);
    return (carom_sweep_hit){.hit = true,
                             .initial_overlap = false,
                             .fraction = time_below(times[0]),
                             .fraction_exit = store1(max2(times[1], times[0])),
                             .point = store3(on.point),
                             .normal = store3(normal_of_arrival(on.normal, ball->motion)),
                             .certainty = CAROM_EXACT};
}

/* The first time of contact, scaled. */
static double time_of_contact(const line_span *span) {
    return line_span_starts_inside(span) ? 0.0 : max2(min2(span->in, span->last), 0.0);
}

bool carom_scaled_times(const scaled_sweep *scaled, double times[2]) {
    const line_span *span = &scaled->span;
    if (!line_span_meets(span)) return false;
    const bool stays = scaled->undo == 0.0 || !(span->out < span->last);
    times[0] = min2(time_of_contact(span) * scaled->undo, 1.0);
    times[1] = stays ? 1.0 : max2(times[0], min2(span->out * scaled->undo, 1.0));
    return true;
}

carom_sweep_hit carom_scaled_answer(const scaled_sweep *scaled, nearest_function *nearest,
                                    const void *shape) {
    const moving_ball *ball = &scaled->ball;
    const bool start = line_span_starts_inside(&scaled->span);
    double times[2];
    if (!carom_scaled_times(scaled, times)) return no_hit;
    const vec3 center = mad3(ball->center, ball->motion, time_of_contact(&scaled->span));
    const nearest_point on = nearest(center, shape);
    const vec3 normal = start ? on.normal : normal_of_arrival(on.normal, ball->motion);
    return (carom_sweep_hit){.hit = true,
                             .initial_overlap = start,
                             .fraction = time_below(times[0]),
                             .fraction_exit = store1(times[1]),
                             .point = store3(scale3(on.point, 1.0 / scaled->place)),
                             .normal = store3(normal),
                             .certainty = CAROM_EXACT};
}
