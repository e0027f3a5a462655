/* Rays through the BVH8 together, up to 64 that go the same way from about the same place. A
 * node's boxes are asked once for all of them; a box on the stack, when its turn comes, by each
 * ray. Which triangles are decided does not change answers: they are those of single rays. Rays
 * that do not go the same way are walked by fewer, or one by one. */
#include "mesh/ray/ray_packet_traverse.h"

/* The children of a node that the beam meets go on the stack as places in it: first hits with the
 * nearest on top, any hits with the last, which is the likeliest to stand in the way. */
static CAROM_INLINE uint64_t *push_boxes(block_walk *walk, lane_tree in, uint32_t index,
                                         walk_mode mode, uint64_t *top) {
    bvh8_node room;
    float times[BVH8_WIDTH];
    uint64_t *start = top;
    const bvh8_node *node = lane_node(in, index, &room);
    beam_boxes met = beam_enters(node, &walk->beam, &walk->lanes, walk->t_max);
    f8_store(times, met.times);
    for (uint32_t mask = met.mask; mask != 0; mask &= mask - 1) {
        uint32_t slot = lowest_bit(mask);
        uint64_t key = key_of(times[slot], index * BVH8_WIDTH + slot), *at = top++;
        lane_fetch(in, node->child[slot]);
        if (mode == WALK_FIRST)
            for (; at > start && at[-1] < key; at--)
                at[0] = at[-1];
        *at = key;
    }
    return top;
}

static CAROM_INLINE void walk_block_in(lane_tree in, block_walk *walk, walk_mode mode) {
    bvh8_node room;
    uint64_t stack[BVH8_STACK], *top = stack;
    walk->lanes = spread_beam(&walk->beam);
    walk->t_max = walk->beam.t_max;
    walk->all = ~(uint64_t)0 >> (BVH8_BLOCK - walk->block.count);
    walk->done = 0;
    if (in.tree->node_count > 0) top = push_boxes(walk, in, 0, mode, top);
    while (top > stack) {
        uint64_t key = *--top;
        if (mode == WALK_ANY && walk->done == walk->all) break;
        if (mode == WALK_FIRST && key > key_of(walk->t_max, UINT32_MAX)) continue;
        uint32_t place = (uint32_t)key;
        box_place box = {.node = lane_node(in, place / BVH8_WIDTH, &room),
                         .slot = place % BVH8_WIDTH};
        if (!rays_meet(walk, &box)) continue;
        uint32_t child = box.node->child[box.slot];
        if (!bvh8_is_leaf(child)) {
            top = push_boxes(walk, in, child, mode, top);
            continue;
        }
        bvh8_row_room rows_room;
        const bvh8_leaf leaf = bvh8_leaf_of(child);
        const leaf_rows rows = rows_along(lane_rows(in, leaf, &rows_room), lane_step(in, leaf),
                                          leaf.count, walk->block.axis);
        if (mode == WALK_FIRST)
            ask_leaf_first(walk, &box, &rows);
        else
            ask_leaf_any(walk, &box, &rows);
    }
}

static CAROM_APART void walk_block_compact(block_walk *walk, walk_mode mode) {
    const lane_tree in = {walk->block.query.tree, true};
    if (mode == WALK_FIRST)
        walk_block_in(in, walk, WALK_FIRST);
    else
        walk_block_in(in, walk, WALK_ANY);
}

static CAROM_INLINE void walk_block(block_walk *walk, walk_mode mode) {
    const bvh8_tree *tree = walk->block.query.tree;
    if (CAROM_UNLIKELY(tree->compact != NULL))
        walk_block_compact(walk, mode);
    else
        walk_block_in((lane_tree){tree, false}, walk, mode);
}

/* Once for both kinds: it is long. False where the rays are to be asked otherwise. */
static CAROM_APART bool ready_block(block_walk *walk, const bvh8_query *query, uint32_t count) {
    if (!aim_block(&walk->block, query, count) || !make_beam(&walk->beam, &walk->block))
        return false;
    walk->aside = sight_of_beam(&walk->beam, &walk->block);
    return true;
}

static CAROM_APART bool first_together(const bvh8_query *query, uint32_t count,
                                       carom_mesh_ray_hit *out) {
    block_walk walk;
    if (!ready_block(&walk, query, count)) return false;
    start_hits(&walk.hits);
    walk_block(&walk, WALK_FIRST);
    finish_hits(&walk.hits, &walk.block, out);
    return true;
}

static CAROM_APART bool any_together(const bvh8_query *query, uint32_t count, bool *out) {
    block_walk walk;
    if (!ready_block(&walk, query, count)) return false;
    walk_block(&walk, WALK_ANY);
    for (uint32_t i = 0; i < count; i++)
        out[i] = has_ray(walk.done, i);
    return true;
}

/* ---- which rays go together */

/* Where answers go: to one of the two. */
typedef struct block_answers {
    carom_mesh_ray_hit *first;
    bool *any;
} block_answers;

static CAROM_INLINE bool ask_together(const bvh8_query *query, uint32_t i, uint32_t end,
                                      const block_answers *to) {
    const bvh8_query of_rays = query_of(query, i);
    return to->first ? first_together(&of_rays, end - i, to->first + i)
                     : any_together(&of_rays, end - i, to->any + i);
}

static CAROM_INLINE void ask_alone(const bvh8_query *query, uint32_t i, const block_answers *to) {
    const bvh8_query of_ray = query_of(query, i);
    if (to->first)
        to->first[i] = SIMD_NAME(carom_bvh8_first)(&of_ray);
    else
        to->any[i] = SIMD_NAME(carom_bvh8_any)(&of_ray);
}

/* False where all miss. Those parts of a block that do not go the same way, bit by bit, and in the
 * bit after these whether all together do not, are not worth trying. */
static CAROM_INLINE bool look_first(const bvh8_query *query, uint32_t *mixed) {
    const block_look look = look_at_block(query);
    f8 least = look.least[0], most = look.most[0];
    for (int part = 1; part < BLOCK_PARTS; part++) {
        least = f8_min(look.least[part], least);
        most = f8_max(look.most[part], most);
    }
    if (bounds_miss(query, least, most)) return false;
    *mixed = (uint32_t)goes_both_ways(least, most) << BLOCK_PARTS;
    for (int part = 0; part < BLOCK_PARTS && *mixed != 0; part++)
        *mixed |= (uint32_t)goes_both_ways(look.least[part], look.most[part]) << part;
    return true;
}

/* False where all miss. */
static CAROM_INLINE bool ask_block(const bvh8_query *query, uint32_t count,
                                   const block_answers *to) {
    uint32_t mixed = 0;
    if (count == BVH8_BLOCK && !look_first(query, &mixed)) return false;
    if (count > SMALL_HULL_RAYS && mixed == 0 && ask_together(query, 0, count, to)) return true;
    for (uint32_t i = 0, end; i < count; i = end, mixed >>= 1) {
        end = i + SMALL_HULL_RAYS < count ? i + SMALL_HULL_RAYS : count;
        if ((mixed & 1u) == 0 && end - i > 1 && ask_together(query, i, end, to)) continue;
        for (uint32_t k = i; k < end; k++)
            ask_alone(query, k, to);
    }
    return true;
}

void SIMD_NAME(carom_bvh8_first_of_block)(const bvh8_query *query, uint32_t count,
                                          carom_mesh_ray_hit *out) {
    const block_answers to = {.first = out};
    if (!ask_block(query, count, &to)) memset(out, 0, count * sizeof *out);
}

void SIMD_NAME(carom_bvh8_any_of_block)(const bvh8_query *query, uint32_t count, bool *out) {
    const block_answers to = {.any = out};
    if (!ask_block(query, count, &to)) memset(out, 0, count * sizeof *out);
}
