/* The contact sheet of carom simulate. */
#ifndef CAROM_CLI_SIMULATE_SIM_RENDER_H
#define CAROM_CLI_SIMULATE_SIM_RENDER_H

#include "simulate/sim.h"

/** @return null when memory ran out. */
sim_sheet *sim_sheet_create(const sim_scene *scene, int columns, int rows);

/** Renders the scene as it stands into the next free tile, captioned with `time` in seconds. */
void sim_sheet_add(sim_sheet *sheet, const sim_scene *scene, double time);

/** Writes the tiles rendered so far, the rest blank. On failure prints why to stderr. */
bool sim_sheet_write(const sim_sheet *sheet, const char *path);

void sim_sheet_destroy(sim_sheet *sheet);

#endif
