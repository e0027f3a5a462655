/* The frame of a wide tree, and rounding in it. */
#ifndef CAROM_MESH_WIDE_FRAME_H
#define CAROM_MESH_WIDE_FRAME_H

#include "mesh/bvh8/wide.h"

/** The bounds of all corners that triangles name; zeros where there is no triangle. */
carom_aabb carom_wide_bounds(const wide_source *source);
/** The frame for bounds of so many triangles. */
wide_frame carom_wide_frame(const carom_aabb *bounds, uint32_t count);
/** A float below x, by more than a conversion to float and the rounding of the frame can lose. */
float carom_wide_outward(double x);

#endif
