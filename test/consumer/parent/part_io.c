/* A program of the parent project that reads a mesh. */
#include <carom/io.h>
#include <stdio.h>

int main(int count, char **arguments) {
    char error[200];
    carom_io_scene *scene;
    if (count != 2 || !carom_io_load(arguments[1], &scene, error, sizeof error)) {
        fprintf(stderr, "%s\n", count == 2 ? error : "a file is wanted");
        return 1;
    }
    carom_io_free(scene);
    return 0;
}
