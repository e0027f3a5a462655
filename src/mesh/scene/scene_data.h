/* A scene: its instances in the order in which they were given, and a tree over their boxes, which
 * are widened by all that turning to and fro rounds. */
#ifndef CAROM_MESH_SCENE_SCENE_DATA_H
#define CAROM_MESH_SCENE_SCENE_DATA_H

#include "carom/scene.h"
#include "mesh/pair/pair_frame.h"
#include "spatial/bvh/bvh4_static.h"

typedef struct scene_instance {
    carom_placed_mesh placed;
    placed_frame frame;
    uint32_t index; /* in the definition */
} scene_instance;

struct carom_scene {
    scene_instance *instances; /* those that hold a triangle */
    carom_aabb *boxes;         /* of these */
    uint32_t present;
    size_t count; /* of all */
    carom_placed_mesh *given;
    bvh tree; /* over `instances` */
    carom_allocator allocator;
};

#endif
