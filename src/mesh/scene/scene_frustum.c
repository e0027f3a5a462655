/* Instances of a scene in a frustum: a search of the tree over their boxes, whose exact test of box
 * and frustum is applied to nodes, too. */
#include "carom/frustum.h"
#include "mesh/scene/scene_data.h"

typedef struct frustum_instances {
    const carom_scene *scene;
    uint32_t *out;
    size_t capacity, count;
} frustum_instances;

static bool frustum_keeps_instance(const carom_aabb *box, const void *frustum) {
    return carom_frustum_classify_aabb(frustum, box) != CAROM_DISJOINT;
}

static bool list_instance(uint32_t place, void *user) {
    frustum_instances *list = user;
    if (list->count < list->capacity) list->out[list->count] = list->scene->instances[place].index;
    list->count++;
    return true;
}

size_t carom_scene_query_frustum(const carom_scene *scene, const carom_frustum *frustum,
                                 uint32_t *instances, size_t capacity) {
    frustum_instances list = {scene, instances, instances ? capacity : 0, 0};
    const carom_aabb box = carom_fit_aabb_points(frustum->corners, 8);
    const space_search search = {box, frustum_keeps_instance, frustum, list_instance, &list};
    (void)carom_bvh4_search(&scene->tree, &search);
    return list.count;
}
