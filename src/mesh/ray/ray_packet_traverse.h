/* What the rays of a block meet: the box of a child, asked by all of them; and the triangles of a
 * leaf, asked one by one, each by all rays of some lanes, or all at once by each ray that meets the
 * leaf, whichever takes fewer steps. */
#ifndef CAROM_MESH_RAY_RAY_PACKET_TRAVERSE_H
#define CAROM_MESH_RAY_RAY_PACKET_TRAVERSE_H

#include "mesh/ray/ray_packet_bounds.h"
#include "mesh/ray/ray_packet_resolve.h"

/* A block under way. */
typedef struct block_walk {
    ray_block block;
    ray_beam beam;
    beam_lanes lanes;
    beam_sight aside;
    float t_max;        /* the latest of all rays */
    uint64_t all, done; /* rays that were asked for, and those that have any hit */
    block_hits hits;    /* first ones */
} block_walk;

/* A box, in its node; and the rays that meet it. */
typedef struct box_place {
    const bvh8_node *node;
    uint32_t slot;
    uint64_t rays;
} box_place;

/* False when there are none. */
static CAROM_INLINE bool rays_meet(const block_walk *walk, box_place *box) {
    const ray_block *block = &walk->block;
    const ray_beam *beam = &walk->beam;
    const float *planes = box->node->low[0] + box->slot;
    floats low[3], high[3];
    box->rays = 0;
    for (int k = 0; k < 3; k++) {
        low[k] = floats_all(planes[beam->near_row[k]]);
        high[k] = floats_all(planes[beam->far_row[k]]);
    }
    for (uint32_t i = 0; i < block->lanes; i += FLOATS) {
        floats near[3], far[3];
        for (int k = 0; k < 3; k++) {
            floats inverse = floats_load(block->inverse[k] + i);
            near[k] = floats_mad_about(low[k], inverse, floats_load(block->near_shift[k] + i));
            far[k] = floats_mad_about(high[k], inverse, floats_load(block->far_shift[k] + i));
        }
        floats t_min = floats_load(block->t_min + i), t_max = floats_load(block->t_max + i);
        floats first = floats_max(floats_max(near[0], near[1]), floats_max(near[2], t_min));
        floats last = floats_min(floats_min(far[0], far[1]), floats_min(far[2], t_max));
        box->rays |= (uint64_t)floats_bits(floats_le(first, last)) << i;
    }
    return box->rays != 0;
}

/* Ends rays that hit anything, of those that follow `first`. */
static CAROM_INLINE uint64_t take_any_hits(ray_block *block, uint32_t first, leaf_slot at,
                                           const lane_hits *found) {
    uint32_t done = 0;
    if (block->query.facing == CAROM_BOTH_SIDES)
        done = floats_bits(found->certain) & found->possible;
    for (uint32_t left = found->possible & ~done; left != 0; left &= left - 1) {
        bvh8_hit hit;
        const bvh8_query query = query_of(&block->query, first + lowest_bit(left));
        if (decide_triangle(&query, bvh8_leaf_of(at.child), at.slot, &hit)) done |= left & -left;
    }
    for (uint32_t left = done; left != 0; left &= left - 1)
        block->t_max[first + lowest_bit(left)] = RAY_DONE;
    return (uint64_t)done << first;
}

static CAROM_INLINE uint64_t take_any_hits_of_rays(ray_block *block,
                                                   const uint8_t index[FLOAT_EIGHTS],
                                                   uint32_t child, const lane_hits *found) {
    bool both = block->query.facing == CAROM_BOTH_SIDES;
    uint32_t sure = both ? floats_bits(found->certain) : 0;
    uint64_t done = 0;
    for (uint32_t left = found->possible; left != 0; left &= left - 1) {
        bvh8_hit hit;
        uint32_t lane = lowest_bit(left), i = index[lane / 8];
        const bvh8_query query = query_of(&block->query, i);
        if (has_ray(done, i)) continue;
        if ((sure >> lane & 1u) == 0 &&
            !decide_triangle(&query, bvh8_leaf_of(child), lane % 8, &hit))
            continue;
        block->t_max[i] = RAY_DONE;
        done |= (uint64_t)1 << i;
    }
    return done;
}

/* The triangles of `slots`, each by the rays that meet the leaf. */
static CAROM_INLINE void ask_slots(block_walk *walk, walk_mode mode, const box_place *box,
                                   const leaf_rows *rows, uint32_t slots) {
    ray_block *block = &walk->block;
    for (; slots != 0; slots &= slots - 1) {
        const leaf_slot at = {box->node->child[box->slot], lowest_bit(slots)};
        for (uint32_t i = 0; i < block->lanes; i += FLOATS) {
            uint32_t asked = (uint32_t)((box->rays & ~walk->done) >> i) & ALL_FLOATS;
            if (asked == 0) continue;
            lane_hits found = filter_slot(rows, at.slot, block, i, asked);
            if (found.possible == 0) continue;
            if (mode == WALK_FIRST)
                take_hits(&walk->hits, block, i, at, &found);
            else
                walk->done |= take_any_hits(block, i, at, &found);
        }
    }
}

/* All triangles, by each ray that meets the leaf. */
static CAROM_INLINE void ask_rays(block_walk *walk, walk_mode mode, const box_place *box,
                                  const leaf_rows *rows) {
    ray_block *block = &walk->block;
    const uint32_t child = box->node->child[box->slot], slots = (1u << rows->count) - 1u;
    for (uint64_t left = box->rays; left != 0;) {
        uint8_t index[FLOAT_EIGHTS] = {(uint8_t)lowest_of_64(left)};
        uint32_t asked = slots;
        left &= left - 1;
        for (uint32_t k = 1; k < FLOAT_EIGHTS; k++) {
            index[k] = left != 0 ? (uint8_t)lowest_of_64(left) : index[0];
            asked |= left != 0 ? slots << 8 * k : 0;
            left &= left - 1;
        }
        lane_hits found = filter_rays(rows, block, index, asked);
        if (found.possible == 0) continue;
        if (mode == WALK_FIRST)
            take_hits_of_rays(&walk->hits, block, index, child, &found);
        else
            walk->done |= take_any_hits_of_rays(block, index, child, &found);
    }
}

/* Which way takes fewer steps? */
typedef struct leaf_way {
    bool by_rays;
    uint32_t slots; /* else those that rays may meet */
} leaf_way;

static CAROM_INLINE leaf_way way_through_leaf(const block_walk *walk, const leaf_rows *rows,
                                              uint64_t rays) {
    uint32_t by_rays = (count_of_64(rays) + FLOAT_EIGHTS - 1) / FLOAT_EIGHTS, lanes = 0;
    for (uint32_t i = 0; i < BVH8_BLOCK; i += FLOATS)
        lanes += (rays >> i & ALL_FLOATS) != 0;
    if (by_rays <= 1 + lanes) return (leaf_way){true, 0};
    uint32_t slots = rows->count > 1 ? beam_meets(rows, &walk->aside) : 1;
    return (leaf_way){by_rays < lanes * count_bits(slots), slots};
}

static CAROM_INLINE void ask_leaf(block_walk *walk, walk_mode mode, const box_place *box,
                                  const leaf_rows *rows) {
    const ray_block *block = &walk->block;
    const leaf_way way = way_through_leaf(walk, rows, box->rays);
    if (way.by_rays)
        ask_rays(walk, mode, box, rows);
    else
        ask_slots(walk, mode, box, rows, way.slots);
    if (mode == WALK_ANY || (walk->hits.sure | walk->hits.decided) != walk->all) return;
    floats last = floats_load(block->t_max);
    for (uint32_t i = FLOATS; i < block->lanes; i += FLOATS)
        last = floats_max(last, floats_load(block->t_max + i));
    walk->t_max = f8_most(floats_most_eight(last));
}

/* Apart, once for both forms of trees: they are long. */
static CAROM_APART void ask_leaf_first(block_walk *walk, const box_place *box,
                                       const leaf_rows *rows) {
    ask_leaf(walk, WALK_FIRST, box, rows);
}
static CAROM_APART void ask_leaf_any(block_walk *walk, const box_place *box,
                                     const leaf_rows *rows) {
    ask_leaf(walk, WALK_ANY, box, rows);
}

#endif
