/* Two hulls in poses that do not distort. */
#ifndef CAROM_PAIR_SOLVER_HULL_PAIRS_H
#define CAROM_PAIR_SOLVER_HULL_PAIRS_H

#include "convex/cast/cast_float.h"
#include "convex/mpr/mpr_float.h"
#include "convex/manifold/manifold.h"
#include "pair/pose/pair.h"
#include "fit/hull.h"

static inline bool is_hull_pair(const carom_posed_shape *a, const carom_posed_shape *b) {
    return a->state & b->state & POSED_RIGID;
}

/* Is the second before the first? Where both are in one plane, more would have to be asked. */
static inline bool hulls_are_flipped(const carom_posed_shape *a, const carom_posed_shape *b) {
    return a->frame[0] > b->frame[0];
}

/* Two hulls as their frames tell them. */
typedef struct hulls_seen {
    hull_float_body a, b;
    vec3 apart; /* A's middle from B's */
} hulls_seen;

static inline double hulls_apart(const carom_posed_shape *a, const carom_posed_shape *b, int i) {
    return (a->frame[i] - b->frame[i]) + (a->frame[12 + i] - b->frame[12 + i]);
}

static inline hulls_seen see_hulls(const carom_posed_shape *a, const carom_posed_shape *b) {
    return (hulls_seen){{carom_hull_data(a->shape.as.hull.hull), a->frame + 3},
                        {carom_hull_data(b->shape.as.hull.hull), b->frame + 3},
                        vec(hulls_apart(a, b, 0), hulls_apart(a, b, 1), hulls_apart(a, b, 2))};
}

/** Most hull pairs are soon told apart or together: by balls, then by a portal. */
static inline portal_end hulls_by_balls(const hulls_seen *s) {
    return portal_by_spheres(len2(s->apart), s->a.hull->inner + s->b.hull->inner,
                             s->a.hull->outer + s->b.hull->outer);
}

/** `cache` may be null; what it holds, and then holds, is in the order of the arguments. */
static inline portal_end hulls_by_portal(const hulls_seen *s, convex_cache *cache) {
    if (!hull_float_is_scanned(s->a.hull) || !hull_float_is_scanned(s->b.hull))
        return PORTAL_UNDECIDED;
    return mpr_float_overlap(&s->a, &s->b, &s->apart, cache);
}

/** The distance of a pair that is apart, or in contact, beyond doubt, as carom_engine_closest finds
 * it, and like the cache, which may be null, in table order. @return false for others */
bool carom_hulls_closest(const carom_posed_shape *a, const carom_posed_shape *b,
                         convex_cache *cache, convex_distance *out);

/** The manifold of a pair in contact, or apart, beyond doubt, in table order, flipped or not. What
 * the cache of `options` holds is in that order, too. @return false for others */
bool carom_hulls_manifold(const carom_posed_shape *a, const carom_posed_shape *b,
                          const manifold_options *options, convex_manifold *out);

/** What may be said of a sweep, A moving and B standing; `out` also holds the portal. */
cast_float_end carom_hulls_cast(const carom_posed_shape *a, vec3 motion, const carom_posed_shape *b,
                                cast_float *out);

#endif
