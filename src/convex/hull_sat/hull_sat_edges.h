/* Edge-edge candidates of the separating axis test on the Gauss map [Gregorius13]. */
#ifndef CAROM_CONVEX_HULL_SAT_HULL_SAT_EDGES_H
#define CAROM_CONVEX_HULL_SAT_HULL_SAT_EDGES_H

#include "convex/hull_sat/hull_sat_search.h"

/** Measures the depth along the cross product of A's edge u from vertex p and B's edge at->b[0]
 * at->b[1], or along n where they are parallel, and takes it if it is less than the bound. */
void carom_hull_sat_edges(facet_search *s, const vec3 *p, const vec3 *u, const facet_arc *at,
                          const vec3 *n);

/** Finds the least depth along the arc of A's edge u from vertex p, if it is less than the bound.
 * @return false when the bisection needs more steps than its limit */
bool carom_hull_sat_arc(facet_search *s, const facet_arc *whole, const vec3 *p, const vec3 *u);

#endif
