/* Secant method for the normal of least depth at an edge, or at the straight side of a cylinder or
 * cone. */
#ifndef CAROM_CONVEX_EPA_NORMAL_EDGE_SECANT_H
#define CAROM_CONVEX_EPA_NORMAL_EDGE_SECANT_H

#include "convex/epa/normal_broyden.h"

/** The same where an edge or a straight side of either shape makes the support value not
 * differentiable, by the secant method. @return true when the corners and weights are right and
 * `smooth` is set */
bool carom_normal_edge_secant(const convex_shape *a, const convex_shape *b, epa_answer *e);

#endif
