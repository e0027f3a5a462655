/* Containment of a shape in a convex shape. B is the convex hull of some points and some ellipsoid
 * images, and A is convex: A contains B when it contains each of them. */
#ifndef CAROM_PAIR_CONTAINS_CONTAINS_H
#define CAROM_PAIR_CONTAINS_CONTAINS_H

#include "convex/support/convex.h"
#include "pair/pose/pair.h"

/* The affine image of the unit ball, center + sum of s_i axis[i] with |s| <= 1: a ball, an
 * ellipsoid; with one zero axis a disk, with three of them a point that was rounded. */
typedef struct ellipsoid_image {
    vec3 center, axis[3];
    int rank;                  /* axes that are not zero */
    double radius;             /* of a ball whose centre and radius are exact, else 0 */
    const convex_shape *solid; /* not null: that solid, about `center`, in place of the image */
} ellipsoid_image;

/** True when every point of B is in A; closed sets, both valid, in the common frame.
 * @accuracy Exact where B is a point, segment, ray, line, triangle, polygon, tetrahedron, AABB,
 * plane or half-space, or a hull that is not moved, and A any shape but an ellipsoid or a hull that
 * is moved; and for spheres and capsules in spheres, capsules, AABBs, k-DOPs and half-spaces.
 * Else right but for some ulps of the shapes' coordinates, and true within them.
 */
bool carom_contains(const carom_shape *a, const carom_shape *b);

/** The relation of A to B, which it touches. */
carom_relation carom_classify_touching(const carom_shape *a, const carom_shape *b);

/** The greatest value of k + 2 b.s + s'q s over |s| <= 1, from above, to a few ulps of its parts.
 */
typedef struct quadratic {
    double q[3][3], b[3], k;
} quadratic;

#endif
