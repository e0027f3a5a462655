/* Independent check of a simulation, from the paths of each step by overlap, depth and segment
 * queries alone: it uses neither the sweeps that moved the bodies nor the structure that found
 * their pairs. */
#ifndef CAROM_CLI_SIMULATE_SIM_CHECK_H
#define CAROM_CLI_SIMULATE_SIM_CHECK_H

#include "simulate/sim.h"

bool sim_checker_open(sim_checker *checker, const sim_scene *scene);

void sim_checker_close(sim_checker *checker);

/** Checks the paths of the last step by overlap and depth queries alone. */
bool sim_check_frame(sim_checker *checker, const sim_scene *scene, sim_verdict *verdict);

/** @return false when two colliders overlap now; writes which. */
bool sim_check_start(sim_checker *checker, const sim_scene *scene, char *what, size_t size);

#endif
