/* Bounding boxes of triangles, on lanes x, y, z and an unused one; and their outward rounding in
 * the mesh's frame. */
#ifndef CAROM_MESH_BVH8_CORNER_BOX_H
#define CAROM_MESH_BVH8_CORNER_BOX_H

#include "simd/simd_real.h"
#include "mesh/bvh8/bvh8.h"

/** The bounds of corners. Of equal numbers (0 and -0) the first stays, so that a box does not
 * depend on how its pieces are joined. */
typedef struct corner_box {
    real4 low, high;
} corner_box;

typedef struct frame_lanes {
    d4 scale, center;
} frame_lanes;

static CAROM_INLINE frame_lanes lanes_of_frame(const bvh8_frame *frame) {
    const double center[4] = {frame->center.x, frame->center.y, frame->center.z, 0.0};
    return (frame_lanes){d4_all(frame->scale), d4_load(center)};
}

static CAROM_INLINE corner_box corner_box_of(const carom_vec3 *vertices, const uint32_t *corner) {
    real4 a = real4_load3(&vertices[corner[0]]), b = real4_load3(&vertices[corner[1]]);
    real4 c = real4_load3(&vertices[corner[2]]);
    return (corner_box){real4_min(c, real4_min(b, a)), real4_max(c, real4_max(b, a))};
}

static CAROM_INLINE void grow_corner_box(corner_box *box, const carom_vec3 *vertices,
                                         const uint32_t *corner) {
    corner_box more = corner_box_of(vertices, corner);
    *box = (corner_box){real4_min(more.low, box->low), real4_max(more.high, box->high)};
}

/** As bvh8_local, in lanes. */
static CAROM_INLINE d4 local_lanes(const frame_lanes *frame, real4 x) {
    return d4_sub(d4_mul(real4_widen(x), frame->scale), frame->center);
}

/** As carom_bvh8_outward, in lanes. */
static CAROM_INLINE f4 outward_lanes(d4 x) {
    d4 margin = d4_add(d4_mul(d4_abs(x), d4_all(OUTWARD)), d4_all(OUTWARD_LEAST));
    return d4_narrow(d4_sub(x, margin));
}

#endif
