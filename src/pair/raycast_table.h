/* Closed forms of ray casts. */
#ifndef CAROM_PAIR_RAYCAST_TABLE_H
#define CAROM_PAIR_RAYCAST_TABLE_H

#include "pair/pose/pair.h"

/* Rows are the shape that is cast: a ray, segment or line. Null: the pair has no closed form. */
extern raycast_pair *const carom_raycast_table[CAROM_SHAPE_KINDS][CAROM_SHAPE_KINDS];

#endif
