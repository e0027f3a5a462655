/* Nearest first through the BVH8: of a node's eight boxes those that the ray enters go on the
 * stack, the nearest on top; what is entered after the best hit so far is left out [Wald08]. A
 * leaf's triangles pass the filter of bvh8_ray_leaf.h, eight at once. Of what it leaves, a first
 * hit that is certain waits, and bounds the walk by the times that the filter gives; it is decided
 * in double when the walk is over, or when another comes that may be as near. All else is decided
 * as it comes. */
#ifndef CAROM_MESH_RAY_RAY_SINGLE_H
#define CAROM_MESH_RAY_RAY_SINGLE_H

#include "mesh/ray/ray_triangle_exact.h"
#include "mesh/ray/ray_packet_leaf.h"

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

/* The children whose boxes the ray meets by `t_max`, and when at the earliest. */
typedef struct met_children {
    f8 times;
    lane_choice which;
} met_children;

/* As push_met goes on: those from the fourth on, the lanes of `left`, into what it has pushed. */
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

/* Pushes the children that were met, at least two of them, all but the nearest, which it gives; the
 * next one on top. Times are not negative, so they compare as their bits do. Two and three are by
 * far the most common, and sorted without a branch. */
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

/* As push_met where the order of times is no help: gives the last, which is likeliest hit. */
static CAROM_INLINE uint32_t push_in_order(lane_tree in, uint64_t **stack, const bvh8_node *node,
                                           uint32_t mask, const chosen_lanes *chosen) {
    *stack = put_names(*stack, chosen);
    lane_fetch(in, (uint32_t)(*stack)[-1]);
    return node->child[last_bit(mask)];
}

/* The ray as it meets boxes, in lanes. */
typedef struct box_ray {
    f8 near_shift[3], far_shift[3], inverse[3], t_min;
    size_t near_row[3],
        far_row[3]; /* of the six rows of planes, those met first and last, in bytes */
} box_ray;

/* Rows by which components are negative: of the planes met first, and of those met last. */
static CAROM_INLINE box_ray spread_ray(const bvh8_ray *ray) {
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

/* Numbers on the node's grid instead of planes: the ray is told how fast it passes these. */
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

/* The first hit goes to `best`, or with WALK_ANY whichever is found first; or all of them, in no
 * order, to `sink`, until it has had enough. */
typedef enum walk_mode { WALK_FIRST, WALK_ANY, WALK_ALL } walk_mode;

/* Goes on with one of the children that were met, and pushes the others: first hits with the
 * nearest, others with the last. */
static CAROM_INLINE uint32_t enter_one(lane_tree in, uint64_t **stack, const bvh8_node *node,
                                       const met_children *met, walk_mode mode) {
    const uint32_t mask = met->which;
    chosen_lanes chosen;
    choose_names(&chosen, met->which, node->child);
    if ((mask & (mask - 1)) == 0) return first_name(&chosen);
    if (mode == WALK_FIRST) return push_met(in, stack, node, met, &chosen);
    return push_in_order(in, stack, node, mask, &chosen);
}

/* Takes what the filter is not certain of. */
static CAROM_APART void take_doubtful(const bvh8_query *query, const ray_clock *clock,
                                      const asked_leaf *leaf, uint32_t possible, best_hits *hits) {
    for (; possible != 0; possible &= possible - 1) {
        if (!keep_nearer(query, leaf, lowest_bit(possible), hits)) continue;
        float bound = bvh8_time_bound(clock, widen_up((double)hits->of[hits->best].t));
        if (bound < hits->t_max) hits->t_max = bound;
    }
}

/* Decides the hit that waits, and compares it. */
static CAROM_APART void compare_waiting(const bvh8_query *query, best_hits *hits) {
    bvh8_row_room rows;
    const bvh8_leaf at = hits->waiting.leaf;
    const asked_leaf leaf = asked_leaf_of(query->tree, at, hits->waiting.slot, &rows);
    keep_nearer(query, &leaf, hits->waiting.slot, hits);
}

/* Is it a part of the triangle that waits? */
static CAROM_INLINE bool is_waiting(const bvh8_tree *tree, const waiting_hit *waiting,
                                    const waiting_hit *hit) {
    return tree->order[waiting->leaf.first + waiting->slot] ==
           tree->order[hit->leaf.first + hit->slot];
}

/* Takes what is certain: it is decided only when it cannot be told from another. */
static CAROM_INLINE void take_certain(const bvh8_query *query, const leaf_hits *left,
                                      bvh8_leaf leaf, best_hits *hits) {
    float from[BVH8_LEAF], to[BVH8_LEAF];
    time_lanes times = times_of(left);
    f8_store(from, times.from);
    f8_store(to, times.to);
    for (uint32_t mask = left->certain; mask != 0; mask &= mask - 1) {
        uint32_t slot = lowest_bit(mask);
        const waiting_hit hit = {leaf, slot, from[slot], to[slot]};
        if (hits->waits && hit.from > hits->waiting.to) continue;
        if (hits->waits && CAROM_UNLIKELY(!(hit.to < hits->waiting.from))) {
            if (is_waiting(query->tree, &hits->waiting, &hit)) continue;
            compare_waiting(query, hits);
        }
        CAROM_PREFETCH(&query->tree->order[leaf.first + slot]);
        hits->waits = true;
        hits->waiting = hit;
        if (hit.to < hits->t_max) hits->t_max = hit.to;
    }
}

/* Takes what the filter left of a leaf. */
static CAROM_INLINE void take_first(const bvh8_query *query, const bvh8_ray *ray,
                                    const asked_leaf *leaf, leaf_hits *left, best_hits *hits) {
    if (query->facing != CAROM_BOTH_SIDES) left->certain = 0;
    uint32_t doubtful = left->possible & ~left->certain;
    if (left->certain != 0) take_certain(query, left, leaf->at, hits);
    if (CAROM_UNLIKELY(doubtful != 0)) take_doubtful(query, &ray->clock, leaf, doubtful, hits);
}

static CAROM_INLINE bool take_any(const bvh8_query *query, const asked_leaf *leaf,
                                  const leaf_hits *left, best_hits *hits) {
    if (left->certain != 0 && query->facing == CAROM_BOTH_SIDES) return true;
    for (uint32_t mask = left->possible; mask != 0; mask &= mask - 1)
        if (keep_nearer(query, leaf, lowest_bit(mask), hits)) return true;
    return false;
}

/* False when the sink wants no more. */
static CAROM_INLINE bool give_all(const bvh8_query *query, const asked_leaf *leaf,
                                  uint32_t possible, const bvh8_sink *sink) {
    for (; possible != 0; possible &= possible - 1) {
        bvh8_hit hit;
        if (decide_triangle(query, leaf->at, lowest_bit(possible), &hit) &&
            !sink->take(sink->context, query, &hit))
            return false;
    }
    return true;
}

/* Rows may have more places than the leaf has triangles. */
static CAROM_INLINE void leave_filled(leaf_hits *left, uint32_t count) {
    left->possible &= (1u << count) - 1u;
    left->certain &= left->possible;
}

/* Compiled once for each. */
typedef struct walk_kind {
    walk_mode mode;
    bool compact; /* the tree's form */
} walk_kind;

/* A ray on its way, and what it meets of the root's children: at least one of them. The compact
 * form's root is asked with all other nodes. */
typedef struct ray_walk {
    const bvh8_query *query;
    bvh8_ray ray;
    met_children met;
} ray_walk;

/* Gives whether it ended early: with WALK_ANY, whether there is a hit. */
static CAROM_INLINE bool walk_aimed(ray_walk *walk, walk_kind kind, best_hits *hits,
                                    const bvh8_sink *sink) {
    const bvh8_query *query = walk->query;
    const lane_tree in = {query->tree, kind.compact};
    const walk_mode mode = kind.mode;
    bvh8_ray *ray = &walk->ray;
    bvh8_node room;
    uint64_t stack[BVH8_STACK], *top = stack;
    hits->t_max = ray->t_max;
    const box_ray spread = spread_ray(ray);
    hits->best = 0;
    hits->found = hits->waits = false;
    uint32_t child = kind.compact ? 0 : enter_one(in, &top, in.tree->nodes, &walk->met, mode);
    for (;;) {
        bool met_any = true;
        while (!bvh8_is_leaf(child)) {
            const bvh8_node *node = lane_children(in, child, &room);
            met_children met = enter_children(in, child, &spread, hits->t_max);
            met_any = met.which != 0;
            if (!met_any) break;
            child = enter_one(in, &top, node, &met, mode);
        }
        if (met_any) {
            bvh8_row_room rows;
            asked_leaf leaf = {.at = bvh8_leaf_of(child)};
            leaf.corners = lane_rows(in, leaf.at, &rows);
            leaf.step = lane_step(in, leaf.at);
            if (!ray->sees) see_from_near(ray, query);
            leaf_hits left = filter_leaf(leaf.corners, leaf.step, ray, hits->t_max);
            if (in.compact) leave_filled(&left, leaf.at.count);
            if (left.possible != 0) {
                if (mode == WALK_FIRST)
                    take_first(query, ray, &leaf, &left, hits);
                else if (mode == WALK_ANY ? take_any(query, &leaf, &left, hits)
                                          : !give_all(query, &leaf, left.possible, sink))
                    return true;
            }
        }
        uint64_t key;
        do {
            if (top == stack) return false;
            key = *--top;
        } while (mode == WALK_FIRST && key > key_of(hits->t_max, UINT32_MAX));
        child = (uint32_t)key;
    }
}

/* False when there is nothing to be met. */
static CAROM_INLINE bool start_ray(ray_walk *walk, const bvh8_query *query) {
    walk->query = query;
    return aim_ray(&walk->ray, query) && CAROM_LIKELY(query->tree->node_count > 0);
}

/* False when nothing of the root is met. */
static CAROM_INLINE bool meets_root(ray_walk *walk, const bvh8_query *query) {
    bvh8_ray *ray = &walk->ray;
    if (!start_ray(walk, query)) return false;
    const box_ray spread = spread_ray(ray);
    const met_children met =
        enter_children((lane_tree){query->tree, false}, 0, &spread, ray->t_max);
    if (met.which == 0) return false;
    if (!ray->sees && starts_within(ray)) aim_near_triangles(ray, query);
    walk->met = met;
    return true;
}

static CAROM_INLINE carom_mesh_ray_hit walk_to_first(ray_walk *walk, bool compact) {
    const bvh8_query *query = walk->query;
    best_hits hits;
    walk_aimed(walk, (walk_kind){WALK_FIRST, compact}, &hits, NULL);
    if (hits.waits) {
        bvh8_row_room rows;
        const waiting_hit *at = &hits.waiting;
        const asked_leaf leaf = asked_leaf_of(query->tree, at->leaf, at->slot, &rows);
        carom_mesh_ray_hit hit;
        const bool moved = walk->ray.lost != 0.0F;
        if (!hits.found && confirm_hit(query, moved, &leaf, at->slot, &hit)) return hit;
        compare_waiting(query, &hits);
    }
    if (!hits.found) return (carom_mesh_ray_hit){.hit = false};
    return hit_of_best(query, &hits.of[hits.best]);
}

/* Apart, so that a ray that misses the root has little to put away. */
static CAROM_APART carom_mesh_ray_hit walk_plain_to_first(ray_walk *walk) {
    return walk_to_first(walk, false);
}
static CAROM_APART bool walk_plain_to_any(ray_walk *walk) {
    best_hits hits;
    return walk_aimed(walk, (walk_kind){WALK_ANY, false}, &hits, NULL);
}

/* The compact form, apart so that the ordinary one is as it would be without it. */
static CAROM_APART carom_mesh_ray_hit first_of_compact(const bvh8_query *query) {
    ray_walk walk;
    if (!start_ray(&walk, query)) return (carom_mesh_ray_hit){.hit = false};
    return walk_to_first(&walk, true);
}
static CAROM_APART bool any_of_compact(const bvh8_query *query) {
    ray_walk walk;
    best_hits hits;
    return start_ray(&walk, query) && walk_aimed(&walk, (walk_kind){WALK_ANY, true}, &hits, NULL);
}
static CAROM_APART void all_of_compact(const bvh8_query *query, const bvh8_sink *sink) {
    ray_walk walk;
    best_hits hits;
    if (start_ray(&walk, query)) walk_aimed(&walk, (walk_kind){WALK_ALL, true}, &hits, sink);
}

carom_mesh_ray_hit SIMD_NAME(carom_bvh8_first)(const bvh8_query *query) {
    ray_walk walk;
    if (CAROM_UNLIKELY(query->tree->compact != NULL)) return first_of_compact(query);
    if (!meets_root(&walk, query)) return (carom_mesh_ray_hit){.hit = false};
    return walk_plain_to_first(&walk);
}

bool SIMD_NAME(carom_bvh8_any)(const bvh8_query *query) {
    ray_walk walk;
    if (CAROM_UNLIKELY(query->tree->compact != NULL)) return any_of_compact(query);
    return meets_root(&walk, query) && walk_plain_to_any(&walk);
}

void SIMD_NAME(carom_bvh8_all)(const bvh8_query *query, const bvh8_sink *sink) {
    ray_walk walk;
    best_hits hits;
    if (CAROM_UNLIKELY(query->tree->compact != NULL))
        all_of_compact(query, sink);
    else if (meets_root(&walk, query))
        walk_aimed(&walk, (walk_kind){WALK_ALL, false}, &hits, sink);
}

#endif
