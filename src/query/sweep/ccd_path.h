/* A convex polygon of 3 or 4 corners whose corners move straight, against the origin: what a vertex
 * against a face, or an edge against an edge, is in the frame of one of them. */
#ifndef CAROM_QUERY_SWEEP_CCD_PATH_H
#define CAROM_QUERY_SWEEP_CCD_PATH_H

#include "math/vec.h"

#define CCD_CORNERS 4

/* The polygon at the two ends of the frame. Corner k goes from corner[0][k] to corner[1][k]; side k
 * runs from corner k to the next. Sides are differences of given numbers, not of differences: they
 * are right to one rounding even where the polygon is small and far away. */
typedef struct ccd_path {
    int count; /* 3: triangle; 4: parallelogram */
    vec3 corner[2][CCD_CORNERS];
    vec3 side[2][CCD_CORNERS];
    double size; /* of the largest component of any of them */
} ccd_path;

typedef struct ccd_contact {
    bool hit;
    double fraction;
    vec3 normal;    /* unit, from the origin to the polygon */
    double s, t;    /* where: corner 0 + s * (side to corner 1) + t * (side to the last corner) */
    bool converged; /* else assumed, when no more could be proved */
} ccd_contact;

/** Sets the sides' sizes; false when a number is not finite or beyond the range in which nothing
 * overflows or vanishes. */
bool carom_ccd_prepare(ccd_path *path);

/** The first time in [0, 1] at which the polygon reaches the origin. */
ccd_contact carom_ccd_solve(const ccd_path *path);

#endif
