/* Nearest first through the wide tree, eight boxes and eight triangles at a time.
 *
 * A triangle's bound: c is about its nearest point, seen from the query point, found in float; how
 * well does not matter. All of the triangle lies beyond the plane across c through the corner that
 * is nearest along c, so least(c . corner) / |c| is no more than the distance, whatever c is, less
 * what float may have added to the products. For the true nearest point it is the distance, so
 * hardly a triangle is looked at in vain. */
#include <string.h>

#include "batch/simd.h"
#include "mesh/near_walk.h"

typedef struct lanes3 {
    f8 x, y, z;
} lanes3;

static CAROM_INLINE lanes3 near_sub3(lanes3 a, lanes3 b) {
    return (lanes3){f8_sub(a.x, b.x), f8_sub(a.y, b.y), f8_sub(a.z, b.z)};
}
static CAROM_INLINE lanes3 near_mad3(lanes3 a, lanes3 b, f8 t) {
    return (lanes3){f8_add(a.x, f8_mul(b.x, t)), f8_add(a.y, f8_mul(b.y, t)),
                    f8_add(a.z, f8_mul(b.z, t))};
}
static CAROM_INLINE f8 near_dot3(lanes3 a, lanes3 b) {
    return f8_add(f8_add(f8_mul(a.x, b.x), f8_mul(a.y, b.y)), f8_mul(a.z, b.z));
}
static CAROM_INLINE lanes3 near_select3(f8_flags f, lanes3 a, lanes3 b) {
    return (lanes3){f8_select(f, a.x, b.x), f8_select(f, a.y, b.y), f8_select(f, a.z, b.z)};
}
/* NaN becomes 0. */
static CAROM_INLINE f8 near_clamp01(f8 t) {
    return f8_min(f8_max(t, f8_all(0.0F)), f8_all(1.0F));
}

/* ---- limits in the frame, squared, rounded up */

typedef struct near_limits {
    double of;       /* the search's limit that they are made of */
    float box;       /* no box farther than that */
    float triangle2; /* no triangle whose bound's square is above, errors included */
} near_limits;

#define NEAR_UP (1.0 + 0x1p-20)

static CAROM_INLINE float near_float_up(double x) {
    return x < 1e38 ? (float)(x * NEAR_UP + 1e-36) : (float)INFINITY;
}

static CAROM_INLINE near_limits limits_of(const near_search *search, const near_aim *aim) {
    double limit = search->limit, scale = aim->scale;
    double reach = limit < DBL_MAX ? sqrt(limit) * scale : (double)INFINITY;
    double more = reach + aim->error;
    return (near_limits){limit, limit < 0.0 ? -1.0F : near_float_up(reach * reach),
                         near_float_up(more * more)};
}

/* ---- boxes */

/* Squared distances of a node's boxes, no more than the true ones but for the last digits, which
 * the limit has to spare. */
static CAROM_INLINE f8 near_boxes(const wide_node *node, const near_aim *aim) {
    f8 sum = f8_all(0.0F);
    for (int k = 0; k < 3; k++) {
        f8 low = f8_sub(f8_load(node->low[k]), f8_all(aim->above[k]));
        f8 high = f8_sub(f8_all(aim->below[k]), f8_load(node->high[k]));
        f8 gap = f8_max(f8_max(low, high), f8_all(0.0F));
        sum = f8_add(sum, f8_mul(gap, gap));
    }
    return sum;
}

/* ---- triangles */

/* Offsets of the corners from the point, in the frame. */
static CAROM_INLINE lanes3 corner_offsets(const carom_real *row, size_t n, const near_search *s,
                                          double scale) {
    return (lanes3){f8_sub_scaled(row, s->given.x, scale),
                    f8_sub_scaled(row + n, s->given.y, scale),
                    f8_sub_scaled(row + 2 * n, s->given.z, scale)};
}

/* About the nearest points of triangles to the origin: the face where its weights are positive,
 * else the best of the edges. */
static CAROM_INLINE lanes3 about_nearest(lanes3 a, lanes3 b, lanes3 c) {
    f8 zero = f8_all(0.0F);
    lanes3 ab = near_sub3(b, a), ac = near_sub3(c, a), bc = near_sub3(c, b);
    f8 on_ab = near_dot3(ab, a), on_ac = near_dot3(ac, a), on_bc = near_dot3(bc, b);
    f8 bb = near_dot3(ab, ab), cc = near_dot3(ac, ac), mixed = near_dot3(ab, ac);
    lanes3 best = near_mad3(a, ab, near_clamp01(f8_div(f8_neg(on_ab), bb)));
    f8 best2 = near_dot3(best, best);
    lanes3 other = near_mad3(a, ac, near_clamp01(f8_div(f8_neg(on_ac), cc)));
    f8 other2 = near_dot3(other, other);
    best = near_select3(f8_lt(other2, best2), other, best);
    best2 = f8_min(other2, best2);
    other = near_mad3(b, bc, near_clamp01(f8_div(f8_neg(on_bc), near_dot3(bc, bc))));
    best = near_select3(f8_lt(near_dot3(other, other), best2), other, best);
    f8 area = f8_sub(f8_mul(bb, cc), f8_mul(mixed, mixed));
    f8 v = f8_sub(f8_mul(mixed, on_ac), f8_mul(cc, on_ab)),
       w = f8_sub(f8_mul(mixed, on_ab), f8_mul(bb, on_ac));
    f8_flags face = f8_and(f8_and(f8_lt(zero, v), f8_lt(zero, w)), f8_lt(f8_add(v, w), area));
    f8 part = f8_div(f8_all(1.0F), area);
    other = near_mad3(near_mad3(a, ab, f8_mul(v, part)), ac, f8_mul(w, part));
    return near_select3(face, other, best);
}

typedef struct leaf_bounds {
    float square[WIDE_LEAF]; /* about the squared distance */
    float along[WIDE_LEAF];  /* the bound times its root; negative: none */
} leaf_bounds;

static CAROM_INLINE void bound_triangles(leaf_bounds *out, const near_search *search,
                                         wide_leaf leaf, double scale) {
    const carom_real *rows = wide_rows(search->tree, leaf);
    size_t n = leaf.count;
    lanes3 a = corner_offsets(rows, n, search, scale),
           b = corner_offsets(rows + 3 * n, n, search, scale),
           c = corner_offsets(rows + 6 * n, n, search, scale);
    lanes3 near = about_nearest(a, b, c);
    f8 least = f8_min(f8_min(near_dot3(near, a), near_dot3(near, b)), near_dot3(near, c));
    f8_store(out->square, near_dot3(near, near));
    f8_store(out->along, least);
}

/* Certainly beyond the limit. */
static CAROM_INLINE bool near_beyond(const leaf_bounds *bounds, uint32_t i, float triangle2) {
    float along = bounds->along[i];
    return along > 0.0F && along * along > bounds->square[i] * triangle2 + 1e-35F;
}

static CAROM_INLINE void visit_rank(near_search *search, wide_leaf leaf, uint32_t slot) {
    carom_triangle t = wide_triangle(search->tree, leaf, slot);
    search->visit(search, leaf.first + slot, &t);
}

/* The most promising first. */
static CAROM_INLINE void visit_bounded(near_search *search, const near_aim *aim, wide_leaf leaf,
                                       near_limits *limits) {
    leaf_bounds bounds;
    bound_triangles(&bounds, search, leaf, aim->scale);
    uint32_t left = 0;
    for (uint32_t i = 0; i < leaf.count; i++)
        left |= (uint32_t)!near_beyond(&bounds, i, limits->triangle2) << i;
    while (left != 0) {
        uint32_t best = WIDE_LEAF;
        for (uint32_t i = 0; i < leaf.count; i++)
            if ((left >> i & 1u) && (best == WIDE_LEAF || bounds.square[i] < bounds.square[best]))
                best = i;
        left &= ~(1u << best);
        if (near_beyond(&bounds, best, limits->triangle2)) continue;
        visit_rank(search, leaf, best);
        if (search->limit != limits->of) *limits = limits_of(search, aim);
        if (search->limit < 0.0) return;
    }
}

static CAROM_INLINE void visit_unbounded(near_search *search, const near_aim *aim, wide_leaf leaf,
                                         near_limits *limits) {
    for (uint32_t i = 0; i < leaf.count && search->limit >= 0.0; i++)
        visit_rank(search, leaf, i);
    *limits = limits_of(search, aim);
}

/* ---- the walk */

/* Squares are not negative, so they compare as their bits do. */
static CAROM_INLINE uint64_t near_key(float square, uint32_t child) {
    uint32_t bits;
    memcpy(&bits, &square, sizeof bits);
    return (uint64_t)bits << 32 | child;
}

static CAROM_INLINE int push_near(uint64_t *stack, int top, const wide_node *node,
                                  const near_aim *aim, float limit) {
    float squares[WIDE];
    f8 boxes = near_boxes(node, aim);
    f8_store(squares, boxes);
    uint32_t mask = f8_bits(f8_le(boxes, f8_all(limit)));
    int base = top;
    for (uint32_t i = 0; i < WIDE; i++) {
        if (!(mask >> i & 1u) || node->child[i] == WIDE_NONE) continue;
        uint64_t key = near_key(squares[i], node->child[i]);
        int at = top++;
        for (; at > base && stack[at - 1] < key; at--)
            stack[at] = stack[at - 1];
        stack[at] = key;
    }
    return top;
}

static CAROM_INLINE float near_key_square(uint64_t key) {
    uint32_t bits = (uint32_t)(key >> 32);
    float square;
    memcpy(&square, &bits, sizeof square);
    return square;
}

void SIMD_NAME(carom_near_visit)(near_search *search, const near_aim *aim) {
    uint64_t stack[WIDE_STACK];
    near_limits limits = limits_of(search, aim);
    int top = push_near(stack, 0, &search->tree->nodes[0], aim, limits.box);
    while (top > 0) {
        uint64_t key = stack[--top];
        uint32_t child = (uint32_t)key;
        if (!(near_key_square(key) <= limits.box)) continue;
        if (!wide_is_leaf(child))
            top = push_near(stack, top, &search->tree->nodes[child], aim, limits.box);
        else if (aim->bounds)
            visit_bounded(search, aim, wide_leaf_of(child), &limits);
        else
            visit_unbounded(search, aim, wide_leaf_of(child), &limits);
    }
}
