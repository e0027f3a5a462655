/* The contact point of a segment and a triangle that are known to touch. */
#ifndef CAROM_QUERY_CLOSEST_SEGMENT_CONTACT_H
#define CAROM_QUERY_CLOSEST_SEGMENT_CONTACT_H

#include "math/vec.h"

/** @return the parameter on the segment of a common point, to a few units in the last place. */
double carom_segment_triangle_contact(const vec3 s[2], const vec3 v[3]);

#endif
