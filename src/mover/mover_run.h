/* The state of one call of carom_mover_move, in a block of the workspace, and its parts. Vectors
 * are doubles in the common frame; the position is rounded to carom_real after each motion, and
 * sweeps start from it. */
#ifndef CAROM_MOVER_MOVER_RUN_H
#define CAROM_MOVER_MOVER_RUN_H

#include "carom/mover.h"
#include "core/workspace.h"
#include "math/vec.h"

#define MOVER_PLANES 16 /* nearest planes that bound a motion */
#define MOVER_BOUNDS 32 /* two for each */
#define MOVER_SLIDES 8  /* motions of one slide */
#define MOVER_STRIDES 32
#define MOVER_PUSHES 16 /* motions of one recovery */

/* The motion d is bounded by dot(normal, d) >= least. */
typedef struct mover_bound {
    vec3 normal;
    double least;
} mover_bound;

typedef struct mover_near {
    carom_world_plane plane;
    vec3 normal; /* unit, from the collider to the mover */
    double rise; /* of it along up */
    bool walkable;
    vec3 surface; /* where walkable: normal of the ground */
} mover_near;

typedef struct mover_run {
    const carom_world *world;
    const carom_mover_request *request;
    carom_mover_result *result;
    carom_world_options options;
    carom_world_probe probe; /* its pose is where the mover is */
    carom_mover_def def;
    vec3 up;
    double skin, slope_cosine, side; /* side: least of the shape's box */
    bool walks;
    size_t near_count;
    mover_near near[MOVER_PLANES];
    carom_world_plane planes[MOVER_PLANES]; /* of carom_mover_look */
} mover_run;
_Static_assert(sizeof(mover_run) <= WORKSPACE_CONTACTS_BYTES, "the block holds it");

static inline vec3 mover_across(const mover_run *run, vec3 v) {
    return mad3(v, run->up, -dot3(v, run->up));
}

#endif
