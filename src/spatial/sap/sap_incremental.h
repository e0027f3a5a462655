/* The grid of columns with growable cells, so that boxes are inserted, removed and moved one at a
 * time. */
#ifndef CAROM_SPATIAL_SAP_SAP_INCREMENTAL_H
#define CAROM_SPATIAL_SAP_SAP_INCREMENTAL_H

#include "spatial/sap/sap_grid.h"

typedef struct sap_incremental {
    sap_grid c;
    double built_work; /* sum of the squared counts of the cells, per box, at the last build */
    size_t boxes, built, changes;
} sap_incremental;

/* Where a box belongs: its level, its ends in that level's order, and the cells it reaches. */
typedef struct sap_placing {
    sap_level *level;
    float value[SAP_LANES];
    uint32_t range[4];
} sap_placing;

static inline float *sap_open_lane(const sap_open_cell *cell, uint32_t k) {
    return cell->block + (size_t)k * cell->capacity;
}

static inline uint32_t *sap_open_ids(const sap_open_cell *cell) {
    return (uint32_t *)(void *)sap_open_lane(cell, SAP_LANES);
}

static inline sap_open_cell *sap_open_cell_of(const sap_placing *p, uint32_t u, uint32_t v) {
    return &p->level->incremental[(size_t)v * p->level->cut[0].cells + u];
}

/** Builds over all boxes in use. @return null on failure, with the reason in *status */
sap_incremental *carom_sap_incremental_create(const carom_space *space, carom_status *status);
void carom_sap_incremental_destroy(sap_incremental *incremental, const carom_allocator *allocator);
/** The cost of a sweep: the sum of the squared counts of all cells. */
double carom_sap_incremental_work(const sap_grid *c);
size_t carom_sap_incremental_memory(const sap_incremental *incremental);

void carom_sap_place(sap_grid *c, const carom_aabb *box, sap_placing *out);
/** Grows every cell that the box reaches; a failure leaves the entries as they were. */
carom_status carom_sap_reserve(const carom_space *space, const sap_placing *p);
/** @return by how many places entries were shifted; so do the two below */
uint64_t carom_sap_insert(const sap_placing *p, uint32_t id);
uint64_t carom_sap_remove(const sap_placing *p, uint32_t id);
/** Updates the ends of a box that stays in the same cells. */
uint64_t carom_sap_update(const sap_placing *from, const sap_placing *to, uint32_t id);

#endif
