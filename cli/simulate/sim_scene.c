/* Reads a scene file into a world: settings first, then the lists, scenery before moving bodies. A
 * scene whose bodies overlap at the start is refused. Errors name the file, and the line or the
 * list and index. */
#include <stdlib.h>
#include <string.h>

#include "real.h"
#include "text/json_text.h"
#include "simulate/sim_items.h"
#include "simulate/sim_random.h"
#include "simulate/sim_check.h"
#include "simulate/sim_scene.h"

#define IMPACT_LIMIT 256 /* of a body in a frame; then it waits, so that a frame always ends */

static bool read_list(sim_scene *scene, json_t *root, sim_place at, sim_read_entry *read) {
    json_t *list = json_object_get(root, at.list);
    if (!list) return true;
    if (!json_is_array(list)) {
        fprintf(stderr, "carom: %s: %s must be a list\n", at.file, at.list);
        return false;
    }
    for (; at.index < json_array_size(list); at.index++) {
        json_t *object = json_array_get(list, at.index);
        if (!json_is_object(object)) return sim_complain(&at, "must be an object { ... }");
        if (!read(scene, object, &at)) return false;
    }
    if (carom_world_build(scene->world) == CAROM_OK) return true;
    return sim_complain(&at, "out of memory");
}

static bool read_settings(sim_scene *scene, json_t *root, const sim_place *at) {
    const double rates[2] = {1e-3, 1e6}, frames[2] = {0, 1e7}, angles[2] = {1e-3, 10};
    double rate = 60, count = 60;
    scene->camera.field_of_view = 0.35;
    json_t *camera = json_object_get(root, "camera");
    if (!sim_read_vector(at, root, "gravity", &scene->gravity) ||
        !sim_read_in_range(at, root, "frames_per_second", &rate, rates) ||
        !sim_read_in_range(at, root, "frames", &count, frames))
        return false;
    scene->frame_time = 1.0 / rate;
    scene->frames = (int)count;
    if (!camera) return true;
    scene->camera.given = true;
    return sim_require(at, camera, "eye") && sim_require(at, camera, "target") &&
           sim_read_vector(at, camera, "eye", &scene->camera.eye) &&
           sim_read_vector(at, camera, "target", &scene->camera.target) &&
           sim_read_in_range(at, camera, "half_angle_tangent", &scene->camera.field_of_view,
                             angles);
}

static bool make_world(sim_scene *scene, const sim_place *at) {
    carom_world_def def = carom_world_defaults();
    def.response = def.paths = true;
    def.contacts = false;
    def.gravity = scene->gravity;
    def.impact_limit = IMPACT_LIMIT;
    def.threads = scene->workers;
    carom_status status = carom_world_create(&scene->world, &def);
    return status == CAROM_OK ? true : sim_complain(at, "%s", carom_status_text(status));
}

static bool starts_free(const sim_scene *scene, const sim_place *at) {
    char what[160];
    sim_checker checker;
    bool opened = sim_checker_open(&checker, scene);
    bool ok = opened && sim_check_start(&checker, scene, what, sizeof what);
    sim_checker_close(&checker);
    if (!opened) return sim_complain(at, "out of memory");
    return ok ? true : sim_complain(at, "%s at the start; move it away", what);
}

static bool read_scene(sim_scene *scene, json_t *root, const char *path) {
    static const struct {
        const char *name;
        sim_read_entry *read;
    } lists[] = {{"planes", sim_read_plane},
                 {"boxes", sim_read_box},
                 {"containers", sim_read_container},
                 {"meshes", sim_read_mesh},
                 {"colliders", sim_read_collider},
                 {"spheres", sim_read_ball},
                 {"random_spheres", sim_read_random_balls},
                 {"random_colliders", sim_read_random_colliders}};
    sim_place at = {path, NULL, 0};
    if (!json_is_object(root)) return sim_complain(&at, "a scene is one JSON object { ... }");
    if (!read_settings(scene, root, &at) || !make_world(scene, &at)) return false;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        if (!read_list(scene, root, (sim_place){path, lists[i].name, 0}, lists[i].read))
            return false;
    return starts_free(scene, &at);
}

bool sim_scene_load(sim_scene *scene, const char *path, uint32_t workers) {
    memset(scene, 0, sizeof *scene);
    scene->workers = workers;
    json_t *root = json_text_load(path, "scene");
    if (!root) return false;
    bool ok = read_scene(scene, root, path);
    json_decref(root);
    if (!ok) sim_scene_free(scene);
    return ok;
}

void sim_scene_free(sim_scene *scene) {
    carom_world_destroy(scene->world);
    for (int i = 0; i < scene->count; i++)
        sim_free_item(&scene->items[i]);
    free(scene->items);
    memset(scene, 0, sizeof *scene);
}
