/* Walks through a mesh's tree for whoever brings a test of boxes in the mesh's own coordinates.
 * Boxes are rounded outwards: they hold their triangles. */
#ifndef CAROM_MESH_DATA_MESH_VISIT_H
#define CAROM_MESH_DATA_MESH_VISIT_H

#include "mesh/data/mesh_data.h"

typedef struct mesh_node {
    carom_vec3 min, max;
    uint32_t child;        /* of the BVH8 */
    uint32_t first, count; /* of a leaf: its ranks; else 0 */
} mesh_node;

/* The least normal number of carom_real. */
#define MESH_LEAST (CAROM_REAL_EPSILON > 1e-10 ? (double)FLT_MIN : DBL_MIN)

/* Out of the tree's frame, and outwards by more than that and carom_real round. */
static inline carom_real mesh_plane(float local, double center, double unscale, double side) {
    double x = ((double)local + center) * unscale;
    x += side * (fabs(x) * (2.0 * (double)CAROM_REAL_EPSILON) + MESH_LEAST);
    return (carom_real)max2(min2(x, (double)CAROM_REAL_MAX), -(double)CAROM_REAL_MAX);
}

static inline mesh_node mesh_root(const carom_mesh *mesh) {
    return (mesh_node){mesh->bounds.min, mesh->bounds.max, 0, 0, 0};
}

/** @return false for a place that is not filled. */
static inline bool mesh_child(const carom_mesh *mesh, uint32_t parent, uint32_t slot,
                              mesh_node *out) {
    const bvh8_frame *f = &mesh->wide.frame;
    out->child = bvh8_child_at(&mesh->wide, parent, slot);
    if (out->child == BVH8_NONE) return false;
    bvh8_box box = bvh8_box_at(&mesh->wide, parent, slot);
    bvh8_leaf leaf = {0, 0};
    if (bvh8_is_leaf(out->child)) leaf = bvh8_leaf_of(out->child);
    out->first = leaf.first;
    out->count = leaf.count;
    out->min = (carom_vec3){mesh_plane(box.low[0], f->center.x, f->unscale, -1.0),
                            mesh_plane(box.low[1], f->center.y, f->unscale, -1.0),
                            mesh_plane(box.low[2], f->center.z, f->unscale, -1.0)};
    out->max = (carom_vec3){mesh_plane(box.high[0], f->center.x, f->unscale, 1.0),
                            mesh_plane(box.high[1], f->center.y, f->unscale, 1.0),
                            mesh_plane(box.high[2], f->center.z, f->unscale, 1.0)};
    return true;
}

/** Calls `leaf(context, node)` for every leaf that `enter(context, node)` lets through, as all that
 * it is in are; false ends the walk. */
static inline void mesh_visit(const carom_mesh *mesh,
                              bool (*enter)(const void *, const mesh_node *),
                              bool (*leaf)(void *, const mesh_node *), void *context) {
    uint32_t stack[BVH8_STACK];
    int top = 0;
    mesh_node root = mesh_root(mesh);
    if (mesh_count(mesh) == 0 || !enter(context, &root)) return;
    stack[top++] = 0;
    while (top > 0) {
        uint32_t parent = stack[--top];
        for (uint32_t slot = 0; slot < BVH8_WIDTH; slot++) {
            mesh_node node;
            if (!mesh_child(mesh, parent, slot, &node) || !enter(context, &node)) continue;
            if (node.count == 0)
                stack[top++] = node.child;
            else if (!leaf(context, &node))
                return;
        }
    }
}

static inline bool bvh8_box_holds(const bvh8_box *box, const float x[3]) {
    return box->low[0] <= x[0] && x[0] <= box->high[0] && box->low[1] <= x[1] &&
           x[1] <= box->high[1] && box->low[2] <= x[2] && x[2] <= box->high[2];
}

/** Calls `leaf(context, leaf)` for all leaves with a triangle that has a corner at `v`, and for
 * some more. Boxes hold corners that are rounded to the tree's floats, too. */
static inline void mesh_visit_corner(const carom_mesh *mesh, carom_vec3 v,
                                     void (*leaf)(void *, bvh8_leaf), void *context) {
    uint32_t stack[BVH8_STACK];
    int top = 0;
    vec3 local = bvh8_local(&mesh->wide.frame, load3(v));
    const float x[3] = {(float)local.x, (float)local.y, (float)local.z};
    if (mesh_count(mesh) > 0) stack[top++] = 0;
    while (top > 0) {
        uint32_t parent = stack[--top];
        for (uint32_t slot = 0; slot < BVH8_WIDTH; slot++) {
            bvh8_box box = bvh8_box_at(&mesh->wide, parent, slot);
            if (!bvh8_box_holds(&box, x)) continue;
            uint32_t child = bvh8_child_at(&mesh->wide, parent, slot);
            if (bvh8_is_leaf(child))
                leaf(context, bvh8_leaf_of(child));
            else
                stack[top++] = child;
        }
    }
}

typedef struct mesh_waiting {
    double key;
    uint32_t parent, slot;
} mesh_waiting;

/* Puts the children of a node on the stack that are within the limit, the nearest on top. */
static inline int mesh_push_nearest(mesh_waiting *stack, int top, uint32_t parent,
                                    const double *keys) {
    int base = top;
    for (uint32_t slot = 0; slot < BVH8_WIDTH; slot++) {
        if (keys[slot] >= DBL_MAX) continue;
        int at = top++;
        for (; at > base && stack[at - 1].key < keys[slot]; at--)
            stack[at] = stack[at - 1];
        stack[at] = (mesh_waiting){keys[slot], parent, slot};
    }
    return top;
}

/** Visits leaves nearest first. `key(context, node)` is a lower bound on what the node can give,
 * DBL_MAX to skip it; `limit` is the best so far, and leaves may lower it. */
static inline void mesh_visit_nearest(const carom_mesh *mesh,
                                      double (*key)(const void *, const mesh_node *),
                                      void (*leaf)(void *, const mesh_node *), void *context,
                                      const double *limit) {
    mesh_waiting stack[BVH8_STACK];
    int top = 0;
    mesh_node node = mesh_root(mesh);
    if (mesh_count(mesh) == 0 || key(context, &node) >= DBL_MAX) return;
    for (;;) {
        uint32_t parent = node.child;
        double keys[BVH8_WIDTH];
        if (node.count > 0) leaf(context, &node);
        for (uint32_t slot = 0; node.count == 0 && slot < BVH8_WIDTH; slot++) {
            mesh_node child;
            keys[slot] = mesh_child(mesh, parent, slot, &child) ? key(context, &child) : DBL_MAX;
            if (keys[slot] > *limit) keys[slot] = DBL_MAX;
        }
        if (node.count == 0) top = mesh_push_nearest(stack, top, parent, keys);
        while (top > 0 && stack[top - 1].key > *limit)
            top--;
        if (top == 0) return;
        top--;
        (void)mesh_child(mesh, stack[top].parent, stack[top].slot, &node);
    }
}

#endif
