/* Shadows that balls throw: a grid of the balls as the light sees them. */
#ifndef CAROM_CLI_SIM_SHADOW_H
#define CAROM_CLI_SIM_SHADOW_H

#include "sim.h"

#define SHADOW_CELLS 128

/* Cell lists over a rectangle, perpendicular to the light, that holds all balls. */
typedef struct sim_shadow_grid {
    carom_vec3 u, v;
    double u_min, v_min, u_scale, v_scale;
    int head[SHADOW_CELLS * SHADOW_CELLS];
    int *next, *ball;
    int entries, capacity;
} sim_shadow_grid;

/* Unit vector from everywhere to the light. */
extern const carom_vec3 sim_towards_light;

/* Sorts the balls into the grid. What memory does not reach throws no shadow. */
void sim_shadow_fill(sim_shadow_grid *grid, const sim_scene *scene);
/* Is p in the shadow of a ball other than `except`? */
bool sim_ball_shadow(const sim_shadow_grid *grid, const sim_scene *scene, carom_vec3 p, int except);
void sim_shadow_free(sim_shadow_grid *grid);

#endif
