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
    size_t count;             /* number of instances given */
    carom_placed_mesh *given; /* scaled ones with their copy in place of the mesh */
    carom_mesh **copies;      /* of each mesh and scale one; or null */
    size_t copy_count;
    bvh4_tree tree; /* over `instances` */
    carom_allocator allocator;
};

/** Makes the copies of a scene whose allocator is set, and puts them in place of the meshes that
 * are scaled. What is made is released by carom_scene_release_copies, also after a failure. */
carom_status carom_scene_scale(carom_scene *scene, carom_placed_mesh *placed,
                               const carom_scene_def *def);
void carom_scene_release_copies(carom_scene *scene);

#endif
