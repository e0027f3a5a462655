/* Sine and cosine by argument reduction and Taylor series [Muller16] on an eighth of a turn either
 * side of the nearest quarter turn, which is subtracted exactly. The arc tangent starts from a
 * polynomial and adds to t, twice, the first two terms of arcsin(sin(true - t)): the error falls
 * to its fifth power, and two steps reach the last place. Own code beside libm's for the same bits
 * on every platform; rotation.h states the error bounds. Rigid motions at constant speed follow
 * Rodrigues' formula. */
#include "math/rotation.h"

#include "math/tolerances.h"

/* |x| <= pi / 4: the first omitted term is below 1e-19. */
static double sine_series(double x) {
    double s = x * x;
    double tail =
        1.0 / 6.0 -
        s * (1.0 / 120.0 -
             s * (1.0 / 5040.0 -
                  s * (1.0 / 362880.0 -
                       s * (1.0 / 39916800.0 -
                            s * (1.0 / 6227020800.0 -
                                 s * (1.0 / 1307674368000.0 - s * (1.0 / 355687428096000.0)))))));
    return x - x * s * tail;
}
static double cosine_series(double x) {
    double s = x * x;
    double tail =
        1.0 / 24.0 -
        s * (1.0 / 720.0 -
             s * (1.0 / 40320.0 -
                  s * (1.0 / 3628800.0 -
                       s * (1.0 / 479001600.0 -
                            s * (1.0 / 87178291200.0 -
                                 s * (1.0 / 20922789888000.0 - s * (1.0 / 6402373705728000.0)))))));
    return 1.0 - (0.5 * s - s * s * tail);
}

void carom_turn_sincos(double turns, double *sine, double *cosine) {
    if (!(fabs(turns) < TURN_LIMIT)) turns = 0.0; /* no quarters are resolved; or NaN */
    double quarters = floor(4.0 * turns + 0.5), rest = turns - 0.25 * quarters;
    int quadrant = (int)(quarters - 4.0 * floor(0.25 * quarters));
    double s = sine_series(rest * FULL_TURN), c = cosine_series(rest * FULL_TURN);
    *sine = quadrant == 0 ? s : quadrant == 1 ? c : quadrant == 2 ? -s : -c;
    *cosine = quadrant == 0 ? c : quadrant == 1 ? -s : quadrant == 2 ? -c : s;
}

double carom_turn_angle(double y, double x) {
    vec3 d = carom_normalize_or(vec(x, y, 0.0), vec(1, 0, 0));
    double a = fabs(d.x), b = fabs(d.y), ratio = min2(a, b) / max2(a, b);
    double turns = ratio * (0.1664 - 0.0414 * ratio); /* the first guess, to 0.007 radians */
    if (b > a) turns = 0.25 - turns;
    for (int i = 0; i < 2; i++) {
        double s, c;
        carom_turn_sincos(turns, &s, &c);
        double error = b * c - a * s; /* the sine of the remaining angle */
        turns += (error + error * error * error / 6.0) / FULL_TURN;
    }
    if (d.x < 0.0) turns = 0.5 - turns;
    return d.y < 0.0 ? -turns : turns;
}

/* ---- motions */

typedef struct turn_quat {
    double x, y, z, w;
} turn_quat;

/* The unit quaternion; the identity for zero and for what is not finite. */
static turn_quat unit_rotation(const rigid_pose *p) {
    double largest = max2(max2(fabs(p->x), fabs(p->y)), max2(fabs(p->z), fabs(p->w)));
    if (!(largest > 0.0 && largest <= DBL_MAX)) return (turn_quat){0, 0, 0, 1};
    double x = p->x / largest, y = p->y / largest, z = p->z / largest, w = p->w / largest;
    double n = 1.0 / sqrt(x * x + y * y + z * z + w * w);
    return (turn_quat){x * n, y * n, z * n, w * n};
}

static void rotation_columns(turn_quat q, vec3 out[3]) {
    out[0] = vec(1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y + q.w * q.z),
                 2 * (q.x * q.z - q.w * q.y));
    out[1] = vec(2 * (q.x * q.y - q.w * q.z), 1 - 2 * (q.x * q.x + q.z * q.z),
                 2 * (q.y * q.z + q.w * q.x));
    out[2] = vec(2 * (q.x * q.z + q.w * q.y), 2 * (q.y * q.z - q.w * q.x),
                 1 - 2 * (q.x * q.x + q.y * q.y));
}

/* The rotation from a to b: b after the inverse of a. Products are subtracted in pairs, so that
 * equal rotations are no turn at all: with an axis the least turn the wrong way is a whole one. */
static turn_quat rotation_between(turn_quat a, turn_quat b) {
    return (turn_quat){(b.x * a.w - b.w * a.x) + (b.z * a.y - b.y * a.z),
                       (b.y * a.w - b.w * a.y) + (b.x * a.z - b.z * a.x),
                       (b.z * a.w - b.w * a.z) + (b.y * a.x - b.x * a.y),
                       b.w * a.w + b.x * a.x + b.y * a.y + b.z * a.z};
}

static bool finite_pose(const rigid_pose *p) {
    return finite3(p->position) && finite1(p->x) && finite1(p->y) && finite1(p->z) && finite1(p->w);
}

bool carom_rigid_motion(rigid_motion *out, const rigid_motion_def *request) {
    if (!finite_pose(&request->start) || !finite_pose(&request->end) || !finite3(request->pivot) ||
        !finite3(request->axis) || !finite1(request->more))
        return false;
    turn_quat first = unit_rotation(&request->start), last = unit_rotation(&request->end);
    turn_quat q = rotation_between(first, last);
    vec3 v = vec(q.x, q.y, q.z);
    bool has_axis = max_abs3(request->axis) > 0.0;
    bool flip =
        has_axis && fabs(dot3(v, request->axis)) > 0.0 ? dot3(v, request->axis) < 0.0 : q.w < 0.0;
    if (flip) v = neg3(v), q.w = -q.w;
    vec3 columns[3];
    rotation_columns(last, columns);
    rigid_frame end = {{columns[0], columns[1], columns[2]}, request->end.position};
    rotation_columns(first, out->start);
    rigid_frame start = {{out->start[0], out->start[1], out->start[2]}, request->start.position};
    out->pivot = request->pivot;
    out->from = rigid_transform(&start, request->pivot);
    out->to = rigid_transform(&end, request->pivot);
    out->axis = carom_normalize_or(request->axis, out->start[2]);
    out->axis = carom_normalize_or(v, out->axis);
    out->turns = 2.0 * carom_turn_angle(carom_length(v), q.w) + request->more;
    return true;
}

rigid_frame carom_rigid_motion_at(const rigid_motion *path, double t) {
    rigid_frame now;
    double s, c;
    carom_turn_sincos(path->turns * t, &s, &c);
    vec3 k = path->axis;
    for (int i = 0; i < 3; i++) { /* Rodrigues */
        vec3 v = path->start[i];
        vec3 along = scale3(k, dot3(k, v));
        now.columns[i] = mad3(mad3(along, sub3(v, along), c), cross3(k, v), s);
    }
    vec3 pivot = add3(scale3(path->from, 1.0 - t), scale3(path->to, t));
    now.origin = vec(0, 0, 0);
    now.origin = sub3(pivot, rigid_rotate(&now, path->pivot));
    return now;
}
