/* Hulls so small that all of one's corners are measured under all of the other's faces. */
#ifndef CAROM_CONVEX_HULL_SAT_HULL_SAT_SMALL_H
#define CAROM_CONVEX_HULL_SAT_HULL_SAT_SMALL_H

#include "shape/hull_data.h"

/* At most so many faces, and HULL_LANES corners. */
#define SMALL_HULL_PLANES 12

/* How far each corner of the other hull is below each face, in the hull's own frame. Corners beyond
 * the last are copies of it. */
typedef struct small_hull_heights {
    double height[SMALL_HULL_PLANES][HULL_LANES];
    double deepest[SMALL_HULL_PLANES]; /* the greatest of each face */
    double least;                      /* of these */
} small_hull_heights;

static inline bool hull_is_few(const hull_data *h) {
    return h->vertex_count <= HULL_LANES && h->face_count <= SMALL_HULL_PLANES;
}

/** `frame`: what the other hull's axes, and its origin, are in the frame of `h`. */
void carom_small_hull_heights(small_hull_heights *out, const hull_data *h, const hull_data *other,
                              const vec3 frame[4]);

/** The first corner that is the deepest under a face. */
int carom_small_hull_deepest(const small_hull_heights *heights, int face);

/** The most that one corner is below both of two faces. */
double carom_small_hull_below_both(const small_hull_heights *heights, int face, int second);

#endif
