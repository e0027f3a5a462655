/* Shapes are placed once in a step, not once for each pair they are in; and not at all while they
 * stand where they stood. What was kept says for which pose, so that nothing has to forget it. */
#include "world/pair.h"
#include "world/world_data.h"

#include <string.h>

carom_status carom_world_reserve_posed(carom_world *world) {
    size_t slots = world->colliders.count;
    carom_status status = carom_world_reserve(world, &world->posed, slots, sizeof(world_posed));
    if (status != CAROM_OK || slots <= world->posed.count) return status;
    memset(world_poseds(world) + world->posed.count, 0,
           (slots - world->posed.count) * sizeof(world_posed));
    world->posed.count = slots;
    return CAROM_OK;
}

void carom_world_pose(const carom_world *world, uint32_t index) {
    const world_collider *c = &world_slots(world)[index];
    const world_motion *m = &world_motions(world)[index];
    world_posed *posed = &world_poseds(world)[index];
    carom_pose pose = {m->position, m->rotation};
    if (posed->generation == c->generation && memcmp(&posed->pose, &pose, sizeof pose) == 0) return;
    posed->pose = pose;
    posed->generation = c->generation;
    if (!carom_shape_pose(&posed->shape, &c->def.shape, pose)) posed->shape.state = 0;
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

int32_t carom_world_posed_contact(const carom_world *world, carom_id_pair pair,
                                  carom_contact_manifold *manifold) {
    const carom_posed_shape *a = &world_poseds(world)[pair.a].shape;
    const carom_posed_shape *b = &world_poseds(world)[pair.b].shape;
    int32_t count = both_posed(world, pair) ? carom_contact_posed(a, b, manifold) : 0;
    if (count > 0) return count;
    world_placed placed_a = placed_now(world, pair.a), placed_b = placed_now(world, pair.b);
    return carom_world_pair_contact(&placed_a, &placed_b, manifold);
}
