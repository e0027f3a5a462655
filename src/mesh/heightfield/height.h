/* Tiles of a height field, and their ranges of heights. */
#ifndef CAROM_MESH_HEIGHTFIELD_HEIGHT_H
#define CAROM_MESH_HEIGHTFIELD_HEIGHT_H

#include "carom/heightfield.h"

typedef struct height_range {
    carom_real low, high;
} height_range;

typedef struct height_tile {
    uint32_t column, row; /* in tiles of its level */
    int level;
} height_tile;

/** Of the samples of a tile below HEIGHT_STORED. */
height_range carom_height_range_of_samples(const carom_heightfield *field, height_tile tile);

#endif
