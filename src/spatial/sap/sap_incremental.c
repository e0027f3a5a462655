/* A cell's lanes lie in one block with room behind each. Where a box belongs follows from the box
 * alone, by limits that stay as they are until all is built again: so it is found again from its
 * old ends, without a table of places. */
#include "spatial/sap/sap_incremental.h"

#include <string.h>

/* ---- cells */

carom_status carom_live_reserve(const carom_allocator *allocator, live_cell *cell,
                                uint32_t wanted) {
    if (wanted <= cell->capacity) return CAROM_OK;
    uint32_t capacity = wanted + wanted / 4 + 3;
    size_t numbers = (size_t)capacity * ENTRY_NUMBERS + LANE_PAD;
    live_cell fresh = {carom_alloc(allocator, numbers, sizeof(float)), cell->count, capacity, 0};
    if (!fresh.block) return CAROM_ERROR_MEMORY;
    memset(fresh.block, 0, numbers * sizeof(float)); /* what is read behind the end is defined */
    for (uint32_t k = 0; k < ENTRY_NUMBERS && cell->count > 0; k++)
        memcpy(live_lane(&fresh, k), live_lane(cell, k), cell->count * sizeof(float));
    carom_free(allocator, cell->block);
    *cell = fresh;
    return CAROM_OK;
}

void carom_live_write(live_cell *cell, uint32_t at, const float value[6], uint32_t id) {
    for (uint32_t k = 0; k < COLUMN_LANES; k++)
        live_lane(cell, k)[at] = value[k];
    live_ids(cell)[at] = id;
}

/* Moves the entry at `from` to `to`; those between make room. */
static void shift_entry(live_cell *cell, uint32_t from, uint32_t to) {
    uint32_t first = from < to ? from + 1 : to, count = from < to ? to - from : from - to;
    for (uint32_t k = 0; k < ENTRY_NUMBERS; k++) {
        char *lane = (char *)live_lane(cell, k), kept[sizeof(float)];
        memcpy(kept, lane + from * sizeof kept, sizeof kept);
        memmove(lane + (from < to ? first - 1 : first + 1) * sizeof kept,
                lane + first * sizeof kept, count * sizeof kept);
        memcpy(lane + to * sizeof kept, kept, sizeof kept);
    }
}

/* Shifts an entry to where it belongs, all others being in order. @return by how many places. */
uint32_t carom_live_settle(live_cell *cell, uint32_t at, uint32_t count) {
    const float *low = live_lane(cell, LOW_S);
    float own = low[at];
    uint32_t to = at;
    while (to > 0 && low[to - 1] > own)
        to--;
    while (to == at && to + 1 < count && low[to + 1] < own) {
        do
            to++;
        while (to + 1 < count && low[to + 1] < own);
    }
    if (to != at) shift_entry(cell, at, to);
    return to < at ? at - to : to - at;
}

static void insert_entry(live_cell *cell, const float value[6], uint32_t id) {
    carom_live_write(cell, cell->count, value, id);
    carom_live_settle(cell, cell->count, cell->count + 1);
    cell->count++;
}

static uint32_t find_entry(const live_cell *cell, float low_s, uint32_t id) {
    const float *low = live_lane(cell, LOW_S);
    uint32_t first = 0, end = cell->count;
    while (first < end) {
        uint32_t middle = first + (end - first) / 2;
        if (low[middle] < low_s)
            first = middle + 1;
        else
            end = middle;
    }
    while (live_ids(cell)[first] != id)
        first++;
    return first;
}

/* ---- levels */

void carom_live_place(columns *c, const carom_aabb *box, live_placing *out) {
    int i = 0;
    for (;; i++) { /* the last level takes all */
        column_values(c, &c->level[i], box, out->value);
        if (i == c->levels - 1 || column_fits(&c->level[i], out->value)) break;
    }
    out->level = &c->level[i];
    column_reach(out->level, out->value, out->range);
}

carom_status carom_live_make_room(const carom_space *space, const live_placing *p) {
    for (uint32_t v = p->range[2]; v <= p->range[3]; v++)
        for (uint32_t u = p->range[0]; u <= p->range[1]; u++) {
            live_cell *cell = live_cell_of(p, u, v);
            carom_status status = carom_live_reserve(&space->allocator, cell, cell->count + 1);
            if (status != CAROM_OK) return status;
        }
    return CAROM_OK;
}

void carom_live_insert(const live_placing *p, uint32_t id) {
    for (uint32_t v = p->range[2]; v <= p->range[3]; v++)
        for (uint32_t u = p->range[0]; u <= p->range[1]; u++)
            insert_entry(live_cell_of(p, u, v), p->value, id);
}

void carom_live_remove(const live_placing *p, uint32_t id) {
    for (uint32_t v = p->range[2]; v <= p->range[3]; v++)
        for (uint32_t u = p->range[0]; u <= p->range[1]; u++) {
            live_cell *cell = live_cell_of(p, u, v);
            shift_entry(cell, find_entry(cell, p->value[LOW_S], id), cell->count - 1);
            cell->count--;
        }
}

void carom_live_update(const live_placing *from, const live_placing *to, uint32_t id) {
    for (uint32_t v = to->range[2]; v <= to->range[3]; v++)
        for (uint32_t u = to->range[0]; u <= to->range[1]; u++) {
            live_cell *cell = live_cell_of(to, u, v);
            uint32_t at = find_entry(cell, from->value[LOW_S], id);
            carom_live_write(cell, at, to->value, id);
            carom_live_settle(cell, at, cell->count);
        }
}

/* ---- making */

void carom_live_destroy(live_columns *live, const carom_allocator *allocator) {
    for (int i = 0; i < COLUMN_LEVELS; i++) {
        column_level *level = &live->c.level[i];
        for (size_t k = 0; level->live && k < column_cells(level); k++)
            carom_free(allocator, level->live[k].block);
        carom_free(allocator, level->live);
    }
    carom_columns_destroy(&live->c, allocator);
    carom_free(allocator, live);
}

/* Gives every cell of a level a block of its own. */
static carom_status loosen_level(column_level *level, const carom_allocator *allocator) {
    size_t cells = column_cells(level);
    live_cell *fresh = carom_alloc(allocator, cells, sizeof *fresh);
    if (!fresh) return CAROM_ERROR_MEMORY;
    memset(fresh, 0, cells * sizeof *fresh);
    carom_status status = CAROM_OK;
    for (size_t i = 0; i < cells && status == CAROM_OK; i++) {
        column_cell old = column_cell_at(level, i);
        status = carom_live_reserve(allocator, &fresh[i], old.count + 1);
        if (status != CAROM_OK) break;
        for (uint32_t k = 0; k < COLUMN_LANES; k++)
            memcpy(live_lane(&fresh[i], k), old.lane[k], old.count * sizeof(float));
        memcpy(live_ids(&fresh[i]), old.id, old.count * sizeof(uint32_t));
        fresh[i].count = old.count;
    }
    level->live = fresh;
    carom_free(allocator, level->memory[2]);
    level->memory[2] = NULL;
    level->entries = NULL;
    return status;
}

/* A level of one cell for boxes larger than any so far. */
static carom_status add_top_level(columns *c, const carom_allocator *allocator) {
    column_level *level = &c->level[c->levels];
    float *bound = carom_alloc(allocator, 4, sizeof *bound);
    if (!bound) return CAROM_ERROR_MEMORY;
    level->memory[0] = bound;
    level->live = carom_alloc(allocator, 1, sizeof *level->live);
    if (!level->live) return CAROM_ERROR_MEMORY;
    level->live[0] = (live_cell){0};
    for (int k = 0; k < 3; k++) {
        level->axis[k] = k;
        level->fits[k] = INFINITY;
    }
    for (int k = 0; k < 2; k++) {
        level->cut[k] = (column_axis){bound + 2 * k, 0.0f, 0.0f, 1};
        level->cut[k].bound[0] = -INFINITY;
        level->cut[k].bound[1] = INFINITY;
    }
    c->levels++;
    return carom_live_reserve(allocator, &level->live[0], 1);
}

/* What sweeping will cost. */
double carom_live_work(const columns *c) {
    double sum = 0.0;
    for (int i = 0; i < c->levels; i++)
        for (size_t k = 0; k < column_cells(&c->level[i]); k++)
            sum += (double)c->level[i].live[k].count * (double)c->level[i].live[k].count;
    return sum;
}

live_columns *carom_live_create(const carom_space *space, carom_status *status) {
    const carom_allocator *allocator = &space->allocator;
    live_columns *live = carom_alloc(allocator, 1, sizeof *live);
    *status = CAROM_ERROR_MEMORY;
    if (!live) return NULL;
    *live = (live_columns){0};
    *status = carom_columns_create(&live->c, space);
    for (int i = 0; i < live->c.levels && *status == CAROM_OK; i++)
        *status = loosen_level(&live->c.level[i], allocator);
    if (*status == CAROM_OK && live->c.levels < COLUMN_LEVELS &&
        live->c.level[live->c.levels - 1].fits[0] < INFINITY)
        *status = add_top_level(&live->c, allocator);
    if (*status != CAROM_OK) {
        carom_live_destroy(live, allocator);
        return NULL;
    }
    live->boxes = live->built = carom_space_count(space);
    live->built_work = carom_live_work(&live->c) / (double)(live->built + 1);
    return live;
}

size_t carom_live_memory(const live_columns *live) {
    size_t bytes = sizeof *live;
    for (int i = 0; i < live->c.levels; i++) {
        const column_level *level = &live->c.level[i];
        for (size_t k = 0; k < column_cells(level); k++)
            bytes += ((size_t)level->live[k].capacity * ENTRY_NUMBERS + LANE_PAD) * sizeof(float);
        bytes += column_cells(level) * (sizeof(live_cell) + sizeof(uint32_t));
        bytes += (level->cut[0].cells + (size_t)level->cut[1].cells + 2) * sizeof(float);
    }
    return bytes;
}
