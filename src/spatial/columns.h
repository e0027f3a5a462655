/* Boxes in columns: the space is cut by two axes into cells that are endless along the third, the
 * sweep axis, along which the boxes of a cell are in order. A box stands in every cell it reaches.
 * Boxes much larger than most make a level of their own, with larger cells, and so on. */
#ifndef CAROM_SPATIAL_COLUMNS_H
#define CAROM_SPATIAL_COLUMNS_H

#include "spatial/space.h"

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

typedef struct column_level {
    int axis[3];          /* s, u, v */
    column_axis cut[2];   /* u, v */
    uint32_t *first;      /* entry of each cell, u fastest; one more for the end */
    float *entries;       /* cell by cell: its lanes one after the other, and then its ids */
    float longest;        /* of a box along s */
    uint32_t boxes, most; /* of them in one cell */
    void *memory[3];      /* behind bounds, first, entries */
    size_t bytes;
} column_level;

#define ENTRY_NUMBERS 7 /* the lanes and the id */

typedef struct column_cell {
    const float *lane[COLUMN_LANES];
    const uint32_t *id;
    uint32_t count;
} column_cell;

static inline column_cell column_cell_at(const column_level *level, size_t at) {
    size_t first = level->first[at], count = level->first[at + 1] - first;
    const float *block = level->entries + first * ENTRY_NUMBERS;
    column_cell cell;
    for (size_t k = 0; k < COLUMN_LANES; k++)
        cell.lane[k] = block + k * count;
    cell.id = (const uint32_t *)(const void *)(block + COLUMN_LANES * count);
    cell.count = (uint32_t)count;
    return cell;
}

/* The lanes are float in both precisions: x becomes (x - origin) * scale, rounded. As that keeps
 * the order, boxes that overlap do so in the lanes; in float nothing is changed at all, in double
 * what overlaps in the lanes is asked again. */
typedef struct columns {
    column_level level[COLUMN_LEVELS];
    int levels;
    carom_aabb bounds; /* of all boxes */
    vec3 step;         /* sides of the first level's cells */
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

/** Builds over all boxes in use; on failure `out` is untouched. */
carom_status carom_columns_create(columns *out, const carom_space *space);
void carom_columns_destroy(columns *c, const carom_allocator *allocator);

bool carom_columns_visit_pairs(const columns *c, const carom_space *space,
                               carom_pair_visitor *visitor, void *user);
bool carom_columns_visit_box(const columns *c, const carom_space *space,
                             const space_search *search);

#endif
