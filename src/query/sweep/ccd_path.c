/* Own method for continuous collision detection, against the inclusion-based root finding of
 * [Wang21]: time advances from certificate to certificate, each of which clears an interval.
 * - The origin is off the polygon's plane while the cubic det(corner, side, side) is not 0; its
 *   Bernstein coefficients bound it from below, a safeguarded Newton step.
 * - Where the plane passes the origin, it is in the polygon when the cross products of consecutive
 *   corners, quadratics in time, have one sign, and outside when they have two.
 * - A fixed axis n separates while the least of n . corner, a minimum of linear functions, is
 *   above 0. Face, sides and corners offer axes.
 * Every certificate has a margin above its rounding error. When none advances, exact arithmetic
 * decides (ccd_exact.c): contact is never missed, and reported early by at most CCD_FRACTION. */
#include "query/sweep/ccd_path.h"

#include "query/sweep/ccd_plane.h"
#include "query/sweep/tolerances.h"

#define STEP_LIMIT 24

static vec3 lerp3(vec3 a, vec3 b, double t) {
    return vec(a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.z + t * (b.z - a.z));
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

/* The time until which the unit axis separates, from t on: t itself when it does not separate,
 * CCD_BEYOND when it does to the end. */
static double clear_until(const ccd_path *path, vec3 axis, double t) {
    double margin = CCD_AXIS_MARGIN * path->size, until = CCD_BEYOND;
    for (int k = 0; k < path->count; k++) {
        double g0 = dot3(axis, path->corner[0][k]), g1 = dot3(axis, path->corner[1][k]);
        if (!(g0 + t * (g1 - g0) > margin)) return t;
        if (!(g1 > margin)) until = min2(until, (g0 - margin) / (g0 - g1));
    }
    return max2(until, t);
}

/* A unit axis, and the time until which it separates. */
typedef struct ccd_axis {
    double until;
    vec3 axis;
} ccd_axis;

static void try_ccd_axis(const ccd_path *path, vec3 direction, double t, ccd_axis *best) {
    double square = len2(direction);
    if (!(square > 0.0)) return;
    vec3 axis = scale3(direction, 1.0 / sqrt(square));
    double until = clear_until(path, axis, t);
    if (until > best->until) *best = (ccd_axis){until, axis};
}

/* The part of v perpendicular to e, by two projections, as the first leaves a rounding error of
 * v's length. */
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

/* The axis that separates longest from t on, among those of face, sides and corners. */
static ccd_axis best_axis(const ccd_path *path, double t) {
    ccd_pose now = pose_at(path, t);
    ccd_axis best = {t, {0, 0, 0}};
    vec3 normal = ccd_face_normal(path, &now);
    if (dot3(normal, now.corner[0]) < 0.0) normal = neg3(normal);
    try_ccd_axis(path, normal, t, &best);
    for (int k = 0; k < path->count && best.until < CCD_BEYOND; k++)
        try_ccd_axis(path, perpendicular_part(now.corner[k], now.side[k]), t, &best);
    for (int k = 0; k < path->count && best.until < CCD_BEYOND; k++)
        try_ccd_axis(path, now.corner[k], t, &best);
    return best;
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
        return fabs(along) > FACE_COSINE ? scale3(face, along > 0.0 ? 1.0 : -1.0) : axis;
    }
    vec3 motion = {0, 0, 0}, side = {0, 0, 0};
    for (int k = 0; k < path->count; k++) {
        motion = add3(motion, sub3(path->corner[1][k], path->corner[0][k]));
        if (len2(now.side[k]) > len2(side)) side = now.side[k];
    }
    if (max_abs3(face) == 0.0) { /* no area: across the longest side, in the motion's plane */
        vec3 across = perpendicular_part(motion, side);
        if (len2(across) > ACROSS_SINE2 * len2(motion))
            return carom_normalize_or(neg3(across), side);
        return carom_perpendicular(side);
    }
    return dot3(face, motion) > 0.0 ? neg3(face) : face;
}

ccd_contact carom_ccd_contact_at(const ccd_path *path, double t, vec3 axis) {
    ccd_nearest near = nearest_at(path, t);
    return (ccd_contact){contact_normal(path, t, axis), near.s, near.t};
}

/* The face's normal at `t`, on the side of the origin that the cubic's sign before gives. */
static vec3 axis_before(const ccd_path *path, int before, double t) {
    ccd_pose now = pose_at(path, t);
    vec3 normal = ccd_face_normal(path, &now);
    vec3 reference = cross3(now.side[0], neg3(now.side[path->count - 1]));
    bool same = (before > 0) == (dot3(normal, reference) > 0.0);
    return carom_normalize_or(same ? normal : neg3(normal), vec(0, 0, 0));
}

typedef struct ccd_progress {
    double t;
    vec3 axis;     /* the last that separated, */
    double normal; /* unless it was the face's normal at this time; -1: it was not */
    int before;    /* on this side */
} ccd_progress;

/* Until when some axis separates, from now on. */
static double separate_until(const ccd_path *path, ccd_progress *now) {
    ccd_axis best = best_axis(path, now->t);
    if (best.until > now->t) now->axis = best.axis, now->normal = -1.0;
    return best.until;
}

static inline bool never_in_plane(const ccd_cubic *cubic) {
    const double_double *c = cubic->c;
    double low = min2(min2(c[0].hi, c[1].hi), min2(c[2].hi, c[3].hi));
    double high = max2(max2(c[0].hi, c[1].hi), max2(c[2].hi, c[3].hi));
    return low > cubic->error || high < -cubic->error;
}

static ccd_bracket finish_bracket(const ccd_path *path, const ccd_progress *now, ccd_bracket *out) {
    out->axis = now->normal >= 0.0 ? axis_before(path, now->before, now->normal) : now->axis;
    return *out;
}

ccd_bracket carom_ccd_bracket(const ccd_path *path) {
    static const ccd_bracket miss = {.kind = CCD_MISS};
    ccd_cubic cubic = carom_ccd_cubic(path);
    if (never_in_plane(&cubic)) return miss;
    if (!finite1(cubic.c[0].hi + cubic.c[3].hi)) return miss; /* every coordinate is in these */
    ccd_bracket out = {.kind = CCD_DOUBT};
    ccd_progress now = {.normal = -1.0};
    for (int step = 1; step <= STEP_LIMIT; step++) {
        double from = now.t;
        const ccd_stop stop = carom_ccd_off_plane_until(&cubic, from);
        if (stop.time >= CCD_BEYOND) return miss;
        const ccd_past past = carom_ccd_past_plane(&cubic, &stop);
        now.t = stop.time;
        double until = past.time;
        out.fraction = now.t, out.until = min2(past.time, 1.0);
        out.sides = carom_ccd_sides_between(path, &cubic, now.t, out.until);
        if (out.sides.where != CCD_OUTSIDE) {
            bool inside = out.sides.where == CCD_INSIDE, narrow = until <= now.t + CCD_FRACTION;
            out.before = stop.before, out.after = past.side;
            if (now.t > from) now.normal = now.t, now.before = out.before;
            if (inside && narrow && out.before != 0 && out.after == -out.before) {
                out.kind = CCD_CROSSES;
                break;
            }
            if (inside && out.until == 1.0 && 1.0 - now.t <= CCD_FRACTION) break;
            until = inside || narrow ? now.t : separate_until(path, &now);
        }
        if (until >= CCD_BEYOND) return miss;
        if (until > now.t) {
            now.t = until;
        } else {
            if (cubic.fine) break;
            cubic = carom_ccd_fine_cubic(path);
        }
    }
    return finish_bracket(path, &now, &out);
}
