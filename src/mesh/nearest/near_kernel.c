/* Nearest-triangle search in the BVH8, branch and bound [Roussopoulos95], eight boxes and eight
 * triangles at a time.
 *
 * The point c of near_bounds.h, by which a triangle is bounded, is a point of it up to float
 * rounding, so |c| is also an upper bound on the distance. When only the nearest triangle is
 * wanted, these lengths tighten the limit, first in a straight descent to a leaf, and triangles are
 * decided in double at the end: the nearest, and those that float cannot distinguish from it. Other
 * searches decide triangles as they come. */
#include "mesh/nearest/near_bounds.h"
#include "mesh/nearest/nearest_order.h"
#include "mesh/nearest/near_kernel.h"

/* ---- limits: squared, in the frame, rounded up */

typedef struct near_limits {
    double of;       /* the search's limit that they were computed from */
    float box;       /* boxes that are farther are culled */
    float triangle2; /* and triangles the square of whose bound is larger; includes errors */
} near_limits;

/* A squared limit as a float that is above it. */
static CAROM_INLINE float near_float_up(double x) {
    return (float)(min2(x, NEAR_EVERYTHING) * NEAR_UP + 2.0 * (double)NEAR_NOTHING);
}

static CAROM_INLINE near_limits limits_of(const near_search *search, const near_query *query) {
    double limit = search->limit, scale = query->scale;
    double reach = limit < DBL_MAX ? sqrt(limit) * scale : (double)INFINITY;
    double more = reach + query->error;
    return (near_limits){limit, limit < 0.0 ? -1.0F : near_float_up(reach * reach),
                         near_float_up(more * more)};
}

/* Tightens the limits to the search's own, if that has changed. */
static CAROM_INLINE void follow_search(near_limits *limits, const near_search *search,
                                       const near_query *query) {
    if (search->limit == limits->of) return;
    near_limits own = limits_of(search, query);
    limits->of = own.of;
    limits->box = own.box < limits->box ? own.box : limits->box;
    limits->triangle2 = own.triangle2 < limits->triangle2 ? own.triangle2 : limits->triangle2;
}

/* Tightens the limits to a triangle whose squared distance is about `square`; takes no root, as
 * much waits for the result. */
static CAROM_INLINE void tighten(near_limits *limits, const near_query *query, float square) {
    float box = square * query->growth + query->box_slack;
    float triangle2 = square * query->growth + query->triangle_slack;
    limits->box = box < limits->box ? box : limits->box;
    limits->triangle2 = triangle2 < limits->triangle2 ? triangle2 : limits->triangle2;
}

/* ---- triangles */

/* A leaf with its bounds, and the slots that may be of interest. */
typedef struct near_bounded {
    leaf_bounds bounds;
    uint32_t child, left;
} near_bounded;

static CAROM_INLINE void visit_rank(near_search *search, bvh8_leaf leaf, uint32_t slot) {
    carom_triangle t = bvh8_triangle(search->tree, leaf, slot);
    search->visit(search, leaf.first + slot, &t);
}

static CAROM_INLINE uint32_t nearest_slot(const float *squares, uint32_t mask) {
    uint32_t best = lowest_bit(mask);
    while ((mask &= mask - 1) != 0) {
        uint32_t i = lowest_bit(mask);
        best = squares[i] < squares[best] ? i : best;
    }
    return best;
}

/* Visits the slots within the limit, nearest first. */
static CAROM_INLINE void visit_bounded(near_search *search, const near_query *query,
                                       const near_bounded *leaf, near_limits *limits) {
    uint32_t left = leaf->left & within_limit(&leaf->bounds, limits->triangle2);
    float squares[BVH8_LEAF];
    if (left == 0) return;
    f8_store(squares, leaf->bounds.square);
    while (left != 0) {
        uint32_t best = nearest_slot(squares, left);
        visit_rank(search, bvh8_leaf_of(leaf->child), best);
        follow_search(limits, search, query);
        if (search->limit < 0.0) return;
        left &= ~(1u << best) & within_limit(&leaf->bounds, limits->triangle2);
    }
}

static CAROM_INLINE void visit_leaf(near_search *search, const near_query *query, uint32_t child,
                                    near_limits *limits) {
    bvh8_leaf leaf = bvh8_leaf_of(child);
    if (query->bounds) {
        near_bounded bounded = {.child = child, .left = (1u << leaf.count) - 1u};
        bound_triangles(&bounded.bounds, search, leaf, query->scale);
        visit_bounded(search, query, &bounded, limits);
        return;
    }
    for (uint32_t i = 0; i < leaf.count && search->limit >= 0.0; i++)
        visit_rank(search, leaf, i);
    follow_search(limits, search, query);
}

/* ---- triangles that are decided at the end */

#define NEAR_FOUND 16

typedef struct near_found {
    uint32_t count, best, slot; /* the slot and the leaf of the approximately nearest triangle */
    float square;               /* its approximate squared distance */
    near_bounded leaf[NEAR_FOUND];
} near_found;

/* Decides the collected triangles: the nearest first, as its distance culls most others; then from
 * the leaf found last. */
static CAROM_APART void decide_found(near_search *search, const near_query *query,
                                     near_found *found, near_limits *limits) {
    if (found->count == 0) return;
    near_bounded *best = &found->leaf[found->best];
    visit_rank(search, bvh8_leaf_of(best->child), found->slot);
    best->left &= ~(1u << found->slot);
    follow_search(limits, search, query);
    for (; found->count > 0; found->count--)
        visit_bounded(search, query, &found->leaf[found->count - 1], limits);
}

/* ---- leaves */

typedef struct near_leaf {
    lanes3 corner[3]; /* offsets from the point; those past the leaf's count are undefined */
    uint32_t child, count;
    uint32_t left; /* slots that may be within the limit */
} near_leaf;

static CAROM_INLINE void load_leaf(near_leaf *out, const near_search *search, uint32_t child,
                                   double scale) {
    bvh8_leaf leaf = bvh8_leaf_of(child);
    bvh8_row_scratch scratch;
    const lane_tree in = lane_tree_of(search->tree);
    const carom_real *rows = lane_rows(in, leaf, &scratch);
    size_t n = lane_step(in, leaf);
    for (size_t k = 0; k < 3; k++)
        out->corner[k] = corner_offsets(rows + 3 * k * n, n, search, scale);
    out->child = child;
    out->count = leaf.count;
    out->left = (1u << leaf.count) - 1u;
}

/* Bounds triangles with a corner for c, which is cheap and culls most. False when no slot is left.
 */
static CAROM_INLINE bool bound_by_corner(near_leaf *leaf, const near_limits *limits) {
    const lanes3 *corner = leaf->corner;
    leaf_bounds rough;
    rough.square = near_dot3(corner[0], corner[0]);
    rough.along = f8_min(f8_min(rough.square, near_dot3(corner[0], corner[1])),
                         near_dot3(corner[0], corner[2]));
    leaf->left &= within_limit(&rough, limits->triangle2);
    return leaf->left != 0;
}

/* The squares, infinite past the leaf's count. */
static CAROM_INLINE f8 within_count(f8 squares, uint32_t count) {
    static const float past[2 * BVH8_LEAF] = {[8] = INFINITY, INFINITY, INFINITY, INFINITY,
                                              INFINITY,       INFINITY, INFINITY, INFINITY};
    return f8_max(squares, f8_load(past + (BVH8_LEAF - count)));
}

/* Keeps the leaf for decide_found, and tightens the limits to its nearest triangle. */
static CAROM_INLINE void collect_leaf(near_search *search, const near_query *query,
                                      const near_leaf *leaf, near_found *found,
                                      near_limits *limits) {
    near_bounded bounded = {.child = leaf->child};
    bound_corners_by(&bounded.bounds, leaf->corner[0], leaf->corner[1], leaf->corner[2]);
    bounded.left = leaf->left & within_limit(&bounded.bounds, limits->triangle2);
    if (bounded.left == 0) return;
    if (found->count == NEAR_FOUND) decide_found(search, query, found, limits);
    CAROM_PREFETCH(&search->tree->order[bvh8_leaf_of(leaf->child).first]);
    f8 squares = within_count(bounded.bounds.square, leaf->count);
    float least = f8_least(squares);
    uint32_t slot = lowest_bit(f8_bits(f8_le(squares, f8_all(least))) | 1u << (leaf->count - 1));
    bool better = found->count == 0 || least < found->square;
    found->square = better ? least : found->square;
    found->slot = better ? slot : found->slot;
    found->best = better ? found->count : found->best;
    found->leaf[found->count++] = bounded;
    tighten(limits, query, least);
}

/* ---- the traversal */

/* Finds the nearest triangle alone. */
static CAROM_INLINE void visit_for_nearest(near_search *search, const near_query *query) {
    near_limits limits = limits_of(search, query);
    near_stack *stack = carom_workspace_take(WORKSPACE_NEAR);
    near_pending *top = stack->item;
    near_descent descent;
    near_found found;
    near_leaf leaf;
    near_path alone, *path = search->path ? search->path : &alone;
    uint32_t child;
    alone.count = 0;
    found.count = 0;
    stack_start(stack, search->tree);
    child = descend_to_leaf(&descent, path, stack, query, limits.box);
    if (bvh8_is_leaf(child)) {
        load_leaf(&leaf, search, child, query->scale);
        collect_leaf(search, query, &leaf, &found, &limits);
    } else if (child != BVH8_NONE)
        top = open_node(stack, top, child, query, limits.box);
    while (next_near(stack, &top, &descent, limits.box, &child)) {
        if (!bvh8_is_leaf(child)) {
            top = open_node(stack, top, child, query, limits.box);
            continue;
        }
        load_leaf(&leaf, search, child, query->scale);
        if (bound_by_corner(&leaf, &limits)) collect_leaf(search, query, &leaf, &found, &limits);
    }
    carom_workspace_give(stack);
    decide_found(search, query, &found, &limits);
}

void SIMD_NAME(carom_near_visit)(near_search *search, const near_query *query) {
    if (search->nearest_only && query->bounds) {
        visit_for_nearest(search, query);
        return;
    }
    near_limits limits = limits_of(search, query);
    near_stack *stack = carom_workspace_take(WORKSPACE_NEAR);
    near_pending *top = stack->item;
    near_descent descent;
    uint32_t child;
    stack_start(stack, search->tree);
    start_at_root(&descent, stack, query);
    while (next_near(stack, &top, &descent, limits.box, &child))
        if (bvh8_is_leaf(child))
            visit_leaf(search, query, child, &limits);
        else
            top = open_node(stack, top, child, query, limits.box);
    carom_workspace_give(stack);
}
