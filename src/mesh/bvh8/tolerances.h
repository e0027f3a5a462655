/* Thresholds and error bounds of the BVH8 (src/mesh/bvh8), file by file. u is half an ulp of 1:
 * 2^-24 of float, 2^-53 of double. */
#ifndef CAROM_MESH_BVH8_TOLERANCES_H
#define CAROM_MESH_BVH8_TOLERANCES_H

/* ---- bvh8.h, bvh8_frame.c */

/* Rays may be set up in float when the scale of the frame is between 1 / NEAR_SIZE and this: their
 * numbers then stay far from the ends of the range of float. */
#define NEAR_SIZE 1e12F
/* From a start within this distance of the middle, along each axis of the frame, a ray leaves the
 * mesh (within 2) by time 16, with a margin for rounding. */
#define NEAR_START 12.0
/* widen_up, in epsilons of carom_real, relative: above the rounding of a real number to carom_real,
 * which loses half of one. */
#define WIDEN_EPSILONS 4.0
/* Least extent of a mesh relative to its distance from the origin that the frame resolves; of a
 * smaller one the scale is limited. Empirical. */
#define FRAME_LEAST_EXTENT 1e-12

/* ---- corner_box.h, bvh8_frame.c */

/* Boxes are rounded outwards by more than a conversion to float (u of float) and the rounding of
 * the frame lose: relative to a coordinate, and absolute for those below the normal range. */
#define OUTWARD 2.384185791015625e-7 /* 2^-22 */
#define OUTWARD_LEAST 1e-36

/* ---- bvh8_fit.c */

/* Above the coordinates that a correct frame gives to corners, which are about 1. */
#define FRAME_LIMIT 8.0F

#endif
