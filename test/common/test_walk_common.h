/* A walk through two meshes whose pairs all may touch at once, and which counts what it tests. */
#ifndef TEST_WALK_COMMON_H
#define TEST_WALK_COMMON_H

#include "mesh/moving/moving_walk.h"

typedef struct counting_search {
    moving_search search; /* first */
    size_t tests, planes;
} counting_search;

static inline double never_early(const moving_search *search, const middle_box *a,
                                 const middle_box *b, double from) {
    (void)search;
    (void)a;
    (void)b;
    return from;
}

static inline bool count_test(moving_search *search, uint32_t a, uint32_t b) {
    (void)a;
    (void)b;
    ((counting_search *)search)->tests++;
    return true;
}

static inline counting_search counting_search_of(const carom_mesh *a, const carom_mesh *b) {
    return (counting_search){
        .search = {.a = a, .b = b, .earliest = never_early, .test = count_test, .limit = 1.0}};
}

#endif
