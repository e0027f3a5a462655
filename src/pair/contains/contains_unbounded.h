/* Containment among rays, lines, planes and half-spaces. */
#ifndef CAROM_PAIR_CONTAINS_CONTAINS_UNBOUNDED_H
#define CAROM_PAIR_CONTAINS_CONTAINS_UNBOUNDED_H

#include "pair/contains/contains.h"

/** For B a ray, line, plane or half-space and A one of these: exact. */
bool carom_unbounded_holds(const carom_shape *a, const carom_shape *b);

#endif
