/* Closed forms of contact. */
#ifndef CAROM_DISPATCH_OVERLAP_TABLE_H
#define CAROM_DISPATCH_OVERLAP_TABLE_H

#include "dispatch/dispatch.h"

/* Rows are the first shape. Only a <= b is filled in. Null: the pair has no closed form. */
extern overlap_pair *const carom_overlap_table[CAROM_SHAPE_KINDS][CAROM_SHAPE_KINDS];

#endif
