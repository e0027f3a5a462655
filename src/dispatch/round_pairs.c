/* Spheres and capsules: the closest points of their axes tell everything else. A sphere's axis is a
 * point. Contact is decided once, by squares in double, so that all verbs agree; pairs without
 * radius, which the exact test of segments decides, and pairs of extreme size are left to the
 * general ways. Axes that cross have no direction between them: the least way out is then along
 * their common perpendicular. Answers are written once, in the order in which the shapes were
 * given: copying them would take as long as finding them. */
#include "dispatch/round_pairs.h"

#include "dispatch/engine.h"
#include "dispatch/round_axes.h"
#include "dispatch/round_sure.h"
#include "query/penetration/deepest.h"

/* ---- the axes */

bool carom_round_axes_cold(round_pair *pair, bool flip) {
    const vec3 ends[4] = {lane_of(&pair->start, flip), lane_of(&pair->end, flip),
                          lane_of(&pair->start, !flip), lane_of(&pair->end, !flip)};
    segment_pair found = carom_segment_segment_cold(ends);
    double size = len2(sub3(ends[1], ends[0])) + len2(sub3(ends[3], ends[2])) + found.d2;
    if (!(size < 1e150) || !(size > 1e-200 || pair->reach > 1e-100)) return false;
    pair->at = flip ? (pair2){found.t, found.s} : (pair2){found.s, found.t};
    pair->apart = flip ? neg3(found.apart) : found.apart;
    pair->d2 = found.d2;
    return true;
}

typedef struct round_axis {
    vec3 start, end;
    double radius;
} round_axis;

static round_axis round_axis_of(const carom_shape *shape) {
    if (shape->kind == CAROM_SHAPE_SPHERE) {
        vec3 center = load3(shape->as.sphere.center);
        return (round_axis){center, center, (double)shape->as.sphere.radius};
    }
    const carom_capsule *c = &shape->as.capsule;
    return (round_axis){load3(c->a), load3(c->b), (double)c->radius};
}

bool carom_round_axes_ball(round_pair *out, const carom_shape *a, const carom_shape *b) {
    bool second = a->kind != CAROM_SHAPE_SPHERE;
    round_axis p = round_axis_of(a), q = round_axis_of(b);
    on_segment near =
        second ? point_segment(q.start, p.start, p.end) : point_segment(p.start, q.start, q.end);
    out->start = lanes_from(p.start, q.start);
    out->end = lanes_from(p.end, q.end);
    out->radius = (pair2){p.radius, q.radius};
    out->reach = p.radius + q.radius;
    out->at = second ? (pair2){near.t, 0.0} : (pair2){0.0, near.t};
    out->apart = second ? neg3(near.away) : near.away;
    out->d2 = near.d2;
    return (out->reach < 1e75) & (out->d2 < 1e150) & (out->reach > 1e-100);
}

vec3 carom_round_normal_crossing(const lane_vec3 *way, vec3 apart, bool flip) {
    vec3 u = lane_of(way, flip), v = lane_of(way, !flip), across = cross3(u, v);
    if (len2(across) <= 1e-20 * len2(u) * len2(v))
        across = carom_perpendicular(len2(u) > len2(v) ? u : v);
    across = carom_normalize_or(across, vec(0, 0, 1));
    if (flip) across = neg3(across);
    double along = dot3(across, apart);
    return along > 0.0 ? neg3(across) : across;
}

/* ---- overlap and distance */

static CAROM_NOINLINE bool overlap_in_doubt(const carom_shape *a, const carom_shape *b) {
    round_pair pair;
    if (CAROM_UNLIKELY(!solve_axes(&pair, a, b, pair_is_flipped(a, b))))
        return carom_rounded_closest(a, b).distance == 0;
    return rounds_touch(&pair);
}

bool carom_round_overlap(const carom_shape *a, const carom_shape *b) {
    if (CAROM_LIKELY((a->kind == CAROM_SHAPE_CAPSULE) & (b->kind == CAROM_SHAPE_CAPSULE))) {
        bool meet;
        if (CAROM_LIKELY(round_surely(&a->as.capsule, &b->as.capsule, &meet))) return meet;
    }
    return overlap_in_doubt(a, b);
}

static CAROM_NOINLINE carom_closest_any closest_by_cores(const carom_shape *a, const carom_shape *b,
                                                         bool flip) {
    carom_closest_any found = flip ? carom_rounded_closest(b, a) : carom_rounded_closest(a, b);
    found.lower_bound = found.distance;
    return closest_swapped(found, flip);
}

/* In contact: between the axes, in the ratio of the radii. */
static CAROM_INLINE lane_vec3 point_between_axes(const round_pair *pair, const lane_vec3 *on) {
    pair2 k = SWAP_PAIR(pair->radius) / BOTH(pair->reach);
    lane_vec3 part = {on->x * k, on->y * k, on->z * k}, other = lanes_swapped(&part);
    return (lane_vec3){part.x + other.x, part.y + other.y, part.z + other.z};
}

carom_closest_any carom_round_closest(const carom_shape *a, const carom_shape *b) {
    round_pair pair;
    bool flip = pair_is_flipped(a, b);
    if (CAROM_UNLIKELY(!solve_axes(&pair, a, b, flip))) return closest_by_cores(a, b, flip);
    double apart = sqrt(pair.d2);
    bool touch = rounds_touch(&pair);
    lane_vec3 on = points_at(&pair, pair.at), points;
    carom_closest_any out = {.t_a = (carom_real)pair.at[0], .t_b = (carom_real)pair.at[1]};
    if (touch) {
        points = point_between_axes(&pair, &on);
    } else {
        points = surface_points(&pair, &on, scale3(pair.apart, -apart * (1.0 / pair.d2)));
        out.distance = (carom_real)(apart - pair.reach);
        if (CAROM_UNLIKELY(!(out.distance > 0)))
            out.distance = (carom_real)apart_by_rounding(lane_of(&points, flip));
        out.lower_bound = out.distance;
    }
    out.point_a = store3(lane_of(&points, 0));
    out.point_b = store3(lane_of(&points, 1));
    return out;
}

/* ---- depth */

static CAROM_NOINLINE carom_penetration depth_by_engine(const carom_shape *a, const carom_shape *b,
                                                        bool flip) {
    carom_posed_shape p = {.shape = flip ? *b : *a, .state = POSED_VALID},
                      q = {.shape = flip ? *a : *b, .state = POSED_VALID};
    return penetration_swapped(carom_engine_penetration(&p, &q), flip);
}

carom_penetration carom_round_penetration(const carom_shape *a, const carom_shape *b) {
    round_pair pair;
    bool flip = pair_is_flipped(a, b);
    if (CAROM_UNLIKELY(!solve_axes(&pair, a, b, flip))) return depth_by_engine(a, b, flip);
    if (!rounds_touch(&pair)) return (carom_penetration){.overlap = false};
    vec3 n = round_normal(&pair, flip);
    lane_vec3 on = points_at(&pair, pair.at), points = surface_points(&pair, &on, n);
    return (carom_penetration){true,
                               store_depth(pair.reach - sqrt(pair.d2)),
                               store3(n),
                               store3(lane_of(&points, 0)),
                               store3(lane_of(&points, 1)),
                               CAROM_EXACT};
}
