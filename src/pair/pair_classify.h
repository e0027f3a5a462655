/* The relation of two shapes that are no meshes and no height fields. */
#ifndef CAROM_PAIR_PAIR_CLASSIFY_H
#define CAROM_PAIR_PAIR_CLASSIFY_H

#include "pair/pose/solver_order.h"

/** The relation of an ordered pair by one solver. @return false, and nothing is written, when it is
 * undecided or has none for this verb */
bool carom_classify_by(pair_solver solver, posed_pair *pair, carom_relation *out);

carom_relation carom_pair_classify(const carom_posed_shape *a, const carom_posed_shape *b);

#endif
