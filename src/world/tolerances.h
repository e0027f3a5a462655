/* Thresholds of colliders. */
#ifndef CAROM_WORLD_TOLERANCES_H
#define CAROM_WORLD_TOLERANCES_H

#include "carom/base.h"

/* ---- world_data.h */

/* Of the gap between two boxes, which it lowers: rounding to carom_real (half an epsilon) and four
 * operations in double must not raise it. */
#define BOX_GAP_SLACK (4.0 * (double)CAROM_REAL_EPSILON)

#endif
