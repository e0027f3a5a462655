/* The point of a simplex that is nearest to the origin. */
#ifndef CAROM_CONVEX_GJK_SIMPLEX_H
#define CAROM_CONVEX_GJK_SIMPLEX_H

#include "math/vec.h"

/** A vertex of A - B: the difference, the point of A it stems from and both indices. */
typedef struct simplex_vertex {
    vec3 w, a;
    int ia, ib;
} simplex_vertex;

typedef struct simplex {
    int count; /* 1 to 4 affinely independent vertices, up to rounding */
    simplex_vertex vertex[4];
    double weight[4]; /* positive, sum 1: barycentric coordinates of `nearest` */
    vec3 nearest;
    double distance2;
    bool inside;   /* the origin is within the tetrahedron, farther from its faces than rounding */
    double limit2; /* a nearest point farther than this is rounding's; set by the caller */
    bool refused;  /* so it was: the newest vertex was dropped, and the rest is as it had been */
} simplex;

/** Is that the difference of one of its vertices? */
static inline bool simplex_knows(const simplex *s, vec3 w) {
    for (int i = 0; i < s->count; i++)
        if (equal3(w, s->vertex[i].w)) return true;
    return false;
}

/** Finds the nearest point and drops the vertices it does not need. `slack` bounds the rounding
 * error of the vertices' coordinates. */
void carom_simplex_reduce(simplex *s, double slack);

#endif
