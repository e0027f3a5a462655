/* Balls, ellipsoids and disks in shapes with flat faces: an oval is behind a face's plane when its
 * support point along the normal is. */
#ifndef CAROM_PAIR_CONTAINS_CONTAINS_OVAL_H
#define CAROM_PAIR_CONTAINS_CONTAINS_OVAL_H

#include "pair/contains/contains.h"

/** A holds the oval, or does but for some ulps. */
bool carom_holds_oval(const carom_shape *a, const oval *b);

#endif
