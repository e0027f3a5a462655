/* Closest points of the axes of two spheres or capsules, and the normal between them, for every
 * size and position; a sphere's axis is a point. Axes that are nearly parallel, degenerate or
 * crossing are solved by their ends [Ericson05] 5.1.9. Where they cross no direction lies between
 * them, and the normal of least depth is their common perpendicular. */
#include "pair/round/round_axes.h"

/* Nearly parallel, degenerate and crossing axes by their ends, which with `flip` are those of B
 * first. */
static bool solve_robust(round_pair *out, const vec3 ends[4], bool flip) {
    const segment_pair found = carom_segment_segment_robust(ends);
    const double size = len2(sub3(ends[1], ends[0])) + len2(sub3(ends[3], ends[2])) + found.d2;
    const vec3 apart = flip ? neg3(found.apart) : found.apart;
    out->at = flip ? (pair2){found.t, found.s} : (pair2){found.s, found.t};
    out->apart = (triple){apart.x, apart.y, apart.z, 0.0};
    out->d2 = found.d2;
    return size < AXES_SIZE2_MAX && (size > AXES_SIZE2_MIN || out->reach > AXES_REACH_MIN);
}

static bool solve_robust_axes(round_pair *out, const carom_shape *a, const carom_shape *b) {
    const bool flip = pair_is_flipped(a, b);
    const carom_capsule *first = &(flip ? b : a)->as.capsule, *second = &(flip ? a : b)->as.capsule;
    return solve_robust(
        out, (vec3[4]){load3(first->a), load3(first->b), load3(second->a), load3(second->b)}, flip);
}

static vec3 of_triple(const double *t) {
    return vec(t[0], t[1], t[2]);
}

bool carom_round_robust_axes(round_pair *pair, const triple *back, bool flip) {
    const round_frame *first = flip ? pair->b : pair->a, *second = flip ? pair->a : pair->b;
    const vec3 delta = vec((*back)[0], (*back)[1], (*back)[2]), start = flip ? neg3(delta) : delta;
    const vec3 ends[4] = {vec(0, 0, 0), of_triple(first->delta), start,
                          add3(start, of_triple(second->delta))};
    return solve_robust(pair, ends, flip);
}

/* The same for pairs of which one shape at least is a sphere. */
static bool solve_ball_axes(round_pair *out, const carom_shape *a, const carom_shape *b) {
    const bool second = a->kind != CAROM_SHAPE_SPHERE;
    const carom_shape *ball = second ? b : a, *other = second ? a : b;
    const vec3 center = load3(ball->as.sphere.center);
    vec3 from = load3(other->as.sphere.center), to = from; /* a capsule begins with its start */
    if (other->kind == CAROM_SHAPE_CAPSULE)
        from = load3(other->as.capsule.a), to = load3(other->as.capsule.b);
    const on_segment near = point_segment(center, from, to);
    const vec3 apart = second ? neg3(near.away) : near.away;
    out->at = second ? (pair2){near.t, 0.0} : (pair2){0.0, near.t};
    out->apart = (triple){apart.x, apart.y, apart.z, 0.0};
    out->d2 = near.d2;
    return near.d2 < AXES_SIZE2_MAX && out->reach > AXES_REACH_MIN;
}

bool carom_round_axes(round_pair *out, round_frame frame[2], const carom_shape *a,
                      const carom_shape *b) {
    const bool first = carom_round_frame(&frame[0], a), second = carom_round_frame(&frame[1], b);
    out->a = &frame[0], out->b = &frame[1];
    if (first && second && solve_regular_axes(out)) return true;
    out->reach = frame[0].radius + frame[1].radius;
    out->sine2 = 0.0;
    if (!(out->reach > ROUND_REACH_MIN && out->reach < ROUND_RADIUS_MAX)) return false;
    const bool ball = a->kind == CAROM_SHAPE_SPHERE || b->kind == CAROM_SHAPE_SPHERE;
    return ball ? solve_ball_axes(out, a, b) : solve_robust_axes(out, a, b);
}

static vec3 normal_of_crossing(const round_pair *pair, bool flip) {
    const round_frame *first = flip ? pair->b : pair->a, *second = flip ? pair->a : pair->b;
    const vec3 u = vec(first->delta[0], first->delta[1], first->delta[2]);
    const vec3 v = vec(second->delta[0], second->delta[1], second->delta[2]);
    const vec3 apart = vec(pair->apart[0], pair->apart[1], pair->apart[2]);
    vec3 across = cross3(u, v);
    if (len2(across) <= AXES_CROSS_PARALLEL * len2(u) * len2(v))
        across = carom_perpendicular(len2(u) > len2(v) ? u : v);
    across = carom_normalize_or(across, vec(0, 0, 1));
    if (flip) across = neg3(across);
    return dot3(across, apart) > 0.0 ? neg3(across) : across;
}

static bool is_met_inside(const round_frame *axis, double at) {
    const double *u = axis->delta;
    return at > 0.0 && at < 1.0 && len2(vec(u[0], u[1], u[2])) > 0.0;
}

/* The normal made perpendicular to an axis whose closest point is between its ends. */
static vec3 square_to_axis(vec3 normal, const round_frame *axis, double at) {
    if (!is_met_inside(axis, at)) return normal;
    const vec3 delta = vec(axis->delta[0], axis->delta[1], axis->delta[2]);
    return carom_normalize_or(mad3(normal, delta, -dot3(normal, delta) / len2(delta)), normal);
}

/* Whether the closest points are between the ends of two axes that are not parallel: then the
 * normal is perpendicular to both. */
static bool pass_each_other(const round_pair *pair) {
    const double *u = pair->a->delta, *v = pair->b->delta;
    const vec3 p = vec(u[0], u[1], u[2]), q = vec(v[0], v[1], v[2]);
    return is_met_inside(pair->a, pair->at[0]) && is_met_inside(pair->b, pair->at[1]) &&
           len2(cross3(p, q)) > AXES_CROSS_PASSING * len2(p) * len2(q);
}

void carom_round_normal(triple *out, const round_pair *pair, bool flip) {
    const double *u = pair->a->delta, *v = pair->b->delta;
    const double square[2] = {len2(vec(u[0], u[1], u[2])), len2(vec(v[0], v[1], v[2]))};
    const double size = max2(max2(square[0], square[1]), pair->reach * pair->reach);
    vec3 n;
    regular_normal(out, pair);
    if (CAROM_LIKELY(pair->d2 > AXES_NEARBY * AXES_NEARBY * size)) return;
    if (pair->d2 > AXES_CROSSING * AXES_CROSSING * size && !pass_each_other(pair)) {
        const round_frame *const axes[2] = {pair->a, pair->b};
        n = square_to_axis(vec((*out)[0], (*out)[1], (*out)[2]), axes[flip], pair->at[flip]);
        n = square_to_axis(n, axes[!flip], pair->at[!flip]);
    } else
        n = normal_of_crossing(pair, flip);
    *out = (triple){n.x, n.y, n.z, 0.0};
}
