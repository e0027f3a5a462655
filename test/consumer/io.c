/* A mesh from a file, and its distance from a point: carom and carom-io as they are installed. */
#define CAROM_DOUBLE
#include <carom/carom.h>
#include <carom/io.h>
#include <stdio.h>

int main(int count, char **arguments) {
    char error[200];
    carom_io_scene *scene;
    if (count != 2 || !carom_io_load(arguments[1], &scene, error, sizeof error)) {
        fprintf(stderr, "%s\n", count == 2 ? error : "a file is wanted");
        return 1;
    }
    carom_io_soup soup = {0};
    carom_mesh *mesh = NULL;
    bool ok = carom_io_flatten(scene, &soup);
    carom_vec3 corners[64];
    ok = ok && soup.vertex_count <= 64;
    for (size_t i = 0; ok && i < soup.vertex_count; i++) {
        const double *p = soup.vertices + 3 * i;
        corners[i] = (carom_vec3){p[0], p[1], p[2]};
    }
    carom_mesh_def def = {.vertices = corners, .indices = soup.indices};
    def.vertex_count = soup.vertex_count;
    def.triangle_count = soup.triangle_count;
    ok = ok && carom_mesh_create(&mesh, &def) == CAROM_OK;
    carom_vec3 middle = {0.5, 0.5, 0.5};
    ok = ok && carom_closest_point_mesh(middle, mesh).at.distance == 0.5;
    if (ok) carom_mesh_destroy(mesh);
    carom_io_soup_free(&soup);
    carom_io_free(scene);
    return ok ? 0 : 1;
}
