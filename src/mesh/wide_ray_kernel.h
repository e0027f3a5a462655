/* Nearest first through the wide tree: of a node's eight boxes those that the ray enters go on the
 * stack, the nearest on top; what is entered after the best hit so far is left out. A leaf's
 * triangles pass the filter of kernel_triangle.h in float, eight at once, and those that it does
 * not certainly miss are decided in double [Wald08] [Moller97]. */
#include <math.h>

#include "mesh/wide_ray_aim.h"
#include "query/raycast/kernel_hits.h"

/* Above the relative rounding error of a triple product of float differences, as TRIANGLE_ERROR;
 * two roundings more for the start, one for the direction. */
#define FILTER_ERROR (96.0F * 5.9604645e-8F)
#define FILTER_LEAST 7.888609e-31F /* 2^-100 */

typedef struct cross8 {
    f8 x, y, z;
} cross8;

static CAROM_INLINE cross8 cross_lanes(cross8 a, cross8 b) {
    return (cross8){f8_sub(f8_mul(a.y, b.z), f8_mul(a.z, b.y)),
                    f8_sub(f8_mul(a.z, b.x), f8_mul(a.x, b.z)),
                    f8_sub(f8_mul(a.x, b.y), f8_mul(a.y, b.x))};
}
static CAROM_INLINE f8 dot_lanes(cross8 a, cross8 b) {
    return f8_add(f8_add(f8_mul(a.x, b.x), f8_mul(a.y, b.y)), f8_mul(a.z, b.z));
}
static CAROM_INLINE f8 largest_lanes(cross8 a) {
    return f8_max(f8_max(f8_abs(a.x), f8_abs(a.y)), f8_abs(a.z));
}

/* Which of a leaf's triangles the ray may hit by `t_max`. */
static CAROM_INLINE uint32_t filter_leaf(const wide_tree *tree, wide_leaf leaf, const wide_ray *ray,
                                         float t_max) {
    const carom_real *v = wide_rows(tree, leaf);
    size_t n = leaf.count;
    cross8 e1 = {f8_sub_real(v + 3 * n, v), f8_sub_real(v + 4 * n, v + n),
                 f8_sub_real(v + 5 * n, v + 2 * n)};
    cross8 e2 = {f8_sub_real(v + 6 * n, v), f8_sub_real(v + 7 * n, v + n),
                 f8_sub_real(v + 8 * n, v + 2 * n)};
    cross8 back = {f8_sub_split(v, ray->start[0], ray->start_rest[0]),
                   f8_sub_split(v + n, ray->start[1], ray->start_rest[1]),
                   f8_sub_split(v + 2 * n, ray->start[2], ray->start_rest[2])};
    cross8 d = {f8_all(ray->direction[0]), f8_all(ray->direction[1]), f8_all(ray->direction[2])};
    cross8 p = cross_lanes(d, e2), q = cross_lanes(e1, back); /* as from start - v[0] */
    f8 det = dot_lanes(e1, p), u = f8_neg(dot_lanes(back, p)), w = dot_lanes(d, q);
    f8 numerator = dot_lanes(e2, q), size = f8_abs(det);
    f8 size_1 = largest_lanes(e1), size_2 = largest_lanes(e2);
    f8 size_s = f8_add(largest_lanes(back), f8_all(ray->lost));
    f8 least = f8_all(FILTER_LEAST), edges = f8_mul(size_1, size_2);
    f8 t_error = f8_add(f8_mul(f8_mul(f8_all(FILTER_ERROR), edges), size_s), least);
    f8 scale = f8_all(2.0F * FILTER_ERROR);
    f8 det_error = f8_add(f8_mul(scale, edges), least);
    f8 side_error = f8_add(f8_mul(f8_mul(scale, size_s), f8_add(size_1, size_2)), det_error);
    f8 flip = f8_select(f8_lt(det, f8_all(0.0F)), f8_all(-1.0F), f8_all(1.0F));
    u = f8_mul(u, flip);
    w = f8_mul(w, flip);
    f8 low = f8_all(ray->t_min * ray->per_local), high = f8_all(t_max * ray->per_local);
    f8 side = f8_min(f8_min(u, w), f8_sub(f8_sub(size, u), w));
    numerator = f8_mul(numerator, flip);
    f8 late = f8_sub(f8_sub(numerator, t_error), f8_mul(high, f8_add(size, det_error)));
    f8 early = f8_sub(f8_mul(low, f8_sub(size, det_error)), f8_add(numerator, t_error));
    f8 zero = f8_all(0.0F);
    f8_flags outside = f8_lt(f8_add(side, side_error), zero);
    f8_flags apart = f8_or(f8_lt(zero, late), f8_lt(zero, early));
    f8_flags miss = f8_and(f8_lt(det_error, size), f8_or(outside, apart));
    return ~f8_bits(miss) & ((1u << n) - 1u);
}

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

/* What is on the stack is asked for soon. */
static CAROM_INLINE void fetch_child(const wide_tree *tree, uint32_t child) {
    const char *at = wide_is_leaf(child) ? (const char *)wide_rows(tree, wide_leaf_of(child))
                                         : (const char *)&tree->nodes[child];
    CAROM_PREFETCH(at);
    CAROM_PREFETCH(at + 64);
    CAROM_PREFETCH(at + 128);
    CAROM_PREFETCH(at + 192);
}

/* Pushes the children of `mask`, at least two of them, all but the nearest, which it gives; the
 * next one on top. Times are not negative, so they compare as their bits do. Two and three are by
 * far the most common, and sorted without a branch. */
static CAROM_INLINE uint32_t push_met(const wide_tree *tree, uint64_t **stack,
                                      const wide_node *node, const float times[WIDE],
                                      uint32_t mask) {
    uint64_t *top = *stack;
    uint32_t i = lowest_bit(mask), j = lowest_bit(mask &= mask - 1);
    uint64_t a = key_of(times[i], node->child[i]), b = key_of(times[j], node->child[j]);
    uint64_t near = lesser(a, b), far = greater(a, b);
    if ((mask &= mask - 1) == 0) {
        top[0] = far;
        fetch_child(tree, (uint32_t)far);
        *stack = top + 1;
        return (uint32_t)near;
    }
    i = lowest_bit(mask);
    a = key_of(times[i], node->child[i]);
    top[0] = greater(far, a);
    top[1] = greater(near, lesser(far, a));
    near = lesser(near, a);
    fetch_child(tree, (uint32_t)top[0]);
    fetch_child(tree, (uint32_t)top[1]);
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
static CAROM_INLINE uint32_t push_in_order(uint64_t **stack, const wide_node *node, uint32_t mask) {
    for (; (mask & (mask - 1)) != 0; mask &= mask - 1)
        *(*stack)++ = node->child[lowest_bit(mask)];
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

static CAROM_INLINE void walk_aimed(const wide_query *query, const wide_ray *ray, walk_mode mode,
                                    wide_hit *hit, const wide_sink *sink) {
    const wide_tree *tree = query->tree;
    uint64_t stack[WIDE_STACK], *top = stack;
    hit->hit = false;
    box_ray spread = spread_ray(ray);
    float t_max = ray->t_max;
    if (tree->node_count > 0) *top++ = 0;
    while (top > stack) {
        uint64_t key = *--top;
        if (mode == WALK_FIRST && key > key_of(t_max, UINT32_MAX)) continue;
        uint32_t child = (uint32_t)key, mask = 1;
        while (!wide_is_leaf(child)) {
            const wide_node *node = &tree->nodes[child];
            float times[WIDE];
            mask = enter_children(node, &spread, t_max, times);
            if (mask == 0) break;
            if ((mask & (mask - 1)) == 0)
                child = node->child[lowest_bit(mask)];
            else if (mode == WALK_FIRST)
                child = push_met(tree, &top, node, times, mask);
            else
                child = push_in_order(&top, node, mask);
        }
        if (mask == 0) continue;
        wide_leaf leaf = wide_leaf_of(child);
        for (mask = filter_leaf(tree, leaf, ray, t_max); mask; mask &= mask - 1) {
            if (mode == WALK_ALL) {
                if (decide_triangle(query, leaf, lowest_bit(mask), hit) &&
                    !sink->take(sink->context, query, hit))
                    return;
                continue;
            }
            keep_nearer(query, leaf, lowest_bit(mask), hit);
            if (!hit->hit) continue;
            if (mode == WALK_ANY) return;
            t_max = wide_time_bound(ray, widen_up((double)hit->t));
        }
    }
}

static CAROM_INLINE void walk_ray(const wide_query *query, walk_mode mode, wide_hit *hit,
                                  const wide_sink *sink) {
    wide_ray ray;
    hit->hit = false;
    if (aim_ray(&ray, query) || carom_wide_blind(&ray, query->ray))
        walk_aimed(query, &ray, mode, hit, sink);
}

void SIMD_NAME(carom_wide_first)(const wide_query *query, wide_hit *hit) {
    walk_ray(query, WALK_FIRST, hit, NULL);
}

bool SIMD_NAME(carom_wide_any)(const wide_query *query) {
    wide_hit hit;
    walk_ray(query, WALK_ANY, &hit, NULL);
    return hit.hit;
}

void SIMD_NAME(carom_wide_all)(const wide_query *query, const wide_sink *sink) {
    wide_hit hit;
    walk_ray(query, WALK_ALL, &hit, sink);
}
