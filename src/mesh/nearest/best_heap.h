/* The first k of many items in a caller-defined order, in the caller's buffer: a binary heap with
 * the last of them on top, until it is sorted in place (heapsort). Size and order are constants at
 * every call, so the compiler removes them. */
#ifndef CAROM_MESH_NEAREST_BEST_HEAP_H
#define CAROM_MESH_NEAREST_BEST_HEAP_H

#include <string.h>

#include "carom/scene.h"
#include "math/order.h"

typedef struct best_heap {
    void *items;
    size_t capacity, count;
} best_heap;

typedef bool best_before(const void *a, const void *b);

#define BEST_LARGEST 128 /* bytes of the largest item */
_Static_assert(sizeof(carom_scene_ray_hit) <= BEST_LARGEST &&
                   sizeof(carom_scene_closest) <= BEST_LARGEST,
               "an item is larger than BEST_LARGEST");

static CAROM_INLINE void *best_at(const best_heap *heap, size_t i, size_t size) {
    return (char *)heap->items + i * size;
}

/* Replaces the top of the first `count` items by `item`, which is not one of them, and restores the
 * heap. */
static CAROM_INLINE void best_sink(best_heap *heap, size_t count, size_t size, best_before *before,
                                   const void *item) {
    size_t i = 0;
    for (size_t child = 1; child < count; child = 2 * i + 1) {
        const void *last = best_at(heap, child, size);
        if (child + 1 < count && before(last, best_at(heap, child + 1, size)))
            last = best_at(heap, ++child, size);
        if (!before(item, last)) break;
        memcpy(best_at(heap, i, size), last, size);
        i = child;
    }
    memcpy(best_at(heap, i, size), item, size);
}

/* Inserts an item, or replaces the last one when the heap is full and the item comes before it. */
static CAROM_INLINE void best_keep(best_heap *heap, size_t size, best_before *before,
                                   const void *item) {
    if (heap->count == heap->capacity) {
        if (heap->capacity > 0 && before(item, heap->items))
            best_sink(heap, heap->count, size, before, item);
        return;
    }
    size_t i = heap->count++;
    for (; i > 0 && before(best_at(heap, (i - 1) / 2, size), item); i = (i - 1) / 2)
        memcpy(best_at(heap, i, size), best_at(heap, (i - 1) / 2, size), size);
    memcpy(best_at(heap, i, size), item, size);
}

/* Sorts the items, the first one first; the heap is gone. */
static CAROM_INLINE void best_sort(best_heap *heap, size_t size, best_before *before) {
    char last[BEST_LARGEST];
    for (size_t left = heap->count; left > 1; left--) {
        memcpy(last, best_at(heap, left - 1, size), size);
        memcpy(best_at(heap, left - 1, size), heap->items, size);
        best_sink(heap, left - 1, size, before, last);
    }
}

/* ---- orders: by distance or time, then by index */

static inline bool nearest_before(const void *a, const void *b) {
    const carom_mesh_closest *x = a, *y = b;
    return comes_before(x->at.distance, x->triangle, y->at.distance, y->triangle);
}

static inline bool hit_before(const void *a, const void *b) {
    const carom_mesh_ray_hit *x = a, *y = b;
    return comes_before(x->at.t, x->triangle, y->at.t, y->triangle);
}

#endif
