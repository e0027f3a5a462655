/* How far a convex hull reaches out of a solid. */
#ifndef CAROM_MESH_DECOMPOSITION_CONCAVITY_H
#define CAROM_MESH_DECOMPOSITION_CONCAVITY_H

#include "mesh/decomposition/piece.h"
#include "shape/hull_data.h"

/* The greatest distance of a point of a hull from the solid. */
typedef struct concavity {
    double low, high; /* the greatest distance is between these */
    vec3 farthest;    /* a point of the hull that is `low` from the solid */
} concavity;

/* When a measurement may end: at any one of these. */
typedef struct concavity_goal {
    double enough;   /* high <= enough */
    double too_much; /* low > too_much */
    double relative; /* high - low <= relative * high */
    double absolute; /* high - low <= absolute */
    uint32_t boxes;  /* so many have been looked at */
} concavity_goal;

/** Measures by branch and bound over boxes. @return MEMORY or OK */
carom_status carom_measure_concavity(concavity *out, const hull_data *hull,
                                     const whole_solid *whole, const concavity_goal *goal);

#endif
