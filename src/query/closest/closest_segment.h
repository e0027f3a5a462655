/* Segments against segments, triangles and boxes [Ericson05] 5.1.9, 5.1.10. */
#ifndef CAROM_QUERY_CLOSEST_CLOSEST_SEGMENT_H
#define CAROM_QUERY_CLOSEST_CLOSEST_SEGMENT_H

#include "query/closest/segment_contact.h"

/** @return the parameter on the segment of a common point, to a few units in the last place. */
double carom_segment_triangle_contact(const vec3 s[2], const vec3 v[3]);

#endif
