/* Incremental sweep and prune [Cohen95]: the order along the sweep axis is kept from frame to
 * frame. A box that moves a little is shifted past the neighbours it overtook, in each of its
 * cells; one that leaves a cell is removed there and inserted elsewhere. When the cost of a sweep
 * has grown to three times that of the last build, or boxes have doubled, the grid is rebuilt.
 * Some 1.5 entries of 28 bytes with a quarter of spare capacity: 45 to 65 bytes a box besides the
 * table's 24. */
#include <string.h>

#include "spatial/sap/sap_incremental.h"
#include "spatial/ray_slices.h"
#include "spatial/sap/sap_scan.h"
#include "spatial/sap/tolerances.h"

/* Places that an entry may be shifted on average; beyond, the grid is rebuilt. Empirical. */
#define SHIFTS 12
/* The boxes of entries this far ahead are prefetched, as they are in no order in memory. */
#define PREFETCH_AHEAD 12

static void note_extent(sap_grid *c, const sap_placing *p, const carom_aabb *box) {
    float length = p->value[HIGH_S] - p->value[LOW_S];
    if (length > p->level->longest) p->level->longest = length;
    box_grow(&c->field.bounds, box);
}

/* Rebuilds; when memory fails the grid stays as it is. @return true when rebuilt */
static bool rebuild_incremental(carom_space *space) {
    carom_status status;
    sap_incremental *fresh = carom_sap_incremental_create(space, &status);
    if (!fresh) return false;
    carom_sap_incremental_destroy(space->structure, &space->allocator);
    space->structure = fresh;
    return true;
}

/* After changes of half as many boxes as there are: rebuilds when the grid is outgrown or a sweep
 * has become too costly. */
static void count_change(carom_space *space, size_t changes) {
    sap_incremental *incremental = space->structure;
    incremental->changes += changes;
    if (incremental->changes < incremental->boxes / 2 + 64) return;
    incremental->changes = 0;
    bool outgrown = incremental->boxes > 2 * incremental->built + 64;
    if (outgrown || carom_sap_incremental_work(&incremental->c) >
                        REBUILD_WORK * incremental->built_work * (double)(incremental->boxes + 64))
        rebuild_incremental(space);
}

/* ---- single changes */

static carom_status create_incremental(carom_space *space, void **structure) {
    carom_status status;
    sap_incremental *incremental = carom_sap_incremental_create(space, &status);
    if (incremental) *structure = incremental;
    return status;
}

static void destroy_incremental(carom_space *space, void *structure) {
    carom_sap_incremental_destroy(structure, &space->allocator);
}

static carom_status insert_incremental(carom_space *space, uint32_t id) {
    sap_incremental *incremental = space->structure;
    const carom_aabb *box = &space->boxes.box[id];
    sap_placing p;
    carom_sap_place(&incremental->c, box, &p);
    carom_status status = carom_sap_reserve(space, &p);
    if (status != CAROM_OK) return status;
    carom_sap_insert(&p, id);
    note_extent(&incremental->c, &p, box);
    incremental->boxes++;
    count_change(space, 1);
    return CAROM_OK;
}

static void remove_incremental(carom_space *space, uint32_t id, const carom_aabb *old) {
    sap_incremental *incremental = space->structure;
    sap_placing p;
    carom_sap_place(&incremental->c, old, &p);
    carom_sap_remove(&p, id);
    incremental->boxes--;
    incremental->changes++;
}

static carom_status move_incremental(carom_space *space, uint32_t id, const carom_aabb *old) {
    sap_incremental *incremental = space->structure;
    const carom_aabb *box = &space->boxes.box[id];
    sap_placing from, to;
    carom_sap_place(&incremental->c, old, &from);
    carom_sap_place(&incremental->c, box, &to);
    if (from.level == to.level && memcmp(from.range, to.range, sizeof to.range) == 0) {
        carom_sap_update(&from, &to, id);
    } else {
        carom_status status = carom_sap_reserve(space, &to);
        if (status != CAROM_OK) return status;
        carom_sap_remove(&from, id);
        carom_sap_insert(&to, id);
    }
    note_extent(&incremental->c, &to, box);
    count_change(space, 1);
    return CAROM_OK;
}

/* ---- move of all */

/* A moved box with its old and new place; the old ends are read from the entry in the cell of its
 * low corner. */
typedef struct moved_box {
    sap_placing from, to;
    uint32_t id;
} moved_box;

static bool placing_holds(const sap_placing *p, const sap_level *level, uint32_t u, uint32_t v) {
    return p->level == level && p->range[0] <= u && u <= p->range[1] && p->range[2] <= v &&
           v <= p->range[3];
}

/* For cells that the box reaches now and did not before: counts it, or with `write` appends its
 * entry. */
static void enter_cells(const moved_box *moved, bool write) {
    const sap_placing *to = &moved->to;
    for (uint32_t v = to->range[2]; v <= to->range[3]; v++)
        for (uint32_t u = to->range[0]; u <= to->range[1]; u++) {
            sap_open_cell *cell = sap_open_cell_of(to, u, v);
            if (placing_holds(&moved->from, to->level, u, v)) continue;
            if (write) carom_sap_cell_write(cell, cell->count + cell->added, to->value, moved->id);
            cell->added++;
        }
}

/* Updates entry i of cell (u, v), at = {u, v, i}, whose box may have moved. */
static void move_entry(carom_space *space, sap_level *level, const uint32_t at[3], bool write) {
    sap_incremental *incremental = space->structure;
    uint32_t u = at[0], v = at[1], i = at[2];
    sap_open_cell *cell = &level->incremental[(size_t)v * level->cut[0].cells + u];
    moved_box moved = {.from.level = level, .id = sap_open_ids(cell)[i]};
    const carom_aabb *box = &space->boxes.box[moved.id];
    if (i + PREFETCH_AHEAD < cell->count)
        CAROM_PREFETCH(&space->boxes.box[sap_open_ids(cell)[i + PREFETCH_AHEAD]]);
    for (uint32_t k = 0; k < SAP_LANES; k++)
        moved.from.value[k] = sap_open_lane(cell, k)[i];
    bool corner = !(moved.from.value[LOW_U] < level->cut[0].bound[u] ||
                    moved.from.value[LOW_V] < level->cut[1].bound[v]);
    if (!corner && !write) return;
    carom_sap_place(&incremental->c, box, &moved.to);
    if (corner) {
        sap_range(level, moved.from.value, moved.from.range);
        enter_cells(&moved, write);
        if (write) note_extent(&incremental->c, &moved.to, box);
    }
    if (write && placing_holds(&moved.to, level, u, v))
        carom_sap_cell_write(cell, i, moved.to.value, moved.id);
    else if (write)
        sap_open_ids(cell)[i] = UINT32_MAX; /* the box left the cell */
}

static void move_entries(carom_space *space, bool write) {
    sap_incremental *incremental = space->structure;
    for (int l = 0; l < incremental->c.levels; l++) {
        sap_level *level = &incremental->c.level[l];
        uint32_t at[3];
        for (at[1] = 0; at[1] < level->cut[1].cells; at[1]++)
            for (at[0] = 0; at[0] < level->cut[0].cells; at[0]++) {
                size_t cell = (size_t)at[1] * level->cut[0].cells + at[0];
                for (at[2] = 0; at[2] < level->incremental[cell].count; at[2]++)
                    move_entry(space, level, at, write);
            }
    }
}

/* Grows cells for the entries counted; the counts return to zero. */
static carom_status reserve_added(carom_space *space) {
    sap_incremental *incremental = space->structure;
    carom_status status = CAROM_OK;
    for (int l = 0; l < incremental->c.levels; l++)
        for (size_t k = 0; k < sap_cell_count(&incremental->c.level[l]); k++) {
            sap_open_cell *cell = &incremental->c.level[l].incremental[k];
            uint32_t wanted = cell->count + cell->added;
            cell->added = 0;
            if (status == CAROM_OK)
                status = carom_sap_cell_reserve(&space->allocator, cell, wanted);
        }
    return status;
}

/* Removes the entries that were marked as having left. */
static void close_cell(sap_open_cell *cell) {
    uint32_t total = cell->count + cell->added, kept = 0;
    const uint32_t *ids = sap_open_ids(cell);
    for (uint32_t i = 0; i < total; i++) {
        if (ids[i] == UINT32_MAX) continue;
        float value[SAP_LANES];
        for (uint32_t k = 0; k < SAP_LANES && kept < i; k++)
            value[k] = sap_open_lane(cell, k)[i];
        if (kept < i) carom_sap_cell_write(cell, kept, value, ids[i]);
        kept++;
    }
    cell->count = kept;
    cell->added = 0;
}

/* Insertion sort of all cells. @return false, leaving off, when it takes more than `shifts` shifts
 */
static bool sort_cells(sap_grid *c, double shifts) {
    for (int l = 0; l < c->levels; l++)
        for (size_t k = 0; k < sap_cell_count(&c->level[l]); k++) {
            sap_open_cell *cell = &c->level[l].incremental[k];
            for (uint32_t i = 1; i < cell->count; i++)
                shifts -= (double)carom_sap_cell_sort_entry(cell, i, i + 1);
            if (shifts < 0.0) return false;
        }
    return true;
}

static carom_status move_all_incremental(carom_space *space) {
    sap_incremental *incremental = space->structure;
    move_entries(space, false);
    carom_status status = reserve_added(space);
    if (status != CAROM_OK) return status;
    move_entries(space, true);
    for (int l = 0; l < incremental->c.levels; l++)
        for (size_t k = 0; k < sap_cell_count(&incremental->c.level[l]); k++)
            close_cell(&incremental->c.level[l].incremental[k]);
    if (!sort_cells(&incremental->c, SHIFTS * (double)(incremental->boxes + 64)) &&
        rebuild_incremental(space))
        return CAROM_OK;
    sort_cells(&incremental->c, INFINITY);
    count_change(space, incremental->boxes);
    return CAROM_OK;
}

/* ---- queries */

static bool incremental_pairs(const carom_space *space, carom_pair_visitor *visitor, void *user) {
    const sap_incremental *incremental = space->structure;
    return carom_sap_visit_pairs(&incremental->c, space, visitor, user);
}

/* Called for one space only, as there is no visit_pairs_between. */
static uint32_t incremental_cut_pairs(const carom_space *a, const carom_space *b,
                                      pair_piece pieces[PAIR_PIECES]) {
    (void)b;
    return carom_sap_cut_pairs(&((const sap_incremental *)a->structure)->c, pieces);
}

static void incremental_piece(const space_pairs *pairs, const pair_piece *piece,
                              carom_pair_visitor *visitor, void *user) {
    carom_sap_visit_piece(&((const sap_incremental *)pairs->a->structure)->c, pairs, piece, visitor,
                          user);
}

static bool incremental_box(const carom_space *space, const space_search *search) {
    const sap_incremental *incremental = space->structure;
    return carom_sap_visit_box(&incremental->c, space, search);
}

static void incremental_ray(const carom_space *space, const carom_ray *ray,
                            carom_ray_visitor *visitor, void *user) {
    const sap_incremental *incremental = space->structure;
    carom_sliced_ray(space, ray, &incremental->c.field, visitor, user);
}

static void incremental_nearest(const carom_space *space, vec3 point, near_list *list) {
    const sap_incremental *incremental = space->structure;
    carom_sliced_nearest(space, point, &incremental->c.field, list);
}

static size_t incremental_memory(const carom_space *space) {
    return carom_sap_incremental_memory(space->structure);
}

const space_ops carom_space_sweep_prune_incremental = {
    .name = "sweep and prune, incremental",
    .create = create_incremental,
    .destroy = destroy_incremental,
    .insert = insert_incremental,
    .remove = remove_incremental,
    .move = move_incremental,
    .move_all = move_all_incremental,
    .visit_pairs = incremental_pairs,
    .cut_pairs = incremental_cut_pairs,
    .visit_piece = incremental_piece,
    .visit_box = incremental_box,
    .visit_ray = incremental_ray,
    .nearest = incremental_nearest,
    .memory = incremental_memory,
};
