/* Grid of columns for sweep and prune: space is cut along two axes into cells that are unbounded
 * along the third, the sweep axis, along which the boxes of a cell are sorted [Baraff92],
 * [Cohen95], [Ericson05] 7.5. A box is stored in every cell that it reaches. Boxes much larger
 * than most form a level of their own with larger cells, and so on. Cutting by two axes keeps the
 * sweep short where many boxes overlap along one axis; both variants, batch and incremental, use
 * this structure. Boxes as given decide about overlap, so answers are exact. */
#ifndef CAROM_SPATIAL_SAP_SAP_GRID_H
#define CAROM_SPATIAL_SAP_SAP_GRID_H

#include "spatial/ray_slices.h"

#define SAP_LEVELS 8

/* Lanes of a cell: the boxes' ends along the sweep axis s and the cut axes u, v. */
enum { LOW_S, HIGH_S, LOW_U, HIGH_U, LOW_V, HIGH_V, SAP_LANES };

/* Cell k of an axis is bound[k] <= x < bound[k + 1]. The outermost bounds are infinite, so that
 * every number has its cell, and comparisons alone decide which one. */
typedef struct sap_axis {
    float *bound;
    float low, inverse; /* for the guess of the cell's index */
    uint32_t cells;
} sap_axis;

/* A cell whose entries are inserted and removed one at a time; the lanes are `capacity` apart. */
typedef struct sap_open_cell {
    float *block;
    uint32_t count, capacity;
} sap_open_cell;

typedef struct sap_level {
    int axis[3];     /* s, u, v */
    sap_axis cut[2]; /* u, v */
    uint32_t *first; /* index of each cell's first entry, u fastest; one more for the end */
    float *entries;  /* cell by cell: its lanes one after the other, then its ids */
    sap_open_cell *incremental; /* in place of `entries` in the incremental variant */
    float longest;              /* longest extent of a box along s */
    float fits[3];              /* largest extents along s, u, v of a box of this level */
    uint32_t boxes, most;       /* `most`: largest number of entries of a cell */
    void *memory[3];            /* allocations of the bounds, first and entries */
    size_t bytes;
} sap_level;

#define ENTRY_NUMBERS 7 /* numbers of an entry: the lanes and the id */
#define LANE_PAD 16 /* numbers allocated behind the last entry, as whole vectors are read there */

typedef struct sap_cell {
    const float *lane[SAP_LANES];
    const uint32_t *id;
    uint32_t count;
} sap_cell;

static inline sap_cell sap_cell_at(const sap_level *level, size_t at) {
    const float *block;
    size_t apart;
    sap_cell cell;
    if (level->incremental) {
        block = level->incremental[at].block;
        apart = level->incremental[at].capacity;
        cell.count = level->incremental[at].count;
    } else {
        block = level->entries + (size_t)level->first[at] * ENTRY_NUMBERS;
        apart = cell.count = level->first[at + 1] - level->first[at];
    }
    for (size_t k = 0; k < SAP_LANES; k++)
        cell.lane[k] = block + k * apart;
    cell.id = (const uint32_t *)(const void *)(block + SAP_LANES * apart);
    return cell;
}

/* The grid. Lanes are float in both precisions: x is stored as (x - origin) * scale, rounded.
 * Rounding is monotone, so boxes that overlap also do so in the lanes; in float the lanes are
 * exact, in double an overlap of lanes is confirmed by the boxes. */
typedef struct sap_grid {
    sap_level level[SAP_LEVELS];
    int levels;
    slice_field field; /* `step` is the size of the first level's cells */
    double origin[3], scale[3];
} sap_grid;

static inline const carom_real *box_ends(const carom_aabb *box) {
    _Static_assert(sizeof(carom_aabb) == 6 * sizeof(carom_real), "a box is six numbers");
    return (const carom_real *)(const void *)box;
}

/* For ends of valid boxes. */
static inline float sap_coordinate(const sap_grid *c, int axis, carom_real x) {
    if (sizeof(carom_real) == sizeof(float)) return (float)x;
    double at = ((double)x * 0.5 - c->origin[axis]) * c->scale[axis];
    return (float)max2(min2(at, (double)FLT_MAX), -(double)FLT_MAX);
}

/* The guess is off by one at most, for a cell is wider than several ulps of float. */
static inline uint32_t sap_cell_index(const sap_axis *axis, float x) {
    float at = (x - axis->low) * axis->inverse, last = (float)(axis->cells - 1);
    at = at > 0.0f ? at : 0.0f;
    at = at < last ? at : last;
    uint32_t k = (uint32_t)(int32_t)at;
    k += x >= axis->bound[k + 1];
    k -= x < axis->bound[k];
    return k;
}

static inline size_t sap_cell_count(const sap_level *level) {
    return (size_t)level->cut[0].cells * level->cut[1].cells;
}

/** The ends of a box in the order of a level's axes. */
static inline void sap_ends(const sap_grid *c, const sap_level *level, const carom_aabb *box,
                            float out[6]) {
    const carom_real *ends = box_ends(box);
    for (int k = 0; k < 3; k++) {
        int axis = level->axis[k];
        out[2 * k] = sap_coordinate(c, axis, ends[axis]);
        out[2 * k + 1] = sap_coordinate(c, axis, ends[axis + 3]);
    }
}

static inline bool sap_fits(const sap_level *level, const float value[6]) {
    return (value[HIGH_S] - value[LOW_S] <= level->fits[0]) &
           (value[HIGH_U] - value[LOW_U] <= level->fits[1]) &
           (value[HIGH_V] - value[LOW_V] <= level->fits[2]);
}

/** The cells that a box reaches: u from range[0] to range[1], v from range[2] to range[3]. */
static inline void sap_range(const sap_level *level, const float value[6], uint32_t range[4]) {
    range[0] = sap_cell_index(&level->cut[0], value[LOW_U]);
    range[1] = sap_cell_index(&level->cut[0], value[HIGH_U]);
    range[2] = sap_cell_index(&level->cut[1], value[LOW_V]);
    range[3] = sap_cell_index(&level->cut[1], value[HIGH_V]);
}

/** Builds over all boxes in use; on failure `out` is untouched. */
carom_status carom_sap_create(sap_grid *out, const carom_space *space);
void carom_sap_destroy(sap_grid *c, const carom_allocator *allocator);

#endif
