/* Newton's method for a stationary support value of two solids of revolution near a direction, with
 * the curvature of the rims; and the deepest points there. At a profile break (normals of a side)
 * the support value is not differentiable across: the direction stays on the break and turns about
 * that axis, in one variable. Own method with an active set; no step increases the support value
 * by more than rounding. The result is a local minimum or a failed start: revolution_bounds.c or
 * revolution.c proves or improves it. */
#include "convex/revolution/revolution.h"
#include "convex/revolution/revolution_newton.h"

/* Steps of each descent. Empirical. */
#define DESCENT_LIMIT 16

/* The point of a corner's rim that is farthest along the direction; at an end of the axis the
 * centre of the rim. */
static CAROM_INLINE vec3 support_of(const revolution_pair *r, int i, int corner,
                                    const revolution_direction *s) {
    double k = s->sine[i] > 0.0 ? r->of[i].radius[corner] / s->sine[i] : 0.0;
    return revolution_from_axis(
        r, i, vec(r->of[i].height[corner], k * revolution_aside(r, i, s->n), k * s->n.z));
}

static int active_corner(const revolution_pair *r, int i, const revolution_direction *s) {
    return s->cosine[i] >= r->of[i].break_cosine;
}

static bool is_on_break(const revolution_pair *r, int i, const revolution_direction *s) {
    return s->cosine[i] == r->of[i].break_cosine;
}

static bool is_axis_end(const revolution_direction *s, int i) {
    return s->sine[i] == 0.0;
}

void carom_revolution_measure(const revolution_pair *r, revolution_direction *s) {
    s->reach = dot3(r->shift, s->n);
    for (int i = 0; i < 2; i++) {
        const revolution_profile *p = &r->of[i];
        int corner = active_corner(r, i, s);
        double aside = revolution_aside(r, i, s->n);
        s->sine[i] = sqrt(aside * aside + s->n.z * s->n.z);
        s->reach += p->height[corner] * s->cosine[i] + p->radius[corner] * s->sine[i];
    }
}

revolution_direction carom_revolution_axis_end(const revolution_pair *r, int i, double sign) {
    revolution_direction axis_end = {.n = scale3(r->axis[i], sign)};
    axis_end.cosine[i] = sign;
    double other = sign * r->cosine, break_cosine = r->of[!i].break_cosine;
    axis_end.cosine[!i] = fabs(other - break_cosine) < REVOLUTION_PARALLEL ? break_cosine : other;
    carom_revolution_measure(r, &axis_end);
    return axis_end;
}

/* The curvature of the support value by the rim: its radius over the sine to the axis. */
static double bend_of(const revolution_pair *r, int i, const revolution_direction *s) {
    return s->sine[i] > 0.0 ? r->of[i].radius[active_corner(r, i, s)] / s->sine[i] : 0.0;
}

/* The minimum of the tangent of the support value, in the cosines and the direction. The support
 * values are concave in the cosines, so that it is never greater there. */
static vec3 safe_step(const revolution_pair *r, const revolution_direction *s) {
    vec3 w = r->shift;
    for (int i = 0; i < 2; i++) {
        int corner = active_corner(r, i, s);
        w = mad3(w, r->axis[i], r->of[i].height[corner] - bend_of(r, i, s) * s->cosine[i]);
    }
    double length = sqrt(len2(w));
    return length > 0.0 ? scale3(w, -1.0 / length) : s->n;
}

/* Newton's step between two rims, else a safe step. `*turn`: its tangent. */
static vec3 free_step(const revolution_pair *r, const revolution_direction *s, double *turn) {
    vec3 tangent[2] = {revolution_along_rim(r, 0, s), revolution_along_rim(r, 1, s)};
    vec3 n = s->n, x = tangent[s->sine[1] > s->sine[0]], y = cross3(n, x), w = r->shift;
    double xx = -s->reach, xy = 0.0, yy = -s->reach;
    for (int i = 0; i < 2; i++) {
        double bend = bend_of(r, i, s), p = dot3(tangent[i], x), q = dot3(tangent[i], y);
        w = add3(w, support_of(r, i, active_corner(r, i, s), s));
        xx += bend * p * p, xy += bend * p * q, yy += bend * q * q;
    }
    double det = xx * yy - xy * xy, wx = dot3(w, x), wy = dot3(w, y);
    *turn = 1.0;
    if (!(det > 0.0 && xx > 0.0)) return safe_step(r, s);
    double tx = (xy * wy - yy * wx) / det, ty = (xy * wx - xx * wy) / det;
    if (!(tx * tx + ty * ty < REVOLUTION_TURN_MAX * REVOLUTION_TURN_MAX)) return safe_step(r, s);
    *turn = fabs(tx) + fabs(ty);
    vec3 m = mad3(mad3(n, x, tx), y, ty);
    return scale3(m, 1.0 / sqrt(len2(m)));
}

/* The direction on both profile breaks. @return false when there is none */
static bool corner_step(const revolution_pair *r, double u, double v, vec3 *n) {
    double y = r->sine > 0.0 ? (v - r->cosine * u) / r->sine : 1.0, square = 1.0 - u * u - y * y;
    if (!(square >= 0.0)) return false;
    *n = vec(u, y, -sqrt(square));
    return true;
}

/* Moves to the nearest direction on the profile breaks of `mask`. */
static bool move_onto_breaks(const revolution_pair *r, int mask, revolution_direction *s) {
    const double break_cosine[2] = {r->of[0].break_cosine, r->of[1].break_cosine};
    if (mask == 3) {
        if (!corner_step(r, break_cosine[0], break_cosine[1], &s->n)) return false;
    } else {
        int i = mask == 2;
        vec3 axis = r->axis[i], out = mad3(s->n, axis, -dot3(s->n, axis));
        double square = len2(out);
        if (!(square > 0.0)) return false;
        s->n = mad3(scale3(out, sqrt((1.0 - break_cosine[i] * break_cosine[i]) / square)), axis,
                    break_cosine[i]);
    }
    for (int i = 0; i < 2; i++)
        s->cosine[i] = mask >> i & 1 ? break_cosine[i] : dot3(s->n, r->axis[i]);
    return true;
}

/* Moves to the direction n or, when a profile break is in between, to that break. @return false,
 * with nothing changed, when the support value is greater there */
static bool turn_to_lower(const revolution_pair *r, revolution_direction *s, vec3 n) {
    int past = 0;
    revolution_direction next = *s;
    next.n = n;
    for (int i = 0; i < 2; i++) {
        next.cosine[i] = dot3(next.n, r->axis[i]);
        past |= (active_corner(r, i, &next) != active_corner(r, i, s)) << i;
    }
    if (past && !move_onto_breaks(r, past, &next)) return false;
    carom_revolution_measure(r, &next);
    if (!(next.reach <= s->reach + r->rounding)) return false;
    *s = next;
    return true;
}

/* A direction on the profile break of solid `i`, by its coordinates aside of that solid's axis and
 * along the frame's z. */
typedef struct break_direction {
    double aside, z;
    double cosine, sine, reach; /* of the other solid; reach: without the constant part */
} break_direction;

typedef struct break_circle {
    double break_cosine, height, radius; /* of the other's corner */
    double aside, z;                     /* of the shift */
    double cosine, sine;                 /* between the axes */
} break_circle;

static void measure_on_break(const break_circle *w, break_direction *s) {
    double across = w->sine * w->break_cosine - w->cosine * s->aside;
    s->cosine = w->cosine * w->break_cosine + w->sine * s->aside;
    s->sine = sqrt(across * across + s->z * s->z);
    s->reach = w->aside * s->aside + w->z * s->z + w->height * s->cosine + w->radius * s->sine;
}

/* Newton's method for the angle about the axis. @return false where the other solid's active corner
 * changes, or at an end of its axis */
static bool walk_break(const revolution_pair *r, const break_circle *w, int other,
                       break_direction *s) {
    for (int step = 0; step < DESCENT_LIMIT; step++) {
        if (!(s->sine > REVOLUTION_AXIS_END)) return false;
        double bend = w->radius / s->sine, square = bend / (s->sine * s->sine);
        double g = w->aside + w->sine * (w->height - bend * s->cosine);
        double slope = s->aside * w->z - s->z * g, lean = w->sine * s->z;
        double curve = -(s->aside * g + s->z * w->z) - lean * lean * square;
        double angle = curve > 0.0 ? -slope / curve : -copysign(REVOLUTION_TURN_MAX, slope);
        angle = max2(-REVOLUTION_TURN_MAX, min2(REVOLUTION_TURN_MAX, angle));
        double k = 1.0 / sqrt(1.0 + angle * angle);
        break_direction next = {(s->aside - s->z * angle) * k, (s->z + s->aside * angle) * k, 0, 0,
                                0};
        measure_on_break(w, &next);
        double break_cosine = r->of[other].break_cosine;
        if ((next.cosine >= break_cosine) != (s->cosine >= break_cosine)) return false;
        if (!(next.reach <= s->reach + r->rounding)) return true;
        *s = next;
        if (fabs(angle) <= REVOLUTION_LAST_TURN) return true;
    }
    return true;
}

/* Descends along the profile break of solid i, and onto the other's where they cross. */
static void descend_on_break(const revolution_pair *r, revolution_direction *s, int i) {
    const revolution_profile *p = &r->of[!i];
    int corner = active_corner(r, !i, s);
    const break_circle walk = {r->of[i].break_cosine,
                               p->height[corner],
                               p->radius[corner],
                               revolution_aside(r, i, r->shift),
                               r->shift.z,
                               r->cosine,
                               r->sine};
    break_direction at = {revolution_aside(r, i, s->n), s->n.z, 0, 0, 0};
    measure_on_break(&walk, &at);
    bool ended = walk_break(r, &walk, !i, &at);
    revolution_direction next = *s;
    next.n = revolution_from_axis(r, i, vec(walk.break_cosine, at.aside, at.z));
    next.cosine[!i] = at.cosine;
    carom_revolution_measure(r, &next);
    if (next.reach <= s->reach + r->rounding) *s = next;
    if (ended || !move_onto_breaks(r, 3, &next)) return;
    carom_revolution_measure(r, &next);
    if (next.reach <= s->reach + r->rounding) *s = next;
}

/* Takes one step between two rims. @return false at the end */
static bool descend_once(const revolution_pair *r, revolution_direction *s) {
    double turn;
    vec3 n = free_step(r, s, &turn);
    if (turn_to_lower(r, s, n)) return turn > REVOLUTION_LAST_TURN;
    return turn > REVOLUTION_LAST_TURN && turn_to_lower(r, s, safe_step(r, s));
}

/* The extreme feature of a solid along a direction. */
typedef enum part_kind { PART_POINT, PART_SIDE, PART_END } part_kind;

typedef struct extreme_part {
    part_kind kind;
    vec3 middle, half; /* of a side, half its length */
    double radius;     /* of an end */
    double rim;        /* of a point's or side's rim */
} extreme_part;

static extreme_part part_of(const revolution_pair *r, int i, const revolution_direction *s) {
    int corner = active_corner(r, i, s);
    double radius = r->of[i].radius[corner];
    extreme_part p = {PART_POINT, support_of(r, i, corner, s), {0, 0, 0}, 0.0, radius};
    if (is_axis_end(s, i)) {
        if (radius > 0.0) p.kind = PART_END;
        p.radius = radius;
        p.rim = 0.0;
    } else if (is_on_break(r, i, s)) {
        vec3 other = support_of(r, i, !corner, s);
        p.kind = PART_SIDE;
        p.half = scale3(sub3(p.middle, other), 0.5);
        p.middle = mad3(other, sub3(p.middle, other), 0.5);
    }
    return p;
}

/* Parameter on the line of `p` of the point nearest to the line of `q`, in units of p's half. Of
 * parallel lines the middle of their common part. */
static double meet_lines(const extreme_part *p, const extreme_part *q) {
    vec3 u = p->half, v = q->half, w = sub3(q->middle, p->middle);
    double uu = len2(u), uv = dot3(u, v), vv = len2(v), det = uu * vv - uv * uv;
    if (det > REVOLUTION_LINES_PARALLEL * uu * vv) return (dot3(u, w) * vv - uv * dot3(v, w)) / det;
    double at = dot3(u, w) / uu, reach = sqrt(vv / uu);
    return 0.5 * (max2(-1.0, at - reach) + min2(1.0, at + reach));
}

/* Parameter of the middle of the chord that a disk cuts from the line of `p`. */
static double meet_disc(const extreme_part *p, const extreme_part *disc) {
    vec3 w = sub3(disc->middle, p->middle);
    double uu = len2(p->half), at = dot3(p->half, w) / uu, off = len2(w) - at * at * uu;
    double reach = sqrt(max2(0.0, disc->radius * disc->radius - off) / uu);
    return 0.5 * (max2(-1.0, at - reach) + min2(1.0, at + reach));
}

/* A common point of two features in one plane; q is not a point. */
static vec3 meet(const extreme_part *p, const extreme_part *q) {
    if (p->kind == PART_POINT) return p->middle;
    if (p->kind == PART_SIDE) {
        double at = q->kind == PART_SIDE ? meet_lines(p, q) : meet_disc(p, q);
        return mad3(p->middle, p->half, max2(-1.0, min2(1.0, at)));
    }
    if (q->kind == PART_SIDE) return meet(q, p);
    vec3 w = sub3(q->middle, p->middle);
    double far = sqrt(len2(w));
    if (!(far > 0.0)) return p->middle;
    double low = max2(-p->radius, far - q->radius), high = min2(p->radius, far + q->radius);
    return mad3(p->middle, w, 0.5 * (low + high) / far);
}

/* ---- ends of axes, and profile breaks */

/* Leaves an end of the axis, towards the other solid's deepest point, when that is not over the
 * solid's end. @return false when the direction stays */
static bool leave_axis_end(const revolution_pair *r, int i, revolution_direction *s) {
    extreme_part p = part_of(r, i, s), q = part_of(r, !i, s);
    if (q.kind != PART_POINT) return false;
    vec3 foot = sub3(mad3(neg3(r->shift), s->n, s->reach), q.middle), to = sub3(foot, p.middle);
    double length = sqrt(len2(to));
    if (!(length > p.radius)) return false;
    to = scale3(to, 1.0 / length);
    double along = dot3(revolution_along_rim(r, !i, s), to), slope = length - p.radius;
    double curve = bend_of(r, !i, s) * along * along - s->reach;
    vec3 n =
        mad3(s->n, to,
             slope < REVOLUTION_LEAVING_TURN * curve ? slope / curve : REVOLUTION_LEAVING_TURN);
    s->n = scale3(n, 1.0 / sqrt(len2(n)));
    for (int k = 0; k < 2; k++)
        s->cosine[k] = dot3(s->n, r->axis[k]);
    carom_revolution_measure(r, s);
    return true;
}

/* Leaves a profile break, towards the rim beyond whose end of the side the other solid's deepest
 * point is. @return false when the direction stays */
static bool leave_break(const revolution_pair *r, int i, revolution_direction *s) {
    extreme_part p = part_of(r, i, s), q = part_of(r, !i, s);
    if (q.kind != PART_POINT) return false;
    vec3 foot = sub3(mad3(neg3(r->shift), s->n, s->reach), q.middle);
    double along = dot3(sub3(foot, p.middle), p.half), uu = len2(p.half);
    if (!(fabs(along) > uu)) return false;
    vec3 n = mad3(s->n, p.half, copysign(REVOLUTION_LEAVING_TURN, along) / sqrt(uu));
    s->n = scale3(n, 1.0 / sqrt(len2(n)));
    for (int k = 0; k < 2; k++)
        s->cosine[k] = dot3(s->n, r->axis[k]);
    carom_revolution_measure(r, s);
    return true;
}

/* Moves onto an end of an axis that the descent has approached. */
static bool reach_axis_end(const revolution_pair *r, revolution_direction *s) {
    int i = s->sine[1] < s->sine[0];
    if (!(s->sine[i] < REVOLUTION_AXIS_END)) return false;
    revolution_direction axis_end = carom_revolution_axis_end(r, i, copysign(1.0, s->cosine[i]));
    if (!(axis_end.reach <= s->reach + r->rounding)) return false;
    *s = axis_end;
    return true;
}

void carom_revolution_descend(const revolution_pair *r, revolution_direction *s) {
    revolution_direction first = *s;
    for (int i = 0; i < 2; i++)
        if (is_axis_end(s, i) && !leave_axis_end(r, i, s)) return;
    bool left = false, more = true;
    for (int step = 0; step < DESCENT_LIMIT && more && !reach_axis_end(r, s); step++) {
        bool on_break[2] = {is_on_break(r, 0, s), is_on_break(r, 1, s)};
        if (on_break[0] && on_break[1]) break;
        if (!on_break[0] && !on_break[1]) {
            more = descend_once(r, s);
            continue;
        }
        descend_on_break(r, s, on_break[1]);
        more = !left && !(is_on_break(r, 0, s) && is_on_break(r, 1, s)) &&
               leave_break(r, on_break[1], s);
        left = true;
    }
    if (first.reach < s->reach - r->rounding) *s = first;
}

/* ---- the deepest points */

/* The point of a feature that is nearest to `point` in its plane, and the growth around it. On the
 * side of a cone curvature and margin each count by half; the radius decreases to the apex. */
static vec3 growth_at(const revolution_profile *profile, const extreme_part *p, vec3 point,
                      revolution_growth *growth) {
    *growth = (revolution_growth){.rim = p->rim};
    if (p->kind == PART_POINT) return p->middle;
    vec3 d = sub3(point, p->middle);
    if (p->kind == PART_SIDE) {
        double length = sqrt(len2(p->half));
        double t = max2(-1.0, min2(1.0, dot3(d, p->half) / (length * length)));
        bool even = profile->radius[0] == profile->radius[1];
        growth->tangent = scale3(p->half, 1.0 / length);
        growth->margin = (1.0 - fabs(t)) * length * (even ? 1.0 : 0.5);
        growth->rim =
            even ? p->rim
                 : 0.25 * ((1.0 - t) * profile->radius[0] + (1.0 + t) * profile->radius[1]);
        return mad3(p->middle, p->half, t);
    }
    double off = sqrt(len2(d));
    growth->margin = max2(0.0, p->radius - off);
    return off > p->radius ? mad3(p->middle, d, p->radius / off) : point;
}

double carom_revolution_witness(const revolution_pair *r, const revolution_direction *s,
                                vec3 point[2], revolution_growth growth[2]) {
    extreme_part p = part_of(r, 0, s), q = part_of(r, 1, s), other = q;
    vec3 sum = mad3(neg3(r->shift), s->n, s->reach);
    other.middle = sub3(sum, q.middle);
    if (q.kind == PART_POINT) {
        point[0] = p.kind == PART_POINT ? p.middle : other.middle;
        point[1] = q.middle;
    } else {
        point[0] = meet(&p, &other);
        point[1] = sub3(sum, point[0]);
    }
    point[0] = growth_at(&r->of[0], &p, point[0], &growth[0]);
    point[1] = growth_at(&r->of[1], &q, point[1], &growth[1]);
    return sqrt(len2(sub3(add3(point[0], point[1]), sum)));
}
