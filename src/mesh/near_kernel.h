/* Nearest first through the wide tree, eight boxes and eight triangles at a time.
 *
 * c, by which a triangle is bounded, is a point of it but for what float rounds, so |c| is no less
 * than the distance either. Where the nearest is all that is asked, these lengths draw the limit
 * in, first by a way straight down to a leaf, and triangles are decided at the end: the one, and
 * those that float cannot tell from it. */
#include <string.h>

#include "mesh/near_bounds.h"
#include "mesh/wide_lanes.h"

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

/* The child that lies nearest by its nearest and its farthest point: what is nearest by one alone
 * may be a large box all round the point, or one that is small and far. */
static CAROM_INLINE uint32_t promising_child(const wide_node *node, const near_aim *aim) {
    f8 sum = f8_all(0.0F);
    for (int k = 0; k < 3; k++) {
        f8 low = f8_sub(f8_load(node->low[k]), f8_all(aim->above[k]));
        f8 high = f8_sub(f8_all(aim->below[k]), f8_load(node->high[k]));
        f8 gap = f8_max(f8_max(low, high), f8_all(0.0F)), far = f8_min(low, high);
        sum = f8_add(sum, f8_add(f8_mul(gap, gap), f8_mul(far, far)));
    }
    return node->child[lowest_bit(f8_bits(f8_le(sum, f8_all(f8_least(sum)))))];
}

/* ---- triangles */

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

/* ---- leaves */

typedef struct near_leaf {
    lanes3 corner[3]; /* offsets; what is past the leaf's count has no meaning */
    uint32_t child, count;
    uint32_t left; /* the slots that may be within the limit */
} near_leaf;

static CAROM_INLINE void load_leaf(near_leaf *out, const near_search *search, uint32_t child,
                                   double scale) {
    wide_leaf leaf = wide_leaf_of(child);
    wide_row_room room;
    const carom_real *rows = wide_rows(search->tree, leaf, &room);
    size_t n = leaf.count;
    for (size_t k = 0; k < 3; k++)
        out->corner[k] = corner_offsets(rows + 3 * k * n, n, search, scale);
    out->child = child;
    out->count = leaf.count;
}

static CAROM_INLINE void bound_leaf(leaf_bounds *out, const near_leaf *leaf) {
    bound_corners_by(out, leaf->corner[0], leaf->corner[1], leaf->corner[2]);
}

/* With a corner for c: it leaves few, and is soon told. */
static CAROM_INLINE bool bound_by_corner(near_leaf *leaf, const near_limits *limits) {
    const lanes3 *corner = leaf->corner;
    leaf_bounds rough;
    rough.square = near_dot3(corner[0], corner[0]);
    rough.along = f8_min(f8_min(rough.square, near_dot3(corner[0], corner[1])),
                         near_dot3(corner[0], corner[2]));
    leaf->left = within_limit(&rough, limits->triangle2) & ((1u << leaf->count) - 1u);
    return leaf->left != 0;
}

static CAROM_INLINE void collect_candidates(near_search *search, const near_aim *aim,
                                            const near_leaf *leaf, near_candidates *candidates,
                                            near_limits *limits) {
    leaf_bounds bounds;
    bound_leaf(&bounds, leaf);
    uint32_t left = leaf->left & within_limit(&bounds, limits->triangle2);
    if (left == 0) return;
    float squares[WIDE_LEAF], bounds2[WIDE_LEAF], least = FLT_MAX;
    uint32_t first = wide_leaf_of(leaf->child).first;
    if (candidates->count > NEAR_CANDIDATES - WIDE_LEAF)
        decide_candidates(search, aim, candidates, limits);
    f8 along = f8_max(bounds.along, f8_all(0.0F));
    f8_store(squares, bounds.square);
    f8_store(bounds2, f8_div(f8_mul(along, along), f8_add(bounds.square, f8_all(1e-35F))));
    for (; left != 0; left &= left - 1) {
        uint32_t i = lowest_bit(left);
        CAROM_PREFETCH(&search->tree->order[first + i]);
        least = squares[i] < least ? squares[i] : least;
        candidates->item[candidates->count++] = (near_candidate){bounds2[i], leaf->child, i};
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

/* Straight down to a leaf, whose triangles draw the limit in: hardly a box is put on the stack in
 * vain from then on. */
static CAROM_INLINE void draw_in_first(const near_search *search, const near_aim *aim,
                                       near_limits *limits) {
    const lane_tree in = lane_tree_of(search->tree);
    wide_node room;
    uint32_t child = 0;
    do {
        child = promising_child(lane_node(in, child, &room), aim);
        lane_fetch(in, child);
    } while (!wide_is_leaf(child));
    near_leaf leaf;
    leaf_bounds bounds;
    float squares[WIDE_LEAF], least = FLT_MAX;
    load_leaf(&leaf, search, child, aim->scale);
    bound_leaf(&bounds, &leaf);
    f8_store(squares, bounds.square);
    for (uint32_t i = 0; i < leaf.count; i++)
        least = squares[i] < least ? squares[i] : least;
    draw_in(limits, aim, sqrt((double)least) + NEAR_POINT_ERRORS * aim->error);
}

/* The nearest alone. */
static CAROM_INLINE void visit_for_nearest(near_search *search, const near_aim *aim) {
    uint64_t stack[WIDE_STACK];
    near_limits limits = limits_of(search, aim);
    near_candidates candidates;
    near_leaf leaf;
    int top = 0;
    candidates.count = 0;
    if (!(search->limit < DBL_MAX)) draw_in_first(search, aim, &limits);
    stack[top++] = near_key(0.0F, 0);
    while (top > 0) {
        uint32_t child = (uint32_t)stack[--top];
        if (!(near_key_square(stack[top]) <= limits.box)) continue;
        if (!wide_is_leaf(child)) {
            top = open_node(search, aim, stack, top, limits.box);
            continue;
        }
        load_leaf(&leaf, search, child, aim->scale);
        if (bound_by_corner(&leaf, &limits))
            collect_candidates(search, aim, &leaf, &candidates, &limits);
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
