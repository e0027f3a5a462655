/* Scene entries of colliders at random positions. */
#ifndef CAROM_CLI_SIM_RANDOM_H
#define CAROM_CLI_SIM_RANDOM_H

#include "simulate/sim_read.h"

sim_read_entry sim_read_random_balls, sim_read_random_colliders;

#endif
