/* A mesh file as one mesh, the input of raycast, closest, distance and render. */
#ifndef CAROM_CLI_MODEL_H
#define CAROM_CLI_MODEL_H

#include "real.h" /* first: it chooses double */

#include "carom/io.h"

typedef struct model {
    const char *path;
    carom_mesh *mesh;
    carom_mesh_rim *rim;      /* this and the rest are set by model_solid */
    carom_placed_mesh placed; /* as the file places it */
    carom_mesh_solid solid;
    char **names;        /* of the parts: the meshes that the file places, in its order */
    uint32_t *first;     /* triangle of each part, and the count of all */
    double (*colors)[4]; /* of each part, as carom_io_instance has them */
    const char *unit;    /* of lengths; null where the file does not say it, or an odd one */
    bool z_up;           /* see reading_z_up */
    size_t part_count;
} model;

typedef struct model_def {
    const char *path; /* must live as long as the model */
    carom_io_options reading;
    uint32_t threads; /* wanted; the model is the same */
    const char *unit; /* to which lengths are converted where the file says another; or null */
} model_def;

/** Triangles count through the parts in the order of the file.
 * @return false when the file is bad or memory ran out; printed, and nothing to free. */
bool model_load(model *out, const model_def *def);
/** Prepares the test of its inside. @return false, printed, when memory ran out; then only
 * model_free may follow. */
bool model_solid(model *m);
void model_free(model *m);
/** Whether the file has a colour of some part. */
bool model_has_colors(const model *m);
/** The part that contains the triangle. */
size_t model_part_of(const model *m, uint32_t triangle);

#endif
