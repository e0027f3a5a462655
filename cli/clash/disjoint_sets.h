/* Disjoint sets of the numbers from 0 on, by union-find with path halving [Tarjan75]; each set is
 * named by its least member, whatever the order in which they were joined. */
#ifndef CAROM_CLI_CLASH_DISJOINT_SETS_H
#define CAROM_CLI_CLASH_DISJOINT_SETS_H

#include <stdint.h>
#include <stdlib.h>

/** Each number alone; for free. Null without memory. */
static inline uint32_t *disjoint_sets(size_t count) {
    uint32_t *parent = malloc((count + 1) * sizeof *parent);
    for (size_t i = 0; parent && i < count; i++)
        parent[i] = (uint32_t)i;
    return parent;
}

/** The least member of the set of a number. */
static inline uint32_t disjoint_least(uint32_t *parent, uint32_t i) {
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

static inline void disjoint_join(uint32_t *parent, uint32_t a, uint32_t b) {
    const uint32_t u = disjoint_least(parent, a), v = disjoint_least(parent, b);
    parent[u > v ? u : v] = u > v ? v : u;
}

#endif
