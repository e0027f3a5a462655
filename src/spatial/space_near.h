/* Ray queries and nearest-box queries of a carom_space: the ordered answers of the structure are
 * merged with the pending boxes. */
#ifndef CAROM_SPATIAL_SPACE_NEAR_H
#define CAROM_SPATIAL_SPACE_NEAR_H

#include "spatial/space.h"

/** @return false for an empty or invalid ray. `*limit` becomes its t_max. */
bool carom_space_ray(space_ray *out, const carom_ray *ray, double *limit);

#endif
