/* Own method: the broad phase of a step: pairs among the moving colliders, pairs of moving and
 * static ones, and pairs with unbounded ones. The search is divided into pieces that run in
 * parallel, each writing to its own range of the list; the ranges are then joined in the order of
 * the pieces, so the list is the same for any number of threads. The size of a range is predicted
 * from the last step; where a range was too small, the search is repeated with larger ones. */
#include "spatial/space.h"
#include "world/world_data.h"
#include "spatial/space_query.h"
#include "world/step/candidates.h"
#include "world/step/partners.h"

#include <string.h>

/* ---- pieces */

typedef struct piece_job {
    const carom_world *world;
    const world_tree *a, *b;
    world_pair_range *ranges; /* by piece */
    space_pairs pairs;
} piece_job;

typedef struct pair_collector {
    const piece_job *job;
    world_pair_range *into;
} pair_collector;

static bool collect_pair(uint32_t a, uint32_t b, void *user) {
    const pair_collector *collector = user;
    const world_collider *slots = world_slots(collector->job->world);
    world_pair_range *into = collector->into;
    uint32_t i = ((const uint32_t *)collector->job->a->owner.data)[a];
    uint32_t j = ((const uint32_t *)collector->job->b->owner.data)[b];
    if (!world_pair_counts(&slots[i], &slots[j])) return true;
    if (into->count < into->capacity)
        ((carom_id_pair *)collector->job->world->pairs.data)[into->first + into->count] =
            i < j ? (carom_id_pair){i, j} : (carom_id_pair){j, i};
    into->count++;
    return true;
}

static void search_pieces(void *data, size_t first, size_t last) {
    const piece_job *job = data;
    for (size_t i = first; i < last; i++) {
        pair_collector collector = {job, &job->ranges[i]};
        job->ranges[i].count = 0;
        carom_space_visit_piece(&job->pairs, (uint32_t)i, collect_pair, &collector);
    }
}

/* Places the ranges behind the list, each with some more capacity than its piece needed last time.
 */
static carom_status place_ranges(carom_world *world, const piece_job *job) {
    size_t end = world->pairs.count;
    for (uint32_t i = 0; i < job->pairs.count; i++) {
        world_pair_range *s = &job->ranges[i];
        s->first = end;
        s->capacity = s->count + s->count / 4 + 16;
        end += s->capacity;
    }
    return carom_array_reserve(&world->pairs, end, sizeof(carom_id_pair), &world->allocator);
}

static bool ranges_suffice(const piece_job *job) {
    for (uint32_t i = 0; i < job->pairs.count; i++)
        if (job->ranges[i].count > job->ranges[i].capacity) return false;
    return true;
}

static void join_ranges(carom_world *world, const piece_job *job) {
    carom_id_pair *pairs = world->pairs.data;
    for (uint32_t i = 0; i < job->pairs.count; i++) {
        const world_pair_range *s = &job->ranges[i];
        memmove(&pairs[world->pairs.count], &pairs[s->first], s->count * sizeof *pairs);
        world->pairs.count += s->count;
    }
}

static carom_status search_trees_for_pairs(carom_world *world, piece_job *job) {
    const task_share share = {job->pairs.count, 1};
    for (bool done = false; !done; done = ranges_suffice(job)) {
        carom_status status = place_ranges(world, job);
        if (status != CAROM_OK) return status;
        carom_run_chunks(&world->tasks, search_pieces, job, share);
    }
    join_ranges(world, job);
    return CAROM_OK;
}

/* ---- unbounded colliders */

/* Pairs with every bounded collider, and with the unbounded ones of higher index. */
static carom_status pairs_of_unbounded(carom_world *world, uint32_t index) {
    const world_collider *slots = world_slots(world);
    carom_status status = CAROM_OK;
    for (uint32_t i = 0; i < world->colliders.count && status == CAROM_OK; i++) {
        if (!slots[i].used || (slots[i].proxy == WORLD_NO_PROXY && i <= index) ||
            !world_pair_counts(&slots[index], &slots[i]))
            continue;
        status = carom_world_add_pair(world, index < i ? (carom_id_pair){index, i}
                                                       : (carom_id_pair){i, index});
    }
    return status;
}

carom_status carom_world_find_pairs(carom_world *world) {
    const uint32_t *unbounded = world->unbounded.data;
    const world_tree *movers = &world->movers, *statics = &world->statics;
    _Static_assert(WORLD_PAIR_RANGES >= PAIR_PIECES, "one for each piece");
    piece_job job = {world, movers, movers, world->ranges[0], {.count = 0}};
    carom_space_cut_pairs(&job.pairs, movers->space, movers->space);
    carom_status status = search_trees_for_pairs(world, &job);
    if (status != CAROM_OK) return status;
    world->next_counts.pairs = world->pairs.count;
    job.b = statics;
    job.ranges = world->ranges[1];
    carom_space_cut_pairs(&job.pairs, movers->space, statics->space);
    status = search_trees_for_pairs(world, &job);
    world->next_counts.pairs_static = world->pairs.count - world->next_counts.pairs;
    for (size_t i = 0; i < world->unbounded.count && status == CAROM_OK; i++)
        status = pairs_of_unbounded(world, unbounded[i]);
    return status;
}
