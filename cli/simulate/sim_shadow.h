/* Moving bodies for rendering: ray casts, and shadows by a grid of the bodies in the projection
 * along the light. */
#ifndef CAROM_CLI_SIM_SHADOW_H
#define CAROM_CLI_SIM_SHADOW_H

#include "simulate/sim.h"

#define SHADOW_CELLS 128

typedef struct sim_body {
    carom_collider_def def;
    double reach; /* no point is farther from the pose's origin */
    int index;    /* of the collider */
} sim_body;

typedef struct sim_shadow_entry {
    int body, next; /* the next entry of the cell; -1 ends its list */
} sim_shadow_entry;

/* Cell lists over a rectangle, perpendicular to the light, that holds all bodies. */
typedef struct sim_shadow_grid {
    carom_vec3 u, v;
    double u_min, v_min, u_scale, v_scale;
    int head[SHADOW_CELLS * SHADOW_CELLS];
    sim_shadow_entry *entries;
    int entry_count;
    size_t capacity;
    sim_body *bodies; /* moving bodies with bounds */
    int body_count;
} sim_shadow_grid;

/* Unit vector to the light, which is at infinity. */
extern const carom_vec3 sim_towards_light;

/* The first hit of a ray on a posed shape; meshes are two-sided. */
carom_ray_hit sim_cast(const carom_ray *ray, const carom_shape *shape, carom_pose pose);
/* Sorts the bodies into the grid. Those for which memory does not suffice cast no shadow. */
void sim_shadow_fill(sim_shadow_grid *grid, const sim_scene *scene);
/* Is p in the shadow of a body other than that of the collider `except`? */
bool sim_body_shadow(const sim_shadow_grid *grid, carom_vec3 p, int except);
void sim_shadow_free(sim_shadow_grid *grid);

#endif
