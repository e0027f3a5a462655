/* No algorithm of its own: scaled meshes of a scene. Instances are sorted by mesh and scale, and
 * each run of equal ones gets one copy. Their identity is that of the numbers: factors are never 0,
 * so equal numbers have equal bits. */
#include <stdlib.h>

#include "math/scale.h"
#include "mesh/scene/scene_data.h"

typedef struct scaled_use {
    const carom_mesh *mesh;
    carom_vec3 scale;
    size_t at;
} scaled_use;

static int compare_scaled(const scaled_use *a, const scaled_use *b) {
    if (a->mesh != b->mesh) return (uintptr_t)a->mesh < (uintptr_t)b->mesh ? -1 : 1;
    if (a->scale.x != b->scale.x) return a->scale.x < b->scale.x ? -1 : 1;
    if (a->scale.y != b->scale.y) return a->scale.y < b->scale.y ? -1 : 1;
    return (a->scale.z > b->scale.z) - (a->scale.z < b->scale.z);
}

static int compare_uses(const void *a, const void *b) {
    return compare_scaled(a, b);
}

/* Lists the instances that are scaled. */
static carom_status list_scaled(scaled_use *uses, size_t *used, const carom_placed_mesh *placed,
                                const carom_scene_def *def) {
    carom_status status = CAROM_OK;
    for (size_t i = 0; status == CAROM_OK && i < def->count; i++) {
        const carom_vec3 s = def->scales[i];
        if ((s.x == 0 && s.y == 0 && s.z == 0) || (s.x == 1 && s.y == 1 && s.z == 1)) continue;
        status = scale_admit(s);
        if (placed[i].mesh) uses[(*used)++] = (scaled_use){placed[i].mesh, s, i};
    }
    return status;
}

static carom_status copy_scaled(carom_scene *scene, carom_placed_mesh *placed,
                                const scaled_use *uses, size_t used) {
    scene->copies = carom_alloc(&scene->allocator, used, sizeof(carom_mesh *));
    if (!scene->copies) return CAROM_ERROR_MEMORY;
    for (size_t i = 0; i < used; i++) {
        if (i == 0 || compare_scaled(&uses[i - 1], &uses[i]) != 0) {
            carom_status status = carom_mesh_create_scaled(
                &scene->copies[scene->copy_count], uses[i].mesh, uses[i].scale, &scene->allocator);
            if (status != CAROM_OK) return status;
            scene->copy_count++;
        }
        carom_placed_mesh *to = &placed[uses[i].at];
        to->mesh = scene->copies[scene->copy_count - 1];
        to->rim = NULL;
        to->pieces = NULL;
    }
    return CAROM_OK;
}

carom_status carom_scene_scale(carom_scene *scene, carom_placed_mesh *placed,
                               const carom_scene_def *def) {
    if (!def->scales) return CAROM_OK;
    size_t used = 0;
    scaled_use *uses = carom_alloc(&scene->allocator, def->count, sizeof *uses);
    if (!uses) return CAROM_ERROR_MEMORY;
    carom_status status = list_scaled(uses, &used, placed, def);
    if (used > 0) qsort(uses, used, sizeof *uses, compare_uses);
    if (status == CAROM_OK && used > 0) status = copy_scaled(scene, placed, uses, used);
    carom_free(&scene->allocator, uses);
    return status;
}

void carom_scene_release_copies(carom_scene *scene) {
    for (size_t i = 0; i < scene->copy_count; i++)
        carom_mesh_destroy(scene->copies[i]);
    carom_free(&scene->allocator, scene->copies);
}
