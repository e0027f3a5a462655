/* A mesh file of any contents. The first byte chooses the format: o OBJ, s STL, p PLY, g glTF, b
 * GLB; with its highest bit set the file is read leniently and taken apart into pieces. The rest is
 * the file. What is read must be whole: finite vertices, indices in range. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "carom/io.h"
#include "fuzz.h"

static const char *extension_of(uint8_t first) {
    const uint8_t letter = first & 0x7F;
    static const char letters[] = "ospgb";
    static const char *const extensions[] = {"obj", "stl", "ply", "gltf", "glb"};
    const char *at = letter ? strchr(letters, letter) : NULL;
    return extensions[at ? (size_t)(at - letters) : letter % 5u];
}

static int write_file(const char *path, const uint8_t *data, size_t size) {
    FILE *out = fopen(path, "wb");
    if (!out) return 0;
    size_t written = fwrite(data, 1, size, out);
    return fclose(out) == 0 && written == size;
}

static void check_scene(const carom_io_scene *scene) {
    size_t triangles = 0;
    for (size_t i = 0; i < scene->mesh_count; i++) {
        const carom_io_mesh *mesh = &scene->meshes[i];
        must(mesh->name != NULL, "a mesh has a name");
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

static void use_scene(const carom_io_scene *scene) {
    carom_io_soup soup = {NULL, NULL, 0, 0};
    carom_io_topology topology;
    check_scene(scene);
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 1 || size > 65536) return 0;
    char path[64], error[512] = "";
    snprintf(path, sizeof path, "/tmp/carom-fuzz-%ld.%s", (long)getpid(), extension_of(data[0]));
    carom_io_scene *scene = NULL;
    /* a plug-in would take longer than thousands of inputs */
    const bool more = data[0] > 0x7F;
    const carom_io_options options = {.lenient = more, .by_piece = more, .no_plugins = true};
    if (write_file(path, data + 1, size - 1)) {
        if (carom_io_load_with(path, &options, &scene, error, sizeof error)) {
            use_scene(scene);
            carom_io_free(scene);
        } else
            must(scene == NULL && strstr(error, path) == error, "an error opens with the path");
    }
    remove(path);
    return 0;
}
