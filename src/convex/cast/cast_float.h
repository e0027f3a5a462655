/* A cast of two hulls in float. */
#ifndef CAROM_CONVEX_CAST_CAST_FLOAT_H
#define CAROM_CONVEX_CAST_CAST_FLOAT_H

#include "convex/support/hull_float.h"

/* Hulls of more corners are not cast in float. */
#define CAST_FLOAT_CORNERS HULL_FLOAT_MAX

typedef enum cast_float_end {
    CAST_FLOAT_UNDECIDED = 0,
    CAST_FLOAT_MISS,   /* for certain */
    CAST_FLOAT_PORTAL, /* the path seems to enter A - B between `ia` and `ib`, or near it */
    CAST_FLOAT_BEFORE  /* it seems to have entered before the start */
} cast_float_end;

typedef struct cast_float {
    hull_float_body a, b;
    cast_float_end end;
    double clearance; /* of a miss: no more than what is between them at the start */
    /* of a portal: its corners, the direction across it, and that no other corner is as far along
     * it, nor along any within CAST_NEAR of it */
    int ia[3], ib[3];
    vec3 normal;
    bool is_facet;
} cast_float;

static inline bool cast_floats(const hull_data *h) {
    return h->vertices_f && h->vertex_count <= CAST_FLOAT_CORNERS;
}

/** `apart`: A's middle from B's; `motion`: A's. The bodies of `c` are set. @return its end */
cast_float_end carom_cast_float(cast_float *c, vec3 apart, vec3 motion);

#endif
