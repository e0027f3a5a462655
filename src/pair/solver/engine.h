/* The general solver of pairs without a closed form: the convex engine (convex/) on views of both
 * shapes; a ray or line is viewed as the stretch that can be near the other. Shapes are valid and
 * not pending. */
#ifndef CAROM_PAIR_SOLVER_ENGINE_H
#define CAROM_PAIR_SOLVER_ENGINE_H

#include "convex/support/convex.h"
#include "pair/pose/posed_pair.h"
#include "pair/pose/tolerances.h"

/* `cache` may be null. */
bool carom_engine_overlap(const carom_posed_shape *a, const carom_posed_shape *b,
                          convex_cache *cache);
/** Whether they are at most `distance` apart, which is above 0. */
bool carom_engine_within(const carom_posed_shape *a, const carom_posed_shape *b, double distance);

/** The unit normal, from A to B, of the plane between shapes that are apart or touch.
 * @return false when neither is bounded */
bool carom_engine_normal(const carom_posed_shape *a, const carom_posed_shape *b, vec3 *normal);

/** An answer of the engine in table order, in the order of the call. */
static inline carom_closest_any closest_from_engine(const convex_distance *found, bool flip) {
    const vec3 *const point[2] = {&found->point_a, &found->point_b};
    return (carom_closest_any){.distance = (carom_real)found->distance,
                               .lower_bound = time_below(found->lower_bound),
                               .certainty = (carom_certainty)found->status,
                               .point_a = store3(*point[flip]),
                               .point_b = store3(*point[!flip])};
}

/** Closest points of the pair in table order, in the order of the call. `contact_test`: the closed
 * form of contact of its kinds, or null; it decides contact here and in the functions below. */
carom_closest_any carom_engine_closest(const posed_pair *pair, convex_cache *cache,
                                       overlap_pair *contact_test);
carom_penetration carom_engine_penetration(const carom_posed_shape *a, const carom_posed_shape *b,
                                           overlap_pair *contact_test);
/** The sweep of the pair; the point is on its second shape, where that is at the contact. With a
 * target distance the pair must not be flipped. `motion`: in the order of the call. */
carom_sweep_hit carom_engine_sweep(const posed_pair *pair, const vec3 motion[2],
                                   const carom_sweep_options *options, overlap_pair *contact_test);

#endif
