/* What the solvers of pairs share: table order (by kind, and of one kind by the numbers of the
 * shapes), the exchange of answers, and which contacts of a sweep count. Meshes and height fields
 * are not among the shapes here. */
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
/* `motion` is that of A relative to B. */
typedef carom_sweep_hit sweep_pair(const carom_shape *a, carom_vec3 motion, const carom_shape *b);

/* Whether the kinds differ, or the first numbers of two shapes of one kind do: either gives the
 * order. */
static inline bool is_pair_ordered_by_number(const carom_shape *a, const carom_shape *b) {
    if (a->kind != b->kind) return true;
    const bool by_number =
        a->kind != CAROM_SHAPE_POLYGON && a->kind != CAROM_SHAPE_KDOP && a->kind < CAROM_SHAPE_HULL;
    return CAROM_LIKELY(by_number && a->as.point.x != b->as.point.x);
}

static inline bool pair_is_flipped_by_number(const carom_shape *a, const carom_shape *b) {
    return a->kind != b->kind ? a->kind > b->kind : a->as.point.x > b->as.point.x;
}

/* Whether B comes before A in table order. */
static inline bool pair_is_flipped(const carom_shape *a, const carom_shape *b) {
    if (is_pair_ordered_by_number(a, b)) return pair_is_flipped_by_number(a, b);
    return carom_shape_order(a, b) > 0;
}

static inline bool is_line_kind(carom_shape_kind kind) {
    return kind == CAROM_SHAPE_RAY || kind == CAROM_SHAPE_LINE;
}

static inline bool is_plane_kind(carom_shape_kind kind) {
    return kind == CAROM_SHAPE_PLANE || kind == CAROM_SHAPE_HALFSPACE;
}

/* What keeps its coordinates and gets a pose: a mesh, a height field, a compound. */
static inline bool is_placed_kind(carom_shape_kind kind) {
    return kind >= CAROM_SHAPE_MESH && kind <= CAROM_SHAPE_COMPOUND;
}

static inline bool casts_rays(carom_shape_kind kind) {
    return is_line_kind(kind) || kind == CAROM_SHAPE_SEGMENT;
}

/* A plane, or the one that bounds a half-space. */
static inline carom_plane plane_of_kind(const carom_shape *shape) {
    if (shape->kind == CAROM_SHAPE_PLANE) return shape->as.plane;
    return (carom_plane){shape->as.halfspace.normal, shape->as.halfspace.offset};
}

/* Both orders of a pair are equally frequent, so that answers are exchanged without a branch. */
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

/* The distance that is answered for shapes that do not touch where the computed one is 0, which
 * would mean contact: about one rounding of the coordinates at `point`. */
static inline double apart_by_rounding(vec3 point) {
    return max2(DBL_EPSILON * max_abs3(point), APART_LEAST);
}

static inline bool sweep_asks_normals(const carom_sweep_options *options) {
    return options->ignore_receding || options->ignore_tangential;
}

/* Whether every contact counts, and nothing but contact. */
static inline bool sweep_is_unrestricted(const carom_sweep_options *options) {
    return !sweep_asks_normals(options) && options->target_distance == 0;
}

/* The outcome of a solver for a sweep. */
typedef enum sweep_answer {
    SWEEP_UNDECIDED,
    SWEEP_ANSWERED,
    SWEEP_EXIT_UNDECIDED /* all but fraction_exit, of which the answer holds a lower bound */
} sweep_answer;

/* Whether contact with this normal counts for the relative motion of A. */
static inline bool sweep_contact_counts(vec3 normal, vec3 motion,
                                        const carom_sweep_options *options) {
    if (CAROM_LIKELY(!sweep_asks_normals(options))) return true;
    double along = dot3(normal, motion), steady = SWEEP_STEADY * carom_length(motion);
    if (options->ignore_tangential && fabs(along) <= steady) return false;
    return !(options->ignore_receding && along < -steady);
}

/* Whether it is a valid margin of a manifold. */
static CAROM_INLINE bool is_margin(carom_real margin) {
    return margin >= 0 && margin <= CAROM_REAL_MAX;
}

/* The answer for invalid shapes, and for those that a pose moves out of carom_real's range. */
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

/* Whether carom_real holds the answer. */
static inline bool closest_is_known(const carom_closest_any *c) {
    return closest_in_range(c) && are_numbers(c->point_a, c->point_b);
}

/* A polygon whose vertices are transformed at each access. */
static inline bool is_moved_polygon(const carom_shape *shape) {
    return shape->kind == CAROM_SHAPE_POLYGON && shape->as.polygon.count < 0;
}

#endif
