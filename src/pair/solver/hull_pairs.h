/* Two posed hulls that are rigid, by solvers that read their frames: bounding spheres, MPR in float
 * [Snethen08], the GJK of small hulls [Gilbert88] and separating axes on the Gauss map
 * [Gregorius13]. */
#ifndef CAROM_PAIR_SOLVER_HULL_PAIRS_H
#define CAROM_PAIR_SOLVER_HULL_PAIRS_H

#include "convex/hull_sat/hull_rest.h"
#include "convex/mpr/mpr_float.h"
#include "convex/manifold/manifold.h"
#include "convex/penetration.h"
#include "pair/pose/pair.h"
#include "fit/hull.h"

static inline bool is_hull_pair(const carom_posed_shape *a, const carom_posed_shape *b) {
    return a->state & b->state & POSED_RIGID;
}

/* Whether the second hull comes first in table order, by the coordinates of the positions. Hulls on
 * top of each other often have the same x, and the same y, too. */
static inline bool hulls_are_flipped(const carom_posed_shape *a, const carom_posed_shape *b) {
    const vec3 p = a->frame.hull.position, q = b->frame.hull.position;
    if (CAROM_LIKELY(p.x != q.x)) return p.x > q.x;
    return p.y != q.y ? p.y > q.y : p.z > q.z;
}

/* Do their places leave the order open? Then the solvers are undecided. */
static inline bool hulls_are_level(const carom_posed_shape *a, const carom_posed_shape *b) {
    const vec3 p = a->frame.hull.position, q = b->frame.hull.position;
    return p.x == q.x && p.y == q.y && p.z == q.z;
}

/* Two hulls by their frames. */
typedef struct hull_bodies {
    hull_float_body a, b;
    vec3 apart; /* from B's centre to A's */
} hull_bodies;

static inline hull_bodies hull_bodies_of(const carom_posed_shape *a, const carom_posed_shape *b) {
    const carom_hull_frame *p = &a->frame.hull, *q = &b->frame.hull;
    return (hull_bodies){{carom_hull_data(a->shape.as.hull.hull), p->rotation},
                         {carom_hull_data(b->shape.as.hull.hull), q->rotation},
                         add3(sub3(p->position, q->position), sub3(p->middle, q->middle))};
}

/** Contact by inner and outer spheres about the centres, which decide most pairs. */
static inline portal_end hulls_by_balls(const hull_bodies *s) {
    return portal_by_spheres(len2(s->apart), s->a.hull->inner + s->b.hull->inner,
                             s->a.hull->outer + s->b.hull->outer);
}

/** Contact by MPR in float. `cache` may be null; it is in the order of the arguments. */
static inline portal_end hulls_by_portal(const hull_bodies *s, convex_cache *cache) {
    if (!hull_float_is_scanned(s->a.hull) || !hull_float_is_scanned(s->b.hull))
        return PORTAL_UNDECIDED;
    return mpr_float_overlap(&s->a, &s->b, &s->apart, cache);
}

/** Contact of hulls that stand face to face, by carom_hull_rest. The answer is exact, so it does
 * not depend on the order, but the point does. */
hull_rest_end carom_hulls_rest(const carom_posed_shape *a, const carom_posed_shape *b,
                               hull_rest_point *at);

/** The distance of a pair that is apart or in contact by more than rounding, as
 * carom_engine_closest finds it, in table order. So is the cache, which may be null. @return false
 * for other pairs */
bool carom_hulls_closest(const carom_posed_shape *a, const carom_posed_shape *b,
                         convex_cache *cache, convex_distance *out);

/** The depth of a pair in contact by more than rounding, as carom_engine_penetration finds it, in
 * table order, and that of hulls that stand face to face: -1 where they are apart. @return false
 * for other pairs */
bool carom_hulls_penetrate(const carom_posed_shape *a, const carom_posed_shape *b,
                           facet_answer *out);

static inline carom_penetration penetration_from_facet(const facet_answer *found, bool flip) {
    const vec3 *const point[2] = {&found->point_a, &found->point_b};
    if (found->depth < 0.0) return (carom_penetration){.overlap = false};
    return (carom_penetration){.overlap = true,
                               .depth = (carom_real)found->depth,
                               .normal = store3(scale3(found->normal, flip ? -1.0 : 1.0)),
                               .point_a = store3(*point[flip]),
                               .point_b = store3(*point[!flip]),
                               .certainty = CAROM_EXACT};
}

/** A bound on the coordinates of two rigid hulls and of their vertices. */
double carom_reach_of_hulls(const carom_posed_shape *a, const carom_posed_shape *b);

/** The manifold of a pair that is in contact or apart by more than rounding, in table order;
 * without a margin that of other pairs, too, which may be apart by rounding. So is the cache of
 * `options`.
 * @return false where it is undecided */
bool carom_hulls_manifold(const carom_posed_shape *a, const carom_posed_shape *b,
                          const manifold_options *options, convex_manifold *out);

#endif
