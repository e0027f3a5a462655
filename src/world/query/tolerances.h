/* The threshold of a world's queries; conservative: a larger one costs time only. */
#ifndef CAROM_WORLD_QUERY_TOLERANCES_H
#define CAROM_WORLD_QUERY_TOLERANCES_H

#include "carom/base.h"

/* ---- query.c, world_nearest.c */

/* Of the coordinates, motions and parameters involved: bounds are rounded to carom_real (half an
 * epsilon), and sums of them a few times more; 8 is empirical. */
#define QUERY_BOX_SLACK (8.0 * (double)CAROM_REAL_EPSILON)

#endif
