/* What the tables share: pairs in the order of carom_shape_kind, and the pieces that reductions are
 * made of. Of shapes that are no meshes and no height fields. */
#ifndef CAROM_PAIR_POSE_PAIR_H
#define CAROM_PAIR_POSE_PAIR_H

#include "carom/dispatch.h"
#include "pair/pose/order.h"
#include "pair/pose/shape_pose.h"
#include "pair/pose/tolerances.h"
#include "math/vec.h"
#include "shape/polygon.h"

typedef bool overlap_pair(const carom_shape *a, const carom_shape *b);
typedef carom_relation classify_pair(const carom_shape *a, const carom_shape *b);
typedef carom_closest_any closest_pair(const carom_shape *a, const carom_shape *b);
typedef carom_ray_hit raycast_pair(const carom_shape *a, const carom_shape *b);
typedef carom_penetration penetration_pair(const carom_shape *a, const carom_shape *b);
/* B stands; `motion` is A's relative to it. */
typedef carom_sweep_hit sweep_pair(const carom_shape *a, carom_vec3 motion, const carom_shape *b);

/* Does the kind, or the first number of two shapes of one kind, tell their order? */
static inline bool pair_order_is_plain(const carom_shape *a, const carom_shape *b) {
    if (a->kind != b->kind) return true;
    const bool by_number =
        a->kind != CAROM_SHAPE_POLYGON && a->kind != CAROM_SHAPE_KDOP && a->kind < CAROM_SHAPE_HULL;
    return CAROM_LIKELY(by_number && a->as.point.x != b->as.point.x);
}

static inline bool pair_is_flipped_plainly(const carom_shape *a, const carom_shape *b) {
    return a->kind != b->kind ? a->kind > b->kind : a->as.point.x > b->as.point.x;
}

/* Is B before A in table order? */
static inline bool pair_is_flipped(const carom_shape *a, const carom_shape *b) {
    if (pair_order_is_plain(a, b)) return pair_is_flipped_plainly(a, b);
    return carom_shape_order(a, b) > 0;
}

static inline bool is_line_kind(carom_shape_kind kind) {
    return kind == CAROM_SHAPE_RAY || kind == CAROM_SHAPE_LINE;
}

static inline bool is_plane_kind(carom_shape_kind kind) {
    return kind == CAROM_SHAPE_PLANE || kind == CAROM_SHAPE_HALFSPACE;
}

static inline bool casts_rays(carom_shape_kind kind) {
    return is_line_kind(kind) || kind == CAROM_SHAPE_SEGMENT;
}

/* A plane, or the one that bounds a half-space. */
static inline carom_plane plane_of_kind(const carom_shape *shape) {
    if (shape->kind == CAROM_SHAPE_PLANE) return shape->as.plane;
    return (carom_plane){shape->as.halfspace.normal, shape->as.halfspace.offset};
}

/* Both orders of a pair are as frequent, hence no branch on `flip` where answers are turned. */
static inline carom_closest_any closest_swapped(carom_closest_any c, bool flip) {
    const carom_vec3 points[2] = {c.point_a, c.point_b};
    const carom_real t[2] = {c.t_a, c.t_b};
    c.point_a = points[flip];
    c.point_b = points[!flip];
    c.t_a = t[flip];
    c.t_b = t[!flip];
    return c;
}

static inline carom_penetration penetration_swapped(carom_penetration p, bool flip) {
    const carom_vec3 points[2] = {p.point_a, p.point_b};
    carom_real sign = flip ? -1 : 1;
    p.normal = (carom_vec3){sign * p.normal.x, sign * p.normal.y, sign * p.normal.z};
    p.point_a = points[flip];
    p.point_b = points[!flip];
    return p;
}

static inline carom_relation relation_swapped(carom_relation relation) {
    return relation == CAROM_CONTAINS ? CAROM_INSIDE
           : relation == CAROM_INSIDE ? CAROM_CONTAINS
                                      : relation;
}

/* The distance of shapes that miss each other at a point, but by nothing that can be computed: not
 * 0, which would say contact. */
static inline double apart_by_rounding(vec3 point) {
    return max2(DBL_EPSILON * max_abs3(point), APART_LEAST);
}

static inline bool sweep_asks_normals(const carom_sweep_options *options) {
    return options->ignore_receding || options->ignore_tangential;
}

/* Any contact counts, and nothing else. */
static inline bool sweep_is_plain(const carom_sweep_options *options) {
    return !sweep_asks_normals(options) && options->target_distance == 0;
}

/* What a solver knows of a sweep. */
typedef enum sweep_answer {
    SWEEP_UNDECIDED,
    SWEEP_ANSWERED,
    SWEEP_EXIT_UNDECIDED /* all but fraction_exit, of which the answer holds a lower bound */
} sweep_answer;

/* Does contact with this normal count for who moves so? */
static inline bool sweep_contact_counts(vec3 normal, vec3 motion,
                                        const carom_sweep_options *options) {
    if (CAROM_LIKELY(!sweep_asks_normals(options))) return true;
    double along = dot3(normal, motion), steady = SWEEP_STEADY * carom_length(motion);
    if (options->ignore_tangential && fabs(along) <= steady) return false;
    return !(options->ignore_receding && along < -steady);
}

/* May contacts be asked for within it? */
static CAROM_INLINE bool is_margin(carom_real margin) {
    return margin >= 0 && margin <= CAROM_REAL_MAX;
}

/* Of what is invalid, and of what a pose takes beyond the range of numbers: infinitely far. */
static inline carom_closest_any closest_nowhere(void) {
    return (carom_closest_any){.distance = (carom_real)INFINITY,
                               .lower_bound = (carom_real)INFINITY};
}

static inline bool closest_in_range(const carom_closest_any *c) {
    return CAROM_LIKELY((double)c->distance < CLOSEST_FAR) ||
           (finite3(load3(c->point_a)) && finite3(load3(c->point_b)));
}

static inline bool are_numbers(carom_vec3 p, carom_vec3 q) {
    const double sum =
        (double)p.x + (double)p.y + (double)p.z + (double)q.x + (double)q.y + (double)q.z;
    return CAROM_LIKELY(sum == sum);
}

/* Can carom_real hold the answer? */
static inline bool closest_is_known(const carom_closest_any *c) {
    return closest_in_range(c) && are_numbers(c->point_a, c->point_b);
}

/* A polygon whose corners are moved when they are asked for. */
static inline bool is_moved_polygon(const carom_shape *shape) {
    return shape->kind == CAROM_SHAPE_POLYGON && shape->as.polygon.count < 0;
}

#endif
