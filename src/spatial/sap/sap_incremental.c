/* Updates of the incremental grid of columns: sweep and prune [Cohen95] by insertion sort
 * [Knuth98] 5.2.1, with binary search for an entry. A cell's lanes lie in one block with spare
 * capacity. The cells of a box follow from the box alone, by limits that stay constant until the
 * next build: so the entries of a moved box are found from its old ends, without a table of
 * places. A cell is in order after every change. */
#include "spatial/sap/sap_incremental.h"

#include <string.h>

/* ---- cells */

static carom_status reserve_cell(const carom_allocator *allocator, sap_open_cell *cell,
                                 uint32_t wanted) {
    if (wanted <= cell->capacity) return CAROM_OK;
    uint32_t capacity = wanted + wanted / 4 + 3;
    size_t numbers = (size_t)capacity * ENTRY_NUMBERS + LANE_PAD;
    sap_open_cell fresh = {carom_alloc(allocator, numbers, sizeof(float)), cell->count, capacity};
    if (!fresh.block) return CAROM_ERROR_MEMORY;
    /* vectors read behind the end, which must be defined */
    memset(fresh.block, 0, numbers * sizeof(float));
    for (uint32_t k = 0; k < ENTRY_NUMBERS && cell->count > 0; k++)
        memcpy(sap_open_lane(&fresh, k), sap_open_lane(cell, k), cell->count * sizeof(float));
    carom_free(allocator, cell->block);
    *cell = fresh;
    return CAROM_OK;
}

static void write_entry(sap_open_cell *cell, uint32_t at, const float value[6], uint32_t id) {
    for (uint32_t k = 0; k < SAP_LANES; k++)
        sap_open_lane(cell, k)[at] = value[k];
    sap_open_ids(cell)[at] = id;
}

/* Moves the entry at `from` to `to` and shifts those between. */
static void shift_entry(sap_open_cell *cell, uint32_t from, uint32_t to) {
    uint32_t first = from < to ? from + 1 : to, count = from < to ? to - from : from - to;
    for (uint32_t k = 0; k < ENTRY_NUMBERS; k++) {
        char *lane = (char *)sap_open_lane(cell, k), kept[sizeof(float)];
        memcpy(kept, lane + from * sizeof kept, sizeof kept);
        memmove(lane + (from < to ? first - 1 : first + 1) * sizeof kept,
                lane + first * sizeof kept, count * sizeof kept);
        memcpy(lane + to * sizeof kept, kept, sizeof kept);
    }
}

/* Insertion sort of one entry, the others being sorted. @return by how many places it moved */
static uint32_t sort_entry(sap_open_cell *cell, uint32_t at) {
    const float *low = sap_open_lane(cell, LOW_S);
    float own = low[at];
    uint32_t to = at;
    while (to > 0 && low[to - 1] > own)
        to--;
    while (to == at && to + 1 < cell->count && low[to + 1] < own) {
        do
            to++;
        while (to + 1 < cell->count && low[to + 1] < own);
    }
    if (to != at) shift_entry(cell, at, to);
    return to < at ? at - to : to - at;
}

static uint32_t insert_entry(sap_open_cell *cell, const float value[6], uint32_t id) {
    write_entry(cell, cell->count, value, id);
    cell->count++;
    return sort_entry(cell, cell->count - 1);
}

static uint32_t find_entry(const sap_open_cell *cell, float low_s, uint32_t id) {
    const float *low = sap_open_lane(cell, LOW_S);
    uint32_t first = 0, end = cell->count;
    while (first < end) {
        uint32_t middle = first + (end - first) / 2;
        if (low[middle] < low_s)
            first = middle + 1;
        else
            end = middle;
    }
    while (sap_open_ids(cell)[first] != id)
        first++;
    return first;
}

/* ---- levels */

void carom_sap_place(sap_grid *c, const carom_aabb *box, sap_placing *out) {
    int i = 0;
    for (;; i++) { /* the last level takes every box */
        sap_ends(c, &c->level[i], box, out->value);
        if (i == c->levels - 1 || sap_fits(&c->level[i], out->value)) break;
    }
    out->level = &c->level[i];
    sap_range(out->level, out->value, out->range);
}

carom_status carom_sap_reserve(const carom_space *space, const sap_placing *p) {
    for (uint32_t v = p->range[2]; v <= p->range[3]; v++)
        for (uint32_t u = p->range[0]; u <= p->range[1]; u++) {
            sap_open_cell *cell = sap_open_cell_of(p, u, v);
            carom_status status = reserve_cell(&space->allocator, cell, cell->count + 1);
            if (status != CAROM_OK) return status;
        }
    return CAROM_OK;
}

uint64_t carom_sap_insert(const sap_placing *p, uint32_t id) {
    uint64_t shifts = 0;
    for (uint32_t v = p->range[2]; v <= p->range[3]; v++)
        for (uint32_t u = p->range[0]; u <= p->range[1]; u++)
            shifts += insert_entry(sap_open_cell_of(p, u, v), p->value, id);
    return shifts;
}

uint64_t carom_sap_remove(const sap_placing *p, uint32_t id) {
    uint64_t shifts = 0;
    for (uint32_t v = p->range[2]; v <= p->range[3]; v++)
        for (uint32_t u = p->range[0]; u <= p->range[1]; u++) {
            sap_open_cell *cell = sap_open_cell_of(p, u, v);
            uint32_t at = find_entry(cell, p->value[LOW_S], id);
            cell->count--;
            shift_entry(cell, at, cell->count);
            shifts += cell->count - at;
        }
    return shifts;
}

uint64_t carom_sap_update(const sap_placing *from, const sap_placing *to, uint32_t id) {
    uint64_t shifts = 0;
    for (uint32_t v = to->range[2]; v <= to->range[3]; v++)
        for (uint32_t u = to->range[0]; u <= to->range[1]; u++) {
            sap_open_cell *cell = sap_open_cell_of(to, u, v);
            uint32_t at = find_entry(cell, from->value[LOW_S], id);
            write_entry(cell, at, to->value, id);
            shifts += sort_entry(cell, at);
        }
    return shifts;
}

/* ---- creation */

void carom_sap_incremental_destroy(sap_incremental *incremental, const carom_allocator *allocator) {
    for (int i = 0; i < SAP_LEVELS; i++) {
        sap_level *level = &incremental->c.level[i];
        for (size_t k = 0; level->incremental && k < sap_cell_count(level); k++)
            carom_free(allocator, level->incremental[k].block);
        carom_free(allocator, level->incremental);
    }
    carom_sap_destroy(&incremental->c, allocator);
    carom_free(allocator, incremental);
}

/* Gives every cell of a level a growable block of its own. */
static carom_status open_level(sap_level *level, const carom_allocator *allocator) {
    size_t cells = sap_cell_count(level);
    sap_open_cell *fresh = carom_alloc(allocator, cells, sizeof *fresh);
    if (!fresh) return CAROM_ERROR_MEMORY;
    memset(fresh, 0, cells * sizeof *fresh);
    carom_status status = CAROM_OK;
    for (size_t i = 0; i < cells && status == CAROM_OK; i++) {
        sap_cell old = sap_cell_at(level, i);
        status = reserve_cell(allocator, &fresh[i], old.count + 1);
        if (status != CAROM_OK) break;
        for (uint32_t k = 0; k < SAP_LANES; k++)
            memcpy(sap_open_lane(&fresh[i], k), old.lane[k], old.count * sizeof(float));
        memcpy(sap_open_ids(&fresh[i]), old.id, old.count * sizeof(uint32_t));
        fresh[i].count = old.count;
    }
    level->incremental = fresh;
    carom_free(allocator, level->memory[2]);
    level->memory[2] = NULL;
    level->entries = NULL;
    return status;
}

/* Adds a level of one cell for boxes larger than any so far. */
static carom_status add_top_level(sap_grid *c, const carom_allocator *allocator) {
    sap_level *level = &c->level[c->levels];
    float *bound = carom_alloc(allocator, 4, sizeof *bound);
    if (!bound) return CAROM_ERROR_MEMORY;
    level->memory[0] = bound;
    level->incremental = carom_alloc(allocator, 1, sizeof *level->incremental);
    if (!level->incremental) return CAROM_ERROR_MEMORY;
    level->incremental[0] = (sap_open_cell){0};
    for (int k = 0; k < 3; k++) {
        level->axis[k] = k;
        level->fits[k] = INFINITY;
    }
    for (int k = 0; k < 2; k++) {
        level->cut[k] = (sap_axis){bound + 2 * k, 0.0f, 0.0f, 1};
        level->cut[k].bound[0] = -INFINITY;
        level->cut[k].bound[1] = INFINITY;
    }
    c->levels++;
    return reserve_cell(allocator, &level->incremental[0], 1);
}

double carom_sap_incremental_work(const sap_grid *c) {
    double sum = 0.0;
    for (int i = 0; i < c->levels; i++)
        for (size_t k = 0; k < sap_cell_count(&c->level[i]); k++)
            sum +=
                (double)c->level[i].incremental[k].count * (double)c->level[i].incremental[k].count;
    return sum;
}

sap_incremental *carom_sap_incremental_create(const carom_space *space, carom_status *status) {
    const carom_allocator *allocator = &space->allocator;
    sap_incremental *incremental = carom_alloc(allocator, 1, sizeof *incremental);
    *status = CAROM_ERROR_MEMORY;
    if (!incremental) return NULL;
    *incremental = (sap_incremental){0};
    *status = carom_sap_create(&incremental->c, space);
    for (int i = 0; i < incremental->c.levels && *status == CAROM_OK; i++)
        *status = open_level(&incremental->c.level[i], allocator);
    if (*status == CAROM_OK && incremental->c.levels < SAP_LEVELS &&
        incremental->c.level[incremental->c.levels - 1].fits[0] < INFINITY)
        *status = add_top_level(&incremental->c, allocator);
    if (*status != CAROM_OK) {
        carom_sap_incremental_destroy(incremental, allocator);
        return NULL;
    }
    incremental->boxes = incremental->built = carom_space_count(space);
    incremental->built_work =
        carom_sap_incremental_work(&incremental->c) / (double)(incremental->built + 1);
    return incremental;
}

size_t carom_sap_incremental_memory(const sap_incremental *incremental) {
    size_t bytes = sizeof *incremental;
    for (int i = 0; i < incremental->c.levels; i++) {
        const sap_level *level = &incremental->c.level[i];
        for (size_t k = 0; k < sap_cell_count(level); k++)
            bytes +=
                ((size_t)level->incremental[k].capacity * ENTRY_NUMBERS + LANE_PAD) * sizeof(float);
        bytes += sap_cell_count(level) * (sizeof(sap_open_cell) + sizeof(uint32_t));
        bytes += (level->cut[0].cells + (size_t)level->cut[1].cells + 2) * sizeof(float);
    }
    return bytes;
}
