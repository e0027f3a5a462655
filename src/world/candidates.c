/* Which pairs a step has to look at: among the movers, between movers and scenery, and everything
 * against what has no bounds. The order is the structures' own and does not matter: what is found
 * is sorted later. */
#include "world/world_data.h"

carom_status carom_world_add_pair(carom_world *world, carom_id_pair pair) {
    const world_collider *slots = world_slots(world);
    carom_status status =
        carom_world_reserve(world, &world->pairs, world->pairs.count + 1, sizeof(carom_id_pair));
    if (status != CAROM_OK) return status;
    bool scenery = slots[pair.a].def.kind == CAROM_COLLIDER_STATIC ||
                   slots[pair.b].def.kind == CAROM_COLLIDER_STATIC;
    *(scenery ? &world->next_counts.pairs_static : &world->next_counts.pairs) += 1;
    ((carom_id_pair *)world->pairs.data)[world->pairs.count++] = pair;
    return CAROM_OK;
}

typedef struct pair_collector {
    carom_world *world;
    const uint32_t *owner_a, *owner_b;
    carom_status status;
} pair_collector;

static bool collect_pair(uint32_t a, uint32_t b, void *user) {
    pair_collector *collector = user;
    carom_world *world = collector->world;
    uint32_t i = collector->owner_a[a], j = collector->owner_b[b];
    if (!world_pair_counts(&world_slots(world)[i], &world_slots(world)[j])) return true;
    collector->status =
        carom_world_add_pair(world, i < j ? (carom_id_pair){i, j} : (carom_id_pair){j, i});
    return collector->status == CAROM_OK;
}

/* Against everything that has a box, and the endless ones of higher index. */
static carom_status pairs_of_endless(carom_world *world, uint32_t index) {
    uint32_t count = (uint32_t)world->colliders.count;
    pair_collector collector = {world, &index, NULL, CAROM_OK};
    for (uint32_t other = 0; other < count; other++) {
        const world_collider *c = &world_slots(world)[other];
        if (!c->used || (c->proxy == WORLD_NO_PROXY && other <= index)) continue;
        collector.owner_b = &other;
        if (!collect_pair(0, 0, &collector)) break;
    }
    return collector.status;
}

carom_status carom_world_find_pairs(carom_world *world) {
    const uint32_t *movers = world->movers.owner.data, *statics = world->statics.owner.data;
    const uint32_t *endless = world->endless.data;
    pair_collector collector = {world, movers, movers, CAROM_OK};
    carom_space_visit_pairs(world->movers.space, collect_pair, &collector);
    if (collector.status != CAROM_OK) return collector.status;
    collector.owner_b = statics;
    carom_space_visit_pairs_between(world->movers.space, world->statics.space, collect_pair,
                                    &collector);
    carom_status status = collector.status;
    for (size_t i = 0; i < world->endless.count && status == CAROM_OK; i++)
        status = pairs_of_endless(world, endless[i]);
    return status;
}

/* ---- around one collider */

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
    carom_vec3 way = store3(scale3(load3(m->velocity), dt - m->time));
    carom_space_visit_sweep(world->movers.space, &box, way, pass_box, &filter);
    filter.owner = world->statics.owner.data;
    if (!filter.stopped)
        carom_space_visit_sweep(world->statics.space, &box, way, pass_box, &filter);
    for (size_t i = 0; i < world->endless.count && !filter.stopped; i++)
        pass_collider(((const uint32_t *)world->endless.data)[i], &filter);
}
