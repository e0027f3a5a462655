/* Which faces of a hull a point is near, in the hull's own frame. */
#ifndef CAROM_CONVEX_HULL_SAT_HULL_SAT_CANDIDATES_H
#define CAROM_CONVEX_HULL_SAT_HULL_SAT_CANDIDATES_H

#include "shape/hull_data.h"

/* More near faces than this are too many to search. */
#define NEAR_FACES 96

/* How far a point, in the hull's own frame, is below a face. */
static inline double below_face(const hull_data *h, int face, vec3 local) {
    return h->face_offset[face] - dot3(h->face_normal[face], local);
}

static inline int face_beyond(const hull_data *h, int edge) {
    return h->face[h->twin[edge]];
}

/* The half-edge from a vertex to another, or some other that leaves it. */
static inline int edge_between(const hull_data *h, int vertex, int end) {
    const int first = h->vertex_edge[vertex];
    int edge = first;
    do {
        if (h->origin[h->twin[edge]] == end) return edge;
        edge = h->next[h->twin[edge]];
    } while (edge != first);
    return edge;
}

/** A face that the point is little below, from those round `vertex` on: no neighbour is nearer. */
int carom_face_over(const hull_data *hull, const vec3 *local, int vertex);

/** The faces that the point is less than `bound` below, into NEAR_FACES; `from` is a face likely to
 * be near. @return how many; NEAR_FACES + 1 when there is no room. */
int carom_faces_near(const hull_data *hull, const vec3 *local, double bound, int from, int *faces);

#endif
