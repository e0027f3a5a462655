/* No algorithm of its own: read access to a world: its colliders, counts, memory, and the events,
 * impacts and paths of the last step. Nothing here changes the world. */
#include "world/pair.h"
#include "world/world_data.h"

bool carom_world_contains(const carom_world *world, carom_collider_id id) {
    return world_find(world, id) != NULL;
}

carom_collider_def carom_world_collider(const carom_world *world, carom_collider_id id) {
    static const carom_collider_def none;
    const world_collider *c = world_find(world, id);
    return c ? c->def : none;
}

size_t carom_world_count(const carom_world *world) {
    return carom_space_count(world->statics.space) + carom_space_count(world->movers.space) +
           world->unbounded.count;
}

size_t carom_world_slots(const carom_world *world) {
    return world->colliders.count;
}

carom_collider_id carom_world_id(const carom_world *world, uint32_t index) {
    bool used = index < world->colliders.count && world_slots(world)[index].used;
    return used ? world_id_of(world, index) : (carom_collider_id){0, 0};
}

size_t carom_world_memory(const carom_world *world) {
    const size_t arrays[][2] = {{world->colliders.capacity, sizeof(world_collider)},
                                {world->free_ids.capacity, sizeof(uint32_t)},
                                {world->unbounded.capacity, sizeof(uint32_t)},
                                {world->statics.owner.capacity, sizeof(uint32_t)},
                                {world->movers.owner.capacity, sizeof(uint32_t)},
                                {world->touching.capacity, 2 * sizeof(carom_collider_id)},
                                {world->next_touching.capacity, 2 * sizeof(carom_collider_id)},
                                {world->events.capacity, sizeof(carom_world_event)},
                                {world->next_events.capacity, sizeof(carom_world_event)},
                                {world->impacts.capacity, sizeof(carom_world_impact)},
                                {world->next_impacts.capacity, sizeof(carom_world_impact)},
                                {world->impacts_scratch.capacity, sizeof(carom_world_impact)},
                                {world->paths.capacity, sizeof(carom_world_path)},
                                {world->next_paths.capacity, sizeof(carom_world_path)},
                                {world->motions.capacity, sizeof(world_motion)},
                                {world->posed.capacity, sizeof(world_posed)},
                                {world->boxes.capacity, sizeof(carom_aabb)},
                                {world->pairs.capacity, sizeof(carom_id_pair)},
                                {world->results.capacity, sizeof(world_pair_result)},
                                {world->touches.capacity, sizeof(world_touch)},
                                {world->keys.capacity, sizeof(world_key)},
                                {world->keys_scratch.capacity, sizeof(world_key)},
                                {world->heap.capacity, sizeof(world_impact_event)}};
    size_t bytes = sizeof *world + carom_space_memory(world->statics.space) +
                   carom_space_memory(world->movers.space);
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        bytes += arrays[i][0] * arrays[i][1];
    return bytes;
}

const carom_world_event *carom_world_events(const carom_world *world, size_t *count) {
    *count = world->events.count;
    return world->events.data;
}

const carom_world_impact *carom_world_impacts(const carom_world *world, size_t *count) {
    *count = world->impacts.count;
    return world->impacts.data;
}

const carom_world_path *carom_world_paths(const carom_world *world, size_t *count) {
    *count = world->paths.count;
    return world->paths.data;
}

carom_world_counts carom_world_last_counts(const carom_world *world) {
    return world->counts;
}

int32_t carom_world_contact(const carom_world *world, carom_collider_id a, carom_collider_id b,
                            carom_contact_manifold *manifold) {
    const world_collider *first = world_find(world, a), *second = world_find(world, b);
    manifold->count = 0;
    manifold->normal = (carom_vec3){0, 0, 0};
    if (!first || !second || first == second) return 0;
    world_placed pa = {&first->def.shape, first->def.pose, {0, 0, 0}};
    world_placed pb = {&second->def.shape, second->def.pose, {0, 0, 0}};
    return carom_world_pair_contact(&pa, &pb, manifold);
}
