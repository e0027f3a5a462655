/* Proofs of the least penetration of two solids of revolution, own method, from lower bounds of the
 * support value of A - B:
 * - inscribed balls around points of the medial segments: their Minkowski difference is in A - B;
 * - in a cap of directions around a stationary one, the growth of the support value by the rims,
 *   sides and ends at the deepest points.
 * Where the balls cover all directions outside of the cap, the stationary value is the least of
 * all. That spares most pairs the branch and bound of revolution.c. */
#include "convex/revolution/revolution.h"
#include "convex/revolution/revolution_bounds.h"
#include "convex/revolution/revolution_newton.h"

/* The largest sine of the angle to an axis in a cap around n. */
static double widest_in_cap(double cosine, double cap_cosine, double cap_sine) {
    double sine = sqrt(max2(0.0, 1.0 - cosine * cosine));
    return cap_cosine <= 0.0 || fabs(cosine) <= cap_sine
               ? 1.0
               : sine * cap_cosine + fabs(cosine) * cap_sine;
}

/* Along a direction m at the angle x from the best, n, the support value is at least reach cos x
 * plus the growth around the deepest points: a rim of radius r adds at least r t^2 / 2 w, where t
 * is the distance of m from the plane of n and the axis, and w the sine of m to the axis; sides and
 * ends add their margin times sin x. In a cap the sum is never less than reach if, as quadratic
 * forms on the part of m perpendicular to n, the growth is not less than
 * (1 - cos x) reach <= sin^2 x reach / (1 + cos x). */
bool carom_revolution_is_least_in_cap(const revolution_pair *r, const revolution_direction *s,
                                      const revolution_growth growth[2], double cosine) {
    if (!(cosine > -1.0)) return false;
    vec3 tangent[2] = {revolution_along_rim(r, 0, s), revolution_along_rim(r, 1, s)};
    vec3 x = tangent[s->sine[1] > s->sine[0]], y;
    if (max_abs3(x) == 0.0) x = vec(0, 1, 0); /* both axes are along n */
    y = cross3(s->n, x);
    double sine = cosine > 0.0 ? sqrt(max2(0.0, 1.0 - cosine * cosine)) : 1.0;
    double need = -2.0 * s->reach / (1.0 + cosine), xx = need, xy = 0.0, yy = need;
    for (int i = 0; i < 2; i++) {
        const revolution_growth *h = &growth[i];
        double w = widest_in_cap(s->cosine[i], cosine, sine);
        double rim = h->rim > 0.0 && s->sine[i] > 0.0 ? h->rim / w : 0.0;
        double p = dot3(tangent[i], x), q = dot3(tangent[i], y), side = 2.0 * h->margin / sine;
        xx += rim * p * p, xy += rim * p * q, yy += rim * q * q;
        bool round = max_abs3(h->tangent) == 0.0;
        p = dot3(h->tangent, x), q = dot3(h->tangent, y);
        xx += side * (round ? 1.0 : p * p), xy += side * p * q, yy += side * (round ? 1.0 : q * q);
    }
    return xx >= 0.0 && yy >= 0.0 && xx * yy >= xy * xy;
}

/* The point of solid i's swept medial segment that is nearest to a point. */
static vec3 medial_point_near(const revolution_pair *r, int i, vec3 point) {
    const revolution_profile *p = &r->of[i];
    double u = dot3(point, r->axis[i]), out = 0.0;
    if (p->medial_out > 0.0) {
        double v = revolution_aside(r, i, point), off = sqrt(v * v + point.z * point.z);
        out = off > p->medial_out ? p->medial_out / off : 1.0;
        u = max2(p->medial[0], min2(p->medial[1], u));
        return revolution_from_axis(r, i, vec(u, v * out, point.z * out));
    }
    return scale3(r->axis[i], max2(p->medial[0], min2(p->medial[1], u)));
}

/* Along its axis the end of solid i is a disk perpendicular to n: with the centre of the other's
 * end it gives a support value of at least high cos x + margin sin x at the angle x from n. That is
 * no less than `reach` between two angles; a cap has to cover the smaller, whose cosine is *within.
 * @return false unless the cosine of the larger one is at most `beyond` */
static bool is_covered_by_end(const revolution_pair *r, const revolution_direction *s, int i,
                              double beyond, double *within) {
    if (s->sine[i] > 0.0) return false;
    vec3 w = r->shift;
    int corner[2];
    for (int k = 0; k < 2; k++) {
        corner[k] = s->cosine[k] >= r->of[k].break_cosine;
        w = mad3(w, r->axis[k], r->of[k].height[corner[k]]);
    }
    double high = dot3(w, s->n), aside = sqrt(len2(mad3(w, s->n, -high)));
    double margin = r->of[i].radius[corner[i]] - aside, square = high * high + margin * margin;
    if (!(high > 0.0 && margin > 0.0 && square > s->reach * s->reach)) return false;
    double turn = s->reach * high / square;
    double sines = margin * sqrt(square - s->reach * s->reach) / square;
    *within = turn + sines;
    return turn - sines <= beyond;
}

/* At the angle x from -w the balls nearest to the deepest points give the sum of their radii less
 * far cos x: that is below `reach` only up to some angle, and a cap has to cover those directions.
 */
bool carom_revolution_is_least(const revolution_pair *r, const revolution_direction *s,
                               const vec3 point[2], const revolution_growth growth[2]) {
    vec3 w =
        add3(add3(medial_point_near(r, 0, point[0]), medial_point_near(r, 1, point[1])), r->shift);
    double far = sqrt(len2(w)), over = r->of[0].ball + r->of[1].ball - s->reach - r->rounding;
    if (over >= far) return true;
    double turn = -dot3(w, s->n) / far, from = over / far;
    if (!(from > -turn)) return false;
    double sines = max2(0.0, 1.0 - turn * turn) * max2(0.0, 1.0 - from * from), within;
    double cosine = turn * from - sqrt(sines);
    if (carom_revolution_is_least_in_cap(r, s, growth, cosine)) return true;
    for (int i = 0; i < 2; i++)
        if (is_covered_by_end(r, s, i, cosine, &within) &&
            carom_revolution_is_least_in_cap(r, s, growth, within))
            return true;
    return false;
}

/* Alternating projections between the medial segments. */
#define BALL_STEPS 1

void carom_revolution_between_balls(const revolution_pair *r, revolution_balls *out) {
    vec3 a = vec(0, 0, 0), b = a, w;
    for (int i = 0; i < BALL_STEPS; i++) {
        b = medial_point_near(r, 1, neg3(add3(r->shift, a)));
        a = medial_point_near(r, 0, neg3(add3(r->shift, b)));
    }
    w = add3(add3(a, b), r->shift);
    double far = sqrt(len2(w)), of_a = r->of[0].ball, of_b = r->of[1].ball;
    bool distinct = far > r->rounding;
    out->toward_b = distinct ? vec(-w.x / far, -w.y / far, -fabs(w.z) / far) : vec(0, 0, -1);
    out->overlap = far < (of_a + of_b) * REVOLUTION_BALLS_OVERLAP;
    double middle = 0.5 * (max2(0.0, far - of_b) + min2(far, of_a));
    out->common = mad3(a, w, distinct ? -middle / far : 0.0);
}

vec3 carom_revolution_to_frame(const revolution_pair *r, vec3 direction) {
    const vec3 *f = r->frame;
    vec3 n = vec(dot3(f[0], direction), dot3(f[1], direction), dot3(f[2], direction));
    double length = sqrt(len2(n));
    if (!(length > 0.0 && length <= DBL_MAX)) return vec(0, 0, -1);
    return vec(n.x / length, n.y / length, -fabs(n.z) / length);
}

static void take_lower(const revolution_pair *r, revolution_direction *least,
                       revolution_direction direction) {
    carom_revolution_measure(r, &direction);
    if (direction.reach < least->reach) *least = direction;
}

/* The direction on the profile break of solid i that is nearest to s. */
static revolution_direction direction_on_break(const revolution_pair *r,
                                               const revolution_direction *s, int i) {
    double break_cosine = r->of[i].break_cosine,
           k = sqrt(1.0 - break_cosine * break_cosine) / s->sine[i];
    vec3 n = vec(break_cosine, revolution_aside(r, i, s->n) * k, s->n.z * k);
    revolution_direction on = {.n = revolution_from_axis(r, i, n)};
    on.cosine[i] = break_cosine;
    on.cosine[!i] = dot3(on.n, r->axis[!i]);
    return on;
}

void carom_revolution_start(const revolution_pair *r, vec3 guess, revolution_direction start[2]) {
    revolution_direction from = {.n = guess,
                                 .cosine = {dot3(guess, r->axis[0]), dot3(guess, r->axis[1])}};
    carom_revolution_measure(r, &from);
    start[0] = from;
    for (int i = 0; i < 2; i++) {
        revolution_direction axis_end =
            carom_revolution_axis_end(r, i, from.cosine[i] < 0.0 ? -1.0 : 1.0);
        bool near = fabs(from.cosine[i] - r->of[i].break_cosine) < REVOLUTION_BREAK_NEAR &&
                    from.sine[i] > REVOLUTION_AXIS_END;
        if (near) take_lower(r, &start[0], direction_on_break(r, &from, i));
        if (i == 0 || axis_end.reach < start[1].reach) start[1] = axis_end;
    }
}
