/* Closed forms of contact. */
#ifndef CAROM_PAIR_OVERLAP_TABLE_H
#define CAROM_PAIR_OVERLAP_TABLE_H

#include "pair/pose/pair.h"

/* Rows are the first shape. Only a <= b is filled in. Null: the pair has no closed form. */
extern overlap_pair *const carom_overlap_table[CAROM_SHAPE_KINDS][CAROM_SHAPE_KINDS];

#endif
