/* Colliders in slots: insertion, removal and changes. */
#ifndef CAROM_WORLD_WORLD_H
#define CAROM_WORLD_WORLD_H

#include "world/world_data.h"

/** Creates an empty world from a definition. */
carom_status carom_world_make(carom_world **world, const carom_world_def *def);

/** Appends a slot with a collider. */
carom_status carom_world_append(carom_world *world, const carom_collider_def *def,
                                uint32_t generation);

/** Appends an unused slot. */
carom_status carom_world_append_unused(carom_world *world, uint32_t generation);

#endif
