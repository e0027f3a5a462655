/* The greatest value of a quadratic function over the unit ball. */
#ifndef CAROM_PAIR_CONTAINS_CONTAINS_QUADRATIC_H
#define CAROM_PAIR_CONTAINS_CONTAINS_QUADRATIC_H

#include "pair/contains/contains.h"

double carom_quadratic_maximum(const quadratic *f);

#endif
