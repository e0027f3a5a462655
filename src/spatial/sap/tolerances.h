/* Thresholds of sweep and prune. All but SWEEP_START_SLACK affect time and memory only. */
#ifndef CAROM_SPATIAL_SAP_TOLERANCES_H
#define CAROM_SPATIAL_SAP_TOLERANCES_H

#include <float.h>

/* ---- sap_grid.c */

/* Of the spread along an axis, added to the boxes' extent, so that the ratio of the two is finite
 * for points. Empirical. */
#define SWEEP_AXIS_LEAST 1e-6

/* Least side of a cell: of the spread of the boxes (empirical), and of the largest coordinate,
 * where eight epsilons make a cell several ulps wide, as sap_cell_index needs. */
#define CELL_LEAST_SPREAD 1e-5
#define CELL_LEAST_MAGNITUDE (8.0 * FLT_EPSILON)

/* Factor by which the sides of the cells grow while there are too many entries. Empirical. */
#define CELL_GROWTH 1.3

/* ---- space_sweep_prune_incremental.c */

/* Times the work per box after the last build, above which the grid is rebuilt. Empirical. */
#define REBUILD_WORK 3.0

/* ---- sap_scan.c */

/* Of |start| + longest extent. The longest extent is a float difference, with an error of at most
 * FLT_EPSILON / 2 of it, and the start is rounded to float: together less than FLT_EPSILON. */
#define SWEEP_START_SLACK (4.0 * FLT_EPSILON)

#endif
