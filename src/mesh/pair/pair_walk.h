/* Simultaneous traversal of two BVH8s [Ericson05] 6.3. One box of a mesh is tested against the
 * eight of a node of the other by the separating axis test along the six face normals of both
 * [Gottschalk96], in float and in the trees' own frames; leaves are compared in the frame of A's
 * tree, one triangle against up to eight. Every test is conservative: margins cover the rounding
 * of float, posing and boxes, and a pair is pruned only when its separation is proved. The
 * remaining pairs go to `take`, which decides by the exact functions. */
#ifndef CAROM_MESH_PAIR_PAIR_WALK_H
#define CAROM_MESH_PAIR_PAIR_WALK_H

#include "simd/simd_set.h"
#include "mesh/data/pile.h"
#include "mesh/pair/pair_frame.h"

/** Map from one tree's frame to the other's: row-major, with the absolute values of its entries
 * in `size`. */
typedef struct lane_map {
    float row[3][3], size[3][3], shift[3];
} lane_map;

/** A leaf's triangles in the frame of A's tree; lanes past the last repeat the first. */
typedef struct lane_leaf {
    bvh8_leaf leaf;     /* count 0: empty */
    uint32_t side;      /* 0: of A's tree; 1: of B's */
    float v[3][3][8];   /* corner, component, lane */
    float normal[3][8]; /* cross product of v[1] - v[0] and v[2] - v[0], not unit */
    float low[3][8], high[3][8];
    float extent[8]; /* largest component of an edge */
    float largest;   /* largest magnitude of a coordinate */
} lane_leaf;

/** A leaf's triangles in the common frame. */
typedef struct posed_leaf {
    uint32_t first;  /* rank of the first */
    uint32_t filled; /* bit i: triangles[i] is */
    carom_triangle triangles[BVH8_LEAF];
} posed_leaf;

/** A point near the center of a mesh, from which vertices are measured in float. */
typedef struct leaf_origin {
    carom_real own[3]; /* in the mesh's own coordinates */
    float in_a[3];     /* in A's frame */
} leaf_origin;

#define NO_PLACE UINT32_MAX

/* A node or leaf of each tree, and its place, BVH8_WIDTH * parent + slot, which has its box. */
typedef struct pair_place {
    uint32_t child[2], place[2];
} pair_place;

typedef struct pair_walk pair_walk;

struct pair_walk {
    pair_frame frame;
    const bvh8_tree *tree[2];
    pair_place start;    /* first pair; both roots by default */
    lane_map into[2];    /* into A's frame from B's, and into B's from A's */
    double corner[3][4]; /* map from B's own coordinates into the frame of A's tree; column 3 is the
                            shift */
    leaf_origin origin[2];
    float margin[2];  /* error of posing, in each tree's frame */
    float error[2];   /* error of a box mapped in float, in each tree's frame */
    float ratio;      /* lower bound on the length in A's frame of a unit gap in B's frame */
    float b_in_a;     /* length in A's frame of a unit of B's frame */
    lane_leaf *a, *b; /* the two leaves that are compared */
    /* Converted leaves: by slot the children of the node that was opened last of leaf pairs, which
     * come in turn, and by side the leaf that each of them is compared with. */
    lane_leaf inner[BVH8_WIDTH], outer[2];
    posed_leaf posed[2]; /* of the leaves a and b */
    pile_finder piles[2];
    bool collapses; /* of triangles with the same corners, those of one leaf are taken */
    /** Decides two triangles of the leaves a and b; false ends the traversal. */
    bool (*take)(pair_walk *walk, uint32_t slot_a, uint32_t slot_b);
    /* Pairs of nodes left before the traversal asks `refill` whether it goes on, and gives up where
     * that is null; unlimited by default. */
    uint64_t budget, patience;
    bool (*refill)(pair_walk *walk);
    double beyond; /* for carom_pair_refill: pairs that are farther apart do not matter */
    /* distances only: */
    /** When set, returns true where a plane proves that of two nodes no pair of triangles matters.
     */
    bool (*parts)(pair_walk *walk, pair_place at);
    float line_error; /* error of a gap along a direction, per unit of the direction's 1-norm */
    float limit;      /* upper bound on the distances that matter, in A's frame */
    float along[3];   /* unit, from A to B at the nearest points found so far; or zero */
    /** When set, only pairs before it in index order matter; they are visited in that order
     * whatever their distance. By default all pairs matter, the nearest first. */
    carom_triangle_pair last;
};

/** The least triangle index below one side of a pair; a root gives 0. A leaf is asked itself: of a
 * pile that counts as one, the place has a part of the pile alone. */
static inline uint32_t least_below_place(const pair_walk *walk, pair_place at, int side) {
    const bvh8_tree *tree = walk->tree[side];
    const uint32_t child = at.child[side], place = at.place[side];
    if (bvh8_is_leaf(child)) return bvh8_least_of_leaf(tree, bvh8_leaf_of(child));
    return place == NO_PLACE ? 0 : bvh8_least_at(tree, place / BVH8_WIDTH, place % BVH8_WIDTH);
}

/** @return false when a mesh is missing or empty, or a pose not finite. */
bool carom_pair_walk_start(pair_walk *walk, const carom_placed_mesh *a, const carom_placed_mesh *b);

/** From now on a node of which all triangles have the same corners counts as the leaf that holds
 * the one with the least index: for walks that seek one pair, of equal ones the first. */
void carom_pair_walk_collapse(pair_walk *walk);

/** Passes all pairs that may touch to `take`. */
void carom_pair_walk_touching(pair_walk *walk);
/** Passes all pairs that may be as near as the limit to `take`, which lowers the limit; the
 * nearer boxes come first. */
void carom_pair_walk_nearest(pair_walk *walk);

/** Returns a triangle of one of the two leaves, posed in the common frame. */
static inline const carom_triangle *posed_in_leaf(posed_leaf *posed, const lane_leaf *leaf,
                                                  const placed_frame *frame, uint32_t slot) {
    if (posed->first != leaf->leaf.first) {
        posed->first = leaf->leaf.first;
        posed->filled = 0;
    }
    if (!(posed->filled >> slot & 1u))
        posed->triangles[slot] = posed_rank(frame, posed->first + slot);
    posed->filled |= 1u << slot;
    return &posed->triangles[slot];
}
static inline const carom_triangle *lane_posed_a(pair_walk *w, uint32_t slot) {
    return posed_in_leaf(&w->posed[0], w->a, &w->frame.a, slot);
}
static inline const carom_triangle *lane_posed_b(pair_walk *w, uint32_t slot) {
    return posed_in_leaf(&w->posed[1], w->b, &w->frame.b, slot);
}

#endif
