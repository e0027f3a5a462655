/* Exact normal of a facet of A - B that EPA [Bergen01] has approached: a face's stored normal or
 * the cross product of two stored directions, which have more digits than differences of vertices.
 */
#ifndef CAROM_CONVEX_EPA_FACET_NORMAL_EXACT_H
#define CAROM_CONVEX_EPA_FACET_NORMAL_EXACT_H

#include "convex/epa/normal_broyden.h"

/** Replaces the normal by the exact one of a face, or of a pair of edges, that is near it, when the
 * support value along that is no greater. @return true when the normal has changed */
bool carom_facet_normal_exact(const convex_shape *a, const convex_shape *b, epa_answer *e);

/** @return true, with corners, weights and `smooth` set, when A - B has a facet perpendicular to
 * the normal through which the normal passes */
bool carom_facet_at_normal(const convex_shape *a, const convex_shape *b, epa_answer *e);

#endif
