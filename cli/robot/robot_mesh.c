/* Meshes that a URDF file names. A package is looked for among --package, then as a folder beside
 * the file or beside one that the file is in, and its name may be left out there. */
#include "robot/robot_mesh.h"

#include <stdlib.h>
#include <string.h>

#include "mesh_of.h"

#define PATH_SIZE 4096

static bool can_read(const char *path) {
    FILE *in = fopen(path, "rb");
    if (in) fclose(in);
    return in != NULL;
}

/* folder (of which `length` bytes count), a slash, and the rest. */
static bool try_path(char out[PATH_SIZE], const char *folder, size_t length, const char *rest) {
    const int n = snprintf(out, PATH_SIZE, "%.*s/%s", (int)length, folder, rest);
    return n > 0 && n < PATH_SIZE && can_read(out);
}

/* Beside the file, then in each folder above. */
static bool look_upwards(char out[PATH_SIZE], const char *urdf, const char *name) {
    const char *rest = strchr(name, '/');
    size_t length = strlen(urdf);
    while (length > 0) {
        while (length > 0 && urdf[length - 1] != '/')
            length--;
        const char *folder = length > 1 ? urdf : length == 1 ? "" : ".";
        const size_t count = length > 1 ? length - 1 : length == 1 ? 0 : 1;
        if (try_path(out, folder, count, name)) return true;
        if (rest && try_path(out, folder, count, rest + 1)) return true;
        if (length > 0) length--;
    }
    return try_path(out, "..", 2, name) || (rest && try_path(out, "..", 2, rest + 1));
}

static bool find_in_package(char out[PATH_SIZE], const robot_mesh_file *file, const char *name) {
    const size_t package = strcspn(name, "/");
    for (size_t i = 0; i < file->options->package_count; i++) {
        const char *given = file->options->packages[i], *folder = strchr(given, '=');
        if (folder && (size_t)(folder - given) == package && !memcmp(given, name, package) &&
            name[package])
            return try_path(out, folder + 1, strlen(folder + 1), name + package + 1);
    }
    return look_upwards(out, file->urdf, name);
}

static bool find_file(char out[PATH_SIZE], const robot_mesh_file *file) {
    const char *name = file->name, *slash = strrchr(file->urdf, '/');
    if (!strncmp(name, "package://", 10)) {
        name += 10;
        return find_in_package(out, file, name + strspn(name, "/"));
    }
    if (!strncmp(name, "file://", 7)) name += 7;
    if (name[0] == '/') return snprintf(out, PATH_SIZE, "%s", name) < PATH_SIZE && can_read(out);
    return slash ? try_path(out, file->urdf, (size_t)(slash - file->urdf), name)
                 : try_path(out, ".", 1, name);
}

static bool make_hull(robot_shape *out, const carom_io_soup *soup) {
    carom_vec3 *points = malloc((soup->vertex_count + 1) * sizeof *points);
    for (size_t i = 0; points && i < soup->vertex_count; i++)
        points[i] =
            make3(soup->vertices[3 * i], soup->vertices[3 * i + 1], soup->vertices[3 * i + 2]);
    const carom_hull_def def = {.points = points, .point_count = soup->vertex_count};
    const bool ok = points && carom_hull_create(&out->hull, &def) == CAROM_OK;
    free(points);
    if (ok) out->shape = carom_shape_hull(out->hull);
    return ok;
}

static bool make_mesh(robot_shape *out, const carom_io_soup *soup) {
    if (mesh_of_soup(soup, NULL, &out->mesh) != CAROM_OK) return false;
    out->shape = carom_shape_mesh(out->mesh);
    return true;
}

bool robot_mesh_of_file(robot_shape *out, const char *path, const double scale[3], bool hull) {
    char error[512];
    carom_io_scene *scene = NULL;
    carom_io_soup soup = {0};
    if (!carom_io_load(path, &scene, error, sizeof error)) {
        fprintf(stderr, "carom robot: %s\n", error);
        return false;
    }
    bool ok = carom_io_flatten(scene, &soup);
    carom_io_free(scene);
    for (size_t i = 0; ok && i < soup.vertex_count; i++) {
        double *v = soup.vertices + 3 * i;
        for (int k = 0; k < 3; k++)
            v[k] *= scale[k];
        out->radius = fmax(out->radius, norm(make3(v[0], v[1], v[2])));
    }
    ok = ok && (hull ? make_hull(out, &soup) : make_mesh(out, &soup));
    carom_io_soup_free(&soup);
    if (!ok)
        fprintf(stderr, "carom robot: %s: not enough memory, or a vertex is not finite\n", path);
    return ok;
}

bool robot_mesh_load(robot_shape *out, const robot_mesh_file *file) {
    char path[PATH_SIZE];
    if (!find_file(path, file)) {
        fprintf(stderr,
                "carom robot: %s: there is no mesh %s; --package NAME=FOLDER says where "
                "packages are\n",
                file->urdf, file->name);
        return false;
    }
    return robot_mesh_of_file(out, path, file->scale, file->options->hulls);
}
