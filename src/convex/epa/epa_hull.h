/* The polytope of EPA, which grows inside a Minkowski difference: vertices, faces with their
 * neighbours, and the faces that may still be the nearest (candidates). */
#ifndef CAROM_CONVEX_EPA_EPA_HULL_H
#define CAROM_CONVEX_EPA_EPA_HULL_H

#include "convex/epa/epa.h"
#include "convex/epa/tolerances.h"

/* Capacities; a closed triangulated surface has less than twice as many faces as vertices. */
#define EPA_VERTICES 192
#define EPA_FACES (2 * EPA_VERTICES)

/* Counter-clockwise from outside; across[i] is the face beyond edge v[i] v[i + 1]. v[0] is -1 in
 * a free slot. */
typedef struct epa_face {
    int v[3], across[3];
    int mark;     /* of the last search for visible faces: +round visible, -round not */
    vec3 normal;  /* of any length */
    double doubt; /* error bound of dot(normal, x), relative to the largest component of x */
} epa_face;

typedef struct epa_edge {
    int from, to, beyond;
} epa_edge;

typedef struct epa_work {
    const convex_shape *a, *b;
    vec3 shift;    /* from B's origin to A's */
    double radius; /* added to A - B */
    bool directed, curved;
    vec3 along;
    int hint[2];
    int vertex_count, face_count, spare_count, round;
    double scale;
    int pause;         /* expansion stops at so many vertices */
    vec3 cap_normal;   /* faces whose normals lie in this cap are not expanded */
    double cap_cosine; /* above 1: there is no cap */
    double least;      /* least support value so far: upper bound of the depth */
    double gap;        /* what carom_epa_settle leaves between the lower bound and the depth */
    epa_vertex vertex[EPA_VERTICES];
    epa_face face[EPA_FACES];
    /* Faces that may still be nearer than the least support value; all others never matter. */
    int candidate_count, candidate[EPA_FACES];
    bool listed[EPA_FACES]; /* as candidates */
    double key[EPA_FACES];  /* goal_distance; DBL_MAX: no candidate */
    int spare[EPA_FACES];
    int visible[EPA_FACES];
    epa_edge horizon[EPA_FACES];
    int leaves[EPA_VERTICES]; /* the edge of the horizon that starts at a vertex */
} epa_work;

/** The support point of A - B along n, with a and b relative to the shapes' origins. */
epa_vertex carom_epa_support(epa_work *e, vec3 n);

/** Finds the first four vertices, each well off the affine hull of those before where possible.
 * @param thin a unit direction in which A - B has no thickness, when there are fewer than four
 * @return their number */
int carom_epa_first_vertices(epa_work *e, vec3 *thin);

/** Builds the tetrahedron of the first four vertices. */
void carom_epa_first_faces(epa_work *e);

typedef enum epa_addition { EPA_ADDED = 0, EPA_INSIDE, EPA_FULL } epa_addition;

/** Adds a vertex beyond face `seed`.
 * @return EPA_INSIDE when it is not strictly outside of the face, EPA_FULL when the capacity is
 * exceeded; nothing has changed then */
epa_addition carom_epa_add(epa_work *e, int seed, const epa_vertex *p);

/* Distance of the origin to a plane with unit normal n, along n or along the given direction. Of a
 * plane that leaves the origin outside, the negative offset. */
static inline double goal_distance(const epa_work *e, vec3 n, double offset) {
    if (!e->directed || offset < 0.0) return offset;
    double cosine = dot3(n, e->along);
    return cosine > EPA_COSINE_MIN ? offset / cosine : DBL_MAX;
}

/* The offset of a face's plane with unit normal n: the least of its vertices, so that rounding
 * never puts it outside. */
static inline double offset_of(const epa_work *e, const epa_face *f, vec3 n) {
    return min2(dot3(n, e->vertex[f->v[0]].w),
                min2(dot3(n, e->vertex[f->v[1]].w), dot3(n, e->vertex[f->v[2]].w)));
}

#endif
