/* Nearest first through the BVH8, eight boxes and eight triangles at a time.
 *
 * c, by which a triangle is bounded, is a point of it but for what float rounds, so |c| is no less
 * than the distance either. Where the nearest is all that is asked, these lengths draw the limit
 * in, first by a way straight down to a leaf, and triangles are decided at the end: the one, and
 * those that float cannot tell from it. */
#include "mesh/nearest/near_bounds.h"
#include "mesh/nearest/near_way.h"

/* ---- limits in the frame, squared, rounded up */

typedef struct near_limits {
    double of;       /* the search's limit that they are made of */
    float box;       /* no box farther than that */
    float triangle2; /* nor triangle whose bound's square is above, errors included */
} near_limits;

#define NEAR_UP (1.0 + 0x1p-20)

/* Farther than any triangle is; places without a child are infinitely far away. */
#define NEAR_EVERYTHING 0x1p120

static CAROM_INLINE float near_float_up(double x) {
    return (float)(min2(x, NEAR_EVERYTHING) * NEAR_UP + 2.0 * (double)NEAR_NOTHING);
}

static CAROM_INLINE near_limits limits_of(const near_search *search, const near_aim *aim) {
    double limit = search->limit, scale = aim->scale;
    double reach = limit < DBL_MAX ? sqrt(limit) * scale : (double)INFINITY;
    double more = reach + aim->error;
    return (near_limits){limit, limit < 0.0 ? -1.0F : near_float_up(reach * reach),
                         near_float_up(more * more)};
}

/* Limits that the search's own one gives, if that has changed. */
static CAROM_INLINE void follow_search(near_limits *limits, const near_search *search,
                                       const near_aim *aim) {
    if (search->limit == limits->of) return;
    near_limits own = limits_of(search, aim);
    limits->of = own.of;
    limits->box = own.box < limits->box ? own.box : limits->box;
    limits->triangle2 = own.triangle2 < limits->triangle2 ? own.triangle2 : limits->triangle2;
}

/* A triangle is hardly farther than a square's root; without taking it, as much waits for that. */
static CAROM_INLINE void draw_in(near_limits *limits, const near_aim *aim, float square) {
    float box = square * aim->growth + aim->box_room;
    float triangle2 = square * aim->growth + aim->triangle_room;
    limits->box = box < limits->box ? box : limits->box;
    limits->triangle2 = triangle2 < limits->triangle2 ? triangle2 : limits->triangle2;
}

/* ---- triangles */

/* A leaf that was bounded, and which of its slots may be of interest. */
typedef struct near_bounded {
    leaf_bounds bounds;
    uint32_t child, left;
} near_bounded;

static CAROM_INLINE void visit_rank(near_search *search, bvh8_leaf leaf, uint32_t slot) {
    carom_triangle t = bvh8_triangle(search->tree, leaf, slot);
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

/* Those that are within the limit, nearest first. */
static CAROM_INLINE void visit_bounded(near_search *search, const near_aim *aim,
                                       const near_bounded *leaf, near_limits *limits) {
    uint32_t left = leaf->left & within_limit(&leaf->bounds, limits->triangle2);
    float squares[BVH8_LEAF];
    if (left == 0) return;
    f8_store(squares, leaf->bounds.square);
    while (left != 0) {
        uint32_t best = most_promising(squares, left);
        visit_rank(search, bvh8_leaf_of(leaf->child), best);
        follow_search(limits, search, aim);
        if (search->limit < 0.0) return;
        left &= ~(1u << best) & within_limit(&leaf->bounds, limits->triangle2);
    }
}

static CAROM_INLINE void visit_leaf(near_search *search, const near_aim *aim, uint32_t child,
                                    near_limits *limits) {
    bvh8_leaf leaf = bvh8_leaf_of(child);
    if (aim->bounds) {
        near_bounded bounded = {.child = child, .left = (1u << leaf.count) - 1u};
        bound_triangles(&bounded.bounds, search, leaf, aim->scale);
        visit_bounded(search, aim, &bounded, limits);
        return;
    }
    for (uint32_t i = 0; i < leaf.count && search->limit >= 0.0; i++)
        visit_rank(search, leaf, i);
    follow_search(limits, search, aim);
}

/* ---- triangles that are decided at the end */

#define NEAR_FOUND 16

typedef struct near_found {
    uint32_t count, best, slot; /* which slot of which leaf is about the nearest */
    float square;               /* of about its distance */
    near_bounded leaf[NEAR_FOUND];
} near_found;

/* The nearest one is first, as its distance leaves little else; then the leaves that were found
 * last. */
static CAROM_APART void decide_found(near_search *search, const near_aim *aim, near_found *found,
                                     near_limits *limits) {
    if (found->count == 0) return;
    near_bounded *best = &found->leaf[found->best];
    visit_rank(search, bvh8_leaf_of(best->child), found->slot);
    best->left &= ~(1u << found->slot);
    follow_search(limits, search, aim);
    for (; found->count > 0; found->count--)
        visit_bounded(search, aim, &found->leaf[found->count - 1], limits);
}

/* ---- leaves */

typedef struct near_leaf {
    lanes3 corner[3]; /* offsets; what is past the leaf's count has no meaning */
    uint32_t child, count;
    uint32_t left; /* the slots that may be within the limit */
} near_leaf;

static CAROM_INLINE void load_leaf(near_leaf *out, const near_search *search, uint32_t child,
                                   double scale) {
    bvh8_leaf leaf = bvh8_leaf_of(child);
    bvh8_row_scratch room;
    const lane_tree in = lane_tree_of(search->tree);
    const carom_real *rows = lane_rows(in, leaf, &room);
    size_t n = lane_step(in, leaf);
    for (size_t k = 0; k < 3; k++)
        out->corner[k] = corner_offsets(rows + 3 * k * n, n, search, scale);
    out->child = child;
    out->count = leaf.count;
    out->left = (1u << leaf.count) - 1u;
}

/* With a corner for c: it leaves few, and is soon told. */
static CAROM_INLINE bool bound_by_corner(near_leaf *leaf, const near_limits *limits) {
    const lanes3 *corner = leaf->corner;
    leaf_bounds rough;
    rough.square = near_dot3(corner[0], corner[0]);
    rough.along = f8_min(f8_min(rough.square, near_dot3(corner[0], corner[1])),
                         near_dot3(corner[0], corner[2]));
    leaf->left &= within_limit(&rough, limits->triangle2);
    return leaf->left != 0;
}

/* Infinite past a leaf's count. */
static CAROM_INLINE f8 within_count(f8 squares, uint32_t count) {
    static const float past[2 * BVH8_LEAF] = {[8] = INFINITY, INFINITY, INFINITY, INFINITY,
                                              INFINITY,       INFINITY, INFINITY, INFINITY};
    return f8_max(squares, f8_load(past + (BVH8_LEAF - count)));
}

static CAROM_INLINE void collect_leaf(near_search *search, const near_aim *aim,
                                      const near_leaf *leaf, near_found *found,
                                      near_limits *limits) {
    near_bounded bounded = {.child = leaf->child};
    bound_corners_by(&bounded.bounds, leaf->corner[0], leaf->corner[1], leaf->corner[2]);
    bounded.left = leaf->left & within_limit(&bounded.bounds, limits->triangle2);
    if (bounded.left == 0) return;
    if (found->count == NEAR_FOUND) decide_found(search, aim, found, limits);
    CAROM_PREFETCH(&search->tree->order[bvh8_leaf_of(leaf->child).first]);
    f8 squares = within_count(bounded.bounds.square, leaf->count);
    float least = f8_least(squares);
    uint32_t slot = lowest_bit(f8_bits(f8_le(squares, f8_all(least))) | 1u << (leaf->count - 1));
    bool better = found->count == 0 || least < found->square;
    found->square = better ? least : found->square;
    found->slot = better ? slot : found->slot;
    found->best = better ? found->count : found->best;
    found->leaf[found->count++] = bounded;
    draw_in(limits, aim, least);
}

/* ---- the walk */

/* The nearest alone. */
static CAROM_INLINE void visit_for_nearest(near_search *search, const near_aim *aim) {
    near_limits limits = limits_of(search, aim);
    near_stack stack;
    near_pending *top = stack.item;
    near_way way;
    near_found found;
    near_leaf leaf;
    near_path alone, *path = search->path ? search->path : &alone;
    uint32_t child;
    alone.count = 0;
    found.count = 0;
    stack_start(&stack, search->tree);
    child = way_down(&way, path, &stack, aim, limits.box);
    if (bvh8_is_leaf(child)) {
        load_leaf(&leaf, search, child, aim->scale);
        collect_leaf(search, aim, &leaf, &found, &limits);
    } else if (child != BVH8_NONE)
        top = open_node(&stack, top, child, aim, limits.box);
    while (next_near(&stack, &top, &way, limits.box, &child)) {
        if (!bvh8_is_leaf(child)) {
            top = open_node(&stack, top, child, aim, limits.box);
            continue;
        }
        load_leaf(&leaf, search, child, aim->scale);
        if (bound_by_corner(&leaf, &limits)) collect_leaf(search, aim, &leaf, &found, &limits);
    }
    decide_found(search, aim, &found, &limits);
}

void SIMD_NAME(carom_near_visit)(near_search *search, const near_aim *aim) {
    if (search->nearest_only && aim->bounds) {
        visit_for_nearest(search, aim);
        return;
    }
    near_limits limits = limits_of(search, aim);
    near_stack stack;
    near_pending *top = stack.item;
    near_way way;
    uint32_t child;
    stack_start(&stack, search->tree);
    way_at_root(&way, &stack, aim);
    while (next_near(&stack, &top, &way, limits.box, &child))
        if (bvh8_is_leaf(child))
            visit_leaf(search, aim, child, &limits);
        else
            top = open_node(&stack, top, child, aim, limits.box);
}
