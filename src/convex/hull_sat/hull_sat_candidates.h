/* The faces of a hull that a point is near, in the hull's own frame: candidates of the separating
 * axis test. */
#ifndef CAROM_CONVEX_HULL_SAT_HULL_SAT_CANDIDATES_H
#define CAROM_CONVEX_HULL_SAT_HULL_SAT_CANDIDATES_H

#include "shape/hull_data.h"

/* Capacity of a list of near faces; with more, the search gives up. */
#define NEAR_FACES 96

/* Depth of a point, in the hull's own frame, below a face. */
static inline double below_face(const hull_data *h, int face, vec3 local) {
    return h->face_offset[face] - dot3(h->face_normal[face], local);
}

static inline int face_beyond(const hull_data *h, int edge) {
    return h->face[h->twin[edge]];
}

/* The half-edge from `vertex` to `end`, or any other that leaves `vertex` where there is none. */
static inline int edge_between(const hull_data *h, int vertex, int end) {
    const int first = h->vertex_edge[vertex];
    int edge = first;
    do {
        if (h->origin[h->twin[edge]] == end) return edge;
        edge = h->next[h->twin[edge]];
    } while (edge != first);
    return edge;
}

/** A local minimum of below_face by hill climbing from a face at `vertex`: no neighbour is less. */
int carom_face_over(const hull_data *hull, const vec3 *local, int vertex);

/** Lists the faces that the point is less than `bound` below.
 * @param from a face that is likely to be near
 * @param faces has capacity NEAR_FACES
 * @return the number of faces; NEAR_FACES + 1 when there are more */
int carom_faces_near(const hull_data *hull, const vec3 *local, double bound, int from, int *faces);

#endif
