/* A plane or half-space and any other shape, by the heights of its support points. */
#ifndef CAROM_PAIR_SOLVER_PLANE_PAIRS_H
#define CAROM_PAIR_SOLVER_PLANE_PAIRS_H

#include "pair/pose/pair.h"

/* One is a plane or half-space, in either order. `contact_test`: the closed form of contact of the
 * kinds, in table order, or null. */
bool carom_plane_pair_overlap(const carom_shape *a, const carom_shape *b);
carom_closest_any carom_plane_pair_closest(const carom_shape *a, const carom_shape *b,
                                           overlap_pair *contact_test);
carom_penetration carom_plane_pair_penetration(const carom_shape *a, const carom_shape *b,
                                               overlap_pair *contact_test);
/** `target`: the distance that counts as contact. */
carom_sweep_hit carom_plane_pair_sweep(const carom_shape *a, carom_vec3 motion,
                                       const carom_shape *b, double target,
                                       overlap_pair *contact_test);

#endif
