/* Columns whose cells grow and shrink by themselves, so that boxes can be put in, taken out and
 * moved one at a time. */
#ifndef CAROM_SPATIAL_SAP_SAP_INCREMENTAL_H
#define CAROM_SPATIAL_SAP_SAP_INCREMENTAL_H

#include "spatial/sap/sap_grid.h"

typedef struct live_columns {
    columns c;
    double built_work; /* sum of the squared counts of the cells, for each box, when built */
    size_t boxes, built, changes;
} live_columns;

/* The level of a box, its ends in that level's order, and the cells it reaches. */
typedef struct live_placing {
    column_level *level;
    float value[COLUMN_LANES];
    uint32_t range[4];
} live_placing;

static inline float *live_lane(const live_cell *cell, uint32_t k) {
    return cell->block + (size_t)k * cell->capacity;
}

static inline uint32_t *live_ids(const live_cell *cell) {
    return (uint32_t *)(void *)live_lane(cell, COLUMN_LANES);
}

static inline live_cell *live_cell_of(const live_placing *p, uint32_t u, uint32_t v) {
    return &p->level->live[(size_t)v * p->level->cut[0].cells + u];
}

/** Over all boxes in use; null, and why, on failure. */
live_columns *carom_live_create(const carom_space *space, carom_status *status);
void carom_live_destroy(live_columns *live, const carom_allocator *allocator);
/** What sweeping will cost: the sum of the squared counts. */
double carom_live_work(const columns *c);
size_t carom_live_memory(const live_columns *live);

carom_status carom_live_reserve(const carom_allocator *allocator, live_cell *cell, uint32_t wanted);
void carom_live_write(live_cell *cell, uint32_t at, const float value[6], uint32_t id);
/** Shifts an entry to where it belongs among the first `count`, the others being in order.
 * @return by how many places. */
uint32_t carom_live_settle(live_cell *cell, uint32_t at, uint32_t count);

void carom_live_place(columns *c, const carom_aabb *box, live_placing *out);
/** Makes room in every cell reached; a failure changes nothing that matters. */
carom_status carom_live_make_room(const carom_space *space, const live_placing *p);
void carom_live_insert(const live_placing *p, uint32_t id);
void carom_live_remove(const live_placing *p, uint32_t id);
/** The same cells, other ends. */
void carom_live_update(const live_placing *from, const live_placing *to, uint32_t id);

#endif
