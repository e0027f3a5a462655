/* State of the search for facets in float (hull_float_search_kernel.c). */
#ifndef CAROM_CONVEX_HULL_SAT_HULL_FLOAT_PLANES_H
#define CAROM_CONVEX_HULL_SAT_HULL_FLOAT_PLANES_H

#include "simd/simd_set.h"
#include "convex/hull_sat/hull_float_facets.h"
#include "shape/hull_climb.h"

/* Capacity of the probes of one hull; when it is exceeded, double decides. Empirical. */
#define PROBE_LIMIT 16
/* Bounds of the faces and edges of a hull of HULL_SCANNED vertices (Euler). */
#define PLANE_LIMIT (2 * HULL_SCANNED)
#define ARC_LIMIT (3 * HULL_SCANNED)

/* The faces of one hull, in its own frame, and the probes: known vertices of the other hull. */
typedef struct plane_side {
    const hull_data *hull;
    const hull_float_hull *other;
    const four *into, *back; /* columns of the rotation from the other's frame, and back */
    four shift;              /* the other's middle */
    int probes;              /* their number */
    bool whole; /* the probes are all vertices, in order, padded to eight by the last */
    int corner[PROBE_LIMIT]; /* the vertex of each probe */
    float x[PROBE_LIMIT], y[PROBE_LIMIT], z[PROBE_LIMIT];
    uint8_t place[HULL_SCANNED];           /* number + 1 of the probe at each vertex, or 0 */
    float below[PROBE_LIMIT][PLANE_LIMIT]; /* height of each face above each probe */
    float bound[PLANE_LIMIT]; /* the greatest of these heights; FLT_MAX of measured faces */
} plane_side;

struct plane_search {
    hull_float_pair pair;
    plane_side a, b;
    four guess;         /* in the frame of A */
    float slack, limit; /* a facet matters only if its depth is less than limit = bound + slack */
    float bound;        /* upper bound of the least depth, up to the slack */
    bool failed;
    hull_float_facets *out;
};

#endif
