/* Nearest first through the wide tree: of a node's eight boxes those that the ray enters go on the
 * stack, the nearest on top; what is entered after the best hit so far is left out [Wald08]. A
 * leaf's triangles pass the filter of wide_ray_leaf.h, eight at once. What is certainly hit, before
 * anything else can be, only waits to be decided in double; so does in most cases nothing but the
 * answer. The rest is decided as it comes. */
#include <math.h>

#include "mesh/wide_ray_leaf.h"
#include "query/raycast/kernel_hits.h"

/* As carom_raycast_ray_triangle decides: what it takes in plain numbers, and what it does not. Kept
 * apart from the walk, which has no registers to spare. */
static CAROM_APART bool decide_triangle(const wide_query *query, wide_leaf leaf, uint32_t slot,
                                        wide_hit *hit) {
    ray_path path = path_of_ray(query->ray);
    carom_triangle t = wide_triangle(query->tree, leaf, slot);
    const vec3 v[3] = {load3(t.v[0]), load3(t.v[1]), load3(t.v[2])};
    path_answer answer = path_triangle_filter(&path, v, query->facing, &hit->at);
    if (answer == PATH_MISS) return false;
    hit->plain = answer == PATH_HIT && plain_length(hit->at.normal);
    if (CAROM_UNLIKELY(!hit->plain) &&
        !carom_path_triangle_exact(&path, v, query->facing, &hit->at))
        return false;
    hit->hit = true;
    hit->t = store_real(hit->at.t);
    hit->rank = leaf.first + slot;
    hit->triangle = query->tree->order[hit->rank];
    return true;
}

/* Keeps the better of what it has and what a slot gives. */
static CAROM_APART void keep_nearer(const wide_query *query, wide_leaf leaf, uint32_t slot,
                                    wide_hit *best) {
    wide_hit other, *to = best->hit ? &other : best;
    if (!decide_triangle(query, leaf, slot, to) || to == best) return;
    if (comes_before(other.t, other.triangle, best->t, best->triangle)) *best = other;
}

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

/* Pushes the children of `mask`, at least two of them, all but the nearest, which it gives; the
 * next one on top. Times are not negative, so they compare as their bits do. Two and three are by
 * far the most common, and sorted without a branch. */
static CAROM_INLINE uint32_t push_met(lane_tree in, uint64_t **stack, const wide_node *node,
                                      const float times[WIDE], uint32_t mask) {
    uint64_t *top = *stack;
    uint32_t i = lowest_bit(mask), j = lowest_bit(mask &= mask - 1);
    uint64_t a = key_of(times[i], node->child[i]), b = key_of(times[j], node->child[j]);
    uint64_t near = lesser(a, b), far = greater(a, b);
    if ((mask &= mask - 1) == 0) {
        top[0] = far;
        lane_fetch(in, (uint32_t)far);
        *stack = top + 1;
        return (uint32_t)near;
    }
    i = lowest_bit(mask);
    a = key_of(times[i], node->child[i]);
    top[0] = greater(far, a);
    top[1] = greater(near, lesser(far, a));
    near = lesser(near, a);
    lane_fetch(in, (uint32_t)top[0]);
    lane_fetch(in, (uint32_t)top[1]);
    uint64_t *end = top + 2;
    while ((mask &= mask - 1) != 0) {
        i = lowest_bit(mask);
        a = key_of(times[i], node->child[i]);
        b = greater(near, a);
        near = lesser(near, a);
        uint64_t *at = end++;
        for (; at > top && at[-1] < b; at--)
            at[0] = at[-1];
        at[0] = b;
    }
    *stack = end;
    return (uint32_t)near;
}

/* As push_met where the order of times is no help: gives the last, which is the largest. */
static CAROM_INLINE uint32_t push_in_order(lane_tree in, uint64_t **stack, const wide_node *node,
                                           uint32_t mask) {
    for (; (mask & (mask - 1)) != 0; mask &= mask - 1) {
        uint32_t child = node->child[lowest_bit(mask)];
        *(*stack)++ = child;
        lane_fetch(in, child);
    }
    return node->child[lowest_bit(mask)];
}

/* The ray as it meets boxes, in lanes. */
typedef struct box_ray {
    f8 near_shift[3], far_shift[3], inverse[3], t_min;
    uint32_t near_row[3], far_row[3]; /* of the six rows of planes, the one met first and last */
} box_ray;

static CAROM_INLINE box_ray spread_ray(const wide_ray *ray) {
    box_ray out;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t high = ray->negative >> k & 1u;
        out.near_shift[k] = f8_all(ray->near_shift[k]);
        out.far_shift[k] = f8_all(ray->far_shift[k]);
        out.inverse[k] = f8_all(ray->inverse[k]);
        out.near_row[k] = WIDE * (k + 3 * high);
        out.far_row[k] = WIDE * (k + 3 - 3 * high);
    }
    out.t_min = f8_all(ray->t_min);
    return out;
}

/* The children whose boxes the ray meets by `t_max`, and when at the earliest. */
static CAROM_INLINE uint32_t enter_children(const wide_node *node, const box_ray *ray, float t_max,
                                            float times[WIDE]) {
    const float *planes = node->low[0];
    f8 near[3], far[3];
    for (int k = 0; k < 3; k++) {
        near[k] =
            f8_mad_about(f8_load(planes + ray->near_row[k]), ray->inverse[k], ray->near_shift[k]);
        far[k] =
            f8_mad_about(f8_load(planes + ray->far_row[k]), ray->inverse[k], ray->far_shift[k]);
    }
    f8 first = f8_max(f8_max(near[0], near[1]), f8_max(near[2], ray->t_min));
    f8 last = f8_min(f8_min(far[0], far[1]), f8_min(far[2], f8_all(t_max)));
    f8_store(times, first);
    return f8_bits(f8_le(first, last));
}

/* The first hit goes to `hit`, or with WALK_ANY whichever is found first; or all of them, in no
 * order, to `sink`, until it has had enough. */
typedef enum walk_mode { WALK_FIRST, WALK_ANY, WALK_ALL } walk_mode;

/* A triangle that is certainly hit, before all that were met before it. */
typedef struct sure_hit {
    wide_leaf leaf;
    uint32_t slot;
    float from; /* not before this; above all bounds where there is none */
} sure_hit;

/* A ray under way to its first hit: the best so far is sure, or decided, or not there. */
typedef struct first_walk {
    const wide_query *query;
    const ray_clock *clock;
    wide_hit *hit;
    sure_hit sure;
    float t_max; /* the answer is not after this */
} first_walk;

/* In place, and no more than is needed: a copy would wait for the stores that it is made of. */
static CAROM_INLINE void start_first_walk(first_walk *walk, const wide_query *query, float t_max,
                                          const ray_clock *clock, wide_hit *hit) {
    walk->query = query;
    walk->clock = clock;
    walk->hit = hit;
    walk->sure.leaf.count = 0;
    walk->t_max = t_max;
    hit->hit = false;
}

static CAROM_INLINE void decide_slot(first_walk *walk, wide_leaf leaf, uint32_t slot) {
    keep_nearer(walk->query, leaf, slot, walk->hit);
    if (!walk->hit->hit) return;
    float bound = wide_time_bound(walk->clock, widen_up((double)walk->hit->t));
    if (bound < walk->t_max) walk->t_max = bound;
}

static CAROM_INLINE void decide_sure(first_walk *walk) {
    if (walk->sure.leaf.count == 0) return;
    wide_leaf leaf = walk->sure.leaf;
    walk->sure.leaf.count = 0;
    decide_slot(walk, leaf, walk->sure.slot);
}

/* Takes a possible hit within the times [from, to]. */
static CAROM_INLINE void take_first(first_walk *walk, sure_hit found, float to, bool certain) {
    if (found.from > walk->t_max) return;
    bool alone = walk->sure.leaf.count == 0 || to < walk->sure.from;
    if (certain && alone && !walk->hit->hit) {
        CAROM_PREFETCH(&walk->query->tree->order[found.leaf.first + found.slot]);
        walk->sure = found;
        walk->t_max = to;
        return;
    }
    decide_sure(walk);
    decide_slot(walk, found.leaf, found.slot);
}

/* Takes what the filter left of a leaf for whichever hit, or all. False when no more is wanted. */
static CAROM_INLINE bool take_others(const wide_query *query, wide_leaf leaf, const leaf_hits *hits,
                                     wide_hit *hit, const wide_sink *sink) {
    if (!sink && hits->certain != 0) {
        hit->hit = true;
        return false;
    }
    for (uint32_t mask = hits->possible; mask != 0; mask &= mask - 1)
        if (decide_triangle(query, leaf, lowest_bit(mask), hit) &&
            !(sink && sink->take(sink->context, query, hit)))
            return false;
    return true;
}

/* Compiled once for each. */
typedef struct walk_kind {
    walk_mode mode;
    bool compact; /* the tree's form */
} walk_kind;

static CAROM_INLINE void walk_aimed(const wide_query *query, const wide_ray *ray, walk_kind kind,
                                    wide_hit *hit, const wide_sink *sink) {
    const lane_tree in = {query->tree, kind.compact};
    const walk_mode mode = kind.mode;
    wide_node room;
    uint64_t stack[WIDE_STACK], *top = stack;
    first_walk walk;
    start_first_walk(&walk, query, ray->t_max, &ray->clock, hit);
    box_ray spread = spread_ray(ray);
    if (in.tree->node_count > 0) *top++ = 0;
    while (top > stack) {
        uint64_t key = *--top;
        if (mode == WALK_FIRST && key > key_of(walk.t_max, UINT32_MAX)) continue;
        uint32_t child = (uint32_t)key, mask = 1;
        while (!wide_is_leaf(child)) {
            const wide_node *node = lane_node(in, child, &room);
            float times[WIDE];
            mask = enter_children(node, &spread, walk.t_max, times);
            if (mask == 0) break;
            if ((mask & (mask - 1)) == 0)
                child = node->child[lowest_bit(mask)];
            else if (mode == WALK_FIRST)
                child = push_met(in, &top, node, times, mask);
            else
                child = push_in_order(in, &top, node, mask);
        }
        if (mask == 0) continue;
        wide_leaf leaf = wide_leaf_of(child);
        leaf_hits hits = filter_leaf(in, leaf, ray, walk.t_max);
        if (hits.possible == 0) continue;
        if (query->facing != CAROM_BOTH_SIDES) hits.certain = 0;
        if (mode != WALK_FIRST && !take_others(query, leaf, &hits, hit, sink)) return;
        for (; mode == WALK_FIRST && hits.possible != 0; hits.possible &= hits.possible - 1) {
            uint32_t slot = lowest_bit(hits.possible);
            sure_hit found = {leaf, slot, hits.from[slot]};
            take_first(&walk, found, hits.to[slot], (hits.certain >> slot & 1u) != 0);
        }
    }
    if (mode == WALK_FIRST) decide_sure(&walk);
}

/* Apart, so that the ordinary form's walks are as they would be without it. */
static CAROM_APART void walk_compact(const wide_query *query, const wide_ray *ray, walk_mode mode,
                                     wide_hit *hit, const wide_sink *sink) {
    if (mode == WALK_FIRST)
        walk_aimed(query, ray, (walk_kind){WALK_FIRST, true}, hit, NULL);
    else
        walk_aimed(query, ray, (walk_kind){mode, true}, hit, sink);
}

static CAROM_INLINE void walk_either(const wide_query *query, const wide_ray *ray, walk_mode mode,
                                     wide_hit *hit, const wide_sink *sink) {
    if (CAROM_UNLIKELY(query->tree->compact != NULL))
        walk_compact(query, ray, mode, hit, sink);
    else
        walk_aimed(query, ray, (walk_kind){mode, false}, hit, sink);
}

/* Each mode once, for single rays and for packets that fall apart. */
static CAROM_APART void walk_to_first(const wide_query *query, const wide_ray *ray, wide_hit *hit) {
    walk_either(query, ray, WALK_FIRST, hit, NULL);
}
static CAROM_APART bool walk_to_any(const wide_query *query, const wide_ray *ray) {
    wide_hit hit;
    walk_either(query, ray, WALK_ANY, &hit, NULL);
    return hit.hit;
}

static CAROM_INLINE bool aim_somehow(wide_ray *ray, const wide_query *query) {
    return aim_ray(ray, query) || carom_wide_blind(ray, query->ray);
}

void SIMD_NAME(carom_wide_first)(const wide_query *query, wide_hit *hit) {
    wide_ray ray;
    hit->hit = false;
    if (aim_somehow(&ray, query)) walk_to_first(query, &ray, hit);
}

bool SIMD_NAME(carom_wide_any)(const wide_query *query) {
    wide_ray ray;
    return aim_somehow(&ray, query) && walk_to_any(query, &ray);
}

void SIMD_NAME(carom_wide_all)(const wide_query *query, const wide_sink *sink) {
    wide_ray ray;
    wide_hit hit;
    if (aim_somehow(&ray, query)) walk_either(query, &ray, WALK_ALL, &hit, sink);
}
