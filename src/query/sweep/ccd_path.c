/* Time advances from certificate to certificate, each of which clears an interval:
 * - The origin is off the polygon's plane while the cubic det(corner, side, side) is not 0; its
 *   Bernstein coefficients bound it from below, which is Newton's method without its risks.
 * - A fixed axis n separates while the least of n . corner, a minimum of linear functions, is above
 *   0. Face, sides and corners offer axes.
 * - An axis that itself moves, from the best here to the best there, gives quadratics.
 * When none gets on, the features are as near as rounding lets them be. Every certificate holds
 * back a margin above its rounding error, so no contact is passed. */
#include "query/sweep/ccd_path.h"

#include "carom/ccd.h"

#define MARGIN 4e-15       /* of an axis, in sizes: 36 roundings; products and sums need 12 */
#define CUBIC_MARGIN 2e-14 /* of the cubic: 180 roundings, 6 products of 3 with 14 each */
#define STEP_LIMIT 128
#define PATIENCE 6  /* steps before all certificates are asked, and nearness is enough */
#define AT_ONCE 0.1 /* of the tolerance: contact without further proof */
#define CLIP_LIMIT 60
#define BEYOND 2.0 /* a time after the frame */

static vec3 lerp3(vec3 a, vec3 b, double t) {
    return vec(a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.z + t * (b.z - a.z));
}

bool carom_ccd_prepare(ccd_path *path) {
    double size = 0.0, sum = 0.0;
    for (int end = 0; end < 2; end++)
        for (int k = 0; k < path->count; k++) {
            vec3 c = path->corner[end][k], s = path->side[end][k];
            size = max2(size, max2(max_abs3(c), max_abs3(s)));
            sum += (c.x + c.y + c.z) + (s.x + s.y + s.z);
        }
    path->size = size;
    return finite1(sum) && size > 1e-60 && size < 1e60;
}

/* The polygon at one time. */
typedef struct ccd_pose {
    vec3 corner[CCD_CORNERS], side[CCD_CORNERS];
} ccd_pose;

static ccd_pose pose_at(const ccd_path *path, double t) {
    ccd_pose now;
    for (int k = 0; k < path->count; k++) {
        now.corner[k] = lerp3(path->corner[0][k], path->corner[1][k], t);
        now.side[k] = lerp3(path->side[0][k], path->side[1][k], t);
    }
    return now;
}

/* Until when the unit axis separates, from t on: t itself when it does not, BEYOND when it does to
 * the end. */
static double clear_until(const ccd_path *path, vec3 axis, double t) {
    double margin = MARGIN * path->size, until = BEYOND;
    for (int k = 0; k < path->count; k++) {
        double g0 = dot3(axis, path->corner[0][k]), g1 = dot3(axis, path->corner[1][k]);
        if (!(g0 + t * (g1 - g0) > margin)) return t;
        if (!(g1 > margin)) until = min2(until, (g0 - margin) / (g0 - g1));
    }
    return max2(until, t);
}

/* A unit axis, and what is wished to be large about it: the time until which it separates, or how
 * far it separates. */
typedef struct ccd_axis {
    double value;
    vec3 axis;
} ccd_axis;

typedef double ccd_measure(const ccd_path *path, vec3 axis, double t);

static double gap_along(const ccd_path *path, vec3 axis, double t) {
    double gap = DBL_MAX;
    for (int k = 0; k < path->count; k++)
        gap = min2(gap, dot3(axis, lerp3(path->corner[0][k], path->corner[1][k], t)));
    return gap;
}

static void try_ccd_axis(const ccd_path *path, ccd_measure *measure, vec3 direction, double t,
                         ccd_axis *best) {
    double square = len2(direction);
    if (!(square > 0.0)) return;
    vec3 axis = scale3(direction, 1.0 / sqrt(square));
    double value = measure(path, axis, t);
    if (value > best->value) *best = (ccd_axis){value, axis};
}

/* The part of v perpendicular to e; twice, as the first leaves a rounding of v's length. */
static vec3 perpendicular_part(vec3 v, vec3 e) {
    double square = len2(e);
    if (!(square > 0.0)) return v;
    v = mad3(v, e, -dot3(v, e) / square);
    return mad3(v, e, -dot3(v, e) / square);
}

/* Where the sides are nearly parallel their cross product is imprecise along them, which the second
 * step amends. */
static vec3 ccd_face_normal(const ccd_path *path, const ccd_pose *now) {
    vec3 u = now->side[0], w = now->side[path->count - 1];
    return perpendicular_part(cross3(w, u), len2(u) > len2(w) ? u : w);
}

/* The best axis among those of face, sides and corners, if better than `least`. */
static inline ccd_axis best_axis(const ccd_path *path, ccd_measure *measure, double t,
                                 double least) {
    ccd_pose now = pose_at(path, t);
    ccd_axis best = {least, {0, 0, 0}};
    vec3 normal = ccd_face_normal(path, &now);
    if (dot3(normal, now.corner[0]) < 0.0) normal = neg3(normal);
    try_ccd_axis(path, measure, normal, t, &best);
    for (int k = 0; k < path->count && best.value < BEYOND; k++)
        try_ccd_axis(path, measure, perpendicular_part(now.corner[k], now.side[k]), t, &best);
    for (int k = 0; k < path->count && best.value < BEYOND; k++)
        try_ccd_axis(path, measure, now.corner[k], t, &best);
    return best;
}

/* ---- the other certificates */

/* Until when an axis clears that goes from the best at t to the best at a later time. Steps from
 * `step` down are tried while they lead farther than `near`, which is returned when none does. */
static double moving_axis_until(const ccd_path *path, double t, double near, double step) {
    double margin = MARGIN * path->size;
    step = min2(step, 1.0 - t);
    ccd_axis here = best_axis(path, gap_along, t, margin);
    if (max_abs3(here.axis) == 0.0) return near;
    for (; t + step > near; step *= 0.5) {
        ccd_axis there = best_axis(path, gap_along, t + step, margin);
        bool clear = there.value > margin;
        for (int k = 0; k < path->count && clear; k++) {
            vec3 a = lerp3(path->corner[0][k], path->corner[1][k], t);
            vec3 b = lerp3(path->corner[0][k], path->corner[1][k], t + step);
            clear = 0.5 * (dot3(here.axis, b) + dot3(there.axis, a)) > margin;
        }
        if (clear) return t + step >= 1.0 ? BEYOND : t + step;
    }
    return near;
}

static double det3(vec3 a, vec3 b, vec3 c) {
    return dot3(a, cross3(b, c));
}

typedef struct ccd_cubic {
    double c[4], error;
} ccd_cubic;

/* Bernstein coefficients of det(corner 0, side, side), and the bound on their error. */
static ccd_cubic cubic_of(const ccd_path *path) {
    vec3 x[2], u[2], w[2];
    double size[3] = {0, 0, 0};
    for (int end = 0; end < 2; end++) {
        x[end] = path->corner[end][0];
        u[end] = path->side[end][0];
        w[end] = neg3(path->side[end][path->count - 1]);
        size[0] = max2(size[0], max_abs3(x[end]));
        size[1] = max2(size[1], max_abs3(u[end]));
        size[2] = max2(size[2], max_abs3(w[end]));
    }
    ccd_cubic f;
    f.c[0] = det3(x[0], u[0], w[0]);
    f.c[1] = (det3(x[1], u[0], w[0]) + det3(x[0], u[1], w[0]) + det3(x[0], u[0], w[1])) / 3.0;
    f.c[2] = (det3(x[0], u[1], w[1]) + det3(x[1], u[0], w[1]) + det3(x[1], u[1], w[0])) / 3.0;
    f.c[3] = det3(x[1], u[1], w[1]);
    f.error = CUBIC_MARGIN * size[0] * size[1] * size[2];
    return f;
}

/* De Casteljau: keeps the part after s. */
static void keep_after(double c[4], double s) {
    for (int level = 1; level < 4; level++)
        for (int i = 0; i < 4 - level; i++)
            c[i] = c[i] + s * (c[i + 1] - c[i]);
}

/* Where the lower hull of the coefficients, the first of which is above `level`, comes down to it;
 * BEYOND when it does not. Coefficient k stands at k / 3. */
static double hull_descent(const double c[4], double level) {
    double s = BEYOND;
    for (int k = 1; k < 4; k++) {
        if (c[k] > level) continue;
        for (int i = 0; i < k; i++)
            if (c[i] > level) s = min2(s, (i + (k - i) * ((c[i] - level) / (c[i] - c[k]))) / 3.0);
    }
    return s;
}

/* Until when the origin is certainly off the polygon's plane, from t on: t itself when that is not
 * known. The cubic is above the hull of its coefficients, which lets time advance to where that
 * hull comes down: quadratically to a simple root, by halves to a double one. */
static double off_plane_until(const ccd_cubic *cubic, double t) {
    ccd_cubic f = *cubic;
    if (t > 0.0) keep_after(f.c, t);
    double error = f.error;
    if (f.c[0] < 0.0)
        for (int i = 0; i < 4; i++)
            f.c[i] = -f.c[i];
    for (int i = 0; i < CLIP_LIMIT && f.c[0] > error; i++) {
        double s = hull_descent(f.c, error);
        if (s >= BEYOND) return BEYOND;
        t += s * (1.0 - t);
        if (s < 4.0 * DBL_EPSILON) break;
        keep_after(f.c, s);
    }
    return t;
}

/* ---- the distance at one time */

typedef struct ccd_nearest {
    double distance, s, t;
} ccd_nearest;

/* Corner k in the coordinates s and t. */
static void corner_parameters(int count, int k, double *s, double *t) {
    *s = k == 1 || (k == 2 && count == 4) ? 1.0 : 0.0;
    *t = k >= 2 ? 1.0 : 0.0;
}

static void nearest_of_side(const ccd_path *path, const ccd_pose *now, int k, ccd_nearest *best) {
    vec3 c = now->corner[k], e = now->side[k];
    double square = len2(e), along = square > 0.0 ? clamp01(-dot3(c, e) / square) : 0.0;
    double distance = sqrt(len2(mad3(c, e, along))), s0, t0, s1, t1;
    if (!(distance < best->distance)) return;
    corner_parameters(path->count, k, &s0, &t0);
    corner_parameters(path->count, k + 1 == path->count ? 0 : k + 1, &s1, &t1);
    *best = (ccd_nearest){distance, s0 + along * (s1 - s0), t0 + along * (t1 - t0)};
}

/* The parameter in [0, high] at which x + p * e is nearest to the origin. */
static double nearest_along(vec3 x, vec3 e, double high) {
    double square = len2(e), p = square > 0.0 ? -dot3(x, e) / square : 0.0;
    return p > 0.0 ? min2(p, high) : 0.0;
}

/* The distance is that of points of the polygon, so never too small. Where u and w are nearly
 * parallel the first s and t are rough; each is then set anew, the other given. */
static ccd_nearest nearest_at(const ccd_path *path, double time) {
    ccd_pose now = pose_at(path, time);
    ccd_nearest best = {DBL_MAX, 0.0, 0.0};
    for (int k = 0; k < path->count; k++)
        nearest_of_side(path, &now, k, &best);
    vec3 corner = now.corner[0], u = now.side[0], w = neg3(now.side[path->count - 1]);
    vec3 normal = cross3(u, w);
    double square = len2(normal), triangle = path->count == 3 ? 1.0 : 0.0;
    if (!(square > 0.0)) return best;
    double t = clamp01(-dot3(cross3(u, corner), normal) / square);
    double s = nearest_along(mad3(corner, w, t), u, 1.0 - triangle * t);
    t = nearest_along(mad3(corner, u, s), w, 1.0 - triangle * s);
    double distance = sqrt(len2(mad3(mad3(corner, u, s), w, t)));
    if (distance < best.distance) best = (ccd_nearest){distance, s, t};
    return best;
}

/* ---- the answer */

/* The normal at contact: that of the face where the last axis was nearly it, which is more precise.
 * Without an axis (contact at the start) the face's, against the motion. */
static vec3 contact_normal(const ccd_path *path, double t, vec3 axis) {
    ccd_pose now = pose_at(path, t);
    vec3 face = carom_normalize_or(ccd_face_normal(path, &now), vec(0, 0, 0));
    if (max_abs3(axis) > 0.0) {
        double along = dot3(face, axis);
        return fabs(along) > 0.9 ? scale3(face, along > 0.0 ? 1.0 : -1.0) : axis;
    }
    vec3 motion = {0, 0, 0}, side = {0, 0, 0};
    for (int k = 0; k < path->count; k++) {
        motion = add3(motion, sub3(path->corner[1][k], path->corner[0][k]));
        if (len2(now.side[k]) > len2(side)) side = now.side[k];
    }
    if (max_abs3(face) == 0.0) { /* no area: across the longest side, as the motion has it */
        vec3 across = perpendicular_part(motion, side);
        if (len2(across) > 1e-20 * len2(motion)) return carom_normalize_or(neg3(across), side);
        return carom_perpendicular(side);
    }
    return dot3(face, motion) > 0.0 ? neg3(face) : face;
}

static ccd_contact contact_at(const ccd_path *path, double t, vec3 axis, const ccd_nearest *near) {
    return (ccd_contact){.hit = true,
                         .fraction = t,
                         .normal = contact_normal(path, t, axis),
                         .s = near->s,
                         .t = near->t,
                         .converged = near->distance <= CAROM_CCD_TOLERANCE * path->size};
}

/* The face's normal at `t`, on the side on which the polygon was at `from`. */
static vec3 axis_before(const ccd_path *path, const ccd_cubic *cubic, double from, double t) {
    ccd_pose now = pose_at(path, t);
    ccd_cubic f = *cubic;
    keep_after(f.c, from);
    vec3 normal = ccd_face_normal(path, &now);
    vec3 reference = cross3(now.side[0], neg3(now.side[path->count - 1]));
    bool same = (f.c[0] > 0.0) == (dot3(normal, reference) > 0.0);
    return carom_normalize_or(same ? normal : neg3(normal), vec(0, 0, 0));
}

/* Does some coordinate alone keep the polygon off the origin? */
static bool off_box(const ccd_path *path) {
    vec3 low = path->corner[0][0], high = low;
    for (int end = 0; end < 2; end++)
        for (int k = 0; k < path->count; k++) {
            vec3 c = path->corner[end][k];
            low = lower3(low, c);
            high = upper3(high, c);
        }
    return low.x > 0.0 || low.y > 0.0 || low.z > 0.0 || high.x < 0.0 || high.y < 0.0 ||
           high.z < 0.0;
}

ccd_contact carom_ccd_solve(const ccd_path *path) {
    static const ccd_contact miss;
    if (off_box(path)) return miss;
    ccd_cubic cubic = cubic_of(path);
    double t = 0.0, last_step = 0.0, touch = CAROM_CCD_TOLERANCE * path->size;
    vec3 axis = {0, 0, 0};
    for (int step = 1; step <= STEP_LIMIT; step++) {
        double from = t;
        t = off_plane_until(&cubic, t);
        if (t >= BEYOND) return miss;
        if (t > from) axis = axis_before(path, &cubic, from, t);
        double distance = nearest_at(path, t).distance;
        if (distance <= (step < PATIENCE ? AT_ONCE * touch : touch)) break;
        ccd_axis best = best_axis(path, clear_until, t, t);
        double until = best.value;
        if (until < BEYOND && (until <= t || step >= PATIENCE))
            until = moving_axis_until(path, t, until, 16.0 * max2(until - from, last_step));
        if (until >= BEYOND) return miss;
        if (!(until > t)) break;
        if (best.value > t) axis = best.axis;
        last_step = until - from;
        t = until;
    }
    ccd_nearest near = nearest_at(path, t);
    return contact_at(path, t, axis, &near);
}
