/* Hulls so small that all of one's corners are measured under all of the other's faces. */
#ifndef CAROM_CONVEX_HULL_SAT_FACETS_FEW_H
#define CAROM_CONVEX_HULL_SAT_FACETS_FEW_H

#include "shape/hull_data.h"

/* At most so many faces, and HULL_LANES corners. */
#define FEW_PLANES 12

/* How far each corner of the other hull is below each face, in the hull's own frame. Corners beyond
 * the last are copies of it. */
typedef struct few_heights {
    double height[FEW_PLANES][HULL_LANES];
    double deepest[FEW_PLANES]; /* the greatest of each face */
    double least;               /* of these */
} few_heights;

static inline bool hull_is_few(const hull_data *h) {
    return h->vertex_count <= HULL_LANES && h->face_count <= FEW_PLANES;
}

/** `frame`: what the other hull's axes, and its origin, are in the frame of `h`. */
void carom_few_heights(few_heights *out, const hull_data *h, const hull_data *other,
                       const vec3 frame[4]);

/** The first corner that is the deepest under a face. */
int carom_few_deepest(const few_heights *heights, int face);

/** The most that one corner is below both of two faces. */
double carom_few_below_both(const few_heights *heights, int face, int second);

#endif
