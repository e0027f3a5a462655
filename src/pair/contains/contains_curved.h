/* Ovals in spheres, ellipsoids, cylinders and cones: the solid's equation, seen over the unit ball
 * that the ellipsoid_image is the image of, is a quadratic that must not exceed 0, and its maximum
 * over a ball is had without iteration over points [Boyd04] 5.2.4, B.1. */
#ifndef CAROM_PAIR_CONTAINS_CONTAINS_CURVED_H
#define CAROM_PAIR_CONTAINS_CONTAINS_CURVED_H

#include "pair/contains/contains.h"

/** The same for A a solid with a curved surface. */
bool carom_curved_holds_ellipsoid_image(const carom_shape *a, const ellipsoid_image *b);

#endif
