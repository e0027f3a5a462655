/* Meshes by file name and pose, loaded once. The last few poses of each file are kept, so that a
 * script that moves a mesh about does not grow without bound. */
#include <stdlib.h>
#include <string.h>

#include "carom/io.h"
#include "query.h"

#define POSES_KEPT 16

typedef struct placed_mesh {
    carom_mesh *mesh;
    carom_pose pose;
    unsigned long long used; /* the least recently used one makes room */
} placed_mesh;

typedef struct loaded_file {
    char *path;
    carom_io_soup soup;
    placed_mesh placed[POSES_KEPT];
} loaded_file;

static loaded_file *files;
static size_t file_count;
static unsigned long long uses;

static bool same_pose(carom_pose a, carom_pose b) {
    const carom_real x[7] = {a.position.x, a.position.y, a.position.z, a.rotation.x,
                             a.rotation.y, a.rotation.z, a.rotation.w};
    const carom_real y[7] = {b.position.x, b.position.y, b.position.z, b.rotation.x,
                             b.rotation.y, b.rotation.z, b.rotation.w};
    for (int i = 0; i < 7; i++)
        if (x[i] != y[i]) return false;
    return true;
}

static loaded_file *load_file(const char *path, query_trouble *trouble) {
    size_t used = strlen(trouble->error);
    carom_io_scene *scene;
    loaded_file *grown = realloc(files, (file_count + 1) * sizeof *files);
    if (grown) files = grown;
    loaded_file fresh = {.path = malloc(strlen(path) + 1)};
    if (!grown || !fresh.path) {
        free(fresh.path);
        snprintf(trouble->error + used, sizeof trouble->error - used, "out of memory");
        return NULL;
    }
    strcpy(fresh.path, path);
    if (!carom_io_load(path, &scene, trouble->error + used, sizeof trouble->error - used)) {
        free(fresh.path);
        return NULL;
    }
    bool flat = carom_io_flatten(scene, &fresh.soup);
    carom_io_free(scene);
    if (!flat) {
        snprintf(trouble->error + used, sizeof trouble->error - used,
                 "%s: too large, or its placed vertices are not finite", path);
        free(fresh.path);
        return NULL;
    }
    files[file_count] = fresh;
    return &files[file_count++];
}

static carom_mesh *build_placed(const carom_io_soup *soup, carom_pose pose,
                                query_trouble *trouble) {
    size_t used = strlen(trouble->error);
    carom_mesh *mesh = NULL;
    carom_vec3 *vertices = malloc((soup->vertex_count + 1) * sizeof *vertices);
    carom_status status = CAROM_ERROR_MEMORY;
    if (vertices) {
        for (size_t i = 0; i < soup->vertex_count; i++) {
            const double *v = &soup->vertices[3 * i];
            carom_vec3 point = {(carom_real)v[0], (carom_real)v[1], (carom_real)v[2]};
            vertices[i] = carom_pose_transform_point(pose, point);
        }
        carom_mesh_def def = {.vertices = vertices,
                              .indices = soup->indices,
                              .vertex_count = soup->vertex_count,
                              .triangle_count = soup->triangle_count};
        status = carom_mesh_create(&mesh, &def);
    }
    free(vertices);
    if (status != CAROM_OK)
        snprintf(trouble->error + used, sizeof trouble->error - used, "%s",
                 carom_status_text(status));
    return mesh;
}

const carom_mesh *query_mesh(const char *path, carom_pose pose, query_trouble *trouble) {
    loaded_file *file = NULL;
    for (size_t i = 0; i < file_count; i++)
        if (!strcmp(files[i].path, path)) file = &files[i];
    if (!file) file = load_file(path, trouble);
    if (!file) return NULL;
    placed_mesh *slot = &file->placed[0];
    for (int i = 0; i < POSES_KEPT; i++) {
        placed_mesh *placed = &file->placed[i];
        if (placed->mesh && same_pose(placed->pose, pose)) {
            placed->used = ++uses;
            return placed->mesh;
        }
        if (placed->used < slot->used) slot = placed;
    }
    carom_mesh *mesh = build_placed(&file->soup, pose, trouble);
    if (!mesh) return NULL;
    carom_mesh_destroy(slot->mesh);
    *slot = (placed_mesh){mesh, pose, ++uses};
    return mesh;
}

void query_end(void) {
    for (size_t i = 0; i < file_count; i++) {
        for (int j = 0; j < POSES_KEPT; j++)
            carom_mesh_destroy(files[i].placed[j].mesh);
        carom_io_soup_free(&files[i].soup);
        free(files[i].path);
    }
    free(files);
    files = NULL;
    file_count = 0;
}
