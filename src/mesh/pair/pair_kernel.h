/* The walk over pairs of nodes by lanes, of each set of instructions: until two triangles touch,
 * and to the nearest two. */
#ifndef CAROM_MESH_PAIR_PAIR_KERNEL_H
#define CAROM_MESH_PAIR_PAIR_KERNEL_H

#include "mesh/pair/pair_walk.h"

void carom_pair_touch_native(pair_walk *walk);
void carom_pair_touch_scalar(pair_walk *walk);
void carom_pair_touch_avx2(pair_walk *walk);
void carom_pair_near_native(pair_walk *walk);
void carom_pair_near_scalar(pair_walk *walk);
void carom_pair_near_avx2(pair_walk *walk);

#endif
