/* The search for the nearest triangle by lanes, of each set of instructions. */
#ifndef CAROM_MESH_NEAREST_NEAR_KERNEL_H
#define CAROM_MESH_NEAREST_NEAR_KERNEL_H

#include "mesh/nearest/nearest_search.h"

void carom_near_visit_native(near_search *search, const near_query *query);
void carom_near_visit_scalar(near_search *search, const near_query *query);
void carom_near_visit_avx2(near_search *search, const near_query *query);

#endif
