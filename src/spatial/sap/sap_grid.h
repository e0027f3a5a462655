/* Boxes in columns: the space is cut by two axes into cells that are endless along the third, the
 * sweep axis, along which the boxes of a cell are in order. A box stands in every cell it reaches.
 * Boxes much larger than most make a level of their own, with larger cells, and so on. */
#ifndef CAROM_SPATIAL_SAP_SAP_GRID_H
#define CAROM_SPATIAL_SAP_SAP_GRID_H

#include "spatial/ray_slices.h"

#define COLUMN_LEVELS 8

/* Lanes of a column: ends along the sweep axis s and the cut axes u, v. */
enum { LOW_S, HIGH_S, LOW_U, HIGH_U, LOW_V, HIGH_V, COLUMN_LANES };

/* Cell k of an axis is bound[k] <= x < bound[k + 1]; the outermost bounds are infinite, so that
 * every number has its cell, and to lie in one is decided by comparisons alone. */
typedef struct column_axis {
    float *bound;
    float low, inverse; /* of the guess */
    uint32_t cells;
} column_axis;

/* A cell that grows and shrinks by itself; the lanes are `capacity` apart. */
typedef struct live_cell {
    float *block;
    uint32_t count, capacity;
    uint32_t added; /* while all move: behind the first `count` entries */
} live_cell;

typedef struct column_level {
    int axis[3];          /* s, u, v */
    column_axis cut[2];   /* u, v */
    uint32_t *first;      /* entry of each cell, u fastest; one more for the end */
    float *entries;       /* cell by cell: its lanes one after the other, and then its ids */
    live_cell *live;      /* instead of the entries, where boxes are changed one at a time */
    float longest;        /* of a box along s */
    float fits[3];        /* extents along s, u, v of a box of this level, at most */
    uint32_t boxes, most; /* of them in one cell */
    void *memory[3];      /* behind bounds, first, entries */
    size_t bytes;
} column_level;

#define ENTRY_NUMBERS 7 /* the lanes and the id */
#define LANE_PAD 16     /* numbers behind the last: whole vectors may be read there */

typedef struct column_cell {
    const float *lane[COLUMN_LANES];
    const uint32_t *id;
    uint32_t count;
} column_cell;

static inline column_cell column_cell_at(const column_level *level, size_t at) {
    const float *block;
    size_t apart;
    column_cell cell;
    if (level->live) {
        block = level->live[at].block;
        apart = level->live[at].capacity;
        cell.count = level->live[at].count;
    } else {
        block = level->entries + (size_t)level->first[at] * ENTRY_NUMBERS;
        apart = cell.count = level->first[at + 1] - level->first[at];
    }
    for (size_t k = 0; k < COLUMN_LANES; k++)
        cell.lane[k] = block + k * apart;
    cell.id = (const uint32_t *)(const void *)(block + COLUMN_LANES * apart);
    return cell;
}

/* The lanes are float in both precisions: x becomes (x - origin) * scale, rounded. As that keeps
 * the order, boxes that overlap do so in the lanes; in float nothing is changed at all, in double
 * what overlaps in the lanes is asked again. */
typedef struct columns {
    column_level level[COLUMN_LEVELS];
    int levels;
    slice_field field; /* its step: the first level's cells */
    double origin[3], scale[3];
} columns;

static inline const carom_real *box_ends(const carom_aabb *box) {
    _Static_assert(sizeof(carom_aabb) == 6 * sizeof(carom_real), "a box is six numbers");
    return (const carom_real *)(const void *)box;
}

/* For ends of valid boxes. */
static inline float column_coordinate(const columns *c, int axis, carom_real x) {
    if (sizeof(carom_real) == sizeof(float)) return (float)x;
    double at = ((double)x * 0.5 - c->origin[axis]) * c->scale[axis];
    return (float)max2(min2(at, (double)FLT_MAX), -(double)FLT_MAX);
}

/* The guess is off by one at most, for cells are wider than several steps of float. */
static inline uint32_t column_of(const column_axis *axis, float x) {
    float at = (x - axis->low) * axis->inverse, last = (float)(axis->cells - 1);
    at = at > 0.0f ? at : 0.0f;
    at = at < last ? at : last;
    uint32_t k = (uint32_t)(int32_t)at;
    k += x >= axis->bound[k + 1];
    k -= x < axis->bound[k];
    return k;
}

static inline size_t column_cells(const column_level *level) {
    return (size_t)level->cut[0].cells * level->cut[1].cells;
}

/** The ends of a box in the order of a level's axes. */
static inline void column_values(const columns *c, const column_level *level, const carom_aabb *box,
                                 float out[6]) {
    const carom_real *ends = box_ends(box);
    for (int k = 0; k < 3; k++) {
        int axis = level->axis[k];
        out[2 * k] = column_coordinate(c, axis, ends[axis]);
        out[2 * k + 1] = column_coordinate(c, axis, ends[axis + 3]);
    }
}

static inline bool column_fits(const column_level *level, const float value[6]) {
    return (value[HIGH_S] - value[LOW_S] <= level->fits[0]) &
           (value[HIGH_U] - value[LOW_U] <= level->fits[1]) &
           (value[HIGH_V] - value[LOW_V] <= level->fits[2]);
}

/** Cells that a box reaches: of u from range[0] to range[1], of v from range[2] to range[3]. */
static inline void column_reach(const column_level *level, const float value[6],
                                uint32_t range[4]) {
    range[0] = column_of(&level->cut[0], value[LOW_U]);
    range[1] = column_of(&level->cut[0], value[HIGH_U]);
    range[2] = column_of(&level->cut[1], value[LOW_V]);
    range[3] = column_of(&level->cut[1], value[HIGH_V]);
}

/** Builds over all boxes in use; on failure `out` is untouched. */
carom_status carom_columns_create(columns *out, const carom_space *space);
void carom_columns_destroy(columns *c, const carom_allocator *allocator);

bool carom_columns_visit_pairs(const columns *c, const carom_space *space,
                               carom_pair_visitor *visitor, void *user);
/** The same in pieces: see space_pairs. */
uint32_t carom_columns_cut_pairs(const columns *c, pair_piece pieces[PAIR_PIECES]);
void carom_columns_visit_piece(const columns *c, const space_pairs *pairs, const pair_piece *piece,
                               carom_pair_visitor *visitor, void *user);
bool carom_columns_visit_box(const columns *c, const carom_space *space,
                             const space_search *search);

#endif
