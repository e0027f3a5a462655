/* Convex hull of points by Quickhull [Barber96], in double for both precisions: compiled once. */
#ifndef CAROM_FIT_QUICKHULL_QUICKHULL_H
#define CAROM_FIT_QUICKHULL_QUICKHULL_H

#include "shape/hull_data.h"

/* A point during the construction. */
typedef struct quickhull_point {
    double x, y, z;
    int32_t next; /* of the conflict list, -1 ends it; scratch of points that are vertices */
    int32_t unused;
} quickhull_point;

/* Greatest number of points: six half-edges a vertex must fit an int32_t. */
#define QUICKHULL_LIMIT (INT32_MAX / 16)

/** The hull of `count` finite points (1 .. QUICKHULL_LIMIT), which are overwritten. Its arrays lie
 * in one block, `*memory`, for carom_free; on failure (CAROM_ERROR_MEMORY) nothing is kept.
 * Vertices keep the order of the points. Exact predicates decide which points are vertices and
 * which faces they share, when the largest magnitude is within 1e-60 .. 1e60; otherwise they do so
 * for the points scaled there by a power of two. */
carom_status carom_quickhull(hull_data *out, void **memory, quickhull_point *points, int32_t count,
                             const carom_allocator *allocator);

/** Some vertices of a hull, and how far the hull of these is from the others at most. */
typedef struct hull_choice {
    bool *chosen; /* of each vertex; the caller's, all false at the start */
    double distance;
} hull_choice;

/** Chooses `limit` vertices (4 or more, fewer than there are) of a polygon or solid, greedily: the
 * next is the farthest from the hull of those before. The distance is an upper bound. @return
 * MEMORY or OK */
carom_status carom_quickhull_choose(const hull_data *hull, int32_t limit, hull_choice *out,
                                    const carom_allocator *allocator);

#endif
