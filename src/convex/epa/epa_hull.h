/* The polytope that grows inside a Minkowski difference: vertices, faces with their neighbours, and
 * which faces may still matter. */
#ifndef CAROM_CONVEX_EPA_EPA_HULL_H
#define CAROM_CONVEX_EPA_EPA_HULL_H

#include "convex/epa/epa.h"

#define EPA_VERTICES 192
#define EPA_FACES (2 * EPA_VERTICES)

/* Rounding of a difference of coordinates, with a margin. */
#define EPA_ROUNDING (8.0 * DBL_EPSILON)

/* Counter-clockwise seen from outside; across[i] is the face beyond edge v[i] v[i + 1]. */
typedef struct epa_face {
    int v[3], across[3];
    int mark;     /* of the last search for visible faces: +round seen, -round not */
    vec3 normal;  /* of any length */
    double doubt; /* dot(normal, x) is uncertain by this part of the largest component of x */
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
    int pause;       /* growing stops at so many vertices */
    vec3 cap_normal; /* faces whose normals are nearer to it are left alone */
    double cap_cosine;
    double least; /* reach so far: an upper bound of the answer */
    double open;  /* what a proof other than the faces leaves open below it */
    epa_vertex vertex[EPA_VERTICES];
    epa_face face[EPA_FACES];
    /* Faces that may still be nearer than the least reach known; all others never matter. */
    int candidate_count, candidate[EPA_FACES];
    bool listed[EPA_FACES]; /* as candidates */
    double key[EPA_FACES];  /* how far along the goal; DBL_MAX: no candidate */
    int spare[EPA_FACES];
    int visible[EPA_FACES];
    epa_edge horizon[EPA_FACES];
    int leaves[EPA_VERTICES]; /* the edge of the horizon that starts at a vertex */
} epa_work;

/** Farthest along n, relative to the shapes' origins. */
epa_vertex carom_epa_support(epa_work *e, vec3 n);

/** The first four vertices, each well off the flat of those before if any is. `*flat` is a
 * direction in which they have no thickness when there are fewer.
 * @return how many. */
int carom_epa_first_vertices(epa_work *e, vec3 *flat);

/** The tetrahedron of the first four vertices. */
void carom_epa_first_faces(epa_work *e);

typedef enum epa_addition { EPA_ADDED = 0, EPA_INSIDE, EPA_FULL } epa_addition;

/** Adds a vertex beyond face `seed`. With nothing changed: EPA_INSIDE when it is not strictly
 * outside of it, EPA_FULL when there is no room. */
epa_addition carom_epa_add(epa_work *e, int seed, const epa_vertex *p);

/* How far along the goal a plane with unit normal n and this offset is: along n itself, or along
 * the given direction. Planes that leave the origin out come first, by how much. */
static inline double goal_distance(const epa_work *e, vec3 n, double offset) {
    if (!e->directed || offset < 0.0) return offset;
    double cosine = dot3(n, e->along);
    return cosine > 1e-12 ? offset / cosine : DBL_MAX;
}

/* The offset of a face's plane with unit normal n: the least of its corners'. */
static inline double offset_of(const epa_work *e, const epa_face *f, vec3 n) {
    return min2(dot3(n, e->vertex[f->v[0]].w),
                min2(dot3(n, e->vertex[f->v[1]].w), dot3(n, e->vertex[f->v[2]].w)));
}

#endif
