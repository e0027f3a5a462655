/* Thresholds of the grids. They affect time and memory only. */
#ifndef CAROM_SPATIAL_GRID_TOLERANCES_H
#define CAROM_SPATIAL_GRID_TOLERANCES_H

/* ---- space_grid.c: least side of a cell. Empirical. */

#define GRID_LEAST_MAGNITUDE 1e-12 /* of the largest coordinate of the range */
#define GRID_LEAST_SPREAD 1e-4     /* of the extent of the range: 10^4 cells along an axis */

/* Factor by which the side of the cells grows while boxes reach too many. Empirical. */
#define GRID_CELL_GROWTH 1.5

/* ---- space_hash.c */

/* Cells of a query up to which they are looked up whatever the number of boxes. Empirical. */
#define HASH_LOOKUP_CELLS 64.0

/* Absolute: extents below it get the cells of this extent, which keeps levels above 0:
 * 1e-300 > 2^-997, and MIDDLE is 1024. */
#define HASH_LEAST_EXTENT 1e-300

#endif
