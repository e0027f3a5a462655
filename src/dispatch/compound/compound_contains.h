/* Is a shape in the union of voxels? */
#ifndef CAROM_DISPATCH_COMPOUND_COMPOUND_CONTAINS_H
#define CAROM_DISPATCH_COMPOUND_COMPOUND_CONTAINS_H

#include "dispatch/compound/compound_pair.h"

/** False for compounds of other forms, and for what is not convex and bounded. */
bool carom_voxels_contain(const compound_pair *pair);

#endif
