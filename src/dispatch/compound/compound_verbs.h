/* Verbs of two shapes that stand, of which one at least is a compound, as in with_surface.h. */
#ifndef CAROM_DISPATCH_COMPOUND_COMPOUND_VERBS_H
#define CAROM_DISPATCH_COMPOUND_COMPOUND_VERBS_H

#include "dispatch/compound/compound_pair.h"

bool carom_overlap_with_compound(const carom_posed_shape *a, const carom_posed_shape *b);
/** The distance is finite and not negative. */
bool carom_within_with_compound(const carom_posed_shape *a, const carom_posed_shape *b,
                                carom_real distance);
carom_relation carom_classify_with_compound(const carom_posed_shape *a, const carom_posed_shape *b);
/** `limit`: as of carom_surface_closest_within. */
carom_closest_any carom_closest_with_compound(const carom_posed_shape *a,
                                              const carom_posed_shape *b, carom_real limit);
carom_ray_hit carom_raycast_with_compound(const carom_posed_shape *a, const carom_posed_shape *b);
carom_penetration carom_penetrate_with_compound(const carom_posed_shape *a,
                                                const carom_posed_shape *b);

#endif
