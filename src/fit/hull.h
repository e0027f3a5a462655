/* Access to the half-edge structure of a carom_hull. */
#ifndef CAROM_FIT_HULL_H
#define CAROM_FIT_HULL_H

#include "carom/shape.h"
#include "shape/hull_data.h"

/** The parts of a hull, in its own frame; never null for a hull that was created. */
const hull_data *carom_hull_data(const carom_hull *hull);

#endif
