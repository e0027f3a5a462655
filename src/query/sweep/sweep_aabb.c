/* Two moving boxes [Ericson05] 5.5.8: on each axis they overlap during an interval of time;
 * contact is where all three intervals and the frame intersect. The ends are quotients of
 * differences of the given numbers. Times that are too near each other to compare in double are
 * compared as fractions, exactly, so that edges which just touch in passing do touch. */
#include "carom/overlap.h"
#include "carom/sweep.h"
#include "math/predicates.h"
#include "query/sweep/tolerances.h"
#include "shape/order.h"

static const carom_sweep_hit aabb_miss;

/* (top.hi - top.lo) / (bottom.hi - bottom.lo), its rounded value beside it; the bottom is positive.
 */
typedef struct exact_time {
    exact_factor top, bottom;
    double value;
} exact_time;

static exact_time time_of(exact_factor top, exact_factor bottom) {
    return (exact_time){top, bottom, (top.hi - top.lo) / (bottom.hi - bottom.lo)};
}

/* Sign of a - b. */
static int compare_times(const exact_time *a, const exact_time *b) {
    double difference = a->value - b->value;
    if (fabs(difference) >
        SWEEP_TIME_ROUNDING * (fabs(a->value) + fabs(b->value)) + SWEEP_TIME_UNDERFLOW)
        return difference > 0.0 ? 1 : -1;
    exact_term terms[2] = {{{a->top, b->bottom}, 2, false}, {{b->top, a->bottom}, 2, true}};
    return carom_exact_sign(terms, 2);
}

typedef struct box_span {
    exact_time enter, leave;
    int axis;
    bool miss;
} box_span;

/* Narrows the span by one axis. a0, a1 and b0, b1 are the boxes' ends there; the speed is ma - mb.
 */
static void narrow(box_span *span, int axis, const double ends[4], const double motion[2]) {
    double a0 = ends[0], a1 = ends[1], b0 = ends[2], b1 = ends[3];
    if (motion[0] == motion[1]) {
        if (a1 < b0 || b1 < a0) span->miss = true;
        return;
    }
    bool up = motion[0] > motion[1];
    exact_factor speed =
        up ? (exact_factor){motion[0], motion[1]} : (exact_factor){motion[1], motion[0]};
    exact_time in = time_of(up ? (exact_factor){b0, a1} : (exact_factor){a0, b1}, speed);
    exact_time out = time_of(up ? (exact_factor){b1, a0} : (exact_factor){a1, b0}, speed);
    if (compare_times(&in, &span->enter) > 0) {
        span->enter = in;
        span->axis = axis;
    }
    if (compare_times(&out, &span->leave) < 0) span->leave = out;
}

static double contact_middle(double a0, double a1, double b0, double b1) {
    double low = max2(a0, b0), high = min2(a1, b1);
    return low + 0.5 * (high - low);
}

/* At the start: the axis of least overlap, towards the other box's centre; of equal ways out the
 * positive one for the box that comes first by its numbers. */
static vec3 least_overlap_normal(const vec3 a[2], const vec3 b[2]) {
    const int low = carom_order_points(a[0], b[0]);
    const bool flip = (low != 0 ? low : carom_order_points(a[1], b[1])) > 0;
    double least = (double)INFINITY;
    vec3 normal = vec(1, 0, 0);
    for (int axis = 0; axis < 3; axis++) {
        double up = axis3(a[1], axis) - axis3(b[0], axis),
               down = axis3(b[1], axis) - axis3(a[0], axis);
        double depth = min2(up, down), sign = up < down || (up == down && !flip) ? 1.0 : -1.0;
        if (!(depth < least)) continue;
        least = depth;
        normal = vec(axis == 0 ? sign : 0.0, axis == 1 ? sign : 0.0, axis == 2 ? sign : 0.0);
    }
    return normal;
}

static carom_sweep_hit boxes_answer(const vec3 a[2], const vec3 b[2], const box_span *span,
                                    const vec3 motion[2]) {
    double t = min2(max2(span->enter.value, 0.0), 1.0);
    double leave = max2(t, min2(span->leave.value, 1.0));
    vec3 p[4] = {mad3(a[0], motion[0], t), mad3(a[1], motion[0], t), mad3(b[0], motion[1], t),
                 mad3(b[1], motion[1], t)};
    vec3 point = vec(contact_middle(p[0].x, p[1].x, p[2].x, p[3].x),
                     contact_middle(p[0].y, p[1].y, p[2].y, p[3].y),
                     contact_middle(p[0].z, p[1].z, p[2].z, p[3].z));
    vec3 normal = least_overlap_normal(a, b);
    if (span->axis >= 0) {
        double sign = axis3(motion[0], span->axis) > axis3(motion[1], span->axis) ? 1.0 : -1.0;
        normal = vec(span->axis == 0 ? sign : 0.0, span->axis == 1 ? sign : 0.0,
                     span->axis == 2 ? sign : 0.0);
    }
    return (carom_sweep_hit){.hit = true,
                             .initial_overlap = false,
                             .fraction = store1(t),
                             .fraction_exit = store1(leave),
                             .point = store3(point),
                             .normal = store3(normal),
                             .certainty = CAROM_EXACT};
}

carom_sweep_hit carom_sweep_aabb_aabb(const carom_aabb *box_a, carom_vec3 motion_a,
                                      const carom_aabb *box_b, carom_vec3 motion_b) {
    const vec3 a[2] = {load3(box_a->min), load3(box_a->max)},
               b[2] = {load3(box_b->min), load3(box_b->max)};
    const vec3 motion[2] = {load3(motion_a), load3(motion_b)};
    if (!finite3(a[0]) || !finite3(a[1]) || !finite3(b[0]) || !finite3(b[1]) ||
        !finite3(motion[0]) || !finite3(motion[1]))
        return aabb_miss;
    if (!(a[0].x <= a[1].x && a[0].y <= a[1].y && a[0].z <= a[1].z && b[0].x <= b[1].x &&
          b[0].y <= b[1].y && b[0].z <= b[1].z))
        return aabb_miss;
    box_span span = {{{0, 0}, {1, 0}, 0.0}, {{1, 0}, {1, 0}, 1.0}, -1, false};
    for (int axis = 0; axis < 3; axis++) {
        const double ends[4] = {axis3(a[0], axis), axis3(a[1], axis), axis3(b[0], axis),
                                axis3(b[1], axis)};
        const double speeds[2] = {axis3(motion[0], axis), axis3(motion[1], axis)};
        narrow(&span, axis, ends, speeds);
    }
    bool start = carom_overlap_aabb_aabb(box_a, box_b);
    if (!start && (span.miss || compare_times(&span.enter, &span.leave) > 0)) return aabb_miss;
    if (start) span.axis = -1;
    carom_sweep_hit hit = boxes_answer(a, b, &span, motion);
    hit.initial_overlap = start;
    return hit;
}
