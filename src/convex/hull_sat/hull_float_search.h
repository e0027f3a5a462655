/* The search for the facets that may be the least deep, in float. */
#ifndef CAROM_CONVEX_HULL_SAT_HULL_FLOAT_SEARCH_H
#define CAROM_CONVEX_HULL_SAT_HULL_FLOAT_SEARCH_H

#include "simd/simd_set.h"
#include "convex/hull_sat/hull_float_planes.h"

/** The search between carom_hull_float_start_search and the final selection. */
void carom_hull_float_search_native(plane_search *p);
void carom_hull_float_search_scalar(plane_search *p);
void carom_hull_float_search_avx2(plane_search *p);

#endif
