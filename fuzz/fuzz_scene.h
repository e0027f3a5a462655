/* What a scene that was read must be, and calls of all that uses one. */
#ifndef CAROM_FUZZ_SCENE_H
#define CAROM_FUZZ_SCENE_H

#include <math.h>
#include <string.h>

#include "carom/io.h"
#include "fuzz.h"
#include "fuzz_file.h"

static inline void fuzz_check_scene(const carom_io_scene *scene) {
    size_t triangles = 0;
    for (size_t i = 0; i < scene->mesh_count; i++) {
        const carom_io_mesh *mesh = &scene->meshes[i];
        must(mesh->name != NULL, "a mesh has a name");
        must(mesh->deviation >= 0.0 && isfinite(mesh->deviation), "a deviation is a length");
        triangles += mesh->triangle_count;
        for (size_t j = 0; j < 3 * mesh->vertex_count; j++)
            must(isfinite(mesh->vertices[j]), "vertices are finite");
        for (size_t j = 0; j < 3 * mesh->triangle_count; j++)
            must(mesh->indices[j] < mesh->vertex_count, "indices are in range");
    }
    must(triangles > 0, "a scene has a triangle");
    for (size_t i = 0; i < scene->instance_count; i++)
        must(scene->instances[i].name && scene->instances[i].mesh < scene->mesh_count,
             "instances are of meshes");
}

static inline void fuzz_use_scene(const carom_io_scene *scene) {
    carom_io_soup soup = {NULL, NULL, 0, 0};
    carom_io_topology topology;
    fuzz_check_scene(scene);
    if (carom_io_flatten(scene, &soup)) {
        for (size_t i = 0; i < 3 * soup.vertex_count; i++)
            must(isfinite(soup.vertices[i]), "placed vertices are finite");
        for (size_t i = 0; i < 3 * soup.triangle_count; i++)
            must(soup.indices[i] < soup.vertex_count, "placed indices are in range");
        carom_io_soup_weld(&soup);
        carom_io_soup_free(&soup);
    }
    if (carom_io_analyse(scene, &topology))
        must(!isnan(topology.area) && !isnan(topology.volume), "measures are numbers");
}

/** Reads and uses a file with this extension that holds the bytes; an error is one of the file. */
static inline void fuzz_load(const char *extension, const void *data, size_t size,
                             const carom_io_options *options) {
    char path[FUZZ_PATH], error[512] = "";
    carom_io_scene *scene = NULL;
    fuzz_file_name(path, extension);
    if (fuzz_write_file(path, data, size)) {
        if (carom_io_load_with(path, options, &scene, error, sizeof error)) {
            fuzz_use_scene(scene);
            carom_io_free(scene);
        } else
            must(scene == NULL && strstr(error, path) == error, "an error opens with the path");
    }
    remove(path);
}

#endif
