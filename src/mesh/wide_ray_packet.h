/* Eight rays through the wide tree at once, for rays that go the same way from about the same
 * place. Boxes are asked once for all: what the bundle of all rays misses is left out, as a ray
 * leaves out what it misses, only with bounds on the start and on the direction in place of both.
 * A leaf's triangles are asked one by one, each by all eight rays in one vector. Which triangles
 * are decided does not change answers: they are those of single rays. A run of eight that do not
 * go the same way is walked ray by ray. */
#include "mesh/wide_ray_finish.h"

/* Starts of a packet, in the mesh's frame, and its directions, each over its largest component,
 * differ by no more than this. */
#define PACKET_SPREAD 0.25F
#define ALL_RAYS 0xffu

/* What holds all rays: at each axis bounds on the plane-side start, and on the inverses. */
typedef struct ray_bundle {
    f8 near_start[3], far_start[3], inverse[3][2], t_min;
    uint32_t near_row[3], far_row[3]; /* as in box_ray */
} ray_bundle;

/* The inverse of a component of one sign, of a direction whose largest is 1. */
static CAROM_INLINE float inverse_within(float component, bool negative) {
    float size = component < 0.0F ? -component : component;
    float inverse = size * (float)LARGEST_INVERSE > 1.0F ? 1.0F / size : (float)LARGEST_INVERSE;
    return negative ? -inverse : inverse;
}

/* False when they spread. Row 2 of the directions is 1 for all. */
static CAROM_INLINE bool bundle_packet(ray_bundle *out, const ray_packet *packet) {
    float reach = f8_most(f8_load(packet->reach));
    bool close = true;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t axis = packet->axis[k];
        bool negative = (packet->negative >> axis & 1u) != 0;
        f8 local = f8_load(packet->local[k]);
        float low = f8_least(local), high = f8_most(local), least = 1.0F, most = 1.0F;
        if (k < 2) {
            f8 shear = f8_load(packet->shear[k]);
            least = f8_least(shear);
            most = f8_most(shear);
        }
        close = close && high - low <= PACKET_SPREAD && most - least <= PACKET_SPREAD;
        float from = low - 2.0F * reach, to = high + 2.0F * reach;
        out->near_start[k] = f8_all(negative ? from : to);
        out->far_start[k] = f8_all(negative ? to : from);
        out->inverse[k][0] = f8_all(inverse_within(least, negative));
        out->inverse[k][1] = f8_all(inverse_within(most, negative));
        out->near_row[k] = WIDE * (axis + 3 * negative);
        out->far_row[k] = WIDE * (axis + 3 - 3 * negative);
    }
    out->t_min = f8_all(f8_least(f8_load(packet->t_min)));
    return close;
}

/* The children whose boxes the bundle meets by `t_max`, and when at the earliest. */
static CAROM_INLINE uint32_t bundle_enters(const wide_node *node, const ray_bundle *bundle,
                                           float t_max, float times[WIDE]) {
    const float *planes = node->low[0];
    f8 first = bundle->t_min, last = f8_all(t_max);
    for (int k = 0; k < 3; k++) {
        f8 near = f8_sub(f8_load(planes + bundle->near_row[k]), bundle->near_start[k]);
        f8 far = f8_sub(f8_load(planes + bundle->far_row[k]), bundle->far_start[k]);
        f8 slow = bundle->inverse[k][0], fast = bundle->inverse[k][1];
        first = f8_max(f8_min(f8_mul(near, slow), f8_mul(near, fast)), first);
        last = f8_min(f8_max(f8_mul(far, slow), f8_mul(far, fast)), last);
    }
    f8_store(times, first);
    return f8_bits(f8_le(first, last));
}

/* A corner as all rays see it, with all signs changed. */
static CAROM_INLINE corner_lanes show_corner(const carom_real *row, size_t n,
                                             const ray_packet *packet) {
    const uint32_t *axis = packet->axis;
    return (corner_lanes){f8_sub_number(packet->start[0], row[axis[0] * n]),
                          f8_sub_number(packet->start[1], row[axis[1] * n]),
                          f8_sub_number(packet->start[2], row[axis[2] * n])};
}

/* As filter_leaf, of a triangle and the rays of `rays`. */
static CAROM_INLINE leaf_hits filter_slot(const carom_real *row, size_t n, const ray_packet *packet,
                                          uint32_t rays) {
    seeing_ray sight = {f8_load(packet->shear[0]), f8_load(packet->shear[1]), f8_load(packet->lost),
                        f8_all(packet->per_last), f8_load(packet->time_blur)};
    seen_triangle seen =
        see_triangle(show_corner(row, n, packet), show_corner(row + 3 * n, n, packet),
                     show_corner(row + 6 * n, n, packet), &sight);
    return keep_in_time(&seen, &sight, rays, f8_load(packet->t_min), f8_load(packet->t_max));
}

/* Of one of the rays that a query of eight is the first of. */
static CAROM_INLINE wide_query query_of(const wide_query *query, uint32_t ray) {
    return (wide_query){query->tree, query->ray + ray, query->facing};
}

static CAROM_INLINE float latest_of(const ray_packet *packet) {
    return f8_most(f8_load(packet->t_max));
}

static CAROM_INLINE void ask_leaf_first(ray_packet *packet, wide_leaf leaf,
                                        first_walk walk[WIDE_RAYS]) {
    const wide_query *query = &packet->query;
    wide_row_room room;
    const carom_real *rows = wide_rows(query->tree, leaf, &room);
    for (uint32_t slot = 0; slot < leaf.count; slot++) {
        leaf_hits hits = filter_slot(rows + slot, leaf.count, packet, ALL_RAYS);
        if (query->facing != CAROM_BOTH_SIDES) hits.certain = 0;
        for (; hits.possible != 0; hits.possible &= hits.possible - 1) {
            uint32_t i = lowest_bit(hits.possible);
            sure_hit found = {leaf, slot, hits.from[i]};
            take_first(&walk[i], found, hits.to[i], (hits.certain >> i & 1u) != 0);
            packet->t_max[i] = walk[i].t_max;
        }
    }
}

/* Gives the rays of `rays` that hit something there. */
static CAROM_INLINE uint32_t ask_leaf_any(const ray_packet *packet, wide_leaf leaf, uint32_t rays) {
    const wide_query *query = &packet->query;
    wide_row_room room;
    const carom_real *rows = wide_rows(query->tree, leaf, &room);
    uint32_t done = 0;
    for (uint32_t slot = 0; slot < leaf.count && done != rays; slot++) {
        leaf_hits hits = filter_slot(rows + slot, leaf.count, packet, rays & ~done);
        if (query->facing != CAROM_BOTH_SIDES) hits.certain = 0;
        done |= hits.certain;
        for (uint32_t mask = hits.possible & ~hits.certain; mask != 0; mask &= mask - 1) {
            wide_hit hit;
            uint32_t i = lowest_bit(mask);
            const wide_query of_ray = query_of(query, i);
            done |= (uint32_t)decide_triangle(&of_ray, leaf, slot, &hit) << i;
        }
    }
    return done;
}

/* First hits go to `walk`; without it, gives which rays hit anything. */
static CAROM_INLINE uint32_t walk_packet(ray_packet *packet, const ray_bundle *bundle,
                                         first_walk *walk) {
    const lane_tree in = lane_tree_of(packet->query.tree);
    wide_node room;
    uint64_t stack[WIDE_STACK], *top = stack;
    uint32_t done = 0;
    float t_max = latest_of(packet);
    if (in.tree->node_count > 0) *top++ = 0;
    while (top > stack) {
        uint64_t key = *--top;
        if (walk && key > key_of(t_max, UINT32_MAX)) continue;
        uint32_t child = (uint32_t)key, mask = 1;
        while (!wide_is_leaf(child)) {
            const wide_node *node = lane_node(in, child, &room);
            float times[WIDE];
            mask = bundle_enters(node, bundle, t_max, times);
            if (mask == 0) break;
            child = (mask & (mask - 1)) == 0 ? node->child[lowest_bit(mask)]
                                             : push_met(in, &top, node, times, mask);
        }
        if (mask == 0) continue;
        if (walk) {
            ask_leaf_first(packet, wide_leaf_of(child), walk);
            t_max = latest_of(packet);
        } else {
            done |= ask_leaf_any(packet, wide_leaf_of(child), ALL_RAYS & ~done);
            if (done == ALL_RAYS) break;
        }
    }
    return done;
}

/* Most packets that miss are told by the root's boxes, before anything is made ready for hits. */
static CAROM_INLINE bool misses_root(const ray_packet *packet, const ray_bundle *bundle) {
    const lane_tree in = lane_tree_of(packet->query.tree);
    wide_node room;
    float times[WIDE];
    return in.tree->node_count == 0 ||
           bundle_enters(lane_node(in, 0, &room), bundle, latest_of(packet), times) == 0;
}

static CAROM_INLINE bool ready_packet(const wide_query *query, ray_packet *packet,
                                      ray_bundle *bundle) {
    return aim_eight(packet, query) && bundle_packet(bundle, packet);
}

void SIMD_NAME(carom_wide_first_of_eight)(const wide_query *query,
                                          carom_mesh_ray_hit out[WIDE_RAYS]) {
    ray_packet packet;
    ray_bundle bundle;
    memset(out, 0, WIDE_RAYS * sizeof *out);
    if (!ready_packet(query, &packet, &bundle)) {
        for (uint32_t i = 0; i < WIDE_RAYS; i++) {
            const wide_query of_ray = query_of(query, i);
            wide_hit hit;
            SIMD_NAME(carom_wide_first)(&of_ray, &hit);
            if (hit.hit) carom_wide_write_hit(&of_ray, &hit, &out[i]);
        }
        return;
    }
    if (misses_root(&packet, &bundle)) return;
    wide_query of_ray[WIDE_RAYS];
    wide_hit hits[WIDE_RAYS];
    first_walk walk[WIDE_RAYS];
    ray_clock clock[WIDE_RAYS];
    for (uint32_t i = 0; i < WIDE_RAYS; i++) {
        of_ray[i] = query_of(query, i);
        clock[i] = (ray_clock){packet.scale[i], packet.moved[i], packet.loose[i]};
        start_first_walk(&walk[i], &of_ray[i], packet.t_max[i], &clock[i], &hits[i]);
    }
    walk_packet(&packet, &bundle, walk);
    finish_four(walk, out);
    finish_four(walk + 4, out + 4);
}

uint32_t SIMD_NAME(carom_wide_any_of_eight)(const wide_query *query) {
    ray_packet packet;
    ray_bundle bundle;
    uint32_t hits = 0;
    if (ready_packet(query, &packet, &bundle)) return walk_packet(&packet, &bundle, NULL);
    for (uint32_t i = 0; i < WIDE_RAYS; i++) {
        const wide_query of_ray = query_of(query, i);
        hits |= (uint32_t)SIMD_NAME(carom_wide_any)(&of_ray) << i;
    }
    return hits;
}
