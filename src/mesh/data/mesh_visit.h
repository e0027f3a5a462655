/* Generic traversals of a mesh's BVH with boxes in the mesh's own coordinates: depth-first with a
 * box test, and nearest first, a branch and bound search. Boxes are rounded
 * outwards and contain their triangles, so a traversal only saves work. */
#ifndef CAROM_MESH_DATA_MESH_VISIT_H
#define CAROM_MESH_DATA_MESH_VISIT_H

#include "core/workspace.h"
#include "mesh/data/mesh_data.h"
#include "mesh/data/tolerances.h"

typedef struct mesh_node {
    carom_vec3 min, max;
    uint32_t child;        /* code of the child in the BVH8 */
    uint32_t first, count; /* ranks of a leaf; else 0 */
} mesh_node;

/* A plane in the mesh's coordinates, moved outwards by more than this transformation and carom_real
 * round. */
static inline carom_real mesh_plane(float local, double center, double unscale, double side) {
    double x = ((double)local + center) * unscale;
    x += side * (fabs(x) * (PLANE_EPSILONS * (double)CAROM_REAL_EPSILON) + MESH_LEAST);
    return (carom_real)max2(min2(x, (double)CAROM_REAL_MAX), -(double)CAROM_REAL_MAX);
}

static inline mesh_node mesh_root(const carom_mesh *mesh) {
    return (mesh_node){mesh->bounds.min, mesh->bounds.max, 0, 0, 0};
}

/** The child of a node. @return false for an unused place */
static inline bool mesh_child(const carom_mesh *mesh, uint32_t parent, uint32_t slot,
                              mesh_node *out) {
    const bvh8_frame *f = &mesh->bvh8.frame;
    out->child = bvh8_child_at(&mesh->bvh8, parent, slot);
    if (out->child == BVH8_NONE) return false;
    bvh8_box box = bvh8_box_at(&mesh->bvh8, parent, slot);
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

/** Calls `leaf(context, node)` for every leaf that `enter(context, node)` accepts along with all
 * its ancestors; ends when that returns false. */
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

typedef struct mesh_pending {
    double key;
    uint32_t parent, slot;
} mesh_pending;

/* Pushes the children of a node that are within the limit, nearest on top; returns the new top. */
static inline int mesh_push_nearest(mesh_pending *stack, int top, uint32_t parent,
                                    const double *keys) {
    int base = top;
    for (uint32_t slot = 0; slot < BVH8_WIDTH; slot++) {
        if (keys[slot] >= DBL_MAX) continue;
        int at = top++;
        for (; at > base && stack[at - 1].key < keys[slot]; at--)
            stack[at] = stack[at - 1];
        stack[at] = (mesh_pending){keys[slot], parent, slot};
    }
    return top;
}

/* What a walk asks, and its stack of BVH8_STACK places, in a block of the workspace. */
typedef struct mesh_walk {
    double (*key)(const void *, const mesh_node *);
    void (*leaf)(void *, const mesh_node *);
    void *context;
    const double *limit;
    mesh_pending *stack;
} mesh_walk;

/** Visits leaves nearest first. `key(context, node)` is a lower bound for all triangles of the
 * node, DBL_MAX to skip it; `limit` is the best value so far, and leaves may lower it. */
static inline void mesh_walk_nearest(const carom_mesh *mesh, const mesh_walk *walk) {
    mesh_pending *stack = walk->stack;
    void *context = walk->context;
    const double *limit = walk->limit;
    int top = 0;
    mesh_node node = mesh_root(mesh);
    if (mesh_count(mesh) == 0 || walk->key(context, &node) >= DBL_MAX) return;
    for (;;) {
        uint32_t parent = node.child;
        double keys[BVH8_WIDTH];
        if (node.count > 0) walk->leaf(context, &node);
        for (uint32_t slot = 0; node.count == 0 && slot < BVH8_WIDTH; slot++) {
            mesh_node child;
            keys[slot] =
                mesh_child(mesh, parent, slot, &child) ? walk->key(context, &child) : DBL_MAX;
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

_Static_assert(BVH8_STACK * sizeof(mesh_pending) <= WORKSPACE_TRIANGLES_BYTES,
               "the block holds it");

#endif
