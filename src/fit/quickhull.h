/* The convex hull of points, in double for both precisions: compiled once. */
#ifndef CAROM_FIT_QUICKHULL_H
#define CAROM_FIT_QUICKHULL_H

#include "shape/hull_data.h"

/* A point while the hull grows. */
typedef struct quickhull_point {
    double x, y, z;
    int32_t next; /* of the conflict list; scratch for those who are vertices */
    int32_t unused;
} quickhull_point;

/* Most points: six half-edges a vertex must fit an int32_t. */
#define QUICKHULL_LIMIT (INT32_MAX / 16)

/** The hull of `count` finite points (1 .. QUICKHULL_LIMIT), which are overwritten. Its arrays lie
 * in one block, `*memory`, for carom_free; on failure (CAROM_ERROR_MEMORY) nothing is kept.
 * Vertices keep the order of the points. Exact: which points are corners and which faces they share
 * is decided by exact signs, as long as the largest magnitude is within 1e-60 .. 1e60; beyond, for
 * the points brought there by a power of two. */
carom_status carom_quickhull(hull_data *out, void **memory, quickhull_point *points, int32_t count,
                             const carom_allocator *allocator);

#endif
