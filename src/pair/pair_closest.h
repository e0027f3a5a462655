/* Closest points of two shapes that are no meshes and no height fields. */
#ifndef CAROM_PAIR_PAIR_CLOSEST_H
#define CAROM_PAIR_PAIR_CLOSEST_H

#include "pair/pose/pair_memory.h"
#include "pair/pose/solver_order.h"

/** The answer of one solver. @return false, and `out` is undefined, when it is undecided or has
 * none for this verb */
bool carom_closest_by(pair_solver solver, posed_pair *pair, carom_pair_cache *cache,
                      carom_closest_any *out);

carom_closest_any carom_pair_closest(const carom_posed_shape *a, const carom_posed_shape *b);
/** The same of a valid pair and its list of solvers. */
carom_closest_any carom_closest_by_list(solver_list list, const carom_posed_shape *a,
                                        const carom_posed_shape *b, carom_pair_cache *cache);
/** The same; `cache` may be null. */
carom_closest_any carom_pair_closest_cached(const carom_posed_shape *a, const carom_posed_shape *b,
                                            carom_pair_cache *cache);
/** The same where it is at most `limit`; else it may be any pair of points that is farther, with
 * bounds that hold. */
carom_closest_any carom_pair_closest_within(const carom_posed_shape *a, const carom_posed_shape *b,
                                            carom_real limit, carom_pair_cache *cache);

#endif
