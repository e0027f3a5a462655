/* BVH4: a bounding volume hierarchy with four children to a node [Wald08]. A node holds its
 * children's bounds side by side, so one comparison in four lanes decides about four boxes; a leaf
 * is no node but an entry of its parent, and its bounds are the box as given, so answers about
 * boxes are exact. Entries fill a node from the front; the bounds of an empty place are NaN, which
 * overlap nothing. The SAH, Morton and dynamic trees differ in how they are built and share these
 * traversals. */
#ifndef CAROM_SPATIAL_BVH_BVH4_WALK_H
#define CAROM_SPATIAL_BVH_BVH4_WALK_H

#include "simd/quad.h"
#include "spatial/space.h"

#define BVH4_WIDTH 4
/* No path from the root is longer: the stacks of the traversals have this bound. */
#define BVH4_DEPTH 64
#define BVH4_LEAF 0x80000000u /* set: the entry is the id of a box; else a node */
#define BVH4_NONE UINT32_MAX

typedef struct bvh4_node {
    quad_real low[3], high[3]; /* by axis, the four entries side by side */
    uint32_t entry[BVH4_WIDTH];
    /* BVH4_WIDTH * node + place of the entry that points here; BVH4_NONE for the root */
    uint32_t parent;
    uint32_t count;
} bvh4_node;

/* The first member of every structure that the traversals work on. There is always a root node. */
typedef struct bvh4_tree {
    bvh4_node *nodes;
    uint32_t root, node_count, node_capacity;
} bvh4_tree;

static inline carom_aabb bvh4_box(const bvh4_node *node, uint32_t place) {
    return (carom_aabb){{node->low[0][place], node->low[1][place], node->low[2][place]},
                        {node->high[0][place], node->high[1][place], node->high[2][place]}};
}

static inline void bvh4_set_box(bvh4_node *node, uint32_t place, const carom_aabb *box) {
    node->low[0][place] = box->min.x;
    node->low[1][place] = box->min.y;
    node->low[2][place] = box->min.z;
    node->high[0][place] = box->max.x;
    node->high[1][place] = box->max.y;
    node->high[2][place] = box->max.z;
}

static inline void bvh4_clear(bvh4_node *node) {
    const carom_real nothing = (carom_real)NAN;
    for (int axis = 0; axis < 3; axis++)
        node->low[axis] = node->high[axis] = QUAD_OF(nothing);
    for (int place = 0; place < BVH4_WIDTH; place++)
        node->entry[place] = BVH4_NONE;
    node->parent = BVH4_NONE;
    node->count = 0;
}

static inline carom_aabb bvh4_union(const bvh4_node *node) {
    carom_aabb all = bvh4_box(node, 0);
    for (uint32_t place = 1; place < node->count; place++) {
        carom_aabb box = bvh4_box(node, place);
        box_grow(&all, &box);
    }
    return all;
}

static inline double bvh4_half_area(const carom_aabb *box) {
    double x = (double)box->max.x - (double)box->min.x, y = (double)box->max.y - (double)box->min.y,
           z = (double)box->max.z - (double)box->min.z;
    return x * y + y * z + z * x;
}

static inline const bvh4_tree *bvh4_tree_of(const carom_space *space) {
    return space->structure;
}

/* The entries that overlap a box which was broadcast to the lanes, as bits. */
static inline unsigned bvh4_meet(const bvh4_node *node, const quad_real low[3],
                                 const quad_real high[3]) {
    quad_mask mask = (node->low[0] <= high[0]) & (node->low[1] <= high[1]) &
                     (node->low[2] <= high[2]) & (node->high[0] >= low[0]) &
                     (node->high[1] >= low[1]) & (node->high[2] >= low[2]);
    return quad_bits(&mask);
}

static inline void bvh4_broadcast(quad_real low[3], quad_real high[3], const carom_aabb *box) {
    const carom_real x[3] = {box->min.x, box->min.y, box->min.z};
    const carom_real y[3] = {box->max.x, box->max.y, box->max.z};
    for (int axis = 0; axis < 3; axis++) {
        low[axis] = QUAD_OF(x[axis]);
        high[axis] = QUAD_OF(y[axis]);
    }
}

/** Visits the boxes that overlap the searched one, until the visitor returns false. */
bool carom_bvh4_search(const bvh4_tree *tree, const space_search *search);

bool carom_bvh4_visit_box(const carom_space *space, const space_search *search);
void carom_bvh4_visit_ray(const carom_space *space, const carom_ray *ray,
                          carom_ray_visitor *visitor, void *user);
void carom_bvh4_nearest(const carom_space *space, vec3 point, near_list *list);

#endif
