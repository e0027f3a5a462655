/* Sweep and prune, its order kept: the columns of the batch method with room in every cell. A box
 * that moves a little is shifted past the few neighbours it overtook, in each of its cells; one
 * that leaves a cell is taken out there and put in elsewhere. When cells have become much fuller
 * than they were, all is built again. Some 1.5 entries of 28 bytes with a quarter of room: 45 to 65
 * bytes a box besides the table's 24. */
#include <string.h>

#include "spatial/sap/sap_incremental.h"
#include "spatial/ray_slices.h"

#define SHIFTS 12 /* places an entry may overtake on average; beyond, all is sorted afresh */
#define AHEAD 12  /* entries: boxes are in no order in memory, and are asked for in time */

static void note_extent(columns *c, const live_placing *p, const carom_aabb *box) {
    float length = p->value[HIGH_S] - p->value[LOW_S];
    if (length > p->level->longest) p->level->longest = length;
    box_grow(&c->field.bounds, box);
}

/* Builds again; with no memory for it all stays as it is. */
static bool renew(carom_space *space) {
    carom_status status;
    live_columns *fresh = carom_live_create(space, &status);
    if (!fresh) return false;
    carom_live_destroy(space->structure, &space->allocator);
    space->structure = fresh;
    return true;
}

/* After as many changes as half the boxes: is it still what a fresh one would be? */
static void count_change(carom_space *space, size_t changes) {
    live_columns *live = space->structure;
    live->changes += changes;
    if (live->changes < live->boxes / 2 + 64) return;
    live->changes = 0;
    bool outgrown = live->boxes > 2 * live->built + 64;
    if (outgrown || carom_live_work(&live->c) > 3.0 * live->built_work * (double)(live->boxes + 64))
        renew(space);
}

/* ---- one at a time */

static carom_status create_incremental(carom_space *space, void **structure) {
    carom_status status;
    live_columns *live = carom_live_create(space, &status);
    if (live) *structure = live;
    return status;
}

static void destroy_incremental(carom_space *space, void *structure) {
    carom_live_destroy(structure, &space->allocator);
}

static carom_status insert_incremental(carom_space *space, uint32_t id) {
    live_columns *live = space->structure;
    const carom_aabb *box = &space->boxes.box[id];
    live_placing p;
    carom_live_place(&live->c, box, &p);
    carom_status status = carom_live_make_room(space, &p);
    if (status != CAROM_OK) return status;
    carom_live_insert(&p, id);
    note_extent(&live->c, &p, box);
    live->boxes++;
    count_change(space, 1);
    return CAROM_OK;
}

static void remove_incremental(carom_space *space, uint32_t id, const carom_aabb *old) {
    live_columns *live = space->structure;
    live_placing p;
    carom_live_place(&live->c, old, &p);
    carom_live_remove(&p, id);
    live->boxes--;
    live->changes++;
}

static carom_status move_incremental(carom_space *space, uint32_t id, const carom_aabb *old) {
    live_columns *live = space->structure;
    const carom_aabb *box = &space->boxes.box[id];
    live_placing from, to;
    carom_live_place(&live->c, old, &from);
    carom_live_place(&live->c, box, &to);
    if (from.level == to.level && memcmp(from.range, to.range, sizeof to.range) == 0) {
        carom_live_update(&from, &to, id);
    } else {
        carom_status status = carom_live_make_room(space, &to);
        if (status != CAROM_OK) return status;
        carom_live_remove(&from, id);
        carom_live_insert(&to, id);
    }
    note_extent(&live->c, &to, box);
    count_change(space, 1);
    return CAROM_OK;
}

/* ---- all at once */

/* A box that moved, and where it stood: its ends are those in the entry of its low corner's cell.
 */
typedef struct moved_box {
    live_placing from, to;
    uint32_t id;
} moved_box;

static bool placing_holds(const live_placing *p, const column_level *level, uint32_t u,
                          uint32_t v) {
    return p->level == level && p->range[0] <= u && u <= p->range[1] && p->range[2] <= v &&
           v <= p->range[3];
}

/* Cells that the box reaches now and did not before: counts it, or writes it behind the entries. */
static void enter_cells(const moved_box *moved, bool write) {
    const live_placing *to = &moved->to;
    for (uint32_t v = to->range[2]; v <= to->range[3]; v++)
        for (uint32_t u = to->range[0]; u <= to->range[1]; u++) {
            live_cell *cell = live_cell_of(to, u, v);
            if (placing_holds(&moved->from, to->level, u, v)) continue;
            if (write) carom_live_write(cell, cell->count + cell->added, to->value, moved->id);
            cell->added++;
        }
}

/* One entry of cell (u, v), its box having moved. */
static void move_entry(carom_space *space, column_level *level, const uint32_t at[3], bool write) {
    live_columns *live = space->structure;
    uint32_t u = at[0], v = at[1], i = at[2];
    live_cell *cell = &level->live[(size_t)v * level->cut[0].cells + u];
    moved_box moved = {.from.level = level, .id = live_ids(cell)[i]};
    const carom_aabb *box = &space->boxes.box[moved.id];
    if (i + AHEAD < cell->count) CAROM_PREFETCH(&space->boxes.box[live_ids(cell)[i + AHEAD]]);
    for (uint32_t k = 0; k < COLUMN_LANES; k++)
        moved.from.value[k] = live_lane(cell, k)[i];
    bool corner = !(moved.from.value[LOW_U] < level->cut[0].bound[u] ||
                    moved.from.value[LOW_V] < level->cut[1].bound[v]);
    if (!corner && !write) return;
    carom_live_place(&live->c, box, &moved.to);
    if (corner) {
        column_reach(level, moved.from.value, moved.from.range);
        enter_cells(&moved, write);
        if (write) note_extent(&live->c, &moved.to, box);
    }
    if (write && placing_holds(&moved.to, level, u, v))
        carom_live_write(cell, i, moved.to.value, moved.id);
    else if (write)
        live_ids(cell)[i] = UINT32_MAX; /* left the cell */
}

static void move_entries(carom_space *space, bool write) {
    live_columns *live = space->structure;
    for (int l = 0; l < live->c.levels; l++) {
        column_level *level = &live->c.level[l];
        uint32_t at[3];
        for (at[1] = 0; at[1] < level->cut[1].cells; at[1]++)
            for (at[0] = 0; at[0] < level->cut[0].cells; at[0]++) {
                size_t cell = (size_t)at[1] * level->cut[0].cells + at[0];
                for (at[2] = 0; at[2] < level->live[cell].count; at[2]++)
                    move_entry(space, level, at, write);
            }
    }
}

/* Room for what was counted; the counts return to zero. */
static carom_status reserve_added(carom_space *space) {
    live_columns *live = space->structure;
    carom_status status = CAROM_OK;
    for (int l = 0; l < live->c.levels; l++)
        for (size_t k = 0; k < column_cells(&live->c.level[l]); k++) {
            live_cell *cell = &live->c.level[l].live[k];
            uint32_t wanted = cell->count + cell->added;
            cell->added = 0;
            if (status == CAROM_OK) status = carom_live_reserve(&space->allocator, cell, wanted);
        }
    return status;
}

/* Closes the gaps of entries that left. */
static void close_cell(live_cell *cell) {
    uint32_t total = cell->count + cell->added, kept = 0;
    const uint32_t *ids = live_ids(cell);
    for (uint32_t i = 0; i < total; i++) {
        if (ids[i] == UINT32_MAX) continue;
        float value[COLUMN_LANES];
        for (uint32_t k = 0; k < COLUMN_LANES && kept < i; k++)
            value[k] = live_lane(cell, k)[i];
        if (kept < i) carom_live_write(cell, kept, value, ids[i]);
        kept++;
    }
    cell->count = kept;
    cell->added = 0;
}

/* False, with all as it is, when it takes more shifts than there should be. */
static bool sort_cells(columns *c, double shifts) {
    for (int l = 0; l < c->levels; l++)
        for (size_t k = 0; k < column_cells(&c->level[l]); k++) {
            live_cell *cell = &c->level[l].live[k];
            for (uint32_t i = 1; i < cell->count; i++)
                shifts -= (double)carom_live_settle(cell, i, i + 1);
            if (shifts < 0.0) return false;
        }
    return true;
}

static carom_status move_all_incremental(carom_space *space) {
    live_columns *live = space->structure;
    move_entries(space, false);
    carom_status status = reserve_added(space);
    if (status != CAROM_OK) return status;
    move_entries(space, true);
    for (int l = 0; l < live->c.levels; l++)
        for (size_t k = 0; k < column_cells(&live->c.level[l]); k++)
            close_cell(&live->c.level[l].live[k]);
    if (!sort_cells(&live->c, SHIFTS * (double)(live->boxes + 64)) && renew(space)) return CAROM_OK;
    sort_cells(&live->c, INFINITY);
    count_change(space, live->boxes);
    return CAROM_OK;
}

/* ---- questions */

static bool incremental_pairs(const carom_space *space, carom_pair_visitor *visitor, void *user) {
    const live_columns *live = space->structure;
    return carom_columns_visit_pairs(&live->c, space, visitor, user);
}

/* Only ever of one space. */
static uint32_t incremental_cut_pairs(const carom_space *a, const carom_space *b,
                                      pair_piece pieces[PAIR_PIECES]) {
    (void)b;
    return carom_columns_cut_pairs(&((const live_columns *)a->structure)->c, pieces);
}

static void incremental_piece(const space_pairs *pairs, const pair_piece *piece,
                              carom_pair_visitor *visitor, void *user) {
    carom_columns_visit_piece(&((const live_columns *)pairs->a->structure)->c, pairs, piece,
                              visitor, user);
}

static bool incremental_box(const carom_space *space, const space_search *search) {
    const live_columns *live = space->structure;
    return carom_columns_visit_box(&live->c, space, search);
}

static void incremental_ray(const carom_space *space, const carom_ray *ray,
                            carom_ray_visitor *visitor, void *user) {
    const live_columns *live = space->structure;
    carom_sliced_ray(space, ray, &live->c.field, visitor, user);
}

static void incremental_nearest(const carom_space *space, vec3 point, near_list *list) {
    const live_columns *live = space->structure;
    carom_sliced_nearest(space, point, &live->c.field, list);
}

static size_t incremental_memory(const carom_space *space) {
    return carom_live_memory(space->structure);
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
