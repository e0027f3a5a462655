/* Which colliders the options of a query leave out. */
#ifndef CAROM_WORLD_QUERY_OPTIONS_H
#define CAROM_WORLD_QUERY_OPTIONS_H

#include "world/world_data.h"

/** True when the options, null for none, let a query look at the collider. */
static inline bool world_is_requested(const carom_world *world, uint32_t index,
                                      const carom_world_options *options) {
    if (!options) return true;
    const carom_collider_def *def = &world_slots(world)[index].def;
    const carom_collider_id id = world_id_of(world, index);
    if (options->skip_sensors && def->kind == CAROM_COLLIDER_SENSOR) return false;
    if (options->category != 0 && !(def->mask & options->category)) return false;
    for (size_t i = 0; i < options->excluded_count; i++)
        if (options->excluded[i].index == id.index &&
            options->excluded[i].generation == id.generation)
            return false;
    return !options->filter || options->filter(id, def, options->user);
}

#endif
