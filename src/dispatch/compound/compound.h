/* Bounding box and support point of a compound. */
#ifndef CAROM_DISPATCH_COMPOUND_COMPOUND_H
#define CAROM_DISPATCH_COMPOUND_COMPOUND_H

#include "carom/compound.h"
#include "math/vec.h"

/** As carom_shape_bounds and carom_shape_support. */
carom_aabb carom_compound_box(const carom_compound *compound, carom_pose pose);
carom_vec3 carom_compound_farthest(const carom_compound *compound, carom_pose pose,
                                   carom_vec3 direction);

/** Frees a compound of which any part may be missing. */
void carom_compound_release(carom_compound *compound);

#endif
