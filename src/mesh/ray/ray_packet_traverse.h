/* The tests of a packet traversal: the slab test of one box against every ray [KayKajiya86], a ray
 * to a lane; and the triangles of a leaf, either triangle by triangle, with rays in lanes, or ray
 * by ray, with triangles in lanes, whichever takes fewer vector steps. Hits that the float filter
 * is certain of are kept as such; all others are decided by the exact triangle query, so the order
 * of tests cannot change an answer. */
#ifndef CAROM_MESH_RAY_RAY_PACKET_TRAVERSE_H
#define CAROM_MESH_RAY_RAY_PACKET_TRAVERSE_H

#include "mesh/ray/ray_packet_bounds.h"
#include "mesh/ray/ray_packet_resolve.h"
#include "mesh/ray/ray_packet.h"

/* The state of a traversal. */
typedef struct block_walk {
    ray_block block;
    ray_beam beam;
    beam_lanes lanes;
    beam_view view;
    float t_max;        /* the largest t_max of all rays, in the frame */
    uint64_t all, done; /* all rays of the packet; rays with any hit, which need no more */
    block_hits hits;    /* the first hits so far */
} block_walk;

/* A child's box, by node and slot; and the rays that meet it, a bit each. */
typedef struct box_place {
    const bvh8_node *node;
    uint32_t slot;
    uint64_t rays;
} box_place;

/* Slab test of a box against all rays: sets box->rays; false when no ray meets it. */
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

/* Any hit: decides the lanes of `found` that are only possible, and retires all rays that hit. Lane
 * i is ray first + i; returns the retired rays. */
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

/* The same where lanes 8 * k to 8 * k + 7 are the triangles of ray index[k]. */
static CAROM_INLINE uint64_t take_any_hits_of_rays(ray_block *block,
                                                   const uint8_t index[FLOAT_EIGHTS],
                                                   uint32_t child, const lane_hits *found) {
    bool both = block->query.facing == CAROM_BOTH_SIDES;
    uint32_t settled = both ? floats_bits(found->certain) : 0;
    uint64_t done = 0;
    for (uint32_t left = found->possible; left != 0; left &= left - 1) {
        bvh8_hit hit;
        uint32_t lane = lowest_bit(left), i = index[lane / 8];
        const bvh8_query query = query_of(&block->query, i);
        if (has_ray(done, i)) continue;
        if ((settled >> lane & 1u) == 0 &&
            !decide_triangle(&query, bvh8_leaf_of(child), lane % 8, &hit))
            continue;
        block->t_max[i] = RAY_DONE;
        done |= (uint64_t)1 << i;
    }
    return done;
}

/* Tests the triangles of `slots` one by one, each against the rays that meet the leaf, a ray to a
 * lane. */
static CAROM_INLINE void test_by_triangle(block_walk *walk, walk_mode mode, const box_place *box,
                                          const leaf_rows *rows, uint32_t slots) {
    ray_block *block = &walk->block;
    for (; slots != 0; slots &= slots - 1) {
        const leaf_slot at = {box->node->child[box->slot], lowest_bit(slots)};
        for (uint32_t i = 0; i < block->lanes; i += FLOATS) {
            uint32_t active = (uint32_t)((box->rays & ~walk->done) >> i) & ALL_FLOATS;
            if (active == 0) continue;
            lane_hits found = filter_slot(rows, at.slot, block, i, active);
            if (found.possible == 0) continue;
            if (mode == WALK_FIRST)
                take_hits(&walk->hits, block, i, at, &found);
            else
                walk->done |= take_any_hits(block, i, at, &found);
        }
    }
}

/* Tests all triangles of the leaf at once, a triangle to a lane, for each ray that meets it. */
static CAROM_INLINE void test_by_ray(block_walk *walk, walk_mode mode, const box_place *box,
                                     const leaf_rows *rows) {
    ray_block *block = &walk->block;
    const uint32_t child = box->node->child[box->slot], slots = (1u << rows->count) - 1u;
    for (uint64_t left = box->rays; left != 0;) {
        uint8_t index[FLOAT_EIGHTS] = {(uint8_t)lowest_of_64(left)};
        uint32_t active = slots;
        left &= left - 1;
        for (uint32_t k = 1; k < FLOAT_EIGHTS; k++) {
            index[k] = left != 0 ? (uint8_t)lowest_of_64(left) : index[0];
            active |= left != 0 ? slots << 8 * k : 0;
            left &= left - 1;
        }
        lane_hits found = filter_rays(rows, block, index, active);
        if (found.possible == 0) continue;
        if (mode == WALK_FIRST)
            take_hits_of_rays(&walk->hits, block, index, child, &found);
        else
            walk->done |= take_any_hits_of_rays(block, index, child, &found);
    }
}

/* The cheaper loop over a leaf. */
typedef struct leaf_plan {
    bool by_rays;
    uint32_t slots; /* else: the triangles that the beam may meet */
} leaf_plan;

/* Counts vector steps: by ray, one step for FLOAT_EIGHTS rays; by triangle, one for FLOATS rays. */
static CAROM_INLINE leaf_plan plan_leaf(const block_walk *walk, const leaf_rows *rows,
                                        uint64_t rays) {
    uint32_t by_rays = (count_of_64(rays) + FLOAT_EIGHTS - 1) / FLOAT_EIGHTS, lanes = 0;
    for (uint32_t i = 0; i < BVH8_BLOCK; i += FLOATS)
        lanes += (rays >> i & ALL_FLOATS) != 0;
    if (by_rays <= 1 + lanes) return (leaf_plan){true, 0};
    uint32_t slots = rows->count > 1 ? beam_triangles(rows, &walk->view) : 1;
    return (leaf_plan){by_rays < lanes * count_bits(slots), slots};
}

/* When every ray has a hit, the packet's t_max shrinks to the largest of theirs. */
static CAROM_INLINE void test_leaf(block_walk *walk, walk_mode mode, const box_place *box,
                                   const leaf_rows *rows) {
    const ray_block *block = &walk->block;
    const leaf_plan plan = plan_leaf(walk, rows, box->rays);
    if (plan.by_rays)
        test_by_ray(walk, mode, box, rows);
    else
        test_by_triangle(walk, mode, box, rows, plan.slots);
    if (mode == WALK_ANY || (walk->hits.pending | walk->hits.decided) != walk->all) return;
    floats last = floats_load(block->t_max);
    for (uint32_t i = FLOATS; i < block->lanes; i += FLOATS)
        last = floats_max(last, floats_load(block->t_max + i));
    walk->t_max = f8_most(floats_most_eight(last));
}

/* Not inlined, as it is long: both forms of trees share one copy. */
static CAROM_APART void test_leaf_first(block_walk *walk, const box_place *box,
                                        const leaf_rows *rows) {
    test_leaf(walk, WALK_FIRST, box, rows);
}
static CAROM_APART void test_leaf_any(block_walk *walk, const box_place *box,
                                      const leaf_rows *rows) {
    test_leaf(walk, WALK_ANY, box, rows);
}

#endif
