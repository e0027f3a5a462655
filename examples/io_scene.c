/* From a file to answers: the file that is named, or a tetrahedron that is written first. */
#include <carom/carom.h>
#include <carom/io_mesh.h>
#include <stdio.h>

static int write_tetrahedron(const char *path) {
    FILE *file = fopen(path, "w");
    if (!file) return 0;
    fputs("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n", file);
    return fclose(file) == 0;
}

int main(int argc, char **argv) {
    const char *path = argc > 1 ? argv[1] : "carom_io_scene.obj";
    char error[300];
    carom_io_model *model = NULL;
    if (argc < 2 && !write_tetrahedron(path)) return 1;
    if (!carom_io_load_scene(path, NULL, &model, error, sizeof error)) return puts(error), 2;
    if (argc < 2) remove(path);
    carom_scene *scene = carom_io_model_scene(model);
    const carom_ray down = {{0.25f, 0.25f, 9}, {0, 0, -1}, 0, 100};
    const carom_scene_ray_hit hit = carom_raycast_ray_scene(&down, scene, CAROM_BOTH_SIDES);
    printf("%zu instances; the ray %s\n", carom_scene_count(scene), hit.hit ? "hits" : "misses");
    carom_io_model_destroy(model);
    return hit.hit || argc > 1 ? 0 : 3;
}
