/* What waits in a search for the deepest point: nodes of a tree and pieces of triangles, those that
 * may be deepest first. Where there is hardly any room left the last one comes before its turn, as
 * it is soon cut to the end; when the heap is full its last item is dropped, and its bound is kept.
 */
#ifndef CAROM_MESH_DEPTH_HEAP_H
#define CAROM_MESH_DEPTH_HEAP_H

#include "math/vec.h"

#define DEPTH_HEAP 1024
#define DEPTH_ROOM 16 /* for what a node or a piece is cut into */
#define DEPTH_NODE UINT32_MAX
/* Halvings of a triangle. */
#define DEPTH_CUTS 64

typedef struct depth_item {
    double bound;
    uint32_t
        place;     /* WIDE * parent + slot, or NO_PLACE: the root; of a piece its triangle's rank */
    uint32_t cuts; /* of the triangle; DEPTH_NODE: a node */
    uint64_t path; /* which half of each cut, a bit each */
} depth_item;

typedef struct depth_heap {
    double dropped; /* what is neither here nor settled is no deeper */
    int count;
    depth_item items[DEPTH_HEAP];
} depth_heap;

static inline void depth_drop(depth_heap *heap, double bound) {
    heap->dropped = max2(heap->dropped, bound);
}

/* Of equally deep ones what is cut most, so that few wait; nodes last. */
static inline bool depth_before(const depth_item *a, const depth_item *b) {
    if (a->bound != b->bound) return a->bound > b->bound;
    return a->cuts + 1 > b->cuts + 1; /* of a node 0 */
}

static inline void depth_push(depth_heap *heap, const depth_item *item) {
    depth_item *items = heap->items;
    if (heap->count == DEPTH_HEAP) depth_drop(heap, items[--heap->count].bound);
    int i = heap->count++;
    for (; i > 0 && depth_before(item, &items[(i - 1) / 2]); i = (i - 1) / 2)
        items[i] = items[(i - 1) / 2];
    items[i] = *item;
}

/** The deepest; or the last. */
static inline depth_item depth_pop(depth_heap *heap) {
    depth_item *items = heap->items, top = items[0], last = items[--heap->count];
    if (heap->count > DEPTH_HEAP - DEPTH_ROOM) return last;
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

/** Drops all that is left. */
static inline void depth_drop_all(depth_heap *heap) {
    for (int i = 0; i < heap->count; i++)
        depth_drop(heap, heap->items[i].bound);
    heap->count = 0;
}

#endif
