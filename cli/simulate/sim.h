/* The main job: shapes of any kind let loose in a carom_world, checked, and drawn. Works in double
 * on carom's public headers. */
#ifndef CAROM_CLI_SIM_H
#define CAROM_CLI_SIM_H

#ifndef CAROM_DOUBLE
#define CAROM_DOUBLE
#endif
#include <stdio.h>

#include "carom/carom.h"

/** What the world does not know of a collider. */
typedef struct sim_item {
    char name[64];
    carom_aabb extent; /* the part of a plane that is drawn; unlimited unless a container's wall */
    double reach;      /* no point is farther from the pose's origin */
    double size;       /* what depths are measured by: a sphere's radius, half the least side */
    carom_mesh *mesh;  /* owned, as are the next three */
    carom_hull *hull;
    carom_vec3 *vertices;
    double *bounds;
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
    int spheres, bodies; /* spheres that move; all that moves */
    double frame_time;
    int frames;
    carom_vec3 gravity;
    uint32_t workers; /* threads beside the caller's */
    sim_camera camera;
} sim_scene;

/** Reads a scene; its world gets `workers` threads. On failure prints one line naming the file and
 * the place to stderr and returns false. */
bool sim_scene_load(sim_scene *scene, const char *path, uint32_t workers);
void sim_scene_free(sim_scene *scene);

/** A collider as it is now. */
static inline carom_collider_def sim_collider(const sim_scene *scene, int index) {
    return carom_world_collider(scene->world, carom_world_id(scene->world, (uint32_t)index));
}
static inline bool sim_has_bounds(const sim_item *item) {
    return item->reach < 1e300;
}

/** What the independent check found, over the whole run. */
typedef struct sim_verdict {
    long long positions, paths;
    long long inside;    /* pairs, at moments looked at, deeper than the tolerance */
    long long tunnelled; /* straight paths whose pose's origin crosses a piece of scenery */
    double worst_depth;  /* relative to the size */
    int samples;         /* moments looked at per frame */
} sim_verdict;

/** A second world that is only asked what overlaps: brute in its structures, and never swept. */
typedef struct sim_checker {
    carom_world *world;
    bool *solid; /* by index: holds its pose's origin, so that the origin's path tells tunnelling */
} sim_checker;

bool sim_checker_open(sim_checker *checker, const sim_scene *scene);
void sim_checker_close(sim_checker *checker);
/** Looks at the paths of the last step with overlap and depth queries only. */
bool sim_check_frame(sim_checker *checker, const sim_scene *scene, sim_verdict *verdict);
/** @return false when something stands inside something now; writes what in what. */
bool sim_check_start(sim_checker *checker, const sim_scene *scene, char *what, size_t size);

/** A contact sheet of rendered frames. */
typedef struct sim_sheet sim_sheet;
/** @return null when memory ran out. */
sim_sheet *sim_sheet_create(const sim_scene *scene, int columns, int rows);
/** Renders the scene as it stands into the next free tile, captioned with `time` in seconds. */
void sim_sheet_add(sim_sheet *sheet, const sim_scene *scene, double time);
/** Writes the tiles rendered so far, the rest blank. On failure prints why to stderr. */
bool sim_sheet_write(const sim_sheet *sheet, const char *path);
void sim_sheet_destroy(sim_sheet *sheet);

#endif
