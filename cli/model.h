/* A mesh file as one mesh, the input of raycast, closest, distance and render. */
#ifndef CAROM_CLI_MODEL_H
#define CAROM_CLI_MODEL_H

#include "real.h" /* first: it chooses double */

typedef struct model {
    const char *path;
    carom_mesh *mesh;
    carom_mesh_rim *rim;      /* this and the rest are set by model_solid */
    carom_placed_mesh placed; /* as the file places it */
    carom_mesh_solid solid;
    char **names;    /* of the parts: the meshes that the file places, in its order */
    uint32_t *first; /* triangle of each part, and the count of all */
    size_t part_count;
} model;

/** Triangles count through the parts in the order of the file. `path` must live as long. Built by
 * threads_count(wanted) threads; the model is the same.
 * @return false when the file is bad or memory ran out; printed, and nothing to free. */
bool model_load(model *out, const char *path, uint32_t wanted);
/** Prepares the test of its inside. @return false, printed, when memory ran out; then only
 * model_free may follow. */
bool model_solid(model *m);
void model_free(model *m);
/** The part that contains the triangle. */
size_t model_part_of(const model *m, uint32_t triangle);

#endif
