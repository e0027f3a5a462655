/* What surely lies inside two solids of revolution, and what that proves. Balls round the points of
 * each solid's heart are in it: A - B then reaches, in every direction, as far as the sum of two of
 * them. And a stationary reach is the least of all directions in some cap round its own, for what
 * the solids have round their deepest points. Where the balls cover the rest, it is the least of
 * all. */
#include "convex/revolution/revolution.h"

/* The largest sine of the angle to an axis in a cap round n. */
static double widest_in_cap(double cosine, double cap_cosine, double cap_sine) {
    double sine = sqrt(max2(0.0, 1.0 - cosine * cosine));
    return cap_cosine <= 0.0 || fabs(cosine) <= cap_sine
               ? 1.0
               : sine * cap_cosine + fabs(cosine) * cap_sine;
}

/* A direction m at the angle x from the best, n, reaches reach * cos x and what the solids go on by
 * round their deepest points: a rim of radius r by at least r t t / 2 w, where t is how far m is
 * off the plane of n and the axis and w the sine of its angle with the axis; sides and ends by
 * their margin times sin x. In a cap that is never less than the reach if, as forms on what of m is
 * square to n, it is not less than (1 - cos x) reach <= sin x sin x reach / (1 + cos x). */
bool carom_revolution_holds_cap(const revolution_pair *r, const revolution_spot *s,
                                const revolution_hold hold[2], double cosine) {
    if (!(cosine > -1.0)) return false;
    vec3 way[2] = {revolution_along_rim(r, 0, s), revolution_along_rim(r, 1, s)};
    vec3 x = way[s->sine[1] > s->sine[0]], y;
    if (max_abs3(x) == 0.0) x = vec(0, 1, 0); /* both axes along n, in the plane of the frame */
    y = cross3(s->n, x);
    double sine = cosine > 0.0 ? sqrt(max2(0.0, 1.0 - cosine * cosine)) : 1.0;
    double need = -2.0 * s->reach / (1.0 + cosine), xx = need, xy = 0.0, yy = need;
    for (int i = 0; i < 2; i++) {
        const revolution_hold *h = &hold[i];
        double w = widest_in_cap(s->cosine[i], cosine, sine);
        double rim = h->rim > 0.0 && s->sine[i] > 0.0 ? h->rim / w : 0.0;
        double p = dot3(way[i], x), q = dot3(way[i], y), side = 2.0 * h->margin / sine;
        xx += rim * p * p, xy += rim * p * q, yy += rim * q * q;
        bool round = max_abs3(h->way) == 0.0;
        p = dot3(h->way, x), q = dot3(h->way, y);
        xx += side * (round ? 1.0 : p * p), xy += side * p * q, yy += side * (round ? 1.0 : q * q);
    }
    return xx >= 0.0 && yy >= 0.0 && xx * yy >= xy * xy;
}

/* The centre of the ball in solid i that is nearest to a point. */
static vec3 heart_near(const revolution_pair *r, int i, vec3 point) {
    const revolution_profile *p = &r->of[i];
    double u = dot3(point, r->axis[i]), out = 0.0;
    if (p->heart_out > 0.0) {
        double v = revolution_aside(r, i, point), off = sqrt(v * v + point.z * point.z);
        out = off > p->heart_out ? p->heart_out / off : 1.0;
        u = max2(p->heart[0], min2(p->heart[1], u));
        return revolution_from_axis(r, i, vec(u, v * out, point.z * out));
    }
    return scale3(r->axis[i], max2(p->heart[0], min2(p->heart[1], u)));
}

/* At a pole of solid i its end is a disc across n: with the centre of the other's end it reaches,
 * at the angle x from n, as far as high * cos x + wide * sin x at least. That is no less than the
 * spot between two angles, the smaller of which a cap has to hold. False unless the larger is
 * beyond. */
static bool is_held_by_end(const revolution_pair *r, const revolution_spot *s, int i, double beyond,
                           double *within) {
    if (s->sine[i] > 0.0) return false;
    vec3 w = r->shift;
    int corner[2];
    for (int k = 0; k < 2; k++) {
        corner[k] = s->cosine[k] >= r->of[k].fold;
        w = mad3(w, r->axis[k], r->of[k].height[corner[k]]);
    }
    double high = dot3(w, s->n), aside = sqrt(len2(mad3(w, s->n, -high)));
    double wide = r->of[i].radius[corner[i]] - aside, square = high * high + wide * wide;
    if (!(high > 0.0 && wide > 0.0 && square > s->reach * s->reach)) return false;
    double turn = s->reach * high / square;
    double sines = wide * sqrt(square - s->reach * s->reach) / square;
    *within = turn + sines;
    return turn - sines <= beyond;
}

/* The balls nearest to the deepest points reach, at the angle x from -w, as far as their radii less
 * far * cos x: less than the spot only up to some angle, and that is within a cap. */
bool carom_revolution_is_least(const revolution_pair *r, const revolution_spot *s,
                               const vec3 point[2], const revolution_hold hold[2]) {
    vec3 w = add3(add3(heart_near(r, 0, point[0]), heart_near(r, 1, point[1])), r->shift);
    double far = sqrt(len2(w)), over = r->of[0].ball + r->of[1].ball - s->reach - r->rounding;
    if (over >= far) return true;
    double turn = -dot3(w, s->n) / far, from = over / far;
    if (!(from > -turn)) return false;
    double sines = max2(0.0, 1.0 - turn * turn) * max2(0.0, 1.0 - from * from), within;
    double cosine = turn * from - sqrt(sines);
    if (carom_revolution_holds_cap(r, s, hold, cosine)) return true;
    for (int i = 0; i < 2; i++)
        if (is_held_by_end(r, s, i, cosine, &within) &&
            carom_revolution_holds_cap(r, s, hold, within))
            return true;
    return false;
}

#define FAR_FROM_FOLD 0.6
#define BALL_STEPS 1
#define SURELY (1.0 - 1e-9)

void carom_revolution_between_balls(const revolution_pair *r, revolution_balls *out) {
    vec3 a = vec(0, 0, 0), b = a, w;
    for (int i = 0; i < BALL_STEPS; i++) {
        b = heart_near(r, 1, neg3(add3(r->shift, a)));
        a = heart_near(r, 0, neg3(add3(r->shift, b)));
    }
    w = add3(add3(a, b), r->shift);
    double far = sqrt(len2(w)), of_a = r->of[0].ball, of_b = r->of[1].ball;
    bool distinct = far > r->rounding;
    out->way = distinct ? vec(-w.x / far, -w.y / far, -fabs(w.z) / far) : vec(0, 0, -1);
    out->overlap = far < (of_a + of_b) * SURELY;
    double middle = 0.5 * (max2(0.0, far - of_b) + min2(far, of_a));
    out->common = mad3(a, w, distinct ? -middle / far : 0.0);
}

vec3 carom_revolution_way(const revolution_pair *r, vec3 direction) {
    const vec3 *f = r->frame;
    vec3 n = vec(dot3(f[0], direction), dot3(f[1], direction), dot3(f[2], direction));
    double length = sqrt(len2(n));
    if (!(length > 0.0 && length <= DBL_MAX)) return vec(0, 0, -1);
    return vec(n.x / length, n.y / length, -fabs(n.z) / length);
}

static void take_lower(const revolution_pair *r, revolution_spot *least, revolution_spot spot) {
    carom_revolution_measure(r, &spot);
    if (spot.reach < least->reach) *least = spot;
}

/* The direction on the fold of solid i that is nearest to the spot's. */
static revolution_spot spot_on_fold(const revolution_pair *r, const revolution_spot *s, int i) {
    double fold = r->of[i].fold, k = sqrt(1.0 - fold * fold) / s->sine[i];
    vec3 n = vec(fold, revolution_aside(r, i, s->n) * k, s->n.z * k);
    revolution_spot on = {.n = revolution_from_axis(r, i, n)};
    on.cosine[i] = fold;
    on.cosine[!i] = dot3(on.n, r->axis[!i]);
    return on;
}

void carom_revolution_start(const revolution_pair *r, vec3 way, revolution_spot start[2]) {
    revolution_spot from = {.n = way, .cosine = {dot3(way, r->axis[0]), dot3(way, r->axis[1])}};
    carom_revolution_measure(r, &from);
    start[0] = from;
    for (int i = 0; i < 2; i++) {
        revolution_spot pole = carom_revolution_pole(r, i, from.cosine[i] < 0.0 ? -1.0 : 1.0);
        bool near =
            fabs(from.cosine[i] - r->of[i].fold) < FAR_FROM_FOLD && from.sine[i] > NEAR_POLE;
        if (near) take_lower(r, &start[0], spot_on_fold(r, &from, i));
        if (i == 0 || pole.reach < start[1].reach) start[1] = pole;
    }
}
