/* Continuous collision detection of vertex-face and edge-edge pairs [Wang21]: in the frame of one
 * of the two features, a convex polygon of 3 or 4 corners whose corners move linearly, against the
 * origin. */
#ifndef CAROM_QUERY_SWEEP_CCD_PATH_H
#define CAROM_QUERY_SWEEP_CCD_PATH_H

#include "math/vec.h"

#define CCD_CORNERS 4

/* The given points: vertex and face, or two edges, at the start and at the end. */
typedef struct ccd_points {
    int count; /* of corners of the polygon: 3 or 4 */
    vec3 at[2][4];
} ccd_points;

/* A corner of the polygon is a given point minus another. */
typedef struct ccd_corner_ends {
    int from, to;
} ccd_corner_ends;

static inline ccd_corner_ends ccd_corner_of(int count, int k) {
    static const ccd_corner_ends edges[CCD_CORNERS] = {{0, 2}, {1, 2}, {1, 3}, {0, 3}};
    return count == 3 ? (ccd_corner_ends){0, 1 + k} : edges[k];
}

/* The polygon at the two ends of the frame. Corner k goes from corner[0][k] to corner[1][k]; side k
 * runs from corner k to the next. Sides are differences of given numbers, not of differences: they
 * are right to one rounding even where the polygon is small and far away. */
typedef struct ccd_path {
    const ccd_points *points; /* the input, from which all else follows */
    int count;                /* 3: triangle; 4: parallelogram */
    vec3 corner[2][CCD_CORNERS];
    vec3 side[2][CCD_CORNERS];
    double size; /* of the largest component of any corner; from CCD_LEAST to CCD_MOST */
} ccd_path;

typedef enum ccd_answer_kind {
    CCD_MISS,
    CCD_CROSSES, /* contact between `fraction` and CCD_FRACTION later */
    CCD_DOUBT    /* only that there is no contact before `fraction` is certain */
} ccd_answer_kind;

typedef enum ccd_where { CCD_UNSURE, CCD_OUTSIDE, CCD_INSIDE } ccd_where;

/* Signs of coordinate `normal` of the cross products of corners that follow each other; 0 where not
 * known. */
typedef struct ccd_sides {
    ccd_where where;
    int normal, sign[CCD_CORNERS];
} ccd_sides;

typedef struct ccd_bracket {
    ccd_answer_kind kind;
    double fraction;
    double until;      /* a time soon after `fraction`, for `after`; or 1 */
    int before, after; /* signs of det(corner 0, corner 1, last corner) just before `fraction` and
                          at `until`, 0 where not known */
    vec3 axis;         /* unit: separates just before; zero when none is known */
    ccd_sides sides;   /* from `fraction` to `until` */
} ccd_bracket;

typedef struct ccd_contact {
    vec3 normal; /* unit, from the origin to the polygon */
    double s, t; /* where: corner 0 + s * (side to corner 1) + t * (side to the last corner) */
} ccd_contact;

/** When the polygon first reaches the origin in [0, 1], as far as rounding allows. */
ccd_bracket carom_ccd_bracket(const ccd_path *path);

/** Where the polygon touches the origin at time t. @param axis the separating axis of the bracket
 */
ccd_contact carom_ccd_contact_at(const ccd_path *path, double t, vec3 axis);

#endif
