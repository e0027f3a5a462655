/* Separating axis test of hulls in float [Gregorius13], confirmed in double: each facet that float
 * leaves is measured in double, and a pair of edges must be a facet of A - B (their arcs cross on
 * the Gauss map). */
#ifndef CAROM_CONVEX_HULL_SAT_HULL_SAT_FLOAT_H
#define CAROM_CONVEX_HULL_SAT_HULL_SAT_FLOAT_H

#include "convex/hull_sat/hull_sat_search.h"

/** Finds the facet of two scanned hulls in float and measures it in double. @return false when
 * float leaves more than one candidate, or double does not confirm it */
bool carom_hull_sat_by_float(facet_search *s, const vec3 *guess);

#endif
