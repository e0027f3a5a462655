/* How two shapes stand to each other that are no meshes and no height fields. */
#ifndef CAROM_PAIR_PAIR_CLASSIFY_H
#define CAROM_PAIR_PAIR_CLASSIFY_H

#include "pair/pose/posed_pair.h"

carom_relation carom_pair_classify(const carom_posed_shape *a, const carom_posed_shape *b);

#endif
