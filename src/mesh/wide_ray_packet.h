/* Eight rays through the wide tree at once: each child's box is asked by all of them in one vector
 * operation, and a child is entered with the rays that meet it. Worth it for rays that go the same
 * way: a run of eight that does not is walked ray by ray. Leaves and hits are those of single rays,
 * so are the answers. */
#include "mesh/wide_ray_kernel.h"

/* Starts and directions of a packet differ by no more than this, in the mesh's frame. */
#define PACKET_SPREAD 0.25F
#define ALL_RAYS 0xffu

/* A child to be entered by the rays that meet it, and when each does. */
typedef struct packet_entry {
    float times[WIDE_RAYS];
    uint32_t child, rays;
} packet_entry;

/* The rays, and what is asked of them in lanes: row k of a table is of axis k. */
typedef struct ray_packet {
    wide_ray ray[WIDE_RAYS];
    float near_shift[3][WIDE_RAYS], far_shift[3][WIDE_RAYS], inverse[3][WIDE_RAYS];
    float start[3][WIDE_RAYS], direction[3][WIDE_RAYS];
    float t_min[WIDE_RAYS], t_max[WIDE_RAYS];
    uint32_t near_row[3], far_row[3]; /* as in box_ray */
} ray_packet;

/* All stores come before the first load of a row, which would wait for them. */
static CAROM_INLINE void spread_packet(ray_packet *packet) {
    for (uint32_t i = 0; i < WIDE_RAYS; i++) {
        const wide_ray *ray = &packet->ray[i];
        for (uint32_t k = 0; k < 3; k++) {
            packet->start[k][i] = ray->start[k];
            packet->direction[k][i] = ray->direction[k];
            packet->near_shift[k][i] = ray->near_shift[k];
            packet->far_shift[k][i] = ray->far_shift[k];
            packet->inverse[k][i] = ray->inverse[k];
        }
        packet->t_min[i] = ray->t_min;
        packet->t_max[i] = ray->t_max;
    }
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t high = packet->ray[0].negative >> k & 1u;
        packet->near_row[k] = WIDE * (k + 3 * high);
        packet->far_row[k] = WIDE * (k + 3 - 3 * high);
    }
}

/* Do they all start at about the same place, and go the same way? */
static CAROM_INLINE bool alike(const ray_packet *packet) {
    const wide_ray *ray = packet->ray;
    uint32_t turned = 0;
    f8 here = f8_all(PACKET_SPREAD * ray->per_local), way = f8_all(PACKET_SPREAD);
    for (int i = 1; i < WIDE_RAYS; i++)
        turned |= ray[i].negative ^ ray[0].negative;
    if ((turned & 7u) != 0) return false;
    for (int k = 0; k < 3; k++) {
        f8 from = f8_sub(f8_load(packet->start[k]), f8_all(ray->start[k]));
        f8 to = f8_sub(f8_load(packet->direction[k]), f8_all(ray->direction[k]));
        f8_flags near = f8_and(f8_le(f8_abs(from), here), f8_le(f8_abs(to), way));
        if (f8_bits(near) != ALL_RAYS) return false;
    }
    return true;
}

/* The rays that meet the box of child `i`, and when. */
static CAROM_INLINE uint32_t enter_child(const wide_node *node, uint32_t i,
                                         const ray_packet *packet, float times[WIDE_RAYS]) {
    const float *planes = node->low[0] + i;
    f8 near[3], far[3];
    for (int k = 0; k < 3; k++) {
        f8 inverse = f8_load(packet->inverse[k]);
        near[k] = f8_mad_about(f8_all(planes[packet->near_row[k]]), inverse,
                               f8_load(packet->near_shift[k]));
        far[k] = f8_mad_about(f8_all(planes[packet->far_row[k]]), inverse,
                              f8_load(packet->far_shift[k]));
    }
    f8 first = f8_max(f8_max(near[0], near[1]), f8_max(near[2], f8_load(packet->t_min)));
    f8 last = f8_min(f8_min(far[0], far[1]), f8_min(far[2], f8_load(packet->t_max)));
    f8_store(times, first);
    return f8_bits(f8_le(first, last));
}

static CAROM_INLINE void swap_entries(packet_entry *a, packet_entry *b) {
    packet_entry kept = *a;
    *a = *b;
    *b = kept;
}

/* Puts the children that any of `rays` meets on the stack, that nearest to the first of these on
 * top; gives their number. There is room for one more than can be met. What fills up a node comes
 * last. */
static CAROM_INLINE size_t push_met_children(packet_entry *base, const wide_node *node,
                                             const ray_packet *packet, uint32_t rays) {
    size_t count = 0;
    uint32_t leader = lowest_bit(rays);
    for (uint32_t i = 0; i < WIDE && node->child[i] != WIDE_NONE; i++) {
        size_t at = count;
        packet_entry *added = &base[count];
        added->rays = enter_child(node, i, packet, added->times) & rays;
        if (added->rays == 0) continue;
        added->child = node->child[i];
        for (; at > 0 && base[at - 1].times[leader] < base[at].times[leader]; at--)
            swap_entries(&base[at - 1], &base[at]);
        count++;
    }
    return count;
}

/* Each ray of `rays` asks a leaf by itself. */
static CAROM_INLINE void ask_leaf(const wide_query *query, ray_packet *packet, wide_leaf leaf,
                                  uint32_t rays, wide_hit hits[WIDE_RAYS]) {
    for (; rays != 0; rays &= rays - 1) {
        uint32_t i = lowest_bit(rays);
        wide_query of_ray = {query->tree, query->ray + i, query->facing};
        uint32_t mask = filter_leaf(query->tree, leaf, &packet->ray[i], packet->t_max[i]);
        for (; mask != 0; mask &= mask - 1) {
            keep_nearer(&of_ray, leaf, lowest_bit(mask), &hits[i]);
            if (hits[i].hit)
                packet->t_max[i] = wide_time_bound(&packet->ray[i], widen_up((double)hits[i].t));
        }
    }
}

static CAROM_INLINE void walk_packet(const wide_query *query, ray_packet *packet,
                                     wide_hit hits[WIDE_RAYS]) {
    const wide_tree *tree = query->tree;
    packet_entry stack[WIDE_STACK + 1];
    size_t count = 0;
    if (tree->node_count > 0) count = push_met_children(stack, tree->nodes, packet, ALL_RAYS);
    while (count > 0) {
        const packet_entry *entry = &stack[--count];
        uint32_t child = entry->child;
        f8_flags in_time = f8_le(f8_load(entry->times), f8_load(packet->t_max));
        uint32_t rays = entry->rays & f8_bits(in_time);
        if (rays == 0) continue;
        if (wide_is_leaf(child))
            ask_leaf(query, packet, wide_leaf_of(child), rays, hits);
        else
            count += push_met_children(&stack[count], &tree->nodes[child], packet, rays);
    }
}

void SIMD_NAME(carom_wide_first_of_eight)(const wide_query *query, wide_hit hits[WIDE_RAYS]) {
    ray_packet packet;
    uint32_t aimed = 0;
    for (uint32_t i = 0; i < WIDE_RAYS; i++) {
        wide_query of_ray = {query->tree, query->ray + i, query->facing};
        hits[i].hit = false;
        aimed |= (uint32_t)aim_ray(&packet.ray[i], &of_ray) << i;
    }
    if (aimed == ALL_RAYS) spread_packet(&packet);
    if (aimed == ALL_RAYS && alike(&packet)) {
        walk_packet(query, &packet, hits);
        return;
    }
    for (uint32_t i = 0; i < WIDE_RAYS; i++) {
        wide_query of_ray = {query->tree, query->ray + i, query->facing};
        if ((aimed >> i & 1u) != 0 || carom_wide_blind(&packet.ray[i], of_ray.ray))
            walk_aimed(&of_ray, &packet.ray[i], WALK_FIRST, &hits[i], NULL);
    }
}
