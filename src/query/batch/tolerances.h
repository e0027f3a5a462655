/* Error bounds of the batch kernels that are not those of the single functions' filters. Beyond
 * them the single function decides, so a larger bound costs time only. */
#ifndef CAROM_QUERY_BATCH_TOLERANCES_H
#define CAROM_QUERY_BATCH_TOLERANCES_H

#include "carom/base.h"

/* ---- kernel_raycast.h */

/* Of sums of products of three numbers: each has fewer than 16 roundings of half an epsilon. What
 * underflows is less than that where the squares are not tiny. */
#define MISS_ERROR (16 * CAROM_REAL_EPSILON)
/* As EARLY_TRIANGLE_ERROR of query/raycast/tolerances.h. */
#define MISS_TRIANGLE_ERROR (72 * (carom_real)EARLY_ROUNDOFF)
/* Distinguishes the precisions: CAROM_REAL_EPSILON is 1.2e-7 or 2.2e-16. */
#define RESULT_IN_DOUBLE 1e-10

/* ---- kernel_region.h */

/* Of the sum of the products' magnitudes: 11 roundings of half an epsilon. */
#define REGION_ERROR (8 * CAROM_REAL_EPSILON)

/* ---- kernel_move.h */

/* Of the size of a transformed box: 16 roundings of 2^-53, as in fit/fit_pose.c. */
#define MOVE_BLUR (16.0 * 1.1102230246251565e-16)
/* Absolute: sizes outside are left to the single function. */
#define MOVE_LEAST 1e-60
#define MOVE_MOST 1e60
/* The least positive carom_real. */
#define LEAST_SUBNORMAL (sizeof(carom_real) == 4 ? 1.4e-45 : 4.9e-324)

#endif
