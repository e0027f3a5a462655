/* The simplex of GJK and its nearest point to the origin. */
#ifndef CAROM_CONVEX_GJK_SIMPLEX_H
#define CAROM_CONVEX_GJK_SIMPLEX_H

#include "math/vec.h"

/** A vertex of A - B: w = a - b, the point a of A, and the vertex indices in A and B. */
typedef struct simplex_vertex {
    vec3 w, a;
    int ia, ib;
} simplex_vertex;

typedef struct simplex {
    int count; /* 1 to 4 affinely independent vertices, up to rounding */
    simplex_vertex vertex[4];
    double weight[4]; /* barycentric coordinates of `nearest`: positive, sum 1 */
    vec3 nearest;
    double distance2; /* squared length of `nearest` */
    bool inside;      /* the tetrahedron contains the origin by more than rounding */
    double limit2;    /* set by the caller: a greater distance2 can only come from rounding */
    bool refused;     /* distance2 was greater: the newest vertex was dropped, the rest restored */
} simplex;

/** Does a vertex of the simplex equal w? */
static inline bool simplex_has_vertex(const simplex *s, vec3 w) {
    for (int i = 0; i < s->count; i++)
        if (equal3(w, s->vertex[i].w)) return true;
    return false;
}

/** Finds the nearest point and drops the vertices that do not span it. `slack` bounds the rounding
 * error of the vertices' coordinates. */
void carom_simplex_reduce(simplex *s, double slack);

#endif
