/* Refinement of EPA's normal of least depth to rounding, for smooth surfaces, edges and facets. */
#ifndef CAROM_CONVEX_EPA_NORMAL_BROYDEN_H
#define CAROM_CONVEX_EPA_NORMAL_BROYDEN_H

#include "convex/epa/epa.h"

/** Minimises the support value of A - B over the directions near `normal`, by Broyden's method, and
 * moves normal and depth there. @return true when the surfaces are so smooth there that the support
 * points are the deepest points: they are corner[0], with weight 1, and `smooth` is set */
bool carom_normal_broyden(const convex_shape *a, const convex_shape *b, epa_answer *e);

/** The same where an edge or a straight side of either shape makes the support value not
 * differentiable, by the secant method. @return true when the corners and weights are right and
 * `smooth` is set */
bool carom_normal_edge_secant(const convex_shape *a, const convex_shape *b, epa_answer *e);

/** Replaces the normal by the exact one of a face, or of a pair of edges, that is near it, when the
 * support value along that is no greater. @return true when the normal has changed */
bool carom_facet_normal_exact(const convex_shape *a, const convex_shape *b, epa_answer *e);

/** @return true, with corners, weights and `smooth` set, when A - B has a facet perpendicular to
 * the normal through which the normal passes */
bool carom_facet_at_normal(const convex_shape *a, const convex_shape *b, epa_answer *e);

/** Pattern search for a lesser support value, with halved steps, from where EPA exceeded its
 * capacity, as for a ball that contains something small near its centre. */
void carom_normal_broyden_descend(const convex_shape *a, const convex_shape *b, epa_answer *e);

#endif
