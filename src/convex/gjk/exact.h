/* The nearest points of two flat shapes for exactly the numbers that describe them: vertices, or
 * centre, axes and half-extents. Slow (some 10 us): for pairs that rounding cannot tell from
 * touching. */
#ifndef CAROM_CONVEX_GJK_EXACT_H
#define CAROM_CONVEX_GJK_EXACT_H

#include "convex/gjk/simplex.h"
#include "convex/support/support.h"

typedef struct exact_nearest {
    bool known;      /* false: the bound on steps was met */
    bool apart;      /* no point in common */
    int beyond;      /* sign of (distance - radius) */
    double distance; /* to rounding, however small; 0 in contact */
    vec3 normal;     /* unit, from A to B, to rounding; zero in contact */
    int count;       /* the vertices that carry the nearest points, and their weights */
    int ia[4], ib[4];
    double weight[4];
} exact_nearest;

/** `start`: the simplex that computing in double ended with; its indices are used. `radius` >= 0 is
 * the sum of the shapes' radii. Uses 250 kB of stack. */
void carom_convex_exact(const convex_shape *a, const convex_shape *b, const simplex *start,
                        exact_nearest *out);

#endif
