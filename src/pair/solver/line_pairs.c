/* Pairs of segments, rays and lines, of which one at least is unbounded: closest points of two
 * lines clamped to their ranges [Ericson05] 5.1.8-9. Contact is the exact sign of a determinant, so
 * that lines that nearly meet do not touch. Moving lines that are not parallel meet at the one time
 * at which the determinant, linear in time, is zero; the time of a given distance is found by
 * Newton's method. The convex engine cannot view two unbounded shapes. */
#include "pair/solver/line_pairs.h"
#include "math/predicates.h"

typedef struct path_range {
    vec3 origin, direction;
    double low, high; /* of t; may be infinite */
} path_range;

typedef struct range_pair {
    double s, t, d2;
} range_pair;

static path_range range_of(const carom_shape *shape) {
    const double infinite = (double)INFINITY;
    if (shape->kind == CAROM_SHAPE_SEGMENT) {
        vec3 a = load3(shape->as.segment.a);
        return (path_range){a, sub3(load3(shape->as.segment.b), a), 0.0, 1.0};
    }
    if (shape->kind == CAROM_SHAPE_RAY) {
        const carom_ray *ray = &shape->as.ray;
        return (path_range){load3(ray->origin), load3(ray->direction), (double)ray->t_min,
                            (double)ray->t_max};
    }
    return (path_range){load3(shape->as.line.origin), load3(shape->as.line.direction), -infinite,
                        infinite};
}

static double held_in(const path_range *path, double t) {
    return t < path->low ? path->low : t > path->high ? path->high : t;
}

static vec3 range_point(const path_range *path, double t) {
    return mad3(path->origin, path->direction, t);
}

/* The parameter nearest to p. */
static double nearest_parameter(const path_range *path, vec3 p) {
    double square = len2(path->direction);
    double t = square > 0.0 ? dot3(sub3(p, path->origin), path->direction) / square : 0.0;
    return held_in(path, t);
}

static void try_pair(range_pair *best, const path_range p[2], double s, double t) {
    if (!finite1(s) || !finite1(t)) return;
    double d2 = len2(sub3(range_point(&p[0], s), range_point(&p[1], t)));
    if (d2 < best->d2) *best = (range_pair){s, t, d2};
}

static range_pair closest_in_ranges(const path_range p[2]) {
    range_pair best = {0.0, 0.0, (double)INFINITY};
    vec3 u = p[0].direction, v = p[1].direction, n = cross3(u, v),
         w = sub3(p[0].origin, p[1].origin);
    double nn = len2(n);
    if (nn > 0.0) {
        double s = held_in(&p[0], -dot3(cross3(w, v), n) / nn);
        double t = nearest_parameter(&p[1], range_point(&p[0], s));
        try_pair(&best, p, s, t);
        try_pair(&best, p, nearest_parameter(&p[0], range_point(&p[1], t)), t);
    }
    const double ends[4] = {p[0].low, p[0].high, p[1].low, p[1].high};
    for (int i = 0; i < 4; i++) {
        if (!finite1(ends[i])) continue;
        if (i < 2)
            try_pair(&best, p, ends[i], nearest_parameter(&p[1], range_point(&p[0], ends[i])));
        else
            try_pair(&best, p, nearest_parameter(&p[0], range_point(&p[1], ends[i])), ends[i]);
    }
    if (best.d2 > DBL_MAX) try_pair(&best, p, 0.0, nearest_parameter(&p[1], p[0].origin));
    return best;
}

/* Whether the lines are coplanar: det[origin_b - origin_a, u, v] is exactly zero. */
static bool share_plane(const path_range p[2]) {
    const vec3 none = {0, 0, 0};
    const vec3 span[6] = {p[0].origin, p[1].origin, none, p[0].direction, none, p[1].direction};
    exact_term terms[6];
    exact_determinant_terms(terms, span);
    return carom_exact_sign(terms, 6) == 0;
}

static double pair_size(const path_range p[2], const range_pair *at) {
    return max_abs3(sub3(p[0].origin, p[1].origin)) + fabs(at->s) * max_abs3(p[0].direction) +
           fabs(at->t) * max_abs3(p[1].direction) + max_abs3(p[0].origin);
}

static bool ranges_touch(const path_range p[2], const range_pair *at) {
    double near = LINES_MEET * pair_size(p, at);
    return at->d2 <= near * near && share_plane(p);
}

bool carom_line_pair_overlap(const carom_shape *a, const carom_shape *b) {
    const path_range p[2] = {range_of(a), range_of(b)};
    range_pair at = closest_in_ranges(p);
    return ranges_touch(p, &at);
}

carom_closest_any carom_line_pair_closest(const carom_shape *a, const carom_shape *b) {
    const path_range p[2] = {range_of(a), range_of(b)};
    range_pair at = closest_in_ranges(p);
    vec3 x = range_point(&p[0], at.s), y = range_point(&p[1], at.t);
    bool touch = ranges_touch(p, &at);
    double distance = touch ? 0.0 : carom_length(sub3(x, y));
    if (!touch && distance == 0.0) distance = apart_by_rounding(x);
    return (carom_closest_any){.distance = (carom_real)distance,
                               .point_a = store3(x),
                               .point_b = store3(touch ? x : y),
                               .t_a = (carom_real)at.s,
                               .t_b = (carom_real)at.t};
}

/* Perpendicular to both; any where they are parallel. */
static vec3 across_both(const path_range p[2]) {
    vec3 u = carom_normalize_or(p[0].direction, vec(1, 0, 0));
    vec3 n = cross3(u, carom_normalize_or(p[1].direction, vec(0, 0, 0)));
    return carom_normalize_or(n, carom_perpendicular(u));
}

carom_penetration carom_line_pair_penetration(const carom_shape *a, const carom_shape *b) {
    const path_range p[2] = {range_of(a), range_of(b)};
    range_pair at = closest_in_ranges(p);
    carom_penetration none = {.overlap = false};
    if (!ranges_touch(p, &at)) return none;
    carom_vec3 x = store3(range_point(&p[0], at.s));
    return (carom_penetration){.overlap = true,
                               .depth = 0,
                               .normal = store3(across_both(p)),
                               .point_a = x,
                               .point_b = x,
                               .certainty = CAROM_EXACT};
}

/* ---- motion */

/* Lowers `first` to the time at which a point of path i, moving by v, meets the other path. */
static void try_moving_point(double *first, const path_range p[2], int i, double t, vec3 v) {
    path_range pair[2] = {{range_point(&p[i], t), i == 0 ? v : neg3(v), 0.0, 1.0}, p[1 - i]};
    range_pair at = closest_in_ranges(pair);
    double near = LINES_MEET * (pair_size(pair, &at) + max_abs3(v));
    if (at.d2 <= near * near && at.s < *first) *first = at.s;
}

static double first_meeting(const path_range p[2], vec3 v) {
    vec3 n = cross3(p[0].direction, p[1].direction), w = sub3(p[1].origin, p[0].origin);
    double start = dot3(w, n), rate = dot3(v, n), first = DBL_MAX;
    if (rate != 0.0) {
        double t = start / rate;
        if (!(t >= 0.0 && t <= 1.0)) return DBL_MAX;
        path_range moved[2] = {{mad3(p[0].origin, v, t), p[0].direction, p[0].low, p[0].high},
                               p[1]};
        range_pair at = closest_in_ranges(moved);
        double near = LINES_MEET * (pair_size(moved, &at) + max_abs3(v));
        return at.d2 <= near * near ? t : DBL_MAX;
    }
    const double ends[2][2] = {{p[0].low, p[0].high}, {p[1].low, p[1].high}};
    for (int i = 0; i < 2; i++) {
        bool unbounded = !finite1(ends[i][0]) && !finite1(ends[i][1]);
        for (int k = 0; k < 2; k++)
            if (finite1(ends[i][k])) try_moving_point(&first, p, i, ends[i][k], v);
        if (unbounded) try_moving_point(&first, p, i, 0.0, v);
    }
    return first;
}

carom_sweep_hit carom_line_pair_sweep(const carom_shape *a, carom_vec3 motion,
                                      const carom_shape *b) {
    static const carom_sweep_hit miss;
    const path_range p[2] = {range_of(a), range_of(b)};
    vec3 v = load3(motion);
    range_pair at = closest_in_ranges(p);
    bool inside = ranges_touch(p, &at);
    double t = inside ? 0.0 : max_abs3(v) > 0.0 ? first_meeting(p, v) : DBL_MAX;
    if (t > 1.0) return miss;
    path_range moved[2] = {{mad3(p[0].origin, v, t), p[0].direction, p[0].low, p[0].high}, p[1]};
    at = closest_in_ranges(moved);
    vec3 normal = across_both(p);
    if (dot3(normal, v) < 0.0) normal = neg3(normal);
    return (carom_sweep_hit){.hit = true,
                             .initial_overlap = inside,
                             .fraction = store1(t),
                             .fraction_exit = store1(t),
                             .point = store3(range_point(&p[1], at.t)),
                             .normal = store3(normal),
                             .certainty = CAROM_EXACT};
}

/* ---- sweeps to a distance */

#define NEAR_STEPS 100

typedef struct near_time {
    double t;
    range_pair at;
    carom_certainty certainty;
} near_time;

/* The time at which the first path, moving by v, is within `target` of the other. Their distance is
 * a convex function of time: Newton's method approaches its first root from below and never passes
 * it. @return false when the root is after the end of the motion */
static bool first_nearness(near_time *out, const path_range p[2], vec3 v, double target) {
    double size = max_abs3(p[0].origin) + max_abs3(p[1].origin) + max_abs3(v) + target;
    out->t = 0.0;
    out->certainty = CAROM_CONVERGED;
    for (int step = 0; step < NEAR_STEPS; step++) {
        path_range moved[2] = {p[0], p[1]};
        moved[0].origin = mad3(p[0].origin, v, out->t);
        out->at = closest_in_ranges(moved);
        vec3 apart = sub3(range_point(&p[1], out->at.t), range_point(&moved[0], out->at.s));
        double distance = carom_length(apart), gap = distance - target;
        if (gap <= (out->t > 0.0 ? LINES_NEAR * size : 0.0)) return true;
        double speed = dot3(apart, v) / distance;
        if (!(speed > 0.0) || gap > speed * (1.0 - out->t)) return false;
        out->t += gap / speed;
    }
    out->certainty = CAROM_LIMIT;
    return true;
}

carom_sweep_hit carom_line_pair_sweep_near(const carom_shape *a, vec3 motion, const carom_shape *b,
                                           double target) {
    static const carom_sweep_hit miss;
    path_range p[2] = {range_of(a), range_of(b)};
    near_time found, last;
    if (!first_nearness(&found, p, motion, target)) return miss;
    vec3 from = mad3(range_point(&p[0], found.at.s), motion, found.t);
    vec3 to = range_point(&p[1], found.at.t), normal = across_both(p);
    if (dot3(normal, motion) < 0.0) normal = neg3(normal);
    normal = carom_normalize_or(sub3(to, from), normal);
    p[0].origin = add3(p[0].origin, motion);
    bool met = first_nearness(&last, p, neg3(motion), target);
    return (carom_sweep_hit){.hit = true,
                             .initial_overlap = found.t == 0.0,
                             .fraction = time_below(found.t),
                             .fraction_exit =
                                 (carom_real)(met ? max2(1.0 - last.t, found.t) : found.t),
                             .point = store3(to),
                             .normal = store3(normal),
                             .certainty = found.certainty};
}
