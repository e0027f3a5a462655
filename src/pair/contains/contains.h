/* Is every point of B in A? B is the hull of some points and some images, A is convex: A holds B
 * when it holds each of them. */
#ifndef CAROM_PAIR_CONTAINS_CONTAINS_H
#define CAROM_PAIR_CONTAINS_CONTAINS_H

#include "pair/pose/pair.h"

/* The points center + sum of s_i axis[i] with |s| <= 1: a ball, an ellipsoid, with a zero axis a
 * disk, with three of them a point that is known to a few ulps only. */
typedef struct ellipsoid_image {
    vec3 center, axis[3];
    int rank;      /* axes that are not zero */
    double radius; /* of a ball whose numbers are given ones, else 0 */
} ellipsoid_image;

/** True when every point of B is in A; closed sets, both valid, in the common frame.
 * @accuracy Exact where B is a point, segment, ray, line, triangle, polygon, tetrahedron, AABB,
 * plane or half-space, or a hull that is not moved, and A any shape but an ellipsoid or a hull that
 * is moved; and for spheres and capsules in spheres, capsules, AABBs, k-DOPs and half-spaces.
 * Else right but for some ulps of the shapes' coordinates, and in their favour: true when in doubt.
 */
bool carom_contains(const carom_shape *a, const carom_shape *b);

/** How A stands to B, which it touches. */
carom_relation carom_classify_touching(const carom_shape *a, const carom_shape *b);

/** The greatest value of k + 2 b.s + s'q s over |s| <= 1, from above, to a few ulps of its parts.
 */
typedef struct quadratic {
    double q[3][3], b[3], k;
} quadratic;

#endif
