/* Down to the least reach of two solids of revolution near a direction, by Newton's method with the
 * curvature of the rims; and the points there. A direction whose cosine with an axis is that of the
 * profile's fold (square to a cylinder's side) is on a ridge, and stays on it: it turns round that
 * axis. The search over all cells sees to it that this was not in vain. */
#include "convex/revolution/revolution.h"

#define DESCENT_LIMIT 16
/* A turn this small is the last: its square is below rounding. */
#define LAST_TURN 1e-7
#define LONGEST_TURN 0.5
#define LEAVING 0.03

/* Of the profile's end that is farthest along the spot's direction, on the axis at a pole. */
static vec3 support_of(const revolution_pair *r, int i, int corner, const revolution_spot *s) {
    double k = s->sine[i] > 0.0 ? r->of[i].radius[corner] / s->sine[i] : 0.0;
    return revolution_from_axis(
        r, i, vec(r->of[i].height[corner], k * revolution_aside(r, i, s->n), k * s->n.z));
}

static int active_corner(const revolution_pair *r, int i, const revolution_spot *s) {
    return s->cosine[i] >= r->of[i].fold;
}

static bool is_on_fold(const revolution_pair *r, int i, const revolution_spot *s) {
    return s->cosine[i] == r->of[i].fold;
}

static bool is_pole(const revolution_spot *s, int i) {
    return s->sine[i] == 0.0;
}

void carom_revolution_measure(const revolution_pair *r, revolution_spot *s) {
    s->reach = dot3(r->shift, s->n);
    for (int i = 0; i < 2; i++) {
        const revolution_profile *p = &r->of[i];
        int corner = active_corner(r, i, s);
        double aside = revolution_aside(r, i, s->n);
        s->sine[i] = sqrt(aside * aside + s->n.z * s->n.z);
        s->reach += p->height[corner] * s->cosine[i] + p->radius[corner] * s->sine[i];
    }
}

revolution_spot carom_revolution_pole(const revolution_pair *r, int i, double sign) {
    revolution_spot pole = {.n = scale3(r->axis[i], sign)};
    pole.cosine[i] = sign;
    double other = sign * r->cosine, fold = r->of[!i].fold;
    pole.cosine[!i] = fabs(other - fold) < REVOLUTION_PARALLEL ? fold : other;
    carom_revolution_measure(r, &pole);
    return pole;
}

/* The curvature radius of the rim. */
static double bend_of(const revolution_pair *r, int i, const revolution_spot *s) {
    return s->sine[i] > 0.0 ? r->of[i].radius[active_corner(r, i, s)] / s->sine[i] : 0.0;
}

/* The direction where the plane that touches the concave reaches here has its least: never worse.
 */
static vec3 safe_step(const revolution_pair *r, const revolution_spot *s) {
    vec3 w = r->shift;
    for (int i = 0; i < 2; i++) {
        int corner = active_corner(r, i, s);
        w = mad3(w, r->axis[i], r->of[i].height[corner] - bend_of(r, i, s) * s->cosine[i]);
    }
    double length = sqrt(len2(w));
    return length > 0.0 ? scale3(w, -1.0 / length) : s->n;
}

/* Newton's step between two rims. `*turn`: by how much. */
static vec3 free_step(const revolution_pair *r, const revolution_spot *s, double *turn) {
    vec3 way[2] = {revolution_along_rim(r, 0, s), revolution_along_rim(r, 1, s)};
    vec3 n = s->n, x = way[s->sine[1] > s->sine[0]], y = cross3(n, x), w = r->shift;
    double xx = -s->reach, xy = 0.0, yy = -s->reach;
    for (int i = 0; i < 2; i++) {
        double bend = bend_of(r, i, s), p = dot3(way[i], x), q = dot3(way[i], y);
        w = add3(w, support_of(r, i, active_corner(r, i, s), s));
        xx += bend * p * p, xy += bend * p * q, yy += bend * q * q;
    }
    double det = xx * yy - xy * xy, wx = dot3(w, x), wy = dot3(w, y);
    *turn = 1.0;
    if (!(det > 0.0 && xx > 0.0)) return safe_step(r, s);
    double tx = (xy * wy - yy * wx) / det, ty = (xy * wx - xx * wy) / det;
    if (!(tx * tx + ty * ty < LONGEST_TURN * LONGEST_TURN)) return safe_step(r, s);
    *turn = fabs(tx) + fabs(ty);
    vec3 m = mad3(mad3(n, x, tx), y, ty);
    return scale3(m, 1.0 / sqrt(len2(m)));
}

/* The direction on both folds. False: there is none. */
static bool corner_step(const revolution_pair *r, double u, double v, vec3 *n) {
    double y = r->sine > 0.0 ? (v - r->cosine * u) / r->sine : 1.0, square = 1.0 - u * u - y * y;
    if (!(square >= 0.0)) return false;
    *n = vec(u, y, -sqrt(square));
    return true;
}

/* To the nearest direction on the folds of `mask`. */
static bool onto_folds(const revolution_pair *r, int mask, revolution_spot *s) {
    const double fold[2] = {r->of[0].fold, r->of[1].fold};
    if (mask == 3) {
        if (!corner_step(r, fold[0], fold[1], &s->n)) return false;
    } else {
        int i = mask == 2;
        vec3 axis = r->axis[i], out = mad3(s->n, axis, -dot3(s->n, axis));
        double square = len2(out);
        if (!(square > 0.0)) return false;
        s->n = mad3(scale3(out, sqrt((1.0 - fold[i] * fold[i]) / square)), axis, fold[i]);
    }
    for (int i = 0; i < 2; i++)
        s->cosine[i] = mask >> i & 1 ? fold[i] : dot3(s->n, r->axis[i]);
    return true;
}

/* To the direction n, or, past a fold, to that fold. False, and nothing done, when that is up. */
static bool turn_to_lower(const revolution_pair *r, revolution_spot *s, vec3 n) {
    int past = 0;
    revolution_spot next = *s;
    next.n = n;
    for (int i = 0; i < 2; i++) {
        next.cosine[i] = dot3(next.n, r->axis[i]);
        past |= (active_corner(r, i, &next) != active_corner(r, i, s)) << i;
    }
    if (past && !onto_folds(r, past, &next)) return false;
    carom_revolution_measure(r, &next);
    if (!(next.reach <= s->reach + r->rounding)) return false;
    *s = next;
    return true;
}

/* A direction on the fold of solid `i`, by how far it goes aside of that solid's axis and along the
 * frame's z, and the other solid's reach. */
typedef struct fold_spot {
    double aside, z;
    double cosine, sine, reach; /* the other solid's; reach: but for what stays the same */
} fold_spot;

typedef struct fold_walk {
    double fold, height, radius; /* of the other's corner */
    double aside, z;             /* of the shift */
    double cosine, sine;         /* between the axes */
} fold_walk;

static void measure_on_fold(const fold_walk *w, fold_spot *s) {
    double across = w->sine * w->fold - w->cosine * s->aside;
    s->cosine = w->cosine * w->fold + w->sine * s->aside;
    s->sine = sqrt(across * across + s->z * s->z);
    s->reach = w->aside * s->aside + w->z * s->z + w->height * s->cosine + w->radius * s->sine;
}

/* Newton's method round the axis. False where the other solid's corner changes, or at its pole. */
static bool walk_fold(const revolution_pair *r, const fold_walk *w, int other, fold_spot *s) {
    for (int step = 0; step < DESCENT_LIMIT; step++) {
        if (!(s->sine > NEAR_POLE)) return false;
        double bend = w->radius / s->sine, square = bend / (s->sine * s->sine);
        double g = w->aside + w->sine * (w->height - bend * s->cosine);
        double slope = s->aside * w->z - s->z * g, lean = w->sine * s->z;
        double curve = -(s->aside * g + s->z * w->z) - lean * lean * square;
        double angle = curve > 0.0 ? -slope / curve : -copysign(LONGEST_TURN, slope);
        angle = max2(-LONGEST_TURN, min2(LONGEST_TURN, angle));
        double k = 1.0 / sqrt(1.0 + angle * angle);
        fold_spot next = {(s->aside - s->z * angle) * k, (s->z + s->aside * angle) * k, 0, 0, 0};
        measure_on_fold(w, &next);
        double fold = r->of[other].fold;
        if ((next.cosine >= fold) != (s->cosine >= fold)) return false;
        if (!(next.reach <= s->reach + r->rounding)) return true;
        *s = next;
        if (fabs(angle) <= LAST_TURN) return true;
    }
    return true;
}

/* Down along the fold of solid i, and onto the other's where they cross. */
static void descend_fold(const revolution_pair *r, revolution_spot *s, int i) {
    const revolution_profile *p = &r->of[!i];
    int corner = active_corner(r, !i, s);
    const fold_walk walk = {r->of[i].fold,
                            p->height[corner],
                            p->radius[corner],
                            revolution_aside(r, i, r->shift),
                            r->shift.z,
                            r->cosine,
                            r->sine};
    fold_spot at = {revolution_aside(r, i, s->n), s->n.z, 0, 0, 0};
    measure_on_fold(&walk, &at);
    bool ended = walk_fold(r, &walk, !i, &at);
    revolution_spot next = *s;
    next.n = revolution_from_axis(r, i, vec(walk.fold, at.aside, at.z));
    next.cosine[!i] = at.cosine;
    carom_revolution_measure(r, &next);
    if (next.reach <= s->reach + r->rounding) *s = next;
    if (ended || !onto_folds(r, 3, &next)) return;
    carom_revolution_measure(r, &next);
    if (next.reach <= s->reach + r->rounding) *s = next;
}

/* One step between two rims. False at the end. */
static bool descend_once(const revolution_pair *r, revolution_spot *s) {
    double turn;
    vec3 n = free_step(r, s, &turn);
    if (turn_to_lower(r, s, n)) return turn > LAST_TURN;
    return turn > LAST_TURN && turn_to_lower(r, s, safe_step(r, s));
}

/* The part of a solid that is farthest along a spot's direction. */
typedef enum part_kind { PART_POINT, PART_SIDE, PART_END } part_kind;

typedef struct extreme_part {
    part_kind kind;
    vec3 middle, half; /* of a side, half its length */
    double radius;     /* of an end */
    double rim;        /* of a point's or side's rim */
} extreme_part;

static extreme_part part_of(const revolution_pair *r, int i, const revolution_spot *s) {
    int corner = active_corner(r, i, s);
    double radius = r->of[i].radius[corner];
    extreme_part p = {PART_POINT, support_of(r, i, corner, s), {0, 0, 0}, 0.0, radius};
    if (is_pole(s, i)) {
        if (radius > 0.0) p.kind = PART_END;
        p.radius = radius;
        p.rim = 0.0;
    } else if (is_on_fold(r, i, s)) {
        vec3 other = support_of(r, i, !corner, s);
        p.kind = PART_SIDE;
        p.half = scale3(sub3(p.middle, other), 0.5);
        p.middle = mad3(other, sub3(p.middle, other), 0.5);
    }
    return p;
}

/* Where on the line of `p` the line of `q` is nearest, in units of p's half. Of parallel ones the
 * middle of what they share. */
static double meet_lines(const extreme_part *p, const extreme_part *q) {
    vec3 u = p->half, v = q->half, w = sub3(q->middle, p->middle);
    double uu = len2(u), uv = dot3(u, v), vv = len2(v), det = uu * vv - uv * uv;
    if (det > 1e-20 * uu * vv) return (dot3(u, w) * vv - uv * dot3(v, w)) / det;
    double at = dot3(u, w) / uu, reach = sqrt(vv / uu);
    return 0.5 * (max2(-1.0, at - reach) + min2(1.0, at + reach));
}

/* The middle of the chord that a disc cuts from the line of `p`. */
static double meet_disc(const extreme_part *p, const extreme_part *disc) {
    vec3 w = sub3(disc->middle, p->middle);
    double uu = len2(p->half), at = dot3(p->half, w) / uu, off = len2(w) - at * at * uu;
    double reach = sqrt(max2(0.0, disc->radius * disc->radius - off) / uu);
    return 0.5 * (max2(-1.0, at - reach) + min2(1.0, at + reach));
}

/* A point that both parts, in one plane, share; q's is no point. */
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

/* ---- from poles */

/* Off a pole whose end the foot is not in, towards the foot. False: it stays. */
static bool leave_pole(const revolution_pair *r, int i, revolution_spot *s) {
    extreme_part p = part_of(r, i, s), q = part_of(r, !i, s);
    if (q.kind != PART_POINT) return false;
    vec3 foot = sub3(mad3(neg3(r->shift), s->n, s->reach), q.middle), to = sub3(foot, p.middle);
    double length = sqrt(len2(to));
    if (!(length > p.radius)) return false;
    to = scale3(to, 1.0 / length);
    double along = dot3(revolution_along_rim(r, !i, s), to), slope = length - p.radius;
    double curve = bend_of(r, !i, s) * along * along - s->reach;
    vec3 n = mad3(s->n, to, slope < LEAVING * curve ? slope / curve : LEAVING);
    s->n = scale3(n, 1.0 / sqrt(len2(n)));
    for (int k = 0; k < 2; k++)
        s->cosine[k] = dot3(s->n, r->axis[k]);
    carom_revolution_measure(r, s);
    return true;
}

/* Off a fold whose side the foot is beyond the end of, to that end's rim. False: it stays. */
static bool leave_fold(const revolution_pair *r, int i, revolution_spot *s) {
    extreme_part p = part_of(r, i, s), q = part_of(r, !i, s);
    if (q.kind != PART_POINT) return false;
    vec3 foot = sub3(mad3(neg3(r->shift), s->n, s->reach), q.middle);
    double along = dot3(sub3(foot, p.middle), p.half), uu = len2(p.half);
    if (!(fabs(along) > uu)) return false;
    vec3 n = mad3(s->n, p.half, copysign(LEAVING, along) / sqrt(uu));
    s->n = scale3(n, 1.0 / sqrt(len2(n)));
    for (int k = 0; k < 2; k++)
        s->cosine[k] = dot3(s->n, r->axis[k]);
    carom_revolution_measure(r, s);
    return true;
}

/* Onto a pole that the way down has led to. */
static bool reach_pole(const revolution_pair *r, revolution_spot *s) {
    int i = s->sine[1] < s->sine[0];
    if (!(s->sine[i] < NEAR_POLE)) return false;
    revolution_spot pole = carom_revolution_pole(r, i, copysign(1.0, s->cosine[i]));
    if (!(pole.reach <= s->reach + r->rounding)) return false;
    *s = pole;
    return true;
}

void carom_revolution_descend(const revolution_pair *r, revolution_spot *s) {
    revolution_spot first = *s;
    for (int i = 0; i < 2; i++)
        if (is_pole(s, i) && !leave_pole(r, i, s)) return;
    bool left = false, more = true;
    for (int step = 0; step < DESCENT_LIMIT && more && !reach_pole(r, s); step++) {
        bool fold[2] = {is_on_fold(r, 0, s), is_on_fold(r, 1, s)};
        if (fold[0] && fold[1]) break;
        if (!fold[0] && !fold[1]) {
            more = descend_once(r, s);
            continue;
        }
        descend_fold(r, s, fold[1]);
        more = !left && !(is_on_fold(r, 0, s) && is_on_fold(r, 1, s)) && leave_fold(r, fold[1], s);
        left = true;
    }
    if (first.reach < s->reach - r->rounding) *s = first;
}

/* ---- the points */

/* The point of a part that is nearest to `point` in its plane, and what is round it. Half-way to a
 * cone's apex half of its rim is left. */
static vec3 hold_at(const revolution_profile *profile, const extreme_part *p, vec3 point,
                    revolution_hold *hold) {
    *hold = (revolution_hold){.rim = p->rim};
    if (p->kind == PART_POINT) return p->middle;
    vec3 d = sub3(point, p->middle);
    if (p->kind == PART_SIDE) {
        double length = sqrt(len2(p->half));
        double t = max2(-1.0, min2(1.0, dot3(d, p->half) / (length * length)));
        bool even = profile->radius[0] == profile->radius[1];
        hold->way = scale3(p->half, 1.0 / length);
        hold->margin = (1.0 - fabs(t)) * length * (even ? 1.0 : 0.5);
        hold->rim = even ? p->rim
                         : 0.25 * ((1.0 - t) * profile->radius[0] + (1.0 + t) * profile->radius[1]);
        return mad3(p->middle, p->half, t);
    }
    double off = sqrt(len2(d));
    hold->margin = max2(0.0, p->radius - off);
    return off > p->radius ? mad3(p->middle, d, p->radius / off) : point;
}

double carom_revolution_witness(const revolution_pair *r, const revolution_spot *s, vec3 point[2],
                                revolution_hold hold[2]) {
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
    point[0] = hold_at(&r->of[0], &p, point[0], &hold[0]);
    point[1] = hold_at(&r->of[1], &q, point[1], &hold[1]);
    return sqrt(len2(sub3(add3(point[0], point[1]), sum)));
}
