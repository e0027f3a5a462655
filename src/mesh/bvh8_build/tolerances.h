/* Costs and thresholds of the builders of the BVH8 (src/mesh/bvh8_build), file by file. They choose
 * among trees that are all correct; none decides an answer. */
#ifndef CAROM_MESH_BVH8_BUILD_TOLERANCES_H
#define CAROM_MESH_BVH8_BUILD_TOLERANCES_H

/* ---- bvh8_cut_bins.h, bvh8_spatial.c: grids of bins and slabs */

/* A run with a smaller extent along an axis, in the frame, is not cut along it. */
#define LEAST_EXTENT 1e-30F
/* Of the cells: just below 1, so that the upper end of the extent stays in the last cell. */
#define CELL_SHARE 0.999999F
/* n / 8 plus this, rounded to the nearest integer, is n / 8 rounded up: it is in (3/8, 1/2). */
#define CEIL_EIGHTHS 0.4375F
/* 2^23: adding and subtracting it rounds a float to an integer. */
#define ROUND_TO_INTEGER 8388608.0F

/* ---- bvh8_build.c */

/* How often a ray that meets a triangle's box hits the triangle: half the box's shadow is the
 * triangle's at most, as it is where one of two makes half a rectangle along the axes. */
#define TRIANGLE_HIT 0.4F
/* Spatial splits are tried where halves overlap by more than this part of the surface of the whole
 * [Stich09]. */
#define SPLIT_OVERLAP 1e-4F

/* ---- bvh8_group.h: cost of a leaf and of each of its triangles, where a node costs 1 */

#define LEAF_COST 1.0F
#define TRIANGLE_COST 0.15F

/* ---- bvh8_cost.c: cost of a leaf and of each of its triangles, in tests of a node's eight boxes;
 * up to eight triangles are tested at once */

#define LEAF_TEST_COST 0.75
#define TRIANGLE_TEST_COST 0.0625

/* ---- bvh8_order.c */

/* Cost of a leaf in an any-hit traversal, where a node costs 1. Measured: anything from 1 to 2.5
 * gives the same visits. */
#define LEAF_ANY_COST 1.5F

/* ---- bvh8_spatial.c */

/* Absolute, in the frame: above the rounding of the point where an edge meets a plane, and of
 * corners, whose coordinates are about 1. */
#define SPLIT_ROUNDING 2e-14
/* Where halves overlap by more than this part of the surface of the whole, planes are counted
 * before anything is clipped. Empirical; trees do not depend on it. */
#define PILED 0.5F

/* ---- bvh8_split.c */

/* References beyond the number of triangles, as a part of it. */
#define SPLIT_BUDGET 0.3
/* The second tree is built where it is estimated to have at most this part of the surface of all
 * boxes. */
#define SPLIT_WORTH 0.95

#endif
