/* Are two shapes at most so far apart that are no meshes and no height fields? */
#ifndef CAROM_PAIR_PAIR_WITHIN_H
#define CAROM_PAIR_PAIR_WITHIN_H

#include "pair/pose/solver_order.h"

/** The answer of one solver. @return false, and `near` is undefined, when it is undecided or has
 * none for this verb */
bool carom_within_by(pair_solver solver, posed_pair *pair, carom_real distance, bool *near);

/** `distance` is above 0. */
bool carom_pair_within(const carom_posed_shape *a, const carom_posed_shape *b, carom_real distance);

#endif
