/* Heights of all vertices of one small hull below all faces of another. */
#ifndef CAROM_CONVEX_HULL_SAT_HULL_SAT_SMALL_H
#define CAROM_CONVEX_HULL_SAT_HULL_SAT_SMALL_H

#include "shape/hull_data.h"

/* A small hull has at most so many faces, and at most HULL_LANES vertices: 8 vertices span at most
 * 12 triangles. */
#define SMALL_HULL_PLANES 12

/* Depth of each vertex of the other hull below each face, in the hull's own frame. Vertices beyond
 * the last are copies of it. */
typedef struct small_hull_heights {
    double height[SMALL_HULL_PLANES][HULL_LANES];
    double deepest[SMALL_HULL_PLANES]; /* the greatest height of each face: its depth */
    double least;                      /* the least of these depths */
} small_hull_heights;

static inline bool hull_has_small_heights(const hull_data *h) {
    return h->vertex_count <= HULL_LANES && h->face_count <= SMALL_HULL_PLANES;
}

/** Measures all heights.
 * @param frame the other hull's axes and its origin in the frame of `h` */
void carom_small_hull_heights(small_hull_heights *out, const hull_data *h, const hull_data *other,
                              const vec3 frame[4]);

/** The first of the vertices that are deepest below a face. */
int carom_small_hull_deepest(const small_hull_heights *heights, int face);

/** max over the vertices of min(height below one face, height below the other). */
double carom_small_hull_below_both(const small_hull_heights *heights, int face, int second);

#endif
