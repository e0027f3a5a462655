/* The main job: spheres let loose among planes, boxes and meshes. Works in double on carom's public
 * headers. */
#ifndef CAROM_CLI_SIM_H
#define CAROM_CLI_SIM_H

#ifndef CAROM_DOUBLE
#define CAROM_DOUBLE
#endif
#include <stdio.h>

#include "carom/carom.h"

typedef struct sim_ball {
    carom_sphere sphere; /* at `time` */
    carom_vec3 velocity;
    double mass, restitution;
    double time;      /* seconds since the frame began */
    uint32_t version; /* counts changes of course: older predictions are stale */
    int impacts;      /* in this frame */
    bool resting;     /* too many impacts in this frame: stands still for the rest of it */
} sim_ball;

typedef enum sim_kind { SIM_PLANE, SIM_BOX, SIM_MESH } sim_kind;

typedef struct sim_static {
    sim_kind kind;
    carom_plane plane;
    carom_obb box;
    carom_mesh *mesh;
    double restitution;
    char name[64];
    carom_aabb extent; /* the part of a plane that is drawn; unlimited unless a container's wall */
} sim_static;

typedef struct sim_camera {
    carom_vec3 eye, target;
    double field_of_view; /* tangent of half the vertical angle */
    bool given;
} sim_camera;

typedef struct sim_scene {
    sim_ball *balls;
    int ball_count;
    sim_static *statics;
    int static_count;
    carom_vec3 gravity;
    double frame_time;
    int frames;
    sim_camera camera;
} sim_scene;

/** Reads a scene. On failure prints one line naming the file and the place to stderr and returns
 * false. */
bool sim_scene_load(sim_scene *scene, const char *path);
void sim_scene_free(sim_scene *scene);

/** A stretch of straight motion of one ball. */
typedef struct sim_leg {
    int ball;
    double start, end; /* seconds since the frame began */
    carom_vec3 from, velocity;
} sim_leg;

typedef struct sim_impact {
    double time; /* seconds since the frame began */
    int ball;
    int other; /* a ball when >= 0, static ~other when negative */
    carom_vec3 point, normal;
} sim_impact;

/** What one frame did. The arrays are reused by the next frame. */
typedef struct sim_frame {
    sim_leg *legs;
    int leg_count, leg_capacity;
    sim_impact *impacts;
    int impact_count, impact_capacity;
    struct sim_event *heap;
    int heap_count, heap_capacity;
    carom_aabb *swept; /* of each ball, for the rest of the frame */
    int *order;        /* balls by swept[].min.x */
    long long pairs_tested, pairs_with_statics;
    int rested, pushed_out;
} sim_frame;

/** Advances the scene by one frame. False when memory ran out. */
bool sim_step(sim_scene *scene, sim_frame *frame);
void sim_frame_free(sim_frame *frame);

/** What the independent check found, over the whole run. */
typedef struct sim_verdict {
    long long positions, paths;
    long long
        inside; /* positions at which a ball stood inside something by more than the tolerance */
    long long tunnelled; /* straight legs whose centre line crosses something */
    double worst_depth;  /* relative to the radius; negative: the least gap seen */
    int worst_ball;
    int samples; /* moments looked at per frame */
} sim_verdict;

/** Looks at the legs of `frame` with distance and segment queries only. */
bool sim_check_frame(const sim_scene *scene, const sim_frame *frame, sim_verdict *verdict);
/** @return the first ball that stands inside something now, or -1; writes what it is in. */
int sim_check_start(const sim_scene *scene, char *what, size_t size);
/** Distance from a point to a static. */
double sim_static_distance(const sim_static *item, carom_vec3 point);

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
