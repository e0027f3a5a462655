/* Priority queue of the branch and bound for the deepest point (own method: a binary heap of
 * fixed size with a stack beside it). It holds nodes of a tree and pieces of triangles, best
 * first. When the heap is full, new items go onto the stack, which is popped first, so that the
 * search continues depth first until the heap has capacity again. A depth-first search from one
 * item never holds more items than the stack: nothing is lost, and no memory is allocated. */
#ifndef CAROM_MESH_DEPTH_DEPTH_HEAP_H
#define CAROM_MESH_DEPTH_DEPTH_HEAP_H

#include "math/vec.h"
#include "mesh/bvh8/bvh8.h"

#define DEPTH_HEAP 1024
#define DEPTH_NODE UINT32_MAX
/* Most halvings of a triangle; one bit of `path` each. */
#define DEPTH_CUTS 64
/* Per level of the tree an item becomes at most BVH8_WIDTH items, then the triangles of a leaf,
 * and two by each halving. */
#define DEPTH_STACK (BVH8_WIDTH * (BVH8_DEPTH + 1) + BVH8_LEAF + 2 * DEPTH_CUTS)

typedef struct depth_item {
    double bound;
    uint32_t place; /* node: BVH8_WIDTH * parent + slot, NO_PLACE is the root; piece: rank of its
                       triangle */
    uint32_t cuts;  /* halvings of the triangle; DEPTH_NODE: a node */
    uint64_t path;  /* the half taken at each halving, one bit each */
} depth_item;

typedef struct depth_heap {
    double dropped; /* upper bound on the depth of all that was dropped */
    int count, stacked;
    depth_item items[DEPTH_HEAP], stack[DEPTH_STACK];
} depth_heap;

static inline void depth_drop(depth_heap *heap, double bound) {
    heap->dropped = max2(heap->dropped, bound);
}

/* Order by bound; of equal bounds the most halved piece first, which keeps the heap small; nodes
 * last. */
static inline bool depth_before(const depth_item *a, const depth_item *b) {
    if (a->bound != b->bound) return a->bound > b->bound;
    return a->cuts + 1 > b->cuts + 1; /* 0 for a node */
}

static inline bool depth_is_empty(const depth_heap *heap) {
    return heap->count == 0 && heap->stacked == 0;
}

static inline void depth_push(depth_heap *heap, const depth_item *item) {
    depth_item *items = heap->items;
    if (heap->count == DEPTH_HEAP) {
        CAROM_ASSERT(heap->stacked < DEPTH_STACK);
        if (heap->stacked < DEPTH_STACK)
            heap->stack[heap->stacked++] = *item;
        else
            depth_drop(heap, item->bound);
        return;
    }
    int i = heap->count++;
    for (; i > 0 && depth_before(item, &items[(i - 1) / 2]); i = (i - 1) / 2)
        items[i] = items[(i - 1) / 2];
    items[i] = *item;
}

static inline depth_item depth_pop(depth_heap *heap) {
    if (heap->stacked > 0) return heap->stack[--heap->stacked];
    depth_item *items = heap->items, top = items[0], last = items[--heap->count];
    int i = 0;
    for (int child = 1; child < heap->count; child = 2 * i + 1) {
        if (child + 1 < heap->count && depth_before(&items[child + 1], &items[child])) child++;
        if (!depth_before(&items[child], &last)) break;
        items[i] = items[child];
        i = child;
    }
    items[i] = last;
    return top;
}

/** Drops all items. */
static inline void depth_drop_all(depth_heap *heap) {
    for (int i = 0; i < heap->count; i++)
        depth_drop(heap, heap->items[i].bound);
    for (int i = 0; i < heap->stacked; i++)
        depth_drop(heap, heap->stack[i].bound);
    heap->count = heap->stacked = 0;
}

#endif
