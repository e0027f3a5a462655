/* A cast of two hulls in float. */
#ifndef CAROM_CONVEX_CAST_CAST_FLOAT_H
#define CAROM_CONVEX_CAST_CAST_FLOAT_H

#include "convex/support/hull_float.h"

/* Hulls of more vertices are not cast in float. */
#define CAST_FLOAT_CORNERS HULL_FLOAT_MAX

typedef enum cast_float_end {
    CAST_FLOAT_UNDECIDED = 0,
    CAST_FLOAT_MISS,   /* for certain */
    CAST_FLOAT_PORTAL, /* the path seems to enter A - B between `ia` and `ib`, or near it */
    CAST_FLOAT_BEFORE  /* the path seems to have entered before the start */
} cast_float_end;

typedef struct cast_float {
    hull_float_body a, b;
    cast_float_end end;
    double clearance; /* of a miss: lower bound of the gap at the start */
    int ia[3], ib[3]; /* of a portal: its vertices */
    vec3 normal;      /* of a portal, of any length */
    bool is_facet;    /* no other vertex is as far along the normal, nor along any direction within
                         CAST_FACET_SINE of it */
} cast_float;

static inline bool cast_floats(const hull_data *h) {
    return h->vertices_f && h->vertex_count <= CAST_FLOAT_CORNERS;
}

/** Casts the bodies of `c`. `apart`: from B's middle to A's; `motion`: of A. @return c->end */
cast_float_end carom_cast_float(cast_float *c, vec3 apart, vec3 motion);

#endif
