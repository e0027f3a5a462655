/* Ellipsoid images in spheres, capsules, ellipsoids, cylinders and cones. */
#ifndef CAROM_PAIR_CONTAINS_CONTAINS_CURVED_H
#define CAROM_PAIR_CONTAINS_CONTAINS_CURVED_H

#include "pair/contains/contains.h"

/** As carom_holds_ellipsoid_image for A a solid with a curved surface. */
bool carom_curved_holds_ellipsoid_image(const carom_shape *a, const ellipsoid_image *b);

#endif
