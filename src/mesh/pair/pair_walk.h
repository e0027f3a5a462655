/* Two BVH8s at once. One box of a mesh is held against the eight of a node of the other, along
 * the six face directions of both, in float and in the trees' own frames; leaves are held against
 * one another as A's tree sees them, one triangle against up to eight. All of it is conservative:
 * margins cover what float, posing and boxes round, and what cannot be told is not left out. Pairs
 * that are left over go to `take`, which decides by the exact functions. */
#ifndef CAROM_MESH_PAIR_PAIR_WALK_H
#define CAROM_MESH_PAIR_PAIR_WALK_H

#include "simd/simd_set.h"
#include "mesh/pair/pair_frame.h"

/** From one tree's frame to the other's: row-major, with the sizes of the entries beside them. */
typedef struct lane_map {
    float row[3][3], size[3][3], shift[3];
} lane_map;

/** A leaf's triangles in the frame of A's tree; lanes past the last repeat the first. */
typedef struct lane_leaf {
    bvh8_leaf leaf;     /* count 0: none */
    float v[3][3][8];   /* corner, component, lane */
    float normal[3][8]; /* of v[1] - v[0] and v[2] - v[0], not unit */
    float low[3][8], high[3][8];
    float extent[8];   /* no edge has a longer component */
    float largest;     /* of all coordinates */
    uint32_t is_posed; /* bit i: posed[i] is known */
    carom_triangle posed[BVH8_LEAF];
} lane_leaf;

/** About the center of a mesh: corners in float are told from there. */
typedef struct leaf_origin {
    carom_real own[3]; /* in the mesh's own coordinates */
    float in_a[3];     /* in A's frame */
} leaf_origin;

#define NO_PLACE UINT32_MAX

/* A node or leaf of each tree, and which node's box it is: BVH8_WIDTH * parent + slot. */
typedef struct pair_place {
    uint32_t child[2], place[2];
} pair_place;

typedef struct pair_walk pair_walk;

struct pair_walk {
    pair_frame frame;
    const bvh8_tree *tree[2];
    pair_place start;    /* both roots, unless changed */
    lane_map into[2];    /* into A's frame from B's, and into B's from A's */
    double corner[3][4]; /* from B's own coordinates into A's frame, last the shift */
    leaf_origin origin[2];
    float margin[2];               /* of posing, in the trees' frames */
    float error[2];                /* of boxes in float */
    float ratio;                   /* of a gap in B's frame as it counts in A's */
    float b_in_a;                  /* lengths of B's frame in A's */
    lane_leaf *a, *b;              /* the two that are held against each other */
    lane_leaf held[2][BVH8_WIDTH]; /* the last ones, by their slots in the nodes above them */
    /** Decides about two triangles of the leaves that are held; false ends the walk. */
    bool (*take)(pair_walk *walk, uint32_t slot_a, uint32_t slot_b);
    uint64_t looks; /* contact only: at two boxes or leaves, before the walk gives up; no limit,
                     * unless changed */
    /* distances only: */
    float line_error; /* of gaps along a line, for a sum of 1 of its components */
    float limit;      /* in A's frame: what is farther apart does not matter */
    float along[3];   /* unit: from A to B where they are nearest so far, or zero */
    /** Only pairs that come before it matter, and are looked for in their order, whatever their
     * distance; all and the nearest first, unless changed. */
    carom_triangle_pair last;
};

/** @return false when a mesh is missing or empty, or a pose not finite. */
bool carom_pair_walk_start(pair_walk *walk, const carom_placed_mesh *a, const carom_placed_mesh *b);

/** All pairs that may touch. */
void carom_pair_walk_touching(pair_walk *walk);
/** All pairs that may be as near as the limit, which `take` lowers; the nearer boxes first. */
void carom_pair_walk_nearest(pair_walk *walk);

/** One of the triangles of the leaf that is held, posed in the common frame. */
static inline const carom_triangle *lane_posed(lane_leaf *held, const placed_frame *frame,
                                               uint32_t slot) {
    if (!(held->is_posed >> slot & 1u))
        held->posed[slot] = posed_rank(frame, held->leaf.first + slot);
    held->is_posed |= 1u << slot;
    return &held->posed[slot];
}

/* ---- the kernels */

void carom_pair_touch_native(pair_walk *walk);
void carom_pair_touch_scalar(pair_walk *walk);
void carom_pair_touch_avx2(pair_walk *walk);
void carom_pair_near_native(pair_walk *walk);
void carom_pair_near_scalar(pair_walk *walk);
void carom_pair_near_avx2(pair_walk *walk);

#endif
