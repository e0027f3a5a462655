/* No algorithm of its own: prepared shapes. Each collider's shape is prepared once for all pairs
 * it is in, at the start of its motion for sweeps and at its end for overlaps, and not again while
 * its pose is the same. The pose is stored with the prepared shape, so no invalidation is
 * needed. */
#include "world/pair.h"
#include "world/world_data.h"
#include "world/step/posed.h"

#include <string.h>

carom_status carom_world_reserve_posed(carom_world *world) {
    size_t slots = world->colliders.count;
    carom_status status =
        carom_array_reserve(&world->posed, slots, sizeof(world_posed), &world->allocator);
    if (status != CAROM_OK || slots <= world->posed.count) return status;
    memset(world_poseds(world) + world->posed.count, 0,
           (slots - world->posed.count) * sizeof(world_posed));
    world->posed.count = slots;
    return CAROM_OK;
}

void carom_world_pose(const carom_world *world, uint32_t index, double dt) {
    const world_collider *c = &world_slots(world)[index];
    const world_motion *m = &world_motions(world)[index];
    world_posed *posed = &world_poseds(world)[index];
    carom_pose pose = {m->position, m->rotation};
    bool kept = posed->generation == c->generation && memcmp(&posed->pose, &pose, sizeof pose) == 0;
    posed->pose = pose;
    posed->generation = c->generation;
    if (!kept && !carom_shape_pose(&posed->shape, &c->def.shape, pose)) posed->shape.state = 0;
    posed->shape.motion = store3(scale3(load3(m->velocity), m->moves ? dt - m->time : 0.0));
}

/* ---- pairs */

static bool both_posed(const carom_world *world, carom_id_pair pair) {
    return world_poseds(world)[pair.a].shape.state != 0 &&
           world_poseds(world)[pair.b].shape.state != 0;
}

static world_placed placed_now(const carom_world *world, uint32_t id) {
    const world_motion *m = &world_motions(world)[id];
    return (world_placed){&world_slots(world)[id].def.shape, {m->position, m->rotation}, {0, 0, 0}};
}

bool carom_world_posed_overlap(const carom_world *world, carom_id_pair pair) {
    const world_posed *posed = world_poseds(world);
    if (both_posed(world, pair))
        return carom_overlap_posed(&posed[pair.a].shape, &posed[pair.b].shape);
    world_placed a = placed_now(world, pair.a), b = placed_now(world, pair.b);
    return carom_world_pair_overlap(&a, &b);
}

bool carom_world_posed_sweep(const carom_world *world, carom_id_pair pair, carom_sweep_hit *hit) {
    static const carom_sweep_options options = {.skip_exit = true};
    const world_posed *posed = world_poseds(world);
    const world_motion *motions = world_motions(world);
    if (motions[pair.a].version > 0 || motions[pair.b].version > 0 || !both_posed(world, pair))
        return false;
    *hit = carom_sweep_posed(&posed[pair.a].shape, &posed[pair.b].shape, &options);
    return true;
}

int32_t carom_world_posed_contact(const carom_world *world, carom_id_pair pair,
                                  carom_contact_manifold *manifold) {
    const carom_posed_shape *a = &world_poseds(world)[pair.a].shape;
    const carom_posed_shape *b = &world_poseds(world)[pair.b].shape;
    int32_t count = both_posed(world, pair) ? carom_contact_posed(a, b, manifold) : 0;
    if (count > 0) return count;
    world_placed placed_a = placed_now(world, pair.a), placed_b = placed_now(world, pair.b);
    return carom_world_pair_contact(&placed_a, &placed_b, manifold);
}
