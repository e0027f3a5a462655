/* The table of operations of the loose quadtree and the loose octree. */
#ifndef CAROM_SPATIAL_LOOSE_OPS_H
#define CAROM_SPATIAL_LOOSE_OPS_H

#include "spatial/loose_tree.h"
#include "spatial/loose_walk.h"

/** The operations of both trees, which differ in the number of axes that `creator` passes. */
#define LOOSE_OPS(title, creator)                                                                  \
    {                                                                                              \
        .name = title, .create = creator, .destroy = carom_loose_destroy,                          \
        .insert = carom_loose_insert, .remove = carom_loose_remove, .move = carom_loose_move,      \
        .move_all = carom_loose_move_all, .visit_pairs = carom_loose_visit_pairs,                  \
        .visit_box = carom_loose_visit_box, .visit_ray = carom_loose_visit_ray,                    \
        .nearest = carom_loose_nearest, .memory = carom_loose_memory,                              \
    }

#endif
