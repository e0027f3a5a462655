/* Closed forms of closest points. */
#ifndef CAROM_PAIR_CLOSEST_TABLE_H
#define CAROM_PAIR_CLOSEST_TABLE_H

#include "pair/pose/pair.h"

/* Rows are the first shape. Only a <= b is filled in. Null: the pair has no closed form. */
extern closest_pair *const carom_closest_table[CAROM_SHAPE_KINDS][CAROM_SHAPE_KINDS];

#endif
