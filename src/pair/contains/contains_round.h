/* Ovals in spheres, ellipsoids, cylinders and cones: the solid's equation, seen over the unit ball
 * that the oval is the image of, is a quadratic that must not exceed 0, and its maximum over a ball
 * is had without iteration over points [Boyd04] 5.2.4, B.1. */
#ifndef CAROM_PAIR_CONTAINS_CONTAINS_ROUND_H
#define CAROM_PAIR_CONTAINS_CONTAINS_ROUND_H

#include "pair/contains/contains.h"

/** The same for A a solid with a curved surface. */
bool carom_round_holds_oval(const carom_shape *a, const oval *b);

#endif
