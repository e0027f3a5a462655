/* Balls, ellipsoids and disks in shapes with flat faces: an ellipsoid_image is behind a face's
 * plane when its support point along the normal is. */
#ifndef CAROM_PAIR_CONTAINS_CONTAINS_ELLIPSOID_IMAGE_H
#define CAROM_PAIR_CONTAINS_CONTAINS_ELLIPSOID_IMAGE_H

#include "pair/contains/contains.h"

/** A holds the ellipsoid_image, or does but for some ulps. */
bool carom_holds_ellipsoid_image(const carom_shape *a, const ellipsoid_image *b);

#endif
