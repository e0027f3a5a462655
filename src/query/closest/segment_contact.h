/* The contact point of a segment and a triangle that are known to touch. */
#ifndef CAROM_QUERY_CLOSEST_SEGMENT_CONTACT_H
#define CAROM_QUERY_CLOSEST_SEGMENT_CONTACT_H

#include "math/vec.h"

#endif
