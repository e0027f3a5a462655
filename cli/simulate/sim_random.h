/* The entries of a scene that stand for colliders at random places. */
#ifndef CAROM_CLI_SIM_RANDOM_H
#define CAROM_CLI_SIM_RANDOM_H

#include "simulate/sim_read.h"

sim_read_entry sim_read_random_balls, sim_read_random_colliders;

#endif
