/* Packet traversal of the BVH8: up to 64 rays with directions in one octant and nearby starts
 * [Wald01]. A beam, the interval of all starts and directions, tests the eight boxes of a node at
 * once; a box that is popped is tested against every ray. The filters only skip work: every answer
 * is the one of the single-ray kernel, bit for bit, and so of brute force. It exists for
 * throughput; packets whose rays diverge are split into sub-packets of 16, then into single rays.
 *
 * Its headers are chapters of this one source, in reading order:
 *   bvh8_ray.h            a ray, a query and a hit (the interface)
 *   ray_setup.h           a ray in the mesh's frame, with error bounds
 *   ray_leaf_filter.h     float filter of one ray and eight triangles
 *   ray_triangle_exact.h  one ray and one triangle in double
 *   ray_single.h          traversal by one ray, nearest first
 *   ray_packet_block.h    setup of up to 64 rays
 *   ray_packet_filter.h   float filter of a packet and triangles
 *   ray_packet_bounds.h   the beam: bounds of a packet against boxes and triangles
 *   ray_packet_resolve.h  first hits of a packet, decided in double
 *   ray_packet_traverse.h boxes and leaves against a packet */
#include "mesh/ray/ray_packet_traverse.h"
#include "mesh/ray/ray_packet.h"

#include "core/workspace.h"

_Static_assert(sizeof(block_walk) <= WORKSPACE_CONVEX_BYTES, "the block holds it");

/* Pushes the children of a node that the beam meets, each as node * 8 + slot. First-hit packets get
 * the nearest on top; any-hit packets the last, the likeliest occluder. */
static CAROM_INLINE uint64_t *push_boxes(block_walk *walk, lane_tree in, uint32_t index,
                                         walk_mode mode, uint64_t *top) {
    bvh8_node scratch;
    float times[BVH8_WIDTH];
    uint64_t *start = top;
    const bvh8_node *node = lane_node(in, index, &scratch);
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
    bvh8_node scratch;
    uint64_t stack[BVH8_STACK], *top = stack;
    walk->lanes = broadcast_beam(&walk->beam);
    walk->t_max = walk->beam.t_max;
    walk->all = ~(uint64_t)0 >> (BVH8_BLOCK - walk->block.count);
    walk->done = 0;
    if (in.tree->node_count > 0) top = push_boxes(walk, in, 0, mode, top);
    while (top > stack) {
        uint64_t key = *--top;
        if (mode == WALK_ANY && walk->done == walk->all) break;
        if (mode == WALK_FIRST && key > key_of(walk->t_max, UINT32_MAX)) continue;
        uint32_t place = (uint32_t)key;
        box_place box = {.node = lane_node(in, place / BVH8_WIDTH, &scratch),
                         .slot = place % BVH8_WIDTH};
        if (!rays_meet(walk, &box)) continue;
        uint32_t child = box.node->child[box.slot];
        if (!bvh8_is_leaf(child)) {
            top = push_boxes(walk, in, child, mode, top);
            continue;
        }
        bvh8_row_scratch row_scratch;
        const bvh8_leaf leaf = bvh8_leaf_of(child);
        const leaf_rows rows = rows_along(lane_rows(in, leaf, &row_scratch), lane_step(in, leaf),
                                          leaf.count, walk->block.axis);
        if (mode == WALK_FIRST)
            test_leaf_first(walk, &box, &rows);
        else
            test_leaf_any(walk, &box, &rows);
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
    if (!SIMD_IS_SIXTEEN && CAROM_UNLIKELY(tree->compact != NULL))
        walk_block_compact(walk, mode);
    else
        walk_block_in((lane_tree){tree, false}, walk, mode);
}

/* Sets up a packet; compiled once for first and any hits, as it is long. False when the rays do not
 * form a beam: then the caller tries smaller packets or single rays. */
static CAROM_APART bool setup_packet(block_walk *walk, const bvh8_query *query, uint32_t count) {
    if (!setup_block(&walk->block, query, count) || !make_beam(&walk->beam, &walk->block))
        return false;
    walk->view = view_of_beam(&walk->beam, &walk->block);
    return true;
}

static CAROM_APART bool first_of_packet(const bvh8_query *query, uint32_t count,
                                        carom_mesh_ray_hit *out) {
    block_walk *walk = carom_workspace_take(WORKSPACE_CONVEX);
    const bool beam = setup_packet(walk, query, count);
    if (beam) {
        start_hits(&walk->hits);
        walk_block(walk, WALK_FIRST);
        resolve_hits(&walk->hits, &walk->block, out);
    }
    carom_workspace_give(walk);
    return beam;
}

static CAROM_APART bool any_of_packet(const bvh8_query *query, uint32_t count, bool *out) {
    block_walk *walk = carom_workspace_take(WORKSPACE_CONVEX);
    const bool beam = setup_packet(walk, query, count);
    if (beam) walk_block(walk, WALK_ANY);
    for (uint32_t i = 0; beam && i < count; i++)
        out[i] = has_ray(walk->done, i);
    carom_workspace_give(walk);
    return beam;
}

/* ---- the partition of a block into packets */

/* The output array: exactly one of the two is set. */
typedef struct block_answers {
    carom_mesh_ray_hit *first;
    bool *any;
} block_answers;

static CAROM_INLINE bool query_packet(const bvh8_query *query, uint32_t i, uint32_t end,
                                      const block_answers *to) {
    const bvh8_query of_rays = query_of(query, i);
    return to->first ? first_of_packet(&of_rays, end - i, to->first + i)
                     : any_of_packet(&of_rays, end - i, to->any + i);
}

static CAROM_INLINE void query_single(const bvh8_query *query, uint32_t i,
                                      const block_answers *to) {
    const bvh8_query of_ray = query_of(query, i);
    if (to->first)
        to->first[i] = SIMD_NAME(carom_bvh8_first)(&of_ray);
    else
        to->any[i] = SIMD_NAME(carom_bvh8_any)(&of_ray);
}

/* Single rays that are in the same stage together. */
#define SINGLES 8

typedef struct single_rays {
    bvh8_query query[SINGLES];
    ray_walk walk[SINGLES];
    best_hits hits[SINGLES];
    walk_steps steps[SINGLES];
} single_rays;
_Static_assert(sizeof(single_rays) <= WORKSPACE_CONVEX_BYTES, "the block holds it");

/* Is the tree so large that rays in all directions wait for memory? */
static CAROM_INLINE bool is_beyond_cache(const bvh8_tree *tree) {
    return tree->node_count * sizeof *tree->nodes +
               bvh8_corner_numbers(tree->count) * sizeof *tree->corners >
           CACHED_TREE_BYTES;
}

/* Traverses the rays of `meets` in turn, from one leaf to the next. The next leaf of a ray is
 * prefetched while the others are traversed, so that they wait for memory together and not one
 * after another. */
static CAROM_APART void walk_in_turn(single_rays *rays, uint32_t meets) {
    for (uint32_t left = meets; left != 0; left &= left - 1) {
        const uint32_t k = lowest_bit(left);
        start_steps(&rays->steps[k], &rays->walk[k], &rays->hits[k]);
    }
    while (meets != 0)
        for (uint32_t left = meets; left != 0; left &= left - 1) {
            const uint32_t k = lowest_bit(left);
            if (!step_to_leaf(&rays->steps[k], &rays->walk[k], &rays->hits[k])) meets ^= 1u << k;
        }
}

/* Traverses the rays of `meets` one after another. */
static CAROM_INLINE void walk_one_by_one(single_rays *rays, uint32_t meets, bool *any) {
    for (; meets != 0; meets &= meets - 1) {
        const uint32_t k = lowest_bit(meets);
        if (any)
            any[k] = walk_full_to_any(&rays->walk[k]);
        else
            walk_full_to_first(&rays->walk[k], &rays->hits[k]);
    }
}

/* Rays `i` up to `end`, one by one. Their setups and root tests, and what decides their hits, are
 * chains of operations without branches that are hard to predict, so the chains of eight rays
 * overlap; between them each is traversed, in a large tree several in turn. The answer is that of
 * the loop over single rays; bench/results/rays.md has the times of both. */
static CAROM_APART void query_singles(const bvh8_query *query, uint32_t i, uint32_t end,
                                      const block_answers *to) {
    if (CAROM_UNLIKELY(query->tree->compact != NULL)) {
        for (; i < end; i++)
            query_single(query, i, to);
        return;
    }
    single_rays *rays = carom_workspace_take(WORKSPACE_CONVEX);
    const bool in_turn = to->first && is_beyond_cache(query->tree);
    for (uint32_t count; i < end; i += count) {
        uint32_t meets = 0;
        count = end - i < SINGLES ? end - i : SINGLES;
        for (uint32_t k = 0; k < count; k++) {
            rays->query[k] = query_of(query, i + k);
            meets |= (uint32_t)meets_root(&rays->walk[k], &rays->query[k]) << k;
            rays->hits[k].found = rays->hits[k].has_pending = false;
            if (to->any) to->any[i + k] = false;
        }
        if (in_turn)
            walk_in_turn(rays, meets);
        else
            walk_one_by_one(rays, meets, to->any ? to->any + i : NULL);
        for (uint32_t k = 0; to->first && k < count; k++)
            if (rays->hits[k].found || rays->hits[k].has_pending)
                to->first[i + k] = first_of_walk_apart(&rays->walk[k], &rays->hits[k]);
            else
                to->first[i + k] = (carom_mesh_ray_hit){.hit = false};
    }
    carom_workspace_give(rays);
}

/* Culls a block by the bounds of its rays; false when all miss. Sets bit k of *mixed when the
 * directions of sub-block k lie in more than one octant, and bit BLOCK_PARTS when those of the
 * block do: such packets are not tried. */
static CAROM_INLINE bool cull_block(const bvh8_query *query, uint32_t *mixed) {
    const subblock_bounds bounds = bounds_of_subblocks(query);
    f8 least = bounds.least[0], most = bounds.most[0];
    for (int part = 1; part < BLOCK_PARTS; part++) {
        least = f8_min(bounds.least[part], least);
        most = f8_max(bounds.most[part], most);
    }
    if (bounds_miss(query, least, most)) return false;
    *mixed = (uint32_t)has_mixed_signs(least, most) << BLOCK_PARTS;
    for (int part = 0; part < BLOCK_PARTS && *mixed != 0; part++)
        *mixed |= (uint32_t)has_mixed_signs(bounds.least[part], bounds.most[part]) << part;
    return true;
}

/* The octant of a direction. */
static CAROM_INLINE uint32_t octant_of(const carom_ray *ray) {
    carom_vec3 d = ray->direction;
    return (uint32_t)(d.x < 0) | (uint32_t)(d.y < 0) << 1 | (uint32_t)(d.z < 0) << 2;
}

/* Do three rays of every sub-block say that it lies in more than one octant? Rays in all directions
 * are so 0.94 times, and are then cast one by one without a look at the bounds of their block: a
 * batch of them takes what a loop over single rays does. */
static CAROM_INLINE bool is_scattered(const bvh8_query *query) {
    uint32_t mixed = 0;
    for (uint32_t i = 0; i < BVH8_BLOCK; i += BVH8_SUBBLOCK) {
        const carom_ray *ray = query->ray + i;
        uint32_t first = octant_of(ray);
        mixed += first != octant_of(ray + BVH8_SUBBLOCK / 2) ||
                 first != octant_of(ray + BVH8_SUBBLOCK - 1);
    }
    return mixed == BLOCK_PARTS;
}

/* Packets of rays that go the same way halve the time of a ray; the fallback set, which is to be
 * small, has none. False when all rays miss: nothing was written then. */
static CAROM_INLINE bool query_block(const bvh8_query *query, uint32_t count,
                                     const block_answers *to) {
    uint32_t mixed = 0;
    if (SIMD_IS_FALLBACK || (count == BVH8_BLOCK && is_scattered(query))) {
        query_singles(query, 0, count, to);
        return true;
    }
    if (count == BVH8_BLOCK && !cull_block(query, &mixed)) return false;
    if (count > BVH8_SUBBLOCK && mixed == 0 && query_packet(query, 0, count, to)) return true;
    for (uint32_t i = 0, end; i < count; i = end, mixed >>= 1) {
        end = i + BVH8_SUBBLOCK < count ? i + BVH8_SUBBLOCK : count;
        if ((mixed & 1u) == 0 && end - i > 1 && query_packet(query, i, end, to)) continue;
        query_singles(query, i, end, to);
    }
    return true;
}

void SIMD_NAME(carom_bvh8_first_of_block)(const bvh8_query *query, uint32_t count,
                                          carom_mesh_ray_hit *out) {
    const block_answers to = {.first = out};
    if (SIMD_IS_SIXTEEN && query->tree->compact != NULL) {
        SIMD_EIGHT_NAME(carom_bvh8_first_of_block)(query, count, out);
        return;
    }
    if (!query_block(query, count, &to)) memset(out, 0, count * sizeof *out);
}

void SIMD_NAME(carom_bvh8_any_of_block)(const bvh8_query *query, uint32_t count, bool *out) {
    const block_answers to = {.any = out};
    if (SIMD_IS_SIXTEEN && query->tree->compact != NULL) {
        SIMD_EIGHT_NAME(carom_bvh8_any_of_block)(query, count, out);
        return;
    }
    if (!query_block(query, count, &to)) memset(out, 0, count * sizeof *out);
}
