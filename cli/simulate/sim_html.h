/* The page of carom simulate: a player of what moved. */
#ifndef CAROM_CLI_SIMULATE_SIM_HTML_H
#define CAROM_CLI_SIMULATE_SIM_HTML_H

#include "simulate/sim.h"

typedef struct sim_record sim_record;

/** Records the places at the start. @return null when memory ran out. */
sim_record *sim_record_create(const sim_scene *scene);

/** Adds the paths and impacts of the frame that ended; beyond a million path ends nothing more. */
void sim_record_frame(sim_record *record, const sim_scene *scene, int frame);

/** Writes the page, with the places as they are as the last; `name` is the scene's. On failure
 * prints why. */
bool sim_record_write(sim_record *record, const sim_scene *scene, const char *path,
                      const char *name);

void sim_record_destroy(sim_record *record);

#endif
