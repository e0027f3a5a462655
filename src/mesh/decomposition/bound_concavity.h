/* A bound on how far a convex hull reaches out of a solid. */
#ifndef CAROM_MESH_DECOMPOSITION_BOUND_CONCAVITY_H
#define CAROM_MESH_DECOMPOSITION_BOUND_CONCAVITY_H

#include "mesh/decomposition/piece.h"
#include "shape/hull_data.h"

/** A bound on the concavity that is 0 for a hull that the solid holds, and about the depth to which
 * its surface reaches into the hull for others; INFINITY above `limit`. */
double carom_bound_concavity(const hull_data *hull, const whole_solid *whole, double limit);

#endif
