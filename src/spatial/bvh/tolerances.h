/* Thresholds of the bounding volume hierarchies. */
#ifndef CAROM_SPATIAL_BVH_TOLERANCES_H
#define CAROM_SPATIAL_BVH_TOLERANCES_H

#include "carom/base.h"

/* ---- bvh4_walk.c: the four-lane filters in carom_real. They may only let a box in. */

/* Of |enter| + |leave|, and of |enter| + |limit|. The origin is exact in carom_real; the
 * difference, the inverse and the product are rounded: at most 1.5 CAROM_REAL_EPSILON of each
 * parameter to first order. */
#define RAY_FILTER_SLACK (16 * CAROM_REAL_EPSILON)

/* Absolute: four times the inverse of the largest number, about the smallest normal one; it covers
 * underflow near 0. */
#define LEAST_REAL (4 / CAROM_REAL_MAX)

/* Of the distance of the list's last box. The point is exact in carom_real; differences, squares,
 * sums and `most * most` have less than ten roundings, so squares err by less than
 * 5 CAROM_REAL_EPSILON, 6e-7 in float. */
#define DISTANCE_FILTER_SLACK 1e-5

/* ---- space_bvh_morton.c, space_bvh_dynamic.c */

/* A refitted tree is rebuilt when the sum of its nodes' areas exceeds so many times that of the
 * last build. Empirical. */
#define MORTON_DECAY 1.5
#define DYNAMIC_DECAY 1.5

#endif
