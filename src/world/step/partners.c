/* No algorithm of its own: the broad phase of one collider that has changed course within a step.
 * Its box at that time is swept through the structures (spatial/), which hold the covers of all
 * others, so no partner is lost. The pairs that it forms are appended to those of the step. */
#include "world/step/partners.h"

#include "world/step/motion.h"

carom_status carom_world_add_pair(carom_world *world, carom_id_pair pair) {
    const world_collider *slots = world_slots(world);
    carom_status status = carom_array_reserve(&world->pairs, world->pairs.count + 1,
                                              sizeof(carom_id_pair), &world->allocator);
    if (status != CAROM_OK) return status;
    bool scenery = slots[pair.a].def.kind == CAROM_COLLIDER_STATIC ||
                   slots[pair.b].def.kind == CAROM_COLLIDER_STATIC;
    *(scenery ? &world->next_counts.pairs_static : &world->next_counts.pairs) += 1;
    ((carom_id_pair *)world->pairs.data)[world->pairs.count++] = pair;
    return CAROM_OK;
}

typedef struct partner_filter {
    const carom_world *world;
    const uint32_t *owner;
    uint32_t index;
    carom_id_visitor *visitor;
    void *user;
    bool stopped;
} partner_filter;

static bool pass_collider(uint32_t other, void *user) {
    partner_filter *filter = user;
    const world_collider *slots = world_slots(filter->world);
    if (other == filter->index || !slots[other].used ||
        !world_pair_counts(&slots[filter->index], &slots[other]))
        return true;
    filter->stopped = !filter->visitor(other, filter->user);
    return !filter->stopped;
}

static bool pass_box(uint32_t id, void *user) {
    const partner_filter *filter = user;
    const world_motion *motions = world_motions(filter->world);
    uint32_t other = filter->owner[id];
    if (!boxes_meet(&motions[other].path, &motions[filter->index].path)) return true;
    return pass_collider(other, user);
}

void carom_world_visit_partners(const carom_world *world, uint32_t index, double dt,
                                carom_id_visitor *visitor, void *user) {
    const world_collider *c = &world_slots(world)[index];
    partner_filter filter = {world, world->movers.owner.data, index, visitor, user, false};
    if (c->proxy == WORLD_NO_PROXY) {
        for (uint32_t i = 0; i < world->colliders.count && !filter.stopped; i++)
            pass_collider(i, &filter);
        return;
    }
    const world_motion *m = &world_motions(world)[index];
    carom_aabb box = carom_world_box_now(c, m);
    carom_vec3 motion = store3(scale3(load3(m->velocity), dt - m->time));
    carom_space_visit_sweep(world->movers.space, &box, motion, pass_box, &filter);
    filter.owner = world->statics.owner.data;
    if (!filter.stopped)
        carom_space_visit_sweep(world->statics.space, &box, motion, pass_box, &filter);
    for (size_t i = 0; i < world->unbounded.count && !filter.stopped; i++)
        pass_collider(((const uint32_t *)world->unbounded.data)[i], &filter);
}
