/* The boxes that carom broadphase works on: those of the triangles of a mesh file, of the bodies
 * of a scene that are not static, or random ones. A file that cannot be read, or too little
 * memory, is reported on standard error, and the function returns false. */
#include "real.h" /* first: it chooses double */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "broadphase/broadphase.h"
#include "carom/io.h"
#include "simulate/sim.h"
#include "broadphase/broadphase_load.h"
#include "simulate/sim_scene.h"

static bool allocate_boxes(broadphase_boxes *boxes, size_t count) {
    boxes->box = calloc(count + !count, sizeof *boxes->box);
    boxes->count = boxes->box ? count : 0;
    if (!boxes->box) fprintf(stderr, "carom: not enough memory for %zu boxes\n", count);
    return boxes->box != NULL;
}

void broadphase_free(broadphase_boxes *boxes) {
    free(boxes->box);
    *boxes = (broadphase_boxes){NULL, 0};
}

static bool load_scene(broadphase_boxes *boxes, const char *path) {
    sim_scene scene;
    if (!sim_scene_load(&scene, path, 0)) return false;
    bool ok = allocate_boxes(boxes, (size_t)scene.bodies);
    size_t found = 0;
    for (int i = 0; ok && i < scene.count; i++) {
        carom_collider_def def = sim_collider(&scene, i);
        bool mesh = def.shape.kind == CAROM_SHAPE_MESH;
        if (def.kind == CAROM_COLLIDER_STATIC || !sim_has_bounds(&scene.items[i])) continue;
        carom_aabb b = carom_shape_bounds(&def.shape, mesh ? carom_pose_identity() : def.pose);
        carom_vec3 p = mesh ? def.pose.position : (carom_vec3){0, 0, 0};
        const double box[6] = {b.min.x + p.x, b.min.y + p.y, b.min.z + p.z,
                               b.max.x + p.x, b.max.y + p.y, b.max.z + p.z};
        memcpy(boxes->box[found++], box, sizeof box);
    }
    if (ok) boxes->count = found;
    sim_scene_free(&scene);
    return ok;
}

static void box_triangles(broadphase_boxes *boxes, const carom_io_soup *soup) {
    for (size_t i = 0; i < boxes->count; i++)
        for (int axis = 0; axis < 3; axis++) {
            double *low = &boxes->box[i][axis], *high = low + 3;
            for (size_t k = 0; k < 3; k++) {
                double x = soup->vertices[3 * (size_t)soup->indices[3 * i + k] + (size_t)axis];
                *low = k == 0 || x < *low ? x : *low;
                *high = k == 0 || x > *high ? x : *high;
            }
        }
}

static bool load_mesh(broadphase_boxes *boxes, const char *path) {
    char error[512];
    carom_io_scene *scene = NULL;
    carom_io_soup soup = {NULL, NULL, 0, 0};
    if (!carom_io_load(path, &scene, error, sizeof error)) {
        fprintf(stderr, "carom: %s\n", error);
        return false;
    }
    bool ok = carom_io_flatten(scene, &soup);
    if (!ok) fprintf(stderr, "carom: %s: not enough memory, or a vertex is not finite\n", path);
    ok = ok && allocate_boxes(boxes, soup.triangle_count);
    if (ok) box_triangles(boxes, &soup);
    carom_io_soup_free(&soup);
    carom_io_free(scene);
    return ok;
}

bool broadphase_load(broadphase_boxes *boxes, const char *path) {
    const size_t length = strlen(path);
    bool scene = length >= 5 && !strcmp(path + length - 5, ".json");
    return scene ? load_scene(boxes, path) : load_mesh(boxes, path);
}

bool broadphase_random(broadphase_boxes *boxes, size_t count, unsigned long seed) {
    unsigned long long state = seed;
    if (!allocate_boxes(boxes, count)) return false;
    const double side = cbrt(0.8 * (double)count); /* 8 is where a centre of a partner may lie */
    for (size_t i = 0; i < count; i++)
        for (int axis = 0; axis < 3; axis++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            boxes->box[i][axis] = (double)(state >> 11) / 9007199254740992.0 * side;
            boxes->box[i][axis + 3] = boxes->box[i][axis] + 1.0;
        }
    return true;
}
