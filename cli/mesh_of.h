/* Builds a mesh of the library from file data, in the precision of the compilation. */
#ifndef CAROM_CLI_MESH_OF_H
#define CAROM_CLI_MESH_OF_H

#include <stdlib.h>

#include "carom/carom.h"
#include "carom/io.h"

/** As carom_mesh_create; triangles keep their indices. Built on `tasks`, or on the caller's thread
 * when null; the mesh is the same. */
static inline carom_status mesh_of_soup(const carom_io_soup *soup, const carom_task_hook *tasks,
                                        carom_mesh **mesh) {
    carom_vec3 *vertices = malloc((soup->vertex_count + 1) * sizeof *vertices);
    if (!vertices) return CAROM_ERROR_MEMORY;
    for (size_t i = 0; i < soup->vertex_count; i++) {
        const double *p = soup->vertices + 3 * i;
        vertices[i] = (carom_vec3){(carom_real)p[0], (carom_real)p[1], (carom_real)p[2]};
    }
    carom_mesh_def def = {.vertices = vertices,
                          .indices = soup->indices,
                          .vertex_count = soup->vertex_count,
                          .triangle_count = soup->triangle_count};
    if (tasks) def.tasks = *tasks;
    carom_status status = carom_mesh_create(mesh, &def);
    free(vertices);
    return status;
}

#endif
