/* Radix sort of keys, least significant byte first, without the bytes in which all keys agree. */
#ifndef CAROM_WORLD_STEP_SORT_H
#define CAROM_WORLD_STEP_SORT_H

#include "world/world_data.h"

/** Sorts world->keys in ascending order of key; the sort is stable. */
carom_status carom_world_sort_keys(carom_world *world);

#endif
