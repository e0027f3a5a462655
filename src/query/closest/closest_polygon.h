/* The nearest point of a polygon that may be a transformed one. */
#ifndef CAROM_QUERY_CLOSEST_CLOSEST_POLYGON_H
#define CAROM_QUERY_CLOSEST_CLOSEST_POLYGON_H

#include "carom/closest.h"

#endif
