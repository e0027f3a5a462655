/* The last digits of a least penetration between curved surfaces. */
#ifndef CAROM_CONVEX_EPA_NORMAL_BROYDEN_H
#define CAROM_CONVEX_EPA_NORMAL_BROYDEN_H

#include "convex/epa/epa.h"

/** Looks near `normal` for a direction in which A - B reaches less far, and moves normal and depth
 * there. @return true when the surfaces are so smooth there that the support points themselves are
 * the deepest points: they are put into corner[0], all weight on it, and `smooth` is set. */
bool carom_normal_broyden(const convex_shape *a, const convex_shape *b, epa_answer *e);

/** The same where an edge or a straight side of either shape makes a ridge: `smooth` then means
 * that the weights of the corners are right. */
bool carom_normal_edge_secant(const convex_shape *a, const convex_shape *b, epa_answer *e);

/** Puts the exact normal of a face, or of a pair of edges, in the place of one that is near it,
 * when A - B reaches no farther along it. @return true when the normal has changed. */
bool carom_facet_normal_exact(const convex_shape *a, const convex_shape *b, epa_answer *e);

/** True, with corners and weights, and `smooth` set, when A - B has a facet square to the normal
 * that the normal passes through. */
bool carom_normal_broyden_facet(const convex_shape *a, const convex_shape *b, epa_answer *e);

/** From where a polytope gave up, as for a ball that holds something small near its centre: leans
 * the normal to where the reach is less, in ever smaller steps. */
void carom_normal_broyden_descend(const convex_shape *a, const convex_shape *b, epa_answer *e);

#endif
