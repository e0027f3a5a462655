/* The search of cast_float.c on lanes: what it is given and what it finds. */
#ifndef CAROM_CONVEX_CAST_CAST_LANES_H
#define CAROM_CONVEX_CAST_CAST_LANES_H

#include "simd/simd_set.h"
#include "convex/cast/cast_float.h"

/* Of heights, relative to the size: three times what they may be off by, see cast_float.c. */
#define CAST_SLACK 4e-6f
/* Corners lower than the farthest by more than this part of the size are lower for any direction
 * that is as near to the portal's as CAST_NEAR, a sine: it lowers the one and raises the other by
 * no more than half of it, and rounding by a tenth. */
#define CAST_SURE 4e-5f
#define CAST_NEAR 1e-5

/** In a frame whose z axis is the path of the origin through A - B. */
typedef struct cast_lanes {
    hull_float_hull a, b;
    four turn_a[3],
        turn_b[3];    /* columns: of the turn from A's frame, and from that of B, negated */
    four middle;      /* of A - B */
    float path, size; /* size: the path included */
    float clearance;  /* of a miss, as in cast_float */
    float normal[3];  /* of a portal, of any length */
    int ia[3], ib[3];
    bool is_facet; /* no other corners are as far along the normal */
} cast_lanes;

cast_float_end carom_cast_lanes_native(cast_lanes *c);
cast_float_end carom_cast_lanes_scalar(cast_lanes *c);
cast_float_end carom_cast_lanes_avx2(cast_lanes *c);

#endif
