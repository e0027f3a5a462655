/* Least penetration of two cylinders, own method: separating axes in closed form with a proof by
 * inscribed balls. Cylinders in shallow contact touch at an end (normal along an axis), at both
 * sides (normal across both axes), or at a side and a rim, where the normal is that of the nearest
 * point of an ellipse. The deepest point of one cylinder is inside the other. If a ball around it
 * of radius `depth` is inside the other too, A - B contains such a ball around the origin, and the
 * depth is the least, to CYLINDER_ROUNDING of the size. An end is often not wide enough: then its
 * disk bounds the support value of A - B near the normal, and two inscribed balls bound the rest.
 * Contacts of two rims, and deep ones, are left to revolution.c. Bench convex: penetration and
 * manifold cylinder. */
#include "convex/revolution/cylinder_depth.h"

#include "convex/revolution/tolerances.h"

/* Most steps. Empirical. */
#define ELLIPSE_STEPS 12

typedef struct cylinder_pair {
    const cylinder_view *of[2];
    vec3 apart;      /* from A's centre to B's */
    vec3 across;     /* A's axis x B's */
    double along[2]; /* apart . each axis */
    double beyond;   /* apart . across / |across| */
    double cosine, sine, size;
} cylinder_pair;

static bool set_pair(cylinder_pair *p, const cylinder_view *a, const cylinder_view *b) {
    p->of[0] = a, p->of[1] = b;
    p->apart = sub3(b->center, a->center);
    p->across = cross3(a->axes[2], b->axes[2]);
    p->along[0] = dot3(p->apart, a->axes[2]);
    p->along[1] = dot3(p->apart, b->axes[2]);
    p->cosine = dot3(a->axes[2], b->axes[2]);
    p->sine = sqrt(len2(p->across));
    p->size = max_abs3(p->apart) + a->half.x + a->half.z + b->half.x + b->half.z;
    return p->size > CYLINDER_SIZE_MIN && p->size < CYLINDER_SIZE_MAX;
}

/* Delta from the centre of cylinder i to the other's. */
static inline vec3 from_one(const cylinder_pair *p, int i) {
    return i ? neg3(p->apart) : p->apart;
}

/* Sets the answer of out->depth. `on`: the deepest point of the cylinder that is not i; n points
 * from i to it. */
static bool set_depth(const cylinder_pair *p, int i, vec3 n, vec3 on, cylinder_depth *out) {
    vec3 surface = mad3(on, n, out->depth);
    out->size = p->size;
    out->lower = max2(0.0, out->depth - CYLINDER_ROUNDING * p->size);
    out->normal = i ? neg3(n) : n;
    out->point_a = i ? on : surface;
    out->point_b = i ? surface : on;
    return true;
}

/* ---- an end */

/* The end of one cylinder over the deepest point of the other. Lengths perpendicular to the normal
 * are measured from the end's axis. */
typedef struct end_over {
    double depth, lean; /* lean: cosine of the other's axis and the normal */
    vec3 n;             /* from the cylinder with the end to the other */
    vec3 off;           /* to the deepest point */
    double off_length;  /* to the nearest of the deepest points */
    double ball_off;    /* to the centre of a largest inscribed ball of the other, near it */
    double ball_short;  /* depth of the deepest point less that of the ball */
} end_over;

static double depth_at_end(const cylinder_pair *p, int e) {
    const vec3 *end = &p->of[e]->half, *other = &p->of[!e]->half;
    return end->z + other->z * fabs(p->cosine) + other->x * p->sine - fabs(p->along[e]);
}

static double ball_of(const cylinder_view *s) {
    return min2(s->half.x, s->half.z);
}

/* Parallel axes: the deepest point is the middle of the common part of two disks. */
static bool over_disc(const cylinder_pair *p, int e, vec3 aside, end_over *o) {
    const double radius = p->of[e]->half.x, other = p->of[!e]->half.x, far = sqrt(len2(aside));
    double low = max2(-radius, far - other), high = min2(radius, far + other);
    o->off = far > 0.0 ? scale3(aside, 0.5 * (low + high) / far) : vec(0, 0, 0);
    o->off_length = max2(0.0, far - other);
    o->ball_off = max2(0.0, far - (other - ball_of(p->of[!e])));
    o->ball_short = 0.0;
    return low <= high;
}

static bool find_below_end(const cylinder_pair *p, int e, end_over *o) {
    const cylinder_view *end = p->of[e], *other = p->of[!e];
    const double along = e ? -p->along[1] : p->along[0], sign = copysign(1.0, along);
    vec3 tilt, aside;
    o->n = scale3(end->axes[2], sign);
    o->lean = sign * p->cosine;
    aside = mad3(from_one(p, e), o->n, -fabs(along));
    if (!(p->sine > CYLINDERS_PARALLEL)) return over_disc(p, e, aside, o);
    tilt = mad3(other->axes[2], o->n, -o->lean);
    tilt = mad3(tilt, o->n, -dot3(tilt, o->n)); /* a small tilt has a large relative error */
    const double sine = sqrt(len2(tilt)), up = copysign(1.0, o->lean);
    const double slope = fabs(o->lean) / sine; /* with the rounding error of `tilt` */
    o->off = mad3(aside, tilt, up * (other->half.x * slope - other->half.z));
    o->off_length = sqrt(len2(o->off));
    const double ball = ball_of(other);
    o->ball_off = sqrt(len2(mad3(o->off, tilt, up * ball * (1.0 - slope))));
    o->ball_short = ball * (fabs(o->lean) + sine - 1.0);
    return o->off_length <= end->half.x;
}

/* Do the end's disk and two inscribed balls prove the depth to be the least? The disk's support
 * value is no less than the depth up to an angle x from the normal with tan(x / 2) = margin /
 * depth. Balls of radii with the sum R, whose centres are `offset` apart across the normal, have
 * the support value R - (R - depth) cos x - offset sin x, less what they are short: that is no less
 * than the depth from an angle on that is a root of a quadratic in tan(x / 2). */
static bool is_rest_in_balls(const cylinder_pair *p, int e, const end_over *o) {
    const cylinder_view *end = p->of[e], *other = p->of[!e];
    const double ball = ball_of(end), over = ball + ball_of(other) - o->depth;
    const double margin = end->half.x - o->off_length;
    const double offset = max2(0.0, o->ball_off - (end->half.x - ball)), d = o->depth;
    const double lead = 2.0 * over + o->ball_short;
    return lead > 0.0 &&
           lead * margin * margin - 2.0 * offset * margin * d - o->ball_short * d * d >= 0.0;
}

static bool depth_by_end(const cylinder_pair *p, int e, double depth, cylinder_depth *out) {
    const cylinder_view *end = p->of[e];
    end_over o = {.depth = depth};
    if (!find_below_end(p, e, &o)) return false;
    bool ball = o.off_length + depth <= end->half.x && depth <= end->half.z;
    if (!ball && !is_rest_in_balls(p, e, &o)) return false;
    out->depth = depth;
    vec3 on = add3(end->center, mad3(o.off, o.n, end->half.z - depth));
    return set_depth(p, e, o.n, on, out);
}

/* ---- sides */

/* The sides touch along the line between the axes' closest points. */
static bool depth_across(const cylinder_pair *p, cylinder_depth *out) {
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

/* Distance of the point (y, z), y, z >= 0, outside of an ellipse around the origin with the
 * half-axes aspect * radius and radius, and the unit normal n at the nearest point; by Newton's
 * method for the separating direction. */
static double outside_ellipse(double y, double z, double radius, double aspect, double n[2]) {
    const double square = aspect * aspect, thin = 1.0 - square;
    const double last = ELLIPSE_TURN * max2(fabs(aspect), ELLIPSE_ASPECT_MIN);
    double p = y, q = z - thin * min2(z, radius), k = 1.0 / sqrt(p * p + q * q), root = 1.0;
    p *= k, q *= k;
    for (int i = 0; i < ELLIPSE_STEPS; i++) {
        root = sqrt(q * q + square * p * p);
        double out = y * p + z * q - radius * root;
        double slope = y * q - z * p + radius * thin * p * q / root;
        double bend = out + radius * square / (root * root * root);
        double turn = bend > 0.0 ? -slope / bend : copysign(ELLIPSE_TURN_MAX, -slope);
        turn = max2(-ELLIPSE_TURN_MAX, min2(ELLIPSE_TURN_MAX, turn));
        double u = max2(0.0, p - q * turn), v = max2(0.0, q + p * turn);
        k = 1.0 / sqrt(u * u + v * v);
        p = u * k, q = v * k;
        if (fabs(turn) <= last) break;
    }
    n[0] = p, n[1] = q;
    return y * p + z * q - radius * sqrt(q * q + square * p * p);
}

/* The other's rim against the side of cylinder `rod`. In the projection along the rod's axis the
 * rim is an ellipse and the axis a point. */
static bool depth_by_side(const cylinder_pair *p, int rod, double y, cylinder_depth *out) {
    const cylinder_view *side = p->of[rod], *other = p->of[!rod];
    const double sign = rod ? -1.0 : 1.0, along = sign * p->along[rod];
    const double beside = sign * p->along[!rod] - p->cosine * along;
    double normal[2];
    double depth =
        side->half.x - outside_ellipse(y, fabs(p->beyond), other->half.x, p->cosine, normal);
    if (!(depth > 0.0 && depth <= side->half.x)) return false;
    const double up = copysign(normal[0] * p->sine, beside), level = p->cosine * normal[0];
    const double sine = sqrt(normal[1] * normal[1] + level * level);
    const double at =
        along + other->half.x * up * p->cosine / sine - copysign(other->half.z, up) * p->cosine;
    if (!(depth <= side->half.z - fabs(at))) return false;
    out->depth = depth;
    const double per = 1.0 / p->sine;
    vec3 n = mad3(other->axes[2], side->axes[2], -p->cosine);
    n = scale3(n, copysign(normal[0] * per, beside));
    n = mad3(n, p->across, copysign(normal[1] * per, sign * p->beyond));
    vec3 on = add3(side->center, mad3(scale3(side->axes[2], at), n, side->half.x - depth));
    return set_depth(p, rod, n, on, out);
}

/* Where an end of one cylinder projects beyond the other's axis, its rim meets the other's side;
 * else the sides meet. */
static bool depth_by_sides(cylinder_pair *p, cylinder_depth *out) {
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
    cylinder_pair p;
    if (!set_pair(&p, a, b)) return false;
    const double at_end[2] = {depth_at_end(&p, 0), depth_at_end(&p, 1)};
    int e = at_end[1] < at_end[0];
    if (!(at_end[e] > 0.0)) return false;
    return depth_by_end(&p, e, at_end[e], out) || depth_by_sides(&p, out);
}
