/* Scaling by a power of two for queries at the ends of double's range: when a squared length
 * leaves the range, the points are scaled to about 1, which is exact, and the query is repeated. */
#ifndef CAROM_QUERY_CLOSEST_RESCALE_H
#define CAROM_QUERY_CLOSEST_RESCALE_H

#include "math/vec.h"

/** Scales the points in place. @return the factor that takes results back; 1 when all are zero; 0
 * when one is not finite (the points are then left alone). */
double carom_rescale(vec3 *points, int count);

#endif
