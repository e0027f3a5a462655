/* Ellipsoid images in convex shapes. */
#ifndef CAROM_PAIR_CONTAINS_CONTAINS_ELLIPSOID_IMAGE_H
#define CAROM_PAIR_CONTAINS_CONTAINS_ELLIPSOID_IMAGE_H

#include "pair/contains/contains.h"

/** Whether A contains the ellipsoid image, or does but for some ulps. */
bool carom_holds_ellipsoid_image(const carom_shape *a, const ellipsoid_image *b);

#endif
