/* Thresholds of the grids. They affect time and memory only. */
#ifndef CAROM_SPATIAL_GRID_TOLERANCES_H
#define CAROM_SPATIAL_GRID_TOLERANCES_H

/* ---- space_grid.c: least side of a cell. Empirical. */

#define GRID_LEAST_MAGNITUDE 1e-12 /* of the largest coordinate of the range */
#define GRID_LEAST_SPREAD 1e-4     /* of the extent of the range: 10^4 cells along an axis */

/* ---- space_hash.c */

/* Absolute: extents below it get the cells of this extent, which keeps levels above 0:
 * 1e-300 > 2^-997, and MIDDLE is 1024. */
#define HASH_LEAST_EXTENT 1e-300

#endif
