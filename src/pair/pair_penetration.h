/* Penetration of two shapes that are no meshes and no height fields. */
#ifndef CAROM_PAIR_PAIR_PENETRATION_H
#define CAROM_PAIR_PAIR_PENETRATION_H

#include "pair/pose/solver_order.h"

/** The answer of one solver. @return false, and `out` is undefined, when it is undecided or has
 * none for this verb */
bool carom_penetration_by(pair_solver solver, posed_pair *pair, carom_penetration *out);

/** The depth of a valid pair by its list of solvers. */
carom_penetration carom_penetrate_by_list(solver_list list, const carom_posed_shape *a,
                                          const carom_posed_shape *b);

carom_penetration carom_pair_penetrate(const carom_posed_shape *a, const carom_posed_shape *b);

/** How far B moves along the unit `direction` until it is free of A; 0 for unbounded shapes. */
double carom_pair_penetrate_along(const carom_posed_shape *a, const carom_posed_shape *b,
                                  vec3 direction);

#endif
