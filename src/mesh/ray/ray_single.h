/* Single-ray traversal of the BVH8, eight slab tests at once [Wald08], nearest first: the children
 * that a ray enters go on a stack with the nearest on top, and what is entered after the best hit
 * so far is culled. The triangles of a leaf pass the float filter of ray_leaf_filter.h, eight at
 * once. Of its hits, a certain one stays pending, and bounds the traversal by the times that the
 * filter gives; it is decided in double when the traversal ends, or when another hit may be as
 * near. All others are decided as they come. The answer is that of brute force, bit for bit. */
#ifndef CAROM_MESH_RAY_RAY_SINGLE_H
#define CAROM_MESH_RAY_RAY_SINGLE_H

#include "mesh/ray/ray_triangle_exact.h"
#include "mesh/ray/ray_leaf_filter.h"
#include "mesh/ray/ray_packet.h"

/* A key that orders by time first: times are >= 0, so they compare as their bits do. */
static CAROM_INLINE uint64_t key_of(float t, uint32_t child) {
    uint32_t bits;
    memcpy(&bits, &t, sizeof bits);
    return (uint64_t)bits << 32 | child;
}

static CAROM_INLINE uint64_t lesser(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}
static CAROM_INLINE uint64_t greater(uint64_t a, uint64_t b) {
    return a < b ? b : a;
}

/* The children whose boxes the ray meets, and lower bounds on when. */
typedef struct met_children {
    f8 times;
    lane_choice which;
} met_children;

/* The part of push_met for the fourth and later children, the lanes of `left`; returns the nearest.
 */
static CAROM_INLINE uint64_t push_others(uint64_t *top, const bvh8_node *node, f8 met,
                                         uint32_t left, uint64_t near) {
    float times[BVH8_WIDTH];
    f8_store(times, met);
    for (uint64_t *end = top + 2; left != 0; left &= left - 1) {
        uint32_t i = lowest_bit(left);
        uint64_t a = key_of(times[i], node->child[i]), b = greater(near, a);
        near = lesser(near, a);
        uint64_t *at = end++;
        for (; at > top && at[-1] < b; at--)
            at[0] = at[-1];
        at[0] = b;
    }
    return near;
}

/* Pushes at least two children that were met, the next one on top, except the nearest, which it
 * returns. Times are not negative, so they compare as their bits do. Two and three children are by
 * far the most common, and are sorted without a branch. */
static CAROM_INLINE uint32_t push_met(lane_tree in, uint64_t **stack, const bvh8_node *node,
                                      const met_children *met, chosen_lanes *chosen) {
    uint64_t *top = *stack;
    choose_times(chosen, met->which, met->times);
    uint64_t a = chosen_key(chosen, 0), b = chosen_key(chosen, 1);
    uint64_t near = lesser(a, b), far = greater(a, b);
    uint32_t left = met->which;
    left &= left - 1;
    left &= left - 1;
    if (left == 0) {
        top[0] = far;
        lane_fetch(in, (uint32_t)far);
        *stack = top + 1;
        return (uint32_t)near;
    }
    a = chosen_key(chosen, 2);
    top[0] = greater(far, a);
    top[1] = greater(near, lesser(far, a));
    near = lesser(near, a);
    lane_fetch(in, (uint32_t)top[1]);
    *stack = top + 2;
    left &= left - 1;
    if (left == 0) return (uint32_t)near;
    *stack += count_bits(left);
    return (uint32_t)push_others(top, node, met->times, left, near);
}

/* The same where the order of times is of no use: returns the last child, the likeliest to be hit.
 */
static CAROM_INLINE uint32_t push_in_order(lane_tree in, uint64_t **stack, const bvh8_node *node,
                                           uint32_t mask, const chosen_lanes *chosen) {
    *stack = store_names(*stack, chosen);
    lane_fetch(in, (uint32_t)(*stack)[-1]);
    return node->child[last_bit(mask)];
}

/* The ray for slab tests, each number broadcast to all lanes. */
typedef struct box_ray {
    f8 near_shift[3], far_shift[3], inverse[3], t_min;
    size_t near_row[3], far_row[3]; /* bytes into a node: planes met first and last */
} box_ray;

/* The rows of planes by the signs of the direction: the planes met first, then those met last. */
static CAROM_INLINE box_ray broadcast_ray(const bvh8_ray *ray) {
    static const uint8_t rows[8][8] = {{0, 32, 64, 0, 96, 128, 160}, {96, 32, 64, 0, 0, 128, 160},
                                       {0, 128, 64, 0, 96, 32, 160}, {96, 128, 64, 0, 0, 32, 160},
                                       {0, 32, 160, 0, 96, 128, 64}, {96, 32, 160, 0, 0, 128, 64},
                                       {0, 128, 160, 0, 96, 32, 64}, {96, 128, 160, 0, 0, 32, 64}};
    const uint8_t *row = rows[ray->negative & 7u];
    box_ray out;
    for (uint32_t k = 0; k < 3; k++) {
        out.near_shift[k] = f8_all(ray->near_shift[k]);
        out.far_shift[k] = f8_all(ray->far_shift[k]);
        out.inverse[k] = f8_all(ray->inverse[k]);
        out.near_row[k] = row[k];
        out.far_row[k] = row[4 + k];
    }
    out.t_min = f8_all(ray->t_min);
    return out;
}

static CAROM_INLINE f8 plane_row(const bvh8_node *node, size_t bytes) {
    return f8_load((const float *)(const void *)((const char *)node + bytes));
}
static CAROM_INLINE void times_at_planes(f8 near[3], f8 far[3], const bvh8_node *node,
                                         const box_ray *ray) {
    for (int k = 0; k < 3; k++) {
        near[k] =
            f8_mad_about(plane_row(node, ray->near_row[k]), ray->inverse[k], ray->near_shift[k]);
        far[k] = f8_mad_about(plane_row(node, ray->far_row[k]), ray->inverse[k], ray->far_shift[k]);
    }
}

/* The times at the planes of a compact node: the inverse of the ray is scaled to steps of the
 * node's grid, whose numbers stand for planes. */
static CAROM_INLINE void times_on_grid(f8 near[3], f8 far[3], const compact_node *node,
                                       const box_ray *ray) {
    const uint8_t *rows = node->low[0];
    for (int k = 0; k < 3; k++) {
        f8 origin = f8_all(node->origin[k]);
        f8 pace = f8_mul(f8_all_power(node->exponent, k), ray->inverse[k]);
        f8 near_shift = f8_mad_about(origin, ray->inverse[k], ray->near_shift[k]);
        f8 far_shift = f8_mad_about(origin, ray->inverse[k], ray->far_shift[k]);
        f8 met = f8_load_u8(rows + ray->near_row[k] / sizeof(float));
        f8 left = f8_load_u8(rows + ray->far_row[k] / sizeof(float));
        near[k] = f8_mad_about(met, pace, near_shift);
        far[k] = f8_mad_about(left, pace, far_shift);
    }
}

static CAROM_INLINE met_children enter_children(lane_tree in, uint32_t index, const box_ray *ray,
                                                float t_max) {
    f8 near[3], far[3];
    if (in.compact)
        times_on_grid(near, far, &in.tree->compact[index], ray);
    else
        times_at_planes(near, far, &in.tree->nodes[index], ray);
    f8 first = f8_later(f8_later(near[0], near[1]), f8_later(near[2], ray->t_min));
    f8 last = f8_sooner(f8_sooner(far[0], far[1]), f8_sooner(far[2], f8_all(t_max)));
    met_children met = {first, f8_choose_le(first, last)};
    if (in.compact) met.which &= in.tree->compact[index].exponent[COMPACT_FILLED];
    return met;
}

/* WALK_FIRST finds the first hit, WALK_ANY any hit; WALK_ALL passes all hits, in no order, to a
 * sink until that returns false. */
typedef enum walk_mode { WALK_FIRST, WALK_ANY, WALK_ALL } walk_mode;

/* Returns the child to enter next, and pushes the others that were met: the nearest for first hits,
 * else the last. */
static CAROM_INLINE uint32_t enter_one(lane_tree in, uint64_t **stack, const bvh8_node *node,
                                       const met_children *met, walk_mode mode) {
    const uint32_t mask = met->which;
    chosen_lanes chosen;
    choose_names(&chosen, met->which, node->child);
    if ((mask & (mask - 1)) == 0) return first_name(&chosen);
    if (mode == WALK_FIRST) return push_met(in, stack, node, met, &chosen);
    return push_in_order(in, stack, node, mask, &chosen);
}

/* Decides the hits of which the filter is not certain, and keeps the nearest. */
static CAROM_APART void take_uncertain(const bvh8_query *query, const ray_time_map *time_map,
                                       const leaf_view *leaf, uint32_t possible, best_hits *hits) {
    for (; possible != 0; possible &= possible - 1) {
        if (!keep_nearer(query, leaf, lowest_bit(possible), hits)) continue;
        float bound = bvh8_time_bound(time_map, widen_up((double)hits->of[hits->best].t));
        if (bound < hits->t_max) hits->t_max = bound;
    }
}

/* Decides the pending hit, and compares it with the best. */
static CAROM_APART void resolve_pending(const bvh8_query *query, best_hits *hits) {
    bvh8_row_scratch rows;
    const bvh8_leaf at = hits->pending.leaf;
    const leaf_view leaf = leaf_view_of(query->tree, at, hits->pending.slot, &rows);
    keep_nearer(query, &leaf, hits->pending.slot, hits);
}

/* Are both hits of one triangle? A spatial split puts one triangle into several leaves. */
static CAROM_INLINE bool is_pending_triangle(const bvh8_tree *tree, const pending_hit *pending,
                                             const pending_hit *hit) {
    return tree->order[pending->leaf.first + pending->slot] ==
           tree->order[hit->leaf.first + hit->slot];
}

/* Keeps a certain hit pending; it is decided only when its time may equal that of another. */
static CAROM_INLINE void take_certain(const bvh8_query *query, const leaf_hits *left,
                                      bvh8_leaf leaf, best_hits *hits) {
    float from[BVH8_LEAF], to[BVH8_LEAF];
    time_lanes times = times_of(left);
    f8_store(from, times.from);
    f8_store(to, times.to);
    for (uint32_t mask = left->certain; mask != 0; mask &= mask - 1) {
        uint32_t slot = lowest_bit(mask);
        const pending_hit hit = {leaf, slot, from[slot], to[slot]};
        if (hits->has_pending && hit.from > hits->pending.to) continue;
        if (hits->has_pending && CAROM_UNLIKELY(!(hit.to < hits->pending.from))) {
            if (is_pending_triangle(query->tree, &hits->pending, &hit)) continue;
            resolve_pending(query, hits);
        }
        CAROM_PREFETCH(&query->tree->order[leaf.first + slot]);
        hits->has_pending = true;
        hits->pending = hit;
        if (hit.to < hits->t_max) hits->t_max = hit.to;
    }
}

/* Takes the hits that the filter left of a leaf. */
static CAROM_INLINE void take_first(const bvh8_query *query, const bvh8_ray *ray,
                                    const leaf_view *leaf, leaf_hits *left, best_hits *hits) {
    if (query->facing != CAROM_BOTH_SIDES) left->certain = 0;
    uint32_t uncertain = left->possible & ~left->certain;
    if (left->certain != 0) take_certain(query, left, leaf->at, hits);
    if (CAROM_UNLIKELY(uncertain != 0))
        take_uncertain(query, &ray->time_map, leaf, uncertain, hits);
}

static CAROM_INLINE bool take_any(const bvh8_query *query, const leaf_view *leaf,
                                  const leaf_hits *left, best_hits *hits) {
    if (left->certain != 0 && query->facing == CAROM_BOTH_SIDES) return true;
    for (uint32_t mask = left->possible; mask != 0; mask &= mask - 1)
        if (keep_nearer(query, leaf, lowest_bit(mask), hits)) return true;
    return false;
}

/* Passes hits to the sink; false when that returns false. */
static CAROM_INLINE bool give_all(const bvh8_query *query, const leaf_view *leaf, uint32_t possible,
                                  const bvh8_sink *sink) {
    for (; possible != 0; possible &= possible - 1) {
        bvh8_hit hit;
        if (decide_triangle(query, leaf->at, lowest_bit(possible), &hit) &&
            !sink->take(sink->context, query, &hit))
            return false;
    }
    return true;
}

/* Clears the bits of unused places: the rows of a compact leaf always have eight. */
static CAROM_INLINE void leave_filled(leaf_hits *left, uint32_t count) {
    left->possible &= (1u << count) - 1u;
    left->certain &= left->possible;
}

/* Constants of a traversal: the compiler makes one copy for each combination. */
typedef struct walk_kind {
    walk_mode mode;
    bool compact; /* the form of the tree */
} walk_kind;

/* A ray in the mesh's frame, and what it meets of the root's children: at least one. In the compact
 * form the root is tested with the other nodes. */
typedef struct ray_walk {
    const bvh8_query *query;
    bvh8_ray ray;
    met_children met;
} ray_walk;

/* Tests the triangles of a leaf; true when the traversal ends here: with WALK_ANY, at a hit. */
static CAROM_INLINE bool visit_leaf(ray_walk *walk, walk_kind kind, bvh8_leaf at, best_hits *hits,
                                    const bvh8_sink *sink) {
    const bvh8_query *query = walk->query;
    const lane_tree in = {query->tree, kind.compact};
    bvh8_ray *ray = &walk->ray;
    bvh8_row_scratch rows;
    leaf_view leaf = {.at = at};
    leaf.corners = lane_rows(in, at, &rows);
    leaf.step = lane_step(in, at);
    if (!ray->has_triangle_setup) setup_near_triangles_apart(ray, query);
    leaf_hits left = filter_leaf(leaf.corners, leaf.step, ray, hits->t_max);
    if (in.compact) leave_filled(&left, at.count);
    if (left.possible == 0) return false;
    if (kind.mode == WALK_ANY) return take_any(query, &leaf, &left, hits);
    if (kind.mode == WALK_ALL) return !give_all(query, &leaf, left.possible, sink);
    take_first(query, ray, &leaf, &left, hits);
    return false;
}

/* Takes the next child from the stack, which ends at *top; false when there is none. */
static CAROM_INLINE bool pop_child(uint32_t *child, uint64_t **top, const uint64_t *stack,
                                   walk_mode mode, float t_max) {
    uint64_t key;
    do {
        if (*top == stack) return false;
        key = *--*top;
    } while (mode == WALK_FIRST && key > key_of(t_max, UINT32_MAX));
    *child = (uint32_t)key;
    return true;
}

static CAROM_INLINE void start_best(best_hits *hits, const ray_walk *walk) {
    hits->t_max = walk->ray.t_max;
    hits->best = 0;
    hits->found = hits->has_pending = false;
}

/* True when the traversal ended early: with WALK_ANY, when there is a hit. */
static CAROM_INLINE bool traverse(ray_walk *walk, walk_kind kind, best_hits *hits,
                                  const bvh8_sink *sink) {
    const lane_tree in = {walk->query->tree, kind.compact};
    const walk_mode mode = kind.mode;
    bvh8_node scratch;
    uint64_t stack[BVH8_STACK], *top = stack;
    start_best(hits, walk);
    const box_ray lanes = broadcast_ray(&walk->ray);
    uint32_t child = kind.compact ? 0 : enter_one(in, &top, in.tree->nodes, &walk->met, mode);
    do {
        bool met_any = true;
        while (!bvh8_is_leaf(child)) {
            const bvh8_node *node = lane_children(in, child, &scratch);
            met_children met = enter_children(in, child, &lanes, hits->t_max);
            met_any = met.which != 0;
            if (!met_any) break;
            child = enter_one(in, &top, node, &met, mode);
        }
        if (met_any && visit_leaf(walk, kind, bvh8_leaf_of(child), hits, sink)) return true;
    } while (pop_child(&child, &top, stack, mode, hits->t_max));
    return false;
}

/* ---- traversals for first hits in steps, of several rays in turn */

/* A traversal of the full form between two steps. */
typedef struct walk_steps {
    box_ray lanes;
    uint64_t *top;  /* end of the stack */
    uint32_t child; /* the next one to visit */
    uint64_t stack[BVH8_STACK];
} walk_steps;

static CAROM_INLINE void start_steps(walk_steps *steps, const ray_walk *walk, best_hits *hits) {
    const lane_tree in = {walk->query->tree, false};
    start_best(hits, walk);
    steps->lanes = broadcast_ray(&walk->ray);
    steps->top = steps->stack;
    steps->child = enter_one(in, &steps->top, in.tree->nodes, &walk->met, WALK_FIRST);
}

/* Visits the leaf that the step before has prefetched, then nodes until the next leaf, which it
 * prefetches. False when the traversal has ended. */
static CAROM_INLINE bool step_to_leaf(walk_steps *steps, ray_walk *walk, best_hits *hits) {
    const lane_tree in = {walk->query->tree, false};
    uint32_t child = steps->child;
    uint64_t *top = steps->top;
    if (bvh8_is_leaf(child)) {
        visit_leaf(walk, (walk_kind){WALK_FIRST, false}, bvh8_leaf_of(child), hits, NULL);
        if (!pop_child(&child, &top, steps->stack, WALK_FIRST, hits->t_max)) return false;
    }
    while (!bvh8_is_leaf(child)) {
        const met_children met = enter_children(in, child, &steps->lanes, hits->t_max);
        if (met.which != 0)
            child = enter_one(in, &top, &in.tree->nodes[child], &met, WALK_FIRST);
        else if (!pop_child(&child, &top, steps->stack, WALK_FIRST, hits->t_max))
            return false;
    }
    lane_fetch(in, child);
    steps->child = child;
    steps->top = top;
    return true;
}

/* False when the ray is invalid or the tree is empty. */
static CAROM_INLINE bool start_ray(ray_walk *walk, const bvh8_query *query) {
    walk->query = query;
    return setup_ray(&walk->ray, query) && CAROM_LIKELY(query->tree->node_count > 0);
}

/* Sets up the ray and tests the root; false when no child is met. */
static CAROM_INLINE bool meets_root(ray_walk *walk, const bvh8_query *query) {
    bvh8_ray *ray = &walk->ray;
    if (!start_ray(walk, query)) return false;
    const box_ray lanes = broadcast_ray(ray);
    const met_children met = enter_children((lane_tree){query->tree, false}, 0, &lanes, ray->t_max);
    if (met.which == 0) return false;
    if (!ray->has_triangle_setup && starts_in_mesh_box(ray)) setup_near_triangles(ray, query);
    walk->met = met;
    return true;
}

/* The answer of a traversal to the first hit. */
static CAROM_INLINE carom_mesh_ray_hit first_of_walk(const ray_walk *walk, best_hits *hits) {
    const bvh8_query *query = walk->query;
    if (hits->has_pending) {
        bvh8_row_scratch rows;
        const pending_hit *at = &hits->pending;
        const leaf_view leaf = leaf_view_of(query->tree, at->leaf, at->slot, &rows);
        carom_mesh_ray_hit hit;
        const bool moved = walk->ray.start_error != 0.0F;
        if (!hits->found && confirm_hit(query, moved, &leaf, at->slot, &hit)) return hit;
        resolve_pending(query, hits);
    }
    if (!hits->found) return (carom_mesh_ray_hit){.hit = false};
    return hit_of_best(query, &hits->of[hits->best]);
}

/* The same where one copy does for several callers. */
static CAROM_APART carom_mesh_ray_hit first_of_walk_apart(const ray_walk *walk, best_hits *hits) {
    return first_of_walk(walk, hits);
}

/* Not inlined, so that a ray that misses the root has few registers to save. */
static CAROM_APART void walk_full_to_first(ray_walk *walk, best_hits *hits) {
    traverse(walk, (walk_kind){WALK_FIRST, false}, hits, NULL);
}
static CAROM_APART carom_mesh_ray_hit first_of_full(ray_walk *walk) {
    best_hits hits;
    walk_full_to_first(walk, &hits);
    return first_of_walk(walk, &hits);
}
static CAROM_APART bool walk_full_to_any(ray_walk *walk) {
    best_hits hits;
    return traverse(walk, (walk_kind){WALK_ANY, false}, &hits, NULL);
}

/* The compact form, not inlined, so that the full form is compiled as if there were no other. It
 * saves memory, and has kernels of eight lanes alone. */
static CAROM_APART carom_mesh_ray_hit first_of_compact(const bvh8_query *query) {
    ray_walk walk;
    best_hits hits;
    if (SIMD_IS_SIXTEEN) return SIMD_EIGHT_NAME(carom_bvh8_first)(query);
    if (!start_ray(&walk, query)) return (carom_mesh_ray_hit){.hit = false};
    traverse(&walk, (walk_kind){WALK_FIRST, true}, &hits, NULL);
    return first_of_walk_apart(&walk, &hits);
}
static CAROM_APART bool any_of_compact(const bvh8_query *query) {
    ray_walk walk;
    best_hits hits;
    if (SIMD_IS_SIXTEEN) return SIMD_EIGHT_NAME(carom_bvh8_any)(query);
    return start_ray(&walk, query) && traverse(&walk, (walk_kind){WALK_ANY, true}, &hits, NULL);
}
static CAROM_APART void all_of_compact(const bvh8_query *query, const bvh8_sink *sink) {
    ray_walk walk;
    best_hits hits;
    if (start_ray(&walk, query)) traverse(&walk, (walk_kind){WALK_ALL, true}, &hits, sink);
}

carom_mesh_ray_hit SIMD_NAME(carom_bvh8_first)(const bvh8_query *query) {
    ray_walk walk;
    if (CAROM_UNLIKELY(query->tree->compact != NULL)) return first_of_compact(query);
    if (!meets_root(&walk, query)) return (carom_mesh_ray_hit){.hit = false};
    return first_of_full(&walk);
}

bool SIMD_NAME(carom_bvh8_any)(const bvh8_query *query) {
    ray_walk walk;
    if (CAROM_UNLIKELY(query->tree->compact != NULL)) return any_of_compact(query);
    return meets_root(&walk, query) && walk_full_to_any(&walk);
}

void SIMD_NAME(carom_bvh8_all)(const bvh8_query *query, const bvh8_sink *sink) {
    ray_walk walk;
    best_hits hits;
    if (SIMD_IS_SIXTEEN) /* eight boxes and triangles at a time: no use for sixteen */
        SIMD_EIGHT_NAME(carom_bvh8_all)(query, sink);
    else if (CAROM_UNLIKELY(query->tree->compact != NULL))
        all_of_compact(query, sink);
    else if (meets_root(&walk, query))
        traverse(&walk, (walk_kind){WALK_ALL, false}, &hits, sink);
}

#endif
