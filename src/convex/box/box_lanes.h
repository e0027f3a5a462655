/* The axes of a box in lanes: lane i holds a component of axis i, lane 3 repeats lane 2. */
#ifndef CAROM_CONVEX_BOX_BOX_LANES_H
#define CAROM_CONVEX_BOX_BOX_LANES_H

#include "simd/simd.h"
#include "convex/box/box_view.h"

/* out[0], out[1] and out[2] are the x, y and z components of the axes. */
static CAROM_INLINE void axes_in_lanes(d4 out[4], const vec3 axes[3]) {
    const double *number = &axes[0].x;
    for (int i = 0; i < 3; i++)
        out[i] = d4_load(number + 3 * i); /* the half-extents lie behind the last axis */
    out[3] = out[2];
    d4_transpose(out);
}

/* The components of v along the axes. */
static CAROM_INLINE d4 along_axes(const d4 axes[4], const vec3 *v) {
    const d4 xy = d4_add(d4_mul(axes[0], d4_all(v->x)), d4_mul(axes[1], d4_all(v->y)));
    return d4_add(xy, d4_mul(axes[2], d4_all(v->z)));
}

#endif
