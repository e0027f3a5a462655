/* carom simulate: shapes of any kind moving in a carom_world, with an independent check and
 * rendered frames. Uses the public headers in double. */
#ifndef CAROM_CLI_SIM_H
#define CAROM_CLI_SIM_H

#ifndef CAROM_DOUBLE
#define CAROM_DOUBLE
#endif
#include <stdio.h>

#include "carom/carom.h"

/** Data of a collider beside that of the world. */
typedef struct sim_item {
    char name[64];
    carom_aabb extent; /* the part of a plane that is drawn; unlimited unless a container's wall */
    double reach;      /* no point is farther from the pose's origin */
    double size;       /* scale of depths: radius of a sphere, else half the least side */
    carom_mesh *mesh;  /* owned */
    struct query_shape *read; /* owned: what the shape refers to */
} sim_item;

typedef struct sim_camera {
    carom_vec3 eye, target;
    double field_of_view; /* tangent of half the vertical angle */
    bool given;
} sim_camera;

typedef struct sim_scene {
    carom_world *world;
    sim_item *items; /* by the collider's index */
    int count;
    size_t capacity;
    int spheres, bodies; /* moving spheres; all moving bodies */
    double frame_time;
    int frames;
    carom_vec3 gravity;
    uint32_t workers; /* threads beside the caller's */
    sim_camera camera;
} sim_scene;

/** A collider in its present pose. */
static inline carom_collider_def sim_collider(const sim_scene *scene, int index) {
    return carom_world_collider(scene->world, carom_world_id(scene->world, (uint32_t)index));
}
static inline bool sim_has_bounds(const sim_item *item) {
    return item->reach < 1e300;
}

/** Results of the independent check, over the whole run. */
typedef struct sim_verdict {
    long long positions, paths;
    long long inside;    /* pairs, at sampled times, deeper than the tolerance */
    long long tunnelled; /* straight paths whose pose's origin crosses a piece of scenery */
    double worst_depth;  /* relative to the size */
    int samples;         /* sampled times per frame */
} sim_verdict;

/** A second world for overlap queries alone, by brute force and without sweeps. */
typedef struct sim_checker {
    carom_world *world;
    bool *solid; /* by index: contains the origin of its pose, whose path then shows tunnelling */
} sim_checker;

/** A contact sheet of rendered frames. */
typedef struct sim_sheet sim_sheet;

#endif
