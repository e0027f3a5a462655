/* Segments against segments, triangles and boxes [Ericson05] 5.1.9, 5.1.10. */
#ifndef CAROM_QUERY_CLOSEST_CLOSEST_SEGMENT_H
#define CAROM_QUERY_CLOSEST_CLOSEST_SEGMENT_H

#include "math/vec.h"

/** @return the parameter on the segment of a common point, to a few units in the last place. */
double carom_segment_triangle_contact(const vec3 s[2], const vec3 v[3]);

typedef struct segment_pair {
    double s, t;
    vec3 apart; /* from the point on the second segment to that on the first */
    double d2;
} segment_pair;

/** Any two segments: parallel, degenerate, crossing. ends = a0, a1, b0, b1. */
segment_pair carom_segment_segment_robust(const vec3 ends[4]);

#endif
