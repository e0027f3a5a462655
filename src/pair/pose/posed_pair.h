/* Two posed shapes in table order, so that swapping them swaps the answer. */
#ifndef CAROM_PAIR_POSE_POSED_PAIR_H
#define CAROM_PAIR_POSE_POSED_PAIR_H

#include "pair/pose/pair.h"

typedef struct posed_pair {
    const carom_posed_shape *a, *b;
    bool flip, valid;
    posed_room room[2]; /* of those that were pending */
} posed_pair;

void carom_pair_of(posed_pair *out, const carom_posed_shape *a, const carom_posed_shape *b);

#endif
