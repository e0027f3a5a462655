/* A scene: its instances in the order of the definition, and a BVH4 over their boxes, which are
 * grown by the rounding of posing to the common frame and back. */
#ifndef CAROM_MESH_SCENE_SCENE_DATA_H
#define CAROM_MESH_SCENE_SCENE_DATA_H

#include "carom/scene.h"
#include "mesh/pair/pair_frame.h"
#include "spatial/bvh/bvh4_visit.h"

typedef struct scene_instance {
    carom_placed_mesh placed;
    placed_frame frame;
    uint32_t index; /* index in the definition */
} scene_instance;

struct carom_scene {
    scene_instance *instances; /* those with a triangle */
    carom_aabb *boxes;         /* boxes of `instances`, common frame */
    uint32_t present;
    size_t count; /* number of instances given */
    carom_placed_mesh *given;
    bvh4_tree tree; /* over `instances` */
    carom_allocator allocator;
};

#endif
