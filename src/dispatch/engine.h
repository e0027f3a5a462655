/* Every pair that has no closed form: bounded shapes by the convex engine, rays and lines as the
 * stretch of them that matters. Same signatures as the tables. */
#ifndef CAROM_DISPATCH_ENGINE_H
#define CAROM_DISPATCH_ENGINE_H

#include "carom/contact.h"
#include "convex/convex.h"
#include "dispatch/dispatch.h"

bool carom_engine_overlap(const carom_shape *a, const carom_shape *b);
carom_closest_any carom_engine_closest(const carom_shape *a, const carom_shape *b);
/** The same, from where the last search ended. */
bool carom_engine_overlap_cached(const carom_shape *a, const carom_shape *b, convex_cache *cache);
carom_closest_any carom_engine_closest_cached(const carom_shape *a, const carom_shape *b,
                                              convex_cache *cache);
int32_t carom_contact_of_pair(const posed_pair *pair, carom_contact_manifold *manifold,
                              convex_cache *cache);

carom_penetration carom_engine_penetration(const carom_shape *a, const carom_shape *b);
carom_sweep_hit carom_engine_sweep(const carom_shape *a, carom_vec3 motion, const carom_shape *b);

/** How A stands to B, for valid shapes that overlap or not. */
carom_relation carom_engine_classify(const carom_shape *a, const carom_shape *b);

#endif
