/* Closed forms of classification and penetration. */
#ifndef CAROM_PAIR_VOLUME_TABLES_H
#define CAROM_PAIR_VOLUME_TABLES_H

#include "pair/pose/pair.h"

/* Rows are the first shape. Only a <= b is filled in. Null: the pair has no closed form. */
extern classify_pair *const carom_classify_table[CAROM_SHAPE_KINDS][CAROM_SHAPE_KINDS];
extern penetration_pair *const carom_penetration_table[CAROM_SHAPE_KINDS][CAROM_SHAPE_KINDS];

#endif
