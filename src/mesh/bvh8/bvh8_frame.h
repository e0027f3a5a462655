/* The frame of a BVH8, and outward rounding in it. */
#ifndef CAROM_MESH_BVH8_BVH8_FRAME_H
#define CAROM_MESH_BVH8_BVH8_FRAME_H

#include "mesh/bvh8/bvh8.h"

/** The bounds of all corners of the source's triangles; zeros without triangles. */
carom_aabb carom_bvh8_bounds(const bvh8_source *source);
/** The frame for the bounds of `count` triangles. */
bvh8_frame carom_bvh8_frame(const carom_aabb *bounds, uint32_t count);
/** A float below x, by more than a conversion to float and the rounding of the frame lose. */
float carom_bvh8_outward(double x);

#endif
