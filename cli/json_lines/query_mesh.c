/* The meshes of carom query, by file name: each file is loaded once and kept until the end, and
 * shapes that name it keep their own poses. A file that cannot be loaded is an error of its line,
 * and the next line that names it tries again. */
#include <stdlib.h>
#include <string.h>

#include "mesh_of.h"
#include "json_lines/query.h"
#include "json_lines/query_mesh.h"

typedef struct loaded_file {
    char *path;
    carom_mesh *mesh;
} loaded_file;

static loaded_file *files;
static size_t file_count;

static carom_mesh *load_mesh(const char *path, query_trouble *trouble) {
    size_t used = strlen(trouble->error);
    carom_io_scene *scene;
    carom_io_soup soup;
    if (!carom_io_load(path, &scene, trouble->error + used, sizeof trouble->error - used))
        return NULL;
    bool flattened = carom_io_flatten(scene, &soup);
    carom_io_free(scene);
    if (!flattened) {
        snprintf(trouble->error + used, sizeof trouble->error - used,
                 "%s: too large, or its placed vertices are not finite", path);
        return NULL;
    }
    carom_mesh *mesh = NULL;
    carom_status status = mesh_of_soup(&soup, NULL, &mesh);
    carom_io_soup_free(&soup);
    if (status != CAROM_OK)
        snprintf(trouble->error + used, sizeof trouble->error - used, "%s",
                 carom_status_text(status));
    return mesh;
}

const carom_mesh *query_mesh(const char *path, query_trouble *trouble) {
    size_t used = strlen(trouble->error);
    for (size_t i = 0; i < file_count; i++)
        if (!strcmp(files[i].path, path)) return files[i].mesh;
    loaded_file *grown = realloc(files, (file_count + 1) * sizeof *files);
    if (grown) files = grown;
    loaded_file fresh = {.path = malloc(strlen(path) + 1)};
    if (!grown || !fresh.path) {
        free(fresh.path);
        snprintf(trouble->error + used, sizeof trouble->error - used, "out of memory");
        return NULL;
    }
    strcpy(fresh.path, path);
    fresh.mesh = load_mesh(path, trouble);
    if (!fresh.mesh) {
        free(fresh.path);
        return NULL;
    }
    files[file_count++] = fresh;
    return fresh.mesh;
}

void query_end(void) {
    for (size_t i = 0; i < file_count; i++) {
        carom_mesh_destroy(files[i].mesh);
        free(files[i].path);
    }
    free(files);
    files = NULL;
    file_count = 0;
}
