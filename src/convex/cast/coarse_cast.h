/* A cast of two hulls in float. */
#ifndef CAROM_CONVEX_CAST_COARSE_CAST_H
#define CAROM_CONVEX_CAST_COARSE_CAST_H

#include "convex/support/coarse.h"

/* Hulls of more corners are not cast in float. */
#define COARSE_CAST_CORNERS HULL_COARSE

typedef enum coarse_cast_end {
    COARSE_CAST_OPEN = 0,
    COARSE_CAST_MISS,   /* for certain */
    COARSE_CAST_PORTAL, /* the path seems to enter A - B between `ia` and `ib`, or near it */
    COARSE_CAST_BEFORE  /* it seems to have entered before the start */
} coarse_cast_end;

typedef struct coarse_cast {
    coarse_body a, b;
    coarse_cast_end end;
    double clearance; /* of a miss: no more than what is between them at the start */
    /* of a portal: its corners, the direction across it, and that no other corner is as far along
     * it, nor along any within CAST_NEAR of it */
    int ia[3], ib[3];
    vec3 normal;
    bool sure;
} coarse_cast;

static inline bool coarse_casts(const hull_data *h) {
    return h->coarse && h->vertex_count <= COARSE_CAST_CORNERS;
}

/** `apart`: A's middle from B's; `motion`: A's. The bodies of `c` are set. @return its end */
coarse_cast_end carom_coarse_cast(coarse_cast *c, vec3 apart, vec3 motion);

#endif
