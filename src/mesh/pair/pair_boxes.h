/* Separating axis test and distance bound [Gottschalk96] of one box of a BVH8 against the eight
 * children of a node of another, along the six face normals of both and the line of centers, in
 * float lanes. Both are conservative: slack covers the rounding of the maps. Included by
 * pair_kernel.c only. */
#include "mesh/pair/pair_walk.h"
#include "mesh/pair/tolerances.h"

typedef struct fixed_box {
    float center[3], half[3];
} fixed_box;

/* The maps into the frame of the one box and into that of the node, and bounds on their error
 * there. */
typedef struct box_query {
    const lane_map *into_fixed, *into_node;
    float slack_fixed, slack_node;
    float unit_fixed, unit_node; /* length of a unit in A's frame; for distances */
} box_query;

/* Children of a node that remain, and lower bounds on their squared distances, in A's frame. */
typedef struct distance_children {
    float keys[BVH8_WIDTH];
    uint32_t mask;
} distance_children;

static CAROM_INLINE fixed_box fixed_of_box(bvh8_box box) {
    fixed_box out;
    for (int k = 0; k < 3; k++) {
        out.center[k] = (box.low[k] + box.high[k]) * 0.5F;
        out.half[k] = (box.high[k] - box.low[k]) * 0.5F;
    }
    return out;
}

static fixed_box root_box(const bvh8_tree *tree) {
    bvh8_node scratch;
    const bvh8_node *node = bvh8_node_at(tree, 0, &scratch);
    bvh8_box out;
    for (int k = 0; k < 3; k++) {
        float low = node->low[k][0], high = node->high[k][0];
        for (int i = 1; i < BVH8_WIDTH; i++) {
            low = node->low[k][i] < low ? node->low[k][i] : low;
            high = node->high[k][i] > high ? node->high[k][i] : high;
        }
        out.low[k] = low;
        out.high[k] = high;
    }
    return fixed_of_box(out);
}

static CAROM_INLINE fixed_box box_of_place(const pair_walk *w, const fixed_box roots[2],
                                           pair_place at, int side) {
    uint32_t place = at.place[side];
    if (place == NO_PLACE) return roots[side];
    return fixed_of_box(bvh8_box_at(w->tree[side], place / BVH8_WIDTH, place % BVH8_WIDTH));
}

/* Bounds the one box in the node's frame. */
static CAROM_INLINE fixed_box box_in_node(const box_query *query, const fixed_box *box) {
    const lane_map *m = query->into_node;
    fixed_box out;
    for (int i = 0; i < 3; i++) {
        out.center[i] = m->row[i][0] * box->center[0] + m->row[i][1] * box->center[1] +
                        m->row[i][2] * box->center[2] + m->shift[i];
        out.half[i] = m->size[i][0] * box->half[0] + m->size[i][1] * box->half[1] +
                      m->size[i][2] * box->half[2] + query->slack_node;
    }
    return out;
}

/* The eight boxes in the frame of the one, relative to its center. */
typedef struct box_view8 {
    f8 center[3], reach[3]; /* reach: half extents of the eight in the one's frame */
    f8 half[3];             /* half extents in the node's own frame */
} box_view8;

static CAROM_INLINE f8 row_lanes(const float row[3], const f8 x[3]) {
    return f8_add(f8_add(f8_mul(f8_all(row[0]), x[0]), f8_mul(f8_all(row[1]), x[1])),
                  f8_mul(f8_all(row[2]), x[2]));
}

static CAROM_INLINE box_view8 view_boxes(const bvh8_node *node, const box_query *query,
                                         const fixed_box *box) {
    box_view8 out;
    f8 center[3], half = f8_all(0.5F);
    for (int k = 0; k < 3; k++) {
        f8 low = f8_load(node->low[k]), high = f8_load(node->high[k]);
        center[k] = f8_mul(f8_add(low, high), half);
        out.half[k] = f8_mul(f8_sub(high, low), half);
    }
    for (int i = 0; i < 3; i++) {
        f8 shift = f8_all(query->into_fixed->shift[i] - box->center[i]);
        out.center[i] = f8_add(row_lanes(query->into_fixed->row[i], center), shift);
        out.reach[i] = row_lanes(query->into_fixed->size[i], out.half);
    }
    return out;
}

static CAROM_INLINE f8_flags filled_lanes(const bvh8_node *node) {
    return f8_le(f8_load(node->low[0]), f8_load(node->high[0]));
}

/* Returns the mask of the children whose boxes overlap the one along the face normals of both. */
static CAROM_INLINE uint32_t overlapping_boxes(const bvh8_node *node, const box_query *query,
                                               const fixed_box *box) {
    fixed_box in_node = box_in_node(query, box);
    f8_flags apart = f8_not(filled_lanes(node));
    for (int k = 0; k < 3; k++) {
        f8 low = f8_all(in_node.center[k] - in_node.half[k]);
        f8 high = f8_all(in_node.center[k] + in_node.half[k]);
        apart = f8_or(
            apart, f8_or(f8_lt(high, f8_load(node->low[k])), f8_lt(f8_load(node->high[k]), low)));
    }
    if (f8_bits(apart) == 0xffu) return 0;
    box_view8 view = view_boxes(node, query, box);
    for (int i = 0; i < 3; i++) {
        f8 reach = f8_add(view.reach[i], f8_all(box->half[i] + query->slack_fixed));
        apart = f8_or(apart, f8_lt(reach, f8_abs(view.center[i])));
    }
    return ~f8_bits(apart) & 0xffu;
}

/* Lower bound on the squared distance along the line of centers; at least 0. */
static CAROM_INLINE f8 gap_of_lines(const box_view8 *view, const box_query *query,
                                    const fixed_box *box) {
    const f8 *d = view->center;
    const float(*row)[3] = query->into_fixed->row;
    f8 length2 = f8_add(f8_add(f8_mul(d[0], d[0]), f8_mul(d[1], d[1])), f8_mul(d[2], d[2]));
    f8 reach = f8_all(0.0F);
    for (int i = 0; i < 3; i++) {
        f8 theirs = f8_add(f8_add(f8_mul(d[0], f8_all(row[0][i])), f8_mul(d[1], f8_all(row[1][i]))),
                           f8_mul(d[2], f8_all(row[2][i])));
        reach = f8_add(reach, f8_mul(f8_abs(theirs), view->half[i]));
        reach = f8_add(reach, f8_mul(f8_abs(d[i]), f8_all(box->half[i] + query->slack_fixed)));
    }
    f8 gap = f8_max(f8_sub(length2, reach), f8_all(0.0F));
    f8 least = f8_all(PAIR_CENTER_DISTANCE2_LEAST);
    return f8_mul(gap, f8_div(gap, f8_add(length2, least)));
}

/* Finds the children that may be within the limit, which is squared and in A's frame. */
static CAROM_INLINE void boxes_within(const bvh8_node *node, const box_query *query,
                                      const fixed_box *box, float limit2,
                                      distance_children *found) {
    fixed_box in_node = box_in_node(query, box);
    box_view8 view = view_boxes(node, query, box);
    f8 zero = f8_all(0.0F), own = zero, theirs = zero;
    for (int k = 0; k < 3; k++) {
        f8 above = f8_sub(f8_load(node->low[k]), f8_all(in_node.center[k] + in_node.half[k]));
        f8 below = f8_sub(f8_all(in_node.center[k] - in_node.half[k]), f8_load(node->high[k]));
        f8 gap = f8_max(f8_max(above, below), zero);
        theirs = f8_add(theirs, f8_mul(gap, gap));
        f8 reach = f8_add(view.reach[k], f8_all(box->half[k] + query->slack_fixed));
        gap = f8_max(f8_sub(f8_abs(view.center[k]), reach), zero);
        own = f8_add(own, f8_mul(gap, gap));
    }
    own = f8_max(own, gap_of_lines(&view, query, box));
    own = f8_mul(own, f8_all(query->unit_fixed * query->unit_fixed));
    theirs = f8_mul(theirs, f8_all(query->unit_node * query->unit_node));
    f8 key = f8_mul(f8_max(own, theirs), f8_all(PAIR_BOX_KEY_ROUNDING));
    f8_store(found->keys, key);
    f8_flags out = f8_or(f8_lt(f8_all(limit2), key), f8_not(filled_lanes(node)));
    found->mask = ~f8_bits(out) & 0xffu;
}
