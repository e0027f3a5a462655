/* For the ends of a double's range: when a squared length leaves it, the points are brought to
 * about 1 by a power of two, which changes no digit, and the query is done again. */
#ifndef CAROM_QUERY_CLOSEST_RESCALE_H
#define CAROM_QUERY_CLOSEST_RESCALE_H

#include "math/vec.h"

/* Squares outside (TINY_SQUARE, HUGE_SQUARE) may have lost digits. */
#define TINY_SQUARE 1e-270
#define HUGE_SQUARE 1e270

/** Scales the points in place. @return the factor that takes results back; 1 when all are zero; 0
 * when one is not finite (the points are then left alone). */
double carom_rescale(vec3 *points, int count);

#endif
