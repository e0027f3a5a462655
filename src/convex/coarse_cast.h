/* The portal of a cast of a coarse pair of hulls. */
#ifndef CAROM_CONVEX_COARSE_CAST_H
#define CAROM_CONVEX_COARSE_CAST_H

#include "convex/coarse.h"

typedef enum coarse_cast_end {
    COARSE_CAST_OPEN = 0,
    COARSE_CAST_MISS,  /* for certain */
    COARSE_CAST_PORTAL /* the path seems to enter A - B between `ia` and `ib`, or near it */
} coarse_cast_end;

typedef struct coarse_cast {
    coarse_body a, b;
    double clearance; /* of a miss: no more than what is between them at the start */
    int ia[3], ib[3]; /* of a portal */
} coarse_cast;

/** `apart`: A's middle from B's; `motion`: A's. The hulls of `c` are set. */
coarse_cast_end carom_coarse_cast(coarse_cast *c, vec3 apart, vec3 motion);

#endif
