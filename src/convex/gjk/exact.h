/* GJK in exact arithmetic: the nearest points of two polytopes for exactly the numbers that
 * describe them (vertices, or centre, axes and half-extents). Slow (some 10 us): for pairs that
 * rounding cannot distinguish from touching. */
#ifndef CAROM_CONVEX_GJK_EXACT_H
#define CAROM_CONVEX_GJK_EXACT_H

#include "convex/gjk/simplex.h"
#include "convex/support/support.h"

typedef struct exact_nearest {
    bool known;       /* false: the limit on steps was reached */
    bool apart;       /* the cores have no common point */
    int beyond;       /* sign of distance - (sum of the radii) */
    double distance;  /* of the cores, correct to rounding, however small; 0 in contact */
    vec3 normal;      /* unit, from A to B, correct to rounding; zero in contact */
    int count;        /* of vertices whose convex combination the nearest points are: 1 to 4 */
    int ia[4], ib[4]; /* their indices in A and B */
    double weight[4]; /* of the combination; positive, sum 1 */
} exact_nearest;

/** Nearest points of the cores; `beyond` compares their distance with the sum of the radii.
 * @param start the last simplex of the search in double; only its indices are read */
void carom_convex_exact(const convex_shape *a, const convex_shape *b, const simplex *start,
                        exact_nearest *out);

#endif
