/* Eight rays through the wide tree at once, for rays that go the same way from about the same
 * place. Boxes are asked once for all: what the beam of all rays misses is left out, as a ray
 * leaves out what it misses. Of a leaf's triangles those that the beam meets are asked one by one,
 * each by all eight rays in one vector. Which triangles are decided does not change answers: they
 * are those of single rays. A run of eight that do not go the same way is walked ray by ray. */
#include "mesh/wide_ray_finish.h"

/* A packet under way. */
typedef struct packet_walk {
    ray_packet packet;
    ray_beam beam;
    beam_sight sight;
    float t_max;       /* the latest of all rays */
    packet_hits *hits; /* first ones */
    uint32_t done;     /* the rays that have any */
} packet_walk;

static CAROM_INLINE void ask_leaf_first(packet_walk *walk, const leaf_rows *rows, wide_leaf leaf,
                                        uint32_t slots) {
    bool both = walk->packet.query.facing == CAROM_BOTH_SIDES, any = false;
    for (; slots != 0; slots &= slots - 1) {
        uint32_t slot = lowest_bit(slots);
        slot_hits found = filter_slot(rows, slot, &walk->packet, ALL_RAYS);
        if (found.possible == 0) continue;
        take_hits(walk->hits, &walk->packet, (leaf_slot){leaf, slot}, &found, both);
        any = true;
    }
    if (any) walk->t_max = f8_most(f8_load(walk->packet.t_max));
}

static CAROM_INLINE void ask_leaf_any(packet_walk *walk, const leaf_rows *rows, wide_leaf leaf,
                                      uint32_t slots) {
    const wide_query *query = &walk->packet.query;
    for (; slots != 0 && walk->done != ALL_RAYS; slots &= slots - 1) {
        uint32_t slot = lowest_bit(slots);
        slot_hits found = filter_slot(rows, slot, &walk->packet, ALL_RAYS & ~walk->done);
        if (found.possible == 0) continue;
        if (query->facing == CAROM_BOTH_SIDES)
            walk->done |= f8_bits(found.certain) & found.possible;
        for (uint32_t mask = found.possible & ~walk->done; mask != 0; mask &= mask - 1) {
            wide_hit hit;
            uint32_t i = lowest_bit(mask);
            const wide_query of_ray = query_of(query, i);
            walk->done |= (uint32_t)decide_triangle(&of_ray, leaf, slot, &hit) << i;
        }
    }
}

static CAROM_INLINE void ask_leaf(packet_walk *walk, lane_tree in, walk_mode mode, wide_leaf leaf) {
    wide_row_room room;
    leaf_rows rows = rows_along(lane_rows(in, leaf, &room), leaf.count, walk->packet.axis);
    uint32_t slots = leaf.count > 1 ? beam_meets(&rows, &walk->sight) : 1;
    if (mode == WALK_FIRST)
        ask_leaf_first(walk, &rows, leaf, slots);
    else
        ask_leaf_any(walk, &rows, leaf, slots);
}

/* Any hits are sought in the largest children first, not in the nearest: what is large, high up in
 * the tree, most often stands in the way of all rays. */
static CAROM_INLINE void walk_packet_in(lane_tree in, packet_walk *walk, walk_mode mode) {
    wide_node room;
    uint64_t stack[WIDE_STACK], *top = stack;
    beam_lanes lanes = spread_beam(&walk->beam);
    walk->sight = sight_of_beam(&walk->beam, &walk->packet);
    walk->t_max = walk->beam.t_max;
    walk->done = 0;
    if (in.tree->node_count > 0) *top++ = 0;
    while (top > stack) {
        uint64_t key = *--top;
        if (mode == WALK_FIRST && key > key_of(walk->t_max, UINT32_MAX)) continue;
        uint32_t child = (uint32_t)key, mask = 1;
        while (!wide_is_leaf(child)) {
            const wide_node *node = lane_node(in, child, &room);
            met_children met = beam_enters(node, &walk->beam, &lanes, walk->t_max);
            mask = met.which;
            if (mask == 0) break;
            child = enter_one(in, &top, node, &met, mode);
        }
        if (mask == 0) continue;
        ask_leaf(walk, in, mode, wide_leaf_of(child));
        if (mode == WALK_ANY && walk->done == ALL_RAYS) break;
    }
}

static CAROM_APART void walk_packet_compact(packet_walk *walk, walk_mode mode) {
    const lane_tree in = {walk->packet.query.tree, true};
    if (mode == WALK_FIRST)
        walk_packet_in(in, walk, WALK_FIRST);
    else
        walk_packet_in(in, walk, WALK_ANY);
}

static CAROM_INLINE void walk_packet(packet_walk *walk, walk_mode mode) {
    if (CAROM_UNLIKELY(walk->packet.query.tree->compact != NULL))
        walk_packet_compact(walk, mode);
    else
        walk_packet_in((lane_tree){walk->packet.query.tree, false}, walk, mode);
}

/* Once for both kinds: it is long. */
static CAROM_APART bool ready_packet(packet_walk *walk, const wide_query *query) {
    return aim_eight(&walk->packet, query) && make_beam(&walk->beam, &walk->packet);
}

void SIMD_NAME(carom_wide_first_of_eight)(const wide_query *query,
                                          carom_mesh_ray_hit out[WIDE_RAYS]) {
    packet_walk walk;
    packet_hits hits;
    if (!ready_packet(&walk, query)) {
        for (uint32_t i = 0; i < WIDE_RAYS; i++) {
            const wide_query of_ray = query_of(query, i);
            out[i] = SIMD_NAME(carom_wide_first)(&of_ray);
        }
        return;
    }
    start_hits(&hits);
    walk.hits = &hits;
    walk_packet(&walk, WALK_FIRST);
    finish_hits(&hits, &walk.packet, out);
}

uint32_t SIMD_NAME(carom_wide_any_of_eight)(const wide_query *query) {
    packet_walk walk;
    uint32_t hits = 0;
    if (ready_packet(&walk, query)) {
        walk_packet(&walk, WALK_ANY);
        return walk.done;
    }
    for (uint32_t i = 0; i < WIDE_RAYS; i++) {
        const wide_query of_ray = query_of(query, i);
        hits |= (uint32_t)SIMD_NAME(carom_wide_any)(&of_ray) << i;
    }
    return hits;
}

bool SIMD_NAME(carom_wide_block_misses)(const wide_query *query) {
    return every_ray_misses(query);
}
