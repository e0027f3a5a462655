/* Own method: the distance of a segment from a box by bounds, which decide most contacts of a
 * capsule and a box; what they leave undecided is for other solvers. In the frame of the box, where
 * the nearest point of the box is a clamp, the squared distance along the axis of the capsule is
 * convex and quadratic piece by piece: Newton's method finds its least in few steps. A point of the
 * axis bounds the distance from above, the gap of axis and box along the direction from its nearest
 * point from below. Neither bound needs the nearest point: that it is nearly that only makes them
 * tight. The rows are those of a robot arm among boxes in bench/results/programs.md.
 *
 * Error bound: the coordinates in the frame of the box are off by 9 u of the lengths, u = 2^-53, a
 * point of the axis by 2 more, its gap along a unit direction by 6 of the sum of all lengths, and
 * the middle of a box by one of its coordinates: together less than 32 u of all these. */
#include "pair/round/capsule_box.h"

#include "math/pair.h"
#include "pair/pose/pair.h"

/* Three numbers in two vectors; the last lane is anything. */
typedef struct lanes3 {
    pair2 low, high;
} lanes3;

/* The axis in the frame of the box: its start, the vector to its end, and the square of that. */
typedef struct axis_in_box {
    lanes3 start, delta, square, half;
} axis_in_box;

static CAROM_INLINE lanes3 product(lanes3 a, lanes3 b) {
    return (lanes3){a.low * b.low, a.high * b.high};
}

/* x + y + z of two, and of one. */
static CAROM_INLINE pair2 sums_of(lanes3 a, lanes3 b) {
    return (__builtin_shufflevector(a.low, b.low, 0, 2) +
            __builtin_shufflevector(a.low, b.low, 1, 3)) +
           __builtin_shufflevector(a.high, b.high, 0, 2);
}

/* The coordinates of v along the axes of the box. */
static CAROM_INLINE lanes3 turned_into_box(const box_view *box, const vec3 *v) {
    const vec3 *a = &box->axes[0], *b = &box->axes[1], *c = &box->axes[2];
    const pair2 x = BOTH(v->x), y = BOTH(v->y), z = BOTH(v->z);
    return (lanes3){((pair2){a->x, b->x} * x + (pair2){a->y, b->y} * y) + (pair2){a->z, b->z} * z,
                    (BOTH(c->x) * x + BOTH(c->y) * y) + BOTH(c->z) * z};
}

static CAROM_INLINE pair2 beyond_half(pair2 at, pair2 half) {
    return at - pair_lesser(pair_greater(at, -half), half);
}

/* From the nearest point of the box to a point of the axis. */
static CAROM_INLINE lanes3 delta_from_box(const axis_in_box *in, double time) {
    const pair2 t = BOTH(time);
    return (lanes3){beyond_half(in->start.low + in->delta.low * t, in->half.low),
                    beyond_half(in->start.high + in->delta.high * t, in->half.high)};
}

/* To 0 .. 1; NaN becomes 0. */
static CAROM_INLINE double clamp_time(double t) {
    return min2(max2(t, 0.0), 1.0);
}

/* The squares of coordinates that are beyond the box. */
static CAROM_INLINE pair2 bent(pair2 square, pair2 gap) {
    return (pair2)PICK((pair_mask)(gap != BOTH(0.0)), square);
}

static CAROM_INLINE double newton_step(const axis_in_box *in, double t) {
    const lanes3 gap = delta_from_box(in, t);
    const lanes3 bend = {bent(in->square.low, gap.low), bent(in->square.high, gap.high)};
    const pair2 sums = sums_of(product(gap, in->delta), bend);
    return clamp_time(t - sums[0] / (sums[1] + DBL_MIN)); /* a point in the box stays */
}

void carom_axis_box_range(double range[2], const box_view *box, const vec3 axis[2]) {
    const vec3 h = box->half;
    axis_in_box in = {turned_into_box(box, &axis[0]), turned_into_box(box, &axis[1]),
                      .half = {{h.x, h.y}, BOTH(h.z)}};
    in.square = product(in.delta, in.delta);
    const lanes3 size = {PAIR_ABS(in.start.low) + PAIR_ABS(in.delta.low) + in.half.low,
                         PAIR_ABS(in.start.high) + PAIR_ABS(in.delta.high) + in.half.high};
    const pair2 first = sums_of(product(in.start, in.delta), in.square);
    const double doubt = CAPSULE_BOX_DOUBT * (sums_of(size, size)[0] + max_abs3(box->center));
    double t = clamp_time(-first[0] / first[1]); /* the nearest to the middle */
    for (int i = 0; i < CAPSULE_BOX_STEPS; i++)
        t = newton_step(&in, t);
    const lanes3 gap = delta_from_box(&in, t);
    const lanes3 start = {gap.low * in.start.low - PAIR_ABS(gap.low) * in.half.low,
                          gap.high * in.start.high - PAIR_ABS(gap.high) * in.half.high};
    const pair2 last = sums_of(product(gap, gap), product(gap, in.delta));
    const double length = sqrt(last[0]), along = sums_of(start, start)[0] + min2(last[1], 0.0);
    range[0] = (last[0] > CAPSULE_BOX_SQUARE_MIN ? along / length : 0.0) - doubt;
    range[1] = length + doubt + CAPSULE_BOX_LEAST;
}

bool carom_capsule_box_overlap(const carom_posed_shape *a, const carom_posed_shape *b,
                               bool *touch) {
    const bool flip = b->shape.kind == CAROM_SHAPE_CAPSULE;
    const carom_posed_shape *capsule = flip ? b : a, *box = flip ? a : b;
    if (!(capsule->state & POSED_ROUND) || !(box->state & POSED_FRAMED)) return false;
    const round_frame *frame = frame_of_round(capsule);
    const double *s = frame->start, *d = frame->delta;
    const vec3 axis[2] = {sub3(vec(s[0], s[1], s[2]), box->frame.solid.center),
                          vec(d[0], d[1], d[2])};
    double range[2];
    carom_axis_box_range(range, &box->frame.solid, axis);
    *touch = range[1] < frame->radius * (1.0 - CAPSULE_BOX_RADIUS);
    return *touch | (range[0] > frame->radius * (1.0 + CAPSULE_BOX_RADIUS));
}
