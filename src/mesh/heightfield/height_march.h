/* A ray or a moving ball through a height field: slab by slab along the axis on which it crosses
 * more cells, and in each slab the tiles that it may touch. */
#ifndef CAROM_MESH_HEIGHTFIELD_HEIGHT_MARCH_H
#define CAROM_MESH_HEIGHTFIELD_HEIGHT_MARCH_H

#include "mesh/heightfield/height_walk.h"
#include "query/raycast/path.h"

typedef struct height_path {
    const carom_heightfield *field;
    double origin[3], direction[3]; /* x, y, z */
    double radius;
    double t_min, limit; /* entries after the limit do not matter; leaves may lower it */
} height_path;

/** Visits every cell that the path may touch, none twice, in order of entry except within a slab.
 * `context` begins with the height_path. */
void carom_height_march(height_path *path, height_leaf *leaf, void *context);

#endif
