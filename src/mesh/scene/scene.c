/* Construction of a scene: a two-level bounding volume hierarchy [Wald03], instances over the BVHs
 * of their meshes. Every pose is checked before anything is kept, and the box of an instance
 * contains the error of its pose. Moving builds new arrays and a new tree beside the old ones and
 * then swaps them, so a failure changes nothing. A mesh that moves rigidly keeps its own tree. */
#include <string.h>

#include "math/pose.h"
#include "mesh/scene/scene_data.h"
#include "spatial/bvh/bvh4_sah.h"

#define SCENE_LARGEST ((size_t)1 << 28)

static carom_aabb posed_mesh_box(const placed_frame *frame) {
    carom_aabb own = carom_mesh_bounds(frame->mesh);
    vec3 low = scale3(load3(own.min), 0.5), high = scale3(load3(own.max), 0.5);
    vec3 center = affine_point(&frame->out, add3(low, high));
    double slack = PAIR_BOX_NOISES * frame->noise + DBL_MIN;
    vec3 reach = add3(affine_extent(&frame->out, sub3(high, low)), vec(slack, slack, slack));
    return (carom_aabb){store3(sub3(center, reach)), store3(add3(center, reach))};
}

static bool allocate_scene(carom_scene *s) {
    size_t capacity = s->count > 0 ? s->count : 1;
    s->instances = carom_alloc(&s->allocator, capacity, sizeof *s->instances);
    s->boxes = carom_alloc(&s->allocator, capacity, sizeof *s->boxes);
    s->given = carom_alloc(&s->allocator, capacity, sizeof *s->given);
    return s->instances && s->boxes && s->given;
}

static void release_scene(carom_scene *s) {
    carom_free(&s->allocator, s->tree.nodes);
    carom_free(&s->allocator, s->instances);
    carom_free(&s->allocator, s->boxes);
    carom_free(&s->allocator, s->given);
}

static carom_status build_scene_tree(carom_scene *s) {
    uint32_t *ids = carom_alloc(&s->allocator, s->present + !s->present, sizeof *ids);
    if (!ids) return CAROM_ERROR_MEMORY;
    for (uint32_t i = 0; i < s->present; i++)
        ids[i] = i;
    carom_status status = carom_bvh4_sah(&s->tree, s->boxes, ids, s->present, &s->allocator);
    carom_free(&s->allocator, ids);
    return status;
}

/* Fills a zeroed scene; on failure nothing is left allocated. */
static carom_status fill_scene(carom_scene *s, const carom_placed_mesh *given) {
    carom_status status = allocate_scene(s) ? CAROM_OK : CAROM_ERROR_MEMORY;
    for (size_t i = 0; status == CAROM_OK && i < s->count; i++) {
        scene_instance *next = &s->instances[s->present];
        next->placed = given[i];
        status = carom_pose_admit(&next->placed.pose);
        s->given[i] = next->placed;
        if (status != CAROM_OK || !carom_placed_frame(&next->frame, &next->placed)) continue;
        next->index = (uint32_t)i;
        s->boxes[s->present++] = posed_mesh_box(&next->frame);
    }
    if (status == CAROM_OK) status = build_scene_tree(s);
    if (status != CAROM_OK) release_scene(s);
    return status;
}

/* Fills a zeroed scene from its definition. */
static carom_status define_scene(carom_scene *s, const carom_scene_def *def) {
    carom_placed_mesh *placed = carom_alloc(&s->allocator, def->count, sizeof *placed);
    if (!placed) return CAROM_ERROR_MEMORY;
    if (def->count > 0) memcpy(placed, def->instances, def->count * sizeof *placed);
    carom_status status = carom_scene_scale(s, placed, def);
    if (status == CAROM_OK) status = fill_scene(s, placed);
    if (status != CAROM_OK) carom_scene_release_copies(s);
    carom_free(&s->allocator, placed);
    return status;
}

carom_status carom_scene_create(carom_scene **scene, const carom_scene_def *def) {
    if (!scene || !def || (def->count > 0 && !def->instances)) return CAROM_ERROR_ARGUMENT;
    if (!def->allocator.alloc != !def->allocator.free) return CAROM_ERROR_ARGUMENT;
    if (def->count > SCENE_LARGEST) return CAROM_ERROR_LIMIT;
    carom_scene *s = carom_alloc(&def->allocator, 1, sizeof *s);
    if (!s) return CAROM_ERROR_MEMORY;
    memset(s, 0, sizeof *s);
    s->allocator = def->allocator;
    s->count = def->count;
    carom_status status = define_scene(s, def);
    if (status == CAROM_OK)
        *scene = s;
    else
        carom_free(&def->allocator, s);
    return status;
}

void carom_scene_destroy(carom_scene *scene) {
    if (!scene) return;
    carom_allocator allocator = scene->allocator;
    release_scene(scene);
    carom_scene_release_copies(scene);
    carom_free(&allocator, scene);
}

carom_status carom_scene_move_all(carom_scene *scene, const carom_pose *poses, size_t count) {
    if (!scene || count != scene->count || (count > 0 && !poses)) return CAROM_ERROR_ARGUMENT;
    carom_placed_mesh *moved = carom_alloc(&scene->allocator, count + !count, sizeof *moved);
    if (!moved) return CAROM_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++) {
        moved[i] = scene->given[i];
        moved[i].pose = poses[i];
    }
    carom_scene next = {.count = count,
                        .copies = scene->copies,
                        .copy_count = scene->copy_count,
                        .allocator = scene->allocator};
    carom_status status = fill_scene(&next, moved);
    carom_free(&scene->allocator, moved);
    if (status != CAROM_OK) return status;
    release_scene(scene);
    *scene = next;
    return CAROM_OK;
}

size_t carom_scene_count(const carom_scene *scene) {
    return scene->count;
}

carom_aabb carom_scene_bounds(const carom_scene *scene) {
    const carom_real most = CAROM_REAL_MAX;
    if (scene->present == 0) return (carom_aabb){{most, most, most}, {-most, -most, -most}};
    return bvh4_union(&scene->tree.nodes[scene->tree.root]);
}

carom_placed_mesh carom_scene_instance(const carom_scene *scene, size_t instance) {
    return instance < scene->count ? scene->given[instance] : (carom_placed_mesh){.mesh = NULL};
}
