/* Input and result of the portal search of cast_lanes_kernel.c. */
#ifndef CAROM_CONVEX_CAST_CAST_LANES_H
#define CAROM_CONVEX_CAST_CAST_LANES_H

#include "simd/simd_set.h"
#include "convex/cast/cast_float.h"
#include "convex/cast/tolerances.h"

/** In a frame whose z axis is the path of the origin through A - B. */
typedef struct cast_lanes {
    hull_float_hull a, b;
    four turn_a[3], turn_b[3]; /* columns of the rotations from A's frame, and from B's, negated */
    four middle;               /* of A - B */
    float path, size;          /* length of the path; size, the path included */
    float clearance;           /* of a miss, as in cast_float */
    float normal[3];           /* of a portal, of any length */
    int ia[3], ib[3];
    bool is_facet; /* as in cast_float */
} cast_lanes;

cast_float_end carom_cast_lanes_native(cast_lanes *c);
cast_float_end carom_cast_lanes_scalar(cast_lanes *c);
cast_float_end carom_cast_lanes_avx2(cast_lanes *c);

#endif
