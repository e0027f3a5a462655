/* Visitors of pairs of triangles: one stores them, one only notes that there is a pair. */
#ifndef CAROM_MESH_PAIR_PAIR_LIST_H
#define CAROM_MESH_PAIR_PAIR_LIST_H

#include "carom/mesh_pair.h"

/* The caller's buffer, and the true count of pairs. */
typedef struct pair_list {
    carom_triangle_pair *pairs;
    size_t capacity, count;
} pair_list;

/** Stores a pair while there is capacity, and counts it; `user` is a pair_list. */
static inline bool keep_in_list(uint32_t a, uint32_t b, void *user) {
    pair_list *list = user;
    if (list->count < list->capacity) list->pairs[list->count] = (carom_triangle_pair){a, b};
    list->count++;
    return true;
}

/** Sets the bool at `user` and ends the search. */
static inline bool note_any_pair(uint32_t a, uint32_t b, void *user) {
    (void)a;
    (void)b;
    *(bool *)user = true;
    return false;
}

#endif
