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
/* NaN becomes 0. */
static CAROM_INLINE f8 near_clamp01(f8 t) {
    return f8_min(f8_max(t, f8_all(0.0F)), f8_all(1.0F));
}

/* ---- limits in the frame, squared, rounded up */

typedef struct near_limits {
    double of;       /* the search's limit that they are made of */
    float box;       /* no box farther than that */
    float triangle2; /* nor triangle whose bound's square is above, errors included */
} near_limits;

#define NEAR_UP (1.0 + 0x1p-20)

/* Places without a child have boxes infinitely far away, and are beyond the largest number. */
static CAROM_INLINE float near_float_up(double x) {
    return x < 1e38 ? (float)(x * NEAR_UP + 1e-36) : FLT_MAX;
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

/* About the nearest points of triangles to the origin, by the regions of [Ericson05] 5.1.5: the
 * weights of b and c are one quotient each on the face, and on an edge that the origin projects
 * into; what is left is bc, or a. */
static CAROM_INLINE lanes3 about_nearest(lanes3 a, lanes3 b, lanes3 c) {
    const f8 zero = f8_all(0.0F), one = f8_all(1.0F);
    lanes3 ab = near_sub3(b, a), ac = near_sub3(c, a);
    f8 on_ab = f8_neg(near_dot3(ab, a)), on_ac = f8_neg(near_dot3(ac, a));
    f8 bb = near_dot3(ab, ab), cc = near_dot3(ac, ac), mixed = near_dot3(ab, ac);
    f8 area = f8_sub(f8_mul(bb, cc), f8_mul(mixed, mixed));
    f8 v = f8_sub(f8_mul(cc, on_ab), f8_mul(mixed, on_ac));
    f8 w = f8_sub(f8_mul(bb, on_ac), f8_mul(mixed, on_ab));
    f8_flags face = f8_and(f8_and(f8_lt(zero, v), f8_lt(zero, w)), f8_lt(f8_add(v, w), area));
    f8_flags behind_b = f8_le(on_ab, zero), behind_c = f8_le(on_ac, zero);
    f8_flags edge_b = f8_and(f8_le(w, zero), f8_and(f8_lt(zero, on_ab), f8_lt(on_ab, bb)));
    edge_b = f8_or(edge_b, f8_and(behind_b, behind_c));
    f8_flags edge_c = f8_and(f8_le(v, zero), f8_and(f8_lt(zero, on_ac), f8_lt(on_ac, cc)));
    f8 rest = f8_sub(bb, mixed), on_bc = f8_add(f8_sub(on_ac, on_ab), rest);
    f8 over = f8_select(edge_b, on_ab, f8_select(edge_c, on_ac, on_bc));
    f8 under = f8_select(edge_b, bb, f8_select(edge_c, cc, f8_add(rest, f8_sub(cc, mixed))));
    f8 q = f8_div(f8_select(face, one, over), f8_select(face, area, under));
    f8 t = near_clamp01(q);
    f8 of_b = f8_select(edge_b, t, f8_select(edge_c, zero, f8_sub(one, t)));
    f8 of_c = f8_select(edge_b, zero, t);
    of_b = f8_select(face, f8_mul(v, q), of_b);
    of_c = f8_select(face, f8_mul(w, q), of_c);
    return near_mad3(near_mad3(a, ab, of_b), ac, of_c);
}

/* What a leaf's triangles are bounded by. */
typedef struct leaf_bounds {
    f8 along;  /* the bound times the length of c; not positive: no bound */
    f8 square; /* the squared length of c, which is about the distance */
} leaf_bounds;

static CAROM_INLINE leaf_bounds bound_triangles(const near_search *search, wide_leaf leaf,
                                                double scale) {
    const carom_real *rows = wide_rows(search->tree, leaf);
    size_t n = leaf.count;
    lanes3 a = corner_offsets(rows, n, search, scale),
           b = corner_offsets(rows + 3 * n, n, search, scale),
           c = corner_offsets(rows + 6 * n, n, search, scale);
    lanes3 near = about_nearest(a, b, c);
    return (leaf_bounds){f8_min(f8_min(near_dot3(near, a), near_dot3(near, b)), near_dot3(near, c)),
                         near_dot3(near, near)};
}

/* Which are not certainly beyond the limit. */
static CAROM_INLINE uint32_t within_limit(const leaf_bounds *bounds, float triangle2) {
    f8 most = f8_add(f8_mul(bounds->square, f8_all(triangle2)), f8_all(1e-35F));
    f8_flags beyond = f8_and(f8_lt(f8_all(0.0F), bounds->along),
                             f8_lt(most, f8_mul(bounds->along, bounds->along)));
    return ~f8_bits(beyond);
}

static CAROM_INLINE void visit_rank(near_search *search, wide_leaf leaf, uint32_t slot) {
    carom_triangle t = wide_triangle(search->tree, leaf, slot);
    search->visit(search, leaf.first + slot, &t);
}

static CAROM_INLINE uint32_t most_promising(const float *squares, uint32_t mask) {
    uint32_t best = lowest_bit(mask);
    while ((mask &= mask - 1) != 0) {
        uint32_t i = lowest_bit(mask);
        best = squares[i] < squares[best] ? i : best;
    }
    return best;
}

static CAROM_INLINE void visit_bounded(near_search *search, const near_aim *aim, wide_leaf leaf,
                                       near_limits *limits) {
    const leaf_bounds bounds = bound_triangles(search, leaf, aim->scale);
    uint32_t left = within_limit(&bounds, limits->triangle2) & ((1u << leaf.count) - 1u);
    float squares[WIDE_LEAF];
    if (left == 0) return;
    f8_store(squares, bounds.square);
    while (left != 0) {
        uint32_t best = most_promising(squares, left);
        left &= ~(1u << best);
        visit_rank(search, leaf, best);
        if (search->limit == limits->of) continue;
        *limits = limits_of(search, aim);
        if (search->limit < 0.0) return;
        left &= within_limit(&bounds, limits->triangle2);
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
    int base = top;
    for (uint32_t mask = f8_bits(f8_le(boxes, f8_all(limit))); mask != 0; mask &= mask - 1) {
        uint32_t i = lowest_bit(mask);
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
