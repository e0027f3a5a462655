/* Reads a scene file into a world: settings first, then the lists, scenery before moving bodies. */
#ifndef CAROM_CLI_SIMULATE_SIM_SCENE_H
#define CAROM_CLI_SIMULATE_SIM_SCENE_H

#include "simulate/sim.h"

/** Reads a scene; its world gets `workers` threads. On failure prints one line naming the file and
 * the place to stderr and returns false. */
bool sim_scene_load(sim_scene *scene, const char *path, uint32_t workers);

void sim_scene_free(sim_scene *scene);

#endif
