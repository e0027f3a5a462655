/* Every pair that has no closed form: bounded shapes by the convex engine, rays and lines as the
 * stretch of them that matters. Shapes are valid and not pending. */
#ifndef CAROM_PAIR_SOLVER_ENGINE_H
#define CAROM_PAIR_SOLVER_ENGINE_H

#include "convex/support/convex.h"
#include "pair/pose/posed_pair.h"
#include "pair/pose/tolerances.h"

/* `cache` may be null. */
bool carom_engine_overlap(const carom_posed_shape *a, const carom_posed_shape *b,
                          convex_cache *cache);
/** Are they at most `distance` apart, which is above 0? */
bool carom_engine_within(const carom_posed_shape *a, const carom_posed_shape *b, double distance);

/** What the engine found of a pair in table order, told in the order that was asked for. */
static inline carom_closest_any closest_from_engine(const convex_distance *found, bool flip) {
    const vec3 *const point[2] = {&found->point_a, &found->point_b};
    return (carom_closest_any){.distance = (carom_real)found->distance,
                               .lower_bound = time_below(found->lower_bound),
                               .certainty = (carom_certainty)found->status,
                               .point_a = store3(*point[flip]),
                               .point_b = store3(*point[!flip])};
}

/** The pair in table order, of which the answer is turned back. `contact_test`: the closed form of
 * contact of its kinds, or null; it has the last word, also in what follows. */
carom_closest_any carom_engine_closest(const posed_pair *pair, convex_cache *cache,
                                       overlap_pair *contact_test);
/** The same of two boxes that were posed beforehand, in any order.
 * @return false for other shapes, and for what is left to that */
bool carom_boxes_closest(const carom_posed_shape *a, const carom_posed_shape *b,
                         carom_closest_any *out);
carom_penetration carom_engine_penetration(const carom_posed_shape *a, const carom_posed_shape *b,
                                           overlap_pair *contact_test);
/** The same of a sweep, the point on the second of the pair where it is by then: within a distance,
 * then, of a pair that is not flipped. `motion`: in the order that was asked for. */
carom_sweep_hit carom_engine_sweep(const posed_pair *pair, const vec3 motion[2],
                                   const carom_sweep_options *options, overlap_pair *contact_test);

#endif
