/* Cylinders that touch do so at an end, at both sides, or at a side and a rim: for each of these
 * the direction is known, but for a rim, which a point is to be nearest to on an ellipse. What is
 * deepest of one cylinder is then a point inside the other. A ball round that point, as large as
 * the depth, proves the depth to be the least if it is in the other: A - B holds a ball of that
 * size round the origin. Ends are often not so wide; then their disc holds the directions near the
 * normal, and two balls, one in each cylinder, the rest.
 *
 * Two rims, and what is deeper, are left to the search. */
#include "convex/revolution/cylinder_depth.h"

/* Sizes whose products stay in range. */
#define CYLINDER_LEAST 1e-35
#define CYLINDER_MOST 1e35
/* Sines of axes: below the first they are parallel, below the second their sides are left out. */
#define CYLINDERS_PARALLEL 1e-15
#define SIDES_LEVEL 0.05
/* What a depth is certain to, relative to the size; along directions across both axes more. */
#define DEPTH_ROUNDING (8.0 * DBL_EPSILON)
#define ELLIPSE_STEPS 12
/* A turn this small is the last: its square is below rounding, also at the tips of an ellipse this
 * flat, where it counts more. */
#define ELLIPSE_TURN 1e-7
#define ELLIPSE_FLAT 1e-3
#define ELLIPSE_LONGEST 0.5

typedef struct cylinder_two {
    const cylinder_view *of[2];
    vec3 apart;      /* from A's centre to B's */
    vec3 across;     /* A's axis x B's */
    double along[2]; /* of apart, along the axes */
    double beyond;   /* of apart, along `across` as a unit vector */
    double cosine, sine, size;
} cylinder_two;

static bool set_pair(cylinder_two *p, const cylinder_view *a, const cylinder_view *b) {
    p->of[0] = a, p->of[1] = b;
    p->apart = sub3(b->center, a->center);
    p->across = cross3(a->axes[2], b->axes[2]);
    p->along[0] = dot3(p->apart, a->axes[2]);
    p->along[1] = dot3(p->apart, b->axes[2]);
    p->cosine = dot3(a->axes[2], b->axes[2]);
    p->sine = sqrt(len2(p->across));
    p->size = max_abs3(p->apart) + a->half.x + a->half.z + b->half.x + b->half.z;
    return p->size > CYLINDER_LEAST && p->size < CYLINDER_MOST;
}

/* From the centre of cylinder i to the other's. */
static inline vec3 from_one(const cylinder_two *p, int i) {
    return i ? neg3(p->apart) : p->apart;
}

/* Of out->depth. `on`: the deepest point of the cylinder that is not i, `n` from i to it. */
static bool set_depth(const cylinder_two *p, int i, vec3 n, vec3 on, cylinder_depth *out) {
    vec3 surface = mad3(on, n, out->depth);
    out->size = p->size;
    out->lower = max2(0.0, out->depth - DEPTH_ROUNDING * p->size);
    out->normal = i ? neg3(n) : n;
    out->point_a = i ? on : surface;
    out->point_b = i ? surface : on;
    return true;
}

/* ---- an end */

/* The end of one cylinder over what of the other is deepest. Lengths across the normal are from the
 * end's axis. */
typedef struct end_over {
    double depth, lean; /* cosine of the other's axis and the normal */
    vec3 n;             /* from the cylinder with the end to the other */
    vec3 off;           /* to the deepest point */
    double off_length;  /* to the nearest of the deepest points */
    double ball_off;    /* to the centre of a large ball in the other, near it */
    double ball_short;  /* by how much that is short of the deepest point */
} end_over;

static double depth_at_end(const cylinder_two *p, int e) {
    const vec3 *end = &p->of[e]->half, *other = &p->of[!e]->half;
    return end->z + other->z * fabs(p->cosine) + other->x * p->sine - fabs(p->along[e]);
}

static double ball_of(const cylinder_view *s) {
    return min2(s->half.x, s->half.z);
}

/* Two discs, one over the other: the middle of what they share. */
static bool over_disc(const cylinder_two *p, int e, vec3 aside, end_over *o) {
    const double radius = p->of[e]->half.x, other = p->of[!e]->half.x, far = sqrt(len2(aside));
    double low = max2(-radius, far - other), high = min2(radius, far + other);
    o->off = far > 0.0 ? scale3(aside, 0.5 * (low + high) / far) : vec(0, 0, 0);
    o->off_length = max2(0.0, far - other);
    o->ball_off = max2(0.0, far - (other - ball_of(p->of[!e])));
    o->ball_short = 0.0;
    return low <= high;
}

static bool find_below_end(const cylinder_two *p, int e, end_over *o) {
    const cylinder_view *end = p->of[e], *other = p->of[!e];
    const double along = e ? -p->along[1] : p->along[0], sign = copysign(1.0, along);
    vec3 tilt, aside;
    o->n = scale3(end->axes[2], sign);
    o->lean = sign * p->cosine;
    aside = mad3(from_one(p, e), o->n, -fabs(along));
    if (!(p->sine > CYLINDERS_PARALLEL)) return over_disc(p, e, aside, o);
    tilt = mad3(other->axes[2], o->n, -o->lean);
    tilt = mad3(tilt, o->n, -dot3(tilt, o->n)); /* of a small tilt rounding is a part */
    const double sine = sqrt(len2(tilt)), up = copysign(1.0, o->lean);
    const double slope = fabs(o->lean) / sine; /* of the same rounding as `tilt` */
    o->off = mad3(aside, tilt, up * (other->half.x * slope - other->half.z));
    o->off_length = sqrt(len2(o->off));
    const double ball = ball_of(other);
    o->ball_off = sqrt(len2(mad3(o->off, tilt, up * ball * (1.0 - slope))));
    o->ball_short = ball * (fabs(o->lean) + sine - 1.0);
    return o->off_length <= end->half.x;
}

/* The end's disc reaches no less far than the depth up to an angle x from the normal whose half has
 * the tangent room / depth. Balls whose radii sum up to R, with centres `wide` apart across the
 * normal, reach R - (R - depth) cos x ... - wide sin x, less what they are short of: no less
 * from some angle on, which is a root of a quadratic in the same tangent. */
static bool balls_hold_rest(const cylinder_two *p, int e, const end_over *o) {
    const cylinder_view *end = p->of[e], *other = p->of[!e];
    const double ball = ball_of(end), over = ball + ball_of(other) - o->depth;
    const double room = end->half.x - o->off_length;
    const double wide = max2(0.0, o->ball_off - (end->half.x - ball)), d = o->depth;
    const double lead = 2.0 * over + o->ball_short;
    return lead > 0.0 && lead * room * room - 2.0 * wide * room * d - o->ball_short * d * d >= 0.0;
}

static bool depth_by_end(const cylinder_two *p, int e, double depth, cylinder_depth *out) {
    const cylinder_view *end = p->of[e];
    end_over o = {.depth = depth};
    if (!find_below_end(p, e, &o)) return false;
    bool ball = o.off_length + depth <= end->half.x && depth <= end->half.z;
    if (!ball && !balls_hold_rest(p, e, &o)) return false;
    out->depth = depth;
    vec3 on = add3(end->center, mad3(o.off, o.n, end->half.z - depth));
    return set_depth(p, e, o.n, on, out);
}

/* ---- sides */

/* Where the sides cross: between the axes' nearest points. */
static bool depth_across(const cylinder_two *p, cylinder_depth *out) {
    const cylinder_view *a = p->of[0], *b = p->of[1];
    const double per = 1.0 / (p->sine * p->sine);
    const double s = (p->along[0] - p->cosine * p->along[1]) * per;
    const double t = (p->cosine * p->along[0] - p->along[1]) * per;
    const double depth = a->half.x + b->half.x - fabs(p->beyond);
    bool in_a = depth <= a->half.x && depth <= a->half.z - fabs(s);
    bool in_b = depth <= b->half.x && depth <= b->half.z - fabs(t);
    if (!(depth > 0.0) || !(in_a || in_b)) return false;
    out->depth = depth;
    vec3 n = scale3(p->across, copysign(1.0 / p->sine, p->beyond));
    vec3 on = add3(b->center, mad3(scale3(b->axes[2], t), n, -b->half.x));
    return set_depth(p, 0, n, on, out);
}

/* The unit vector (y, z), both at least 0, along which a point is farthest outside an ellipse round
 * the origin, of the half-axes flat * radius and radius; by Newton's method. @return how far */
static double outside_ellipse(double y, double z, double radius, double flat, double n[2]) {
    const double square = flat * flat, thin = 1.0 - square;
    const double last = ELLIPSE_TURN * max2(fabs(flat), ELLIPSE_FLAT);
    double p = y, q = z - thin * min2(z, radius), k = 1.0 / sqrt(p * p + q * q), root = 1.0;
    p *= k, q *= k;
    for (int i = 0; i < ELLIPSE_STEPS; i++) {
        root = sqrt(q * q + square * p * p);
        double out = y * p + z * q - radius * root;
        double slope = y * q - z * p + radius * thin * p * q / root;
        double bend = out + radius * square / (root * root * root);
        double turn = bend > 0.0 ? -slope / bend : copysign(ELLIPSE_LONGEST, -slope);
        turn = max2(-ELLIPSE_LONGEST, min2(ELLIPSE_LONGEST, turn));
        double u = max2(0.0, p - q * turn), v = max2(0.0, q + p * turn);
        k = 1.0 / sqrt(u * u + v * v);
        p = u * k, q = v * k;
        if (fabs(turn) <= last) break;
    }
    n[0] = p, n[1] = q;
    return y * p + z * q - radius * sqrt(q * q + square * p * p);
}

/* The other's rim on the side of `rod`, seen along the rod's axis: a point beside an ellipse. */
static bool depth_by_side(const cylinder_two *p, int rod, double y, cylinder_depth *out) {
    const cylinder_view *side = p->of[rod], *other = p->of[!rod];
    const double sign = rod ? -1.0 : 1.0, along = sign * p->along[rod];
    const double beside = sign * p->along[!rod] - p->cosine * along;
    double way[2];
    double depth =
        side->half.x - outside_ellipse(y, fabs(p->beyond), other->half.x, p->cosine, way);
    if (!(depth > 0.0 && depth <= side->half.x)) return false;
    const double up = copysign(way[0] * p->sine, beside), flat = p->cosine * way[0];
    const double sine = sqrt(way[1] * way[1] + flat * flat);
    const double at =
        along + other->half.x * up * p->cosine / sine - copysign(other->half.z, up) * p->cosine;
    if (!(depth <= side->half.z - fabs(at))) return false;
    out->depth = depth;
    const double per = 1.0 / p->sine;
    vec3 n = mad3(other->axes[2], side->axes[2], -p->cosine);
    n = scale3(n, copysign(way[0] * per, beside));
    n = mad3(n, p->across, copysign(way[1] * per, sign * p->beyond));
    vec3 on = add3(side->center, mad3(scale3(side->axes[2], at), n, side->half.x - depth));
    return set_depth(p, rod, n, on, out);
}

/* Which end of B is beyond A's side, or of A beyond B's, tells what meets. */
static bool depth_by_sides(cylinder_two *p, cylinder_depth *out) {
    if (!(p->sine > SIDES_LEVEL)) return false;
    const double per = 1.0 / p->sine;
    p->beyond = dot3(p->apart, p->across) * per;
    const double of_b = fabs(p->along[1] - p->cosine * p->along[0]) * per;
    const double of_a = fabs(p->along[0] - p->cosine * p->along[1]) * per;
    const double y[2] = {of_b - p->of[1]->half.z * p->sine, of_a - p->of[0]->half.z * p->sine};
    int rod = y[1] > y[0];
    if (y[rod] < 0.0) return depth_across(p, out);
    if (depth_by_side(p, rod, y[rod], out)) return true;
    return y[!rod] >= 0.0 && depth_by_side(p, !rod, y[!rod], out);
}

bool carom_cylinder_depth(const cylinder_view *a, const cylinder_view *b, cylinder_depth *out) {
    cylinder_two p;
    if (!set_pair(&p, a, b)) return false;
    const double at_end[2] = {depth_at_end(&p, 0), depth_at_end(&p, 1)};
    int e = at_end[1] < at_end[0];
    if (!(at_end[e] > 0.0)) return false;
    return depth_by_end(&p, e, at_end[e], out) || depth_by_sides(&p, out);
}
