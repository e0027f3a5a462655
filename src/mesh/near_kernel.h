/* Nearest first through the wide tree, eight boxes and eight triangles at a time.
 *
 * A triangle's bound: c is about its nearest point, seen from the query point, found in float; how
 * well does not matter. All of the triangle lies beyond the plane across c through the corner that
 * is nearest along c, so least(c . corner) / |c| is no more than the distance, whatever c is, less
 * what float may have added to the products. For the true nearest point it is the distance, so
 * hardly a triangle is looked at in vain.
 *
 * c is a point of the triangle but for what float rounds, so |c| is no less than the distance
 * either. Where the nearest is all that is asked, these lengths draw the limit in, and triangles
 * are decided at the end: the one, and those that float cannot tell from it. */
#include <string.h>

#include "batch/simd.h"
#include "mesh/near_walk.h"
#include "mesh/wide_lanes.h"

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

/* Of squares, for what may tie with the nearest when both are rounded to carom_real. */
#define NEAR_TIES (1.0 + 0x1p-18)

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

/* No farther than `reach`. */
static CAROM_INLINE void draw_in(near_limits *limits, const near_aim *aim, double reach) {
    double more = reach + aim->error;
    float box = near_float_up(reach * reach * NEAR_TIES);
    if (!(box < limits->box)) return;
    limits->box = box;
    limits->triangle2 = near_float_up(more * more * NEAR_TIES);
}

/* ---- boxes */

/* Squared distances of a node's boxes, no more than the true ones but for the last digits, which
 * the limit has to spare. */
typedef struct near_boxes {
    float squares[WIDE];
    uint32_t mask; /* within the limit */
} near_boxes;

static CAROM_INLINE void boxes_within_limit(near_boxes *out, const wide_node *node,
                                            const near_aim *aim, float limit) {
    f8 sum = f8_all(0.0F);
    for (int k = 0; k < 3; k++) {
        f8 low = f8_sub(f8_load(node->low[k]), f8_all(aim->above[k]));
        f8 high = f8_sub(f8_all(aim->below[k]), f8_load(node->high[k]));
        f8 gap = f8_max(f8_max(low, high), f8_all(0.0F));
        sum = f8_add(sum, f8_mul(gap, gap));
    }
    f8_store(out->squares, sum);
    out->mask = f8_bits(f8_le(sum, f8_all(limit)));
}

/* A squared distance within which one of the node's boxes lies, and so a triangle. */
static CAROM_INLINE float whole_box_within(const wide_node *node, const near_aim *aim) {
    f8 sum = f8_all(0.0F);
    for (int k = 0; k < 3; k++) {
        f8 low = f8_sub(f8_all(aim->above[k]), f8_load(node->low[k]));
        f8 high = f8_sub(f8_load(node->high[k]), f8_all(aim->below[k]));
        f8 far = f8_max(low, high);
        sum = f8_add(sum, f8_mul(far, far));
    }
    return f8_least(sum);
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

static CAROM_INLINE void bound_triangles(leaf_bounds *out, const near_search *search,
                                         wide_leaf leaf, double scale) {
    wide_row_room room;
    const carom_real *rows = wide_rows(search->tree, leaf, &room);
    size_t n = leaf.count;
    lanes3 a = corner_offsets(rows, n, search, scale),
           b = corner_offsets(rows + 3 * n, n, search, scale),
           c = corner_offsets(rows + 6 * n, n, search, scale);
    lanes3 near = about_nearest(a, b, c);
    out->along = f8_min(f8_min(near_dot3(near, a), near_dot3(near, b)), near_dot3(near, c));
    out->square = near_dot3(near, near);
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
    leaf_bounds bounds;
    bound_triangles(&bounds, search, leaf, aim->scale);
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

/* The nearest point in float is off by the rounding of a corner's offset (3 of the 8 that
 * near_aim.error counts, of its ulps), of two edges, their products and sums, and of the weights,
 * which may leave the triangle by 4 ulps of the edges. */
#define NEAR_POINT_ERRORS 3.0

/* ---- triangles that are decided at the end */

typedef struct near_candidate {
    float bound2; /* its bound's square */
    uint32_t child, slot;
} near_candidate;

#define NEAR_CANDIDATES 32

typedef struct near_candidates {
    uint32_t count;
    near_candidate item[NEAR_CANDIDATES];
} near_candidates;

/* The last ones first, which are the nearer ones. */
static CAROM_APART void decide_candidates(near_search *search, const near_aim *aim,
                                          near_candidates *candidates, near_limits *limits) {
    while (candidates->count > 0) {
        near_candidate at = candidates->item[--candidates->count];
        if (at.bound2 > limits->triangle2) continue;
        visit_rank(search, wide_leaf_of(at.child), at.slot);
        if (search->limit == limits->of) continue;
        near_limits decided = limits_of(search, aim);
        limits->of = decided.of;
        if (decided.box < limits->box) *limits = decided;
    }
}

static CAROM_INLINE void collect_candidates(near_search *search, const near_aim *aim,
                                            uint32_t child, near_candidates *candidates,
                                            near_limits *limits) {
    wide_leaf leaf = wide_leaf_of(child);
    leaf_bounds bounds;
    bound_triangles(&bounds, search, leaf, aim->scale);
    uint32_t left = within_limit(&bounds, limits->triangle2) & ((1u << leaf.count) - 1u);
    float squares[WIDE_LEAF], bounds2[WIDE_LEAF], least = FLT_MAX;
    if (left == 0) return;
    if (candidates->count > NEAR_CANDIDATES - WIDE_LEAF)
        decide_candidates(search, aim, candidates, limits);
    f8 along = f8_max(bounds.along, f8_all(0.0F));
    f8_store(squares, bounds.square);
    f8_store(bounds2, f8_div(f8_mul(along, along), f8_add(bounds.square, f8_all(1e-35F))));
    for (; left != 0; left &= left - 1) {
        uint32_t i = lowest_bit(left);
        CAROM_PREFETCH(&search->tree->order[leaf.first + i]);
        least = squares[i] < least ? squares[i] : least;
        candidates->item[candidates->count++] = (near_candidate){bounds2[i], child, i};
    }
    draw_in(limits, aim, sqrt((double)least) + NEAR_POINT_ERRORS * aim->error);
}

/* ---- the walk */

/* Squares are not negative, so they compare as their bits do. */
static CAROM_INLINE uint64_t near_key(float square, uint32_t child) {
    uint32_t bits;
    memcpy(&bits, &square, sizeof bits);
    return (uint64_t)bits << 32 | child;
}

/* The nearest uppermost. Where a child belongs cannot be foreseen, so that nothing branches on it.
 */
static CAROM_INLINE int push_near(lane_tree in, uint64_t *stack, int top, const wide_node *node,
                                  const near_boxes *boxes) {
    int base = top;
    for (uint32_t mask = boxes->mask; mask != 0; mask &= mask - 1) {
        uint32_t i = lowest_bit(mask);
        lane_fetch(in, node->child[i]);
        uint64_t key = near_key(boxes->squares[i], node->child[i]);
        for (int at = base; at < top; at++) {
            uint64_t other = stack[at];
            stack[at] = other < key ? key : other;
            key = other < key ? other : key;
        }
        stack[top++] = key;
    }
    return top;
}

static CAROM_INLINE float near_key_square(uint64_t key) {
    uint32_t bits = (uint32_t)(key >> 32);
    float square;
    memcpy(&square, &bits, sizeof square);
    return square;
}

static CAROM_APART int open_node(const near_search *search, const near_aim *aim, uint64_t *stack,
                                 int top, float limit) {
    near_boxes boxes;
    const lane_tree in = lane_tree_of(search->tree);
    wide_node room;
    const wide_node *node = lane_node(in, (uint32_t)stack[top], &room);
    boxes_within_limit(&boxes, node, aim, limit);
    return push_near(in, stack, top, node, &boxes);
}

/* The nearest alone. Until a leaf is reached boxes draw the limit in. */
static CAROM_INLINE void visit_for_nearest(near_search *search, const near_aim *aim) {
    uint64_t stack[WIDE_STACK];
    near_limits limits = limits_of(search, aim);
    near_candidates candidates;
    candidates.count = 0;
    bool bounded = search->limit < DBL_MAX;
    wide_node room;
    int top = 0;
    stack[top++] = near_key(0.0F, 0);
    while (top > 0) {
        uint32_t child = (uint32_t)stack[--top];
        if (!(near_key_square(stack[top]) <= limits.box)) continue;
        if (wide_is_leaf(child)) {
            collect_candidates(search, aim, child, &candidates, &limits);
            bounded = true;
            continue;
        }
        if (!bounded) {
            float within = whole_box_within(wide_node_at(search->tree, child, &room), aim);
            float box = near_float_up((double)within * NEAR_TIES);
            limits.box = box < limits.box ? box : limits.box;
        }
        top = open_node(search, aim, stack, top, limits.box);
    }
    decide_candidates(search, aim, &candidates, &limits);
}

void SIMD_NAME(carom_near_visit)(near_search *search, const near_aim *aim) {
    if (search->nearest_only && aim->bounds) {
        visit_for_nearest(search, aim);
        return;
    }
    uint64_t stack[WIDE_STACK];
    near_limits limits = limits_of(search, aim);
    int top = 0;
    stack[top++] = near_key(0.0F, 0);
    while (top > 0) {
        uint32_t child = (uint32_t)stack[--top];
        if (!(near_key_square(stack[top]) <= limits.box)) continue;
        if (!wide_is_leaf(child))
            top = open_node(search, aim, stack, top, limits.box);
        else if (aim->bounds)
            visit_bounded(search, aim, wide_leaf_of(child), &limits);
        else
            visit_unbounded(search, aim, wide_leaf_of(child), &limits);
    }
}
