/* What the parts of the search for facets in float share; it is in hull_float_search_kernel.h. */
#ifndef CAROM_CONVEX_HULL_SAT_HULL_FLOAT_PLANES_H
#define CAROM_CONVEX_HULL_SAT_HULL_FLOAT_PLANES_H

#include "simd/simd_set.h"
#include "convex/hull_sat/hull_float_facets.h"
#include "shape/hull_climb.h"

/* Corners that are known of the other hull. */
#define PROBE_LIMIT 16
/* A hull that is scanned has fewer faces, and edges. */
#define PLANE_LIMIT (2 * HULL_SCANNED)
#define ARC_LIMIT (3 * HULL_SCANNED)

/* Faces of one hull, in its own frame, over corners of the other: probes. */
typedef struct plane_side {
    const hull_data *hull;
    const hull_float_hull *other;
    const four *into, *back; /* columns of the turn from the other's frame, and back */
    four shift;
    int probes;
    bool whole; /* the probes are all corners, in order, and copies of the last up to eight */
    int corner[PROBE_LIMIT];
    float x[PROBE_LIMIT], y[PROBE_LIMIT], z[PROBE_LIMIT];
    uint8_t place[HULL_SCANNED];           /* of each corner that is a probe, its number + 1 */
    float below[PROBE_LIMIT][PLANE_LIMIT]; /* how far each probe is below each face */
    float bound[PLANE_LIMIT]; /* the greatest of these, or FLT_MAX of faces that are measured */
} plane_side;

typedef struct plane_search {
    hull_float_pair pair;
    plane_side a, b;
    four guess;         /* in the frame of A */
    float slack, limit; /* limit: a depth must be below it to matter */
    float bound;        /* no less than the least depth, but for the slack */
    bool failed;
    hull_float_facets *out;
} plane_search;

/** All but `out`. @return false for what is too large or too small for it */
bool carom_hull_float_start_search(plane_search *p, const hull_float_body *a,
                                   const hull_float_body *b, const vec3 *apart, const vec3 *guess);

/** The search, its start and end left out. */
void carom_hull_float_search_native(plane_search *p);
void carom_hull_float_search_scalar(plane_search *p);
void carom_hull_float_search_avx2(plane_search *p);

#endif
