/* Builds the grid of columns for sweep and prune [Ericson05] 7.1, 7.5. A cell's side is a few
 * times the boxes' usual extent: smaller cells would store most boxes several times, larger ones
 * would compare boxes that are far apart. Two passes over the boxes in their own order count the
 * entries and distribute them to their cells (a counting sort [Knuth98] 5.2); each cell, which
 * fits the cache, is then sorted along the sweep axis and turned into lanes. Every box is in every
 * cell that it reaches, so that no pair is lost. */
#include "spatial/sap/sap_grid.h"
#include "spatial/sap/tolerances.h"

#include "core/radix.h"
#include <string.h>

#define SAMPLES 512
#define SIDE 4.0            /* side of a cell, in usual extents */
#define LARGE 12.0          /* in usual extents; a longer box belongs to the next level */
#define ENTRIES_PER_BOX 2.5 /* upper limit of entries per box, on average */
#define BOXES_PER_CELL 16   /* lower limit, on average */

typedef struct builder {
    const carom_space *space;
    sap_grid *out;
    uint32_t *ids; /* of this level; null on the first level: all ids */
    uint32_t *rest;
    uint32_t count, rest_count;
    bool last;            /* the level takes all remaining boxes */
    double side[3];       /* side of a cell */
    float most[3];        /* largest extent of a box of this level */
    float from[3], to[3]; /* range of the low ends of most boxes */
} builder;

/* ---- extents and spread of the boxes, by a sample */

static void sort_floats(float *values, uint32_t count) {
    radix_item items[SAMPLES], scratch[SAMPLES];
    float sorted[SAMPLES];
    for (uint32_t i = 0; i < count; i++)
        items[i] = (radix_item){radix_key(values[i]), i};
    carom_radix_sort(items, scratch, count);
    for (uint32_t i = 0; i < count; i++)
        sorted[i] = values[items[i].value];
    memcpy(values, sorted, count * sizeof *values);
}

/* The mean extent without the longest twentieth. */
static double usual_extent(float *extents, uint32_t count) {
    double sum = 0.0;
    uint32_t kept = count - count / 20;
    sort_floats(extents, count);
    for (uint32_t i = 0; i < kept; i++)
        sum += (double)extents[i];
    return sum / (double)kept;
}

/* Measures extents and low ends along each axis. */
static void take_sample(builder *b, double usual_extents[3]) {
    const sap_level by_axis = {.axis = {0, 1, 2}};
    float extent[3][SAMPLES], low[3][SAMPLES], value[6];
    uint32_t step = b->count / SAMPLES + 1, count = 0;
    for (uint32_t i = step / 2; i < b->count && count < SAMPLES; i += step) {
        uint32_t id = b->ids ? b->ids[i] : i;
        if (!space_in_use(b->space, id)) continue;
        sap_ends(b->out, &by_axis, &b->space->boxes.box[id], value);
        for (int k = 0; k < 3; k++) {
            low[k][count] = value[2 * k];
            extent[k][count] = value[2 * k + 1] * 0.5f - value[2 * k] * 0.5f;
        }
        count++;
    }
    for (int k = 0; k < 3; k++) {
        usual_extents[k] = 0.0;
        b->from[k] = b->to[k] = 0.0f;
        if (count == 0) continue;
        usual_extents[k] = 2.0 * usual_extent(extent[k], count);
        sort_floats(low[k], count);
        b->from[k] = low[k][count / 100];
        b->to[k] = low[k][count - 1 - count / 100];
    }
}

/* Chooses the sweep axis, the one with the largest spread in relation to the boxes' extent, and
 * the sides of the cells. */
static void choose_shape(builder *b, sap_level *level) {
    double usual_extents[3], best = -1.0, cells = 1.0;
    take_sample(b, usual_extents);
    level->axis[0] = 0;
    for (int k = 0; k < 3; k++) {
        double spread = (double)b->to[k] - (double)b->from[k];
        double ratio = spread > 0.0 ? spread / (usual_extents[k] + SWEEP_AXIS_LEAST * spread) : 0.0;
        if (ratio > best) {
            best = ratio;
            level->axis[0] = k;
        }
        b->most[k] = b->last ? INFINITY : (float)min2(LARGE * usual_extents[k], (double)FLT_MAX);
        double magnitude = max2(fabs((double)b->from[k]), fabs((double)b->to[k]));
        b->side[k] = max2(SIDE * usual_extents[k],
                          max2(CELL_LEAST_SPREAD * spread, CELL_LEAST_MAGNITUDE * magnitude));
    }
    level->axis[1] = level->axis[0] == 0 ? 1 : 0;
    level->axis[2] = level->axis[0] == 2 ? 1 : 2;
    double most = (double)b->count / BOXES_PER_CELL + 1.0;
    for (int i = 1; i < 3; i++) {
        int k = level->axis[i];
        double spread = (double)b->to[k] - (double)b->from[k];
        cells *= b->side[k] > 0.0 ? spread / b->side[k] + 1.0 : 1.0;
    }
    double enlargement = cells > most ? sqrt(cells / most) : 1.0;
    for (int k = 0; k < 3; k++)
        b->side[k] *= enlargement;
}

/* ---- cells */

static uint32_t cells_along(const builder *b, int axis) {
    double spread = (double)b->to[axis] - (double)b->from[axis];
    double cells = b->side[axis] > 0.0 ? floor(spread / b->side[axis]) : 1.0;
    double most = (double)b->count / BOXES_PER_CELL + 1.0;
    return cells < 1.0 ? 1 : (uint32_t)min2(cells, most);
}

static void place_bounds(const builder *b, sap_axis *cut, int axis) {
    double spread = (double)b->to[axis] - (double)b->from[axis];
    double side = spread / (double)cut->cells;
    double inverse = side > 0.0 ? 1.0 / side : 0.0;
    cut->low = b->from[axis];
    cut->inverse = (float)min2(inverse, (double)FLT_MAX);
    cut->bound[0] = -INFINITY;
    for (uint32_t k = 1; k < cut->cells; k++)
        cut->bound[k] = (float)((double)cut->low + (double)k * side);
    cut->bound[cut->cells] = INFINITY;
}

/* Allocates the cells' tables; the counts start at zero. */
static carom_status make_cells(builder *b, sap_level *level) {
    const carom_allocator *allocator = &b->space->allocator;
    for (int i = 0; i < 2; i++)
        level->cut[i].cells = cells_along(b, level->axis[i + 1]);
    size_t u = level->cut[0].cells, v = level->cut[1].cells;
    carom_free(allocator, level->memory[0]);
    carom_free(allocator, level->memory[1]);
    level->memory[1] = NULL;
    level->memory[0] = carom_alloc(allocator, u + v + 2, sizeof(float));
    if (!level->memory[0]) return CAROM_ERROR_MEMORY;
    level->memory[1] = carom_alloc(allocator, u * v + 2, sizeof(uint32_t));
    if (!level->memory[1]) return CAROM_ERROR_MEMORY;
    level->cut[0].bound = level->memory[0];
    level->cut[1].bound = level->cut[0].bound + u + 1;
    level->first = level->memory[1];
    memset(level->first, 0, (u * v + 2) * sizeof *level->first);
    level->bytes = (u + v + 2) * sizeof(float) + (u * v + 2) * sizeof(uint32_t);
    for (int i = 0; i < 2; i++)
        place_bounds(b, &level->cut[i], level->axis[i + 1]);
    return CAROM_OK;
}

/* Counts the entries of each cell, stored two places ahead. @return the number of entries */
static uint64_t count_cells(builder *b, sap_level *level) {
    for (int k = 0; k < 3; k++)
        level->fits[k] = b->most[level->axis[k]];
    uint64_t entries = 0;
    uint32_t regular = 0, width = level->cut[0].cells, range[4];
    float value[6];
    b->rest_count = 0;
    level->longest = 0.0f;
    for (uint32_t i = 0; i < b->count; i++) {
        uint32_t id = b->ids ? b->ids[i] : i;
        if (!space_in_use(b->space, id)) continue;
        sap_ends(b->out, level, &b->space->boxes.box[id], value);
        if (!sap_fits(level, value)) {
            b->rest[b->rest_count++] = id;
            continue;
        }
        float length = value[HIGH_S] - value[LOW_S];
        level->longest = length > level->longest ? length : level->longest;
        regular++;
        sap_range(level, value, range);
        for (uint32_t v = range[2]; v <= range[3]; v++)
            for (uint32_t u = range[0]; u <= range[1]; u++)
                level->first[(size_t)v * width + u + 2]++;
        entries += (uint64_t)(range[1] - range[0] + 1) * (range[3] - range[2] + 1);
    }
    level->boxes = regular;
    return entries;
}

/* Enlarges the cells until a box has at most ENTRIES_PER_BOX entries on average. */
static carom_status fit_cells(builder *b, sap_level *level, uint64_t *entries) {
    for (;;) {
        carom_status status = make_cells(b, level);
        if (status != CAROM_OK) return status;
        *entries = count_cells(b, level);
        if (level->boxes < b->count / 2 && !b->last) {
            b->last = true; /* the sample was not representative: this level takes all boxes */
            for (int k = 0; k < 3; k++)
                b->most[k] = INFINITY;
            continue;
        }
        if ((double)*entries <= ENTRIES_PER_BOX * (double)level->boxes + 64.0 ||
            sap_cell_count(level) == 1)
            return CAROM_OK;
        for (int k = 0; k < 3; k++)
            b->side[k] *= CELL_GROWTH;
    }
}

/* ---- entries */

/* An entry before its cell is turned into lanes. */
typedef struct sap_entry {
    float value[SAP_LANES];
    uint32_t id;
} sap_entry;

/* Prefix sums turn counts into positions; `most` becomes the largest count. */
static void prefix_sums(sap_level *level) {
    size_t cells = sap_cell_count(level);
    uint32_t *next = level->first + 1;
    level->most = 0;
    for (size_t i = 1; i <= cells; i++) {
        if (next[i] > level->most) level->most = next[i];
        next[i] += next[i - 1];
    }
}

static carom_status make_entries(const builder *b, sap_level *level, uint64_t entries) {
    size_t numbers = (size_t)entries * ENTRY_NUMBERS;
    if (entries > UINT32_MAX) return CAROM_ERROR_LIMIT;
    level->entries = carom_alloc(&b->space->allocator, numbers + LANE_PAD, sizeof(float));
    if (!level->entries) return CAROM_ERROR_MEMORY;
    level->memory[2] = level->entries;
    level->bytes += (numbers + LANE_PAD) * sizeof(float);
    for (size_t i = 0; i < LANE_PAD; i++)
        level->entries[numbers + i] = 0.0f;
    return CAROM_OK;
}

static void distribute(const builder *b, sap_level *level) {
    uint32_t *next = level->first + 1, width = level->cut[0].cells, range[4];
    sap_entry *out = (sap_entry *)(void *)level->entries, entry;
    for (uint32_t i = 0; i < b->count; i++) {
        entry.id = b->ids ? b->ids[i] : i;
        if (!space_in_use(b->space, entry.id)) continue;
        sap_ends(b->out, level, &b->space->boxes.box[entry.id], entry.value);
        if (!sap_fits(level, entry.value)) continue;
        sap_range(level, entry.value, range);
        for (uint32_t v = range[2]; v <= range[3]; v++)
            for (uint32_t u = range[0]; u <= range[1]; u++)
                out[next[(size_t)v * width + u]++] = entry;
    }
}

/* ---- sorting a cell */

typedef struct cell_sorter {
    radix_item *items, *sorted;
    uint32_t *places;
    float *lanes;
    void *memory;
} cell_sorter;

static carom_status make_sorter(cell_sorter *sorter, const builder *b, uint32_t most) {
    size_t each = 2 * sizeof(radix_item) + sizeof(uint32_t) + ENTRY_NUMBERS * sizeof(float);
    char *memory = carom_alloc(&b->space->allocator, (size_t)most + 1, each);
    if (!memory) return CAROM_ERROR_MEMORY;
    sorter->memory = memory;
    sorter->items = (radix_item *)(void *)memory;
    sorter->sorted = sorter->items + most;
    sorter->lanes = (float *)(void *)(sorter->sorted + most);
    sorter->places = (uint32_t *)(void *)(sorter->lanes + (size_t)most * ENTRY_NUMBERS);
    return CAROM_OK;
}

/* Insertion sort of items that the buckets left nearly in order. @return false when it was not
 * nearly so, as most were in the same buckets */
static bool finish_buckets(radix_item *items, uint32_t count) {
    uint64_t moves = 0;
    for (uint32_t i = 1; i < count; i++) {
        radix_item item = items[i];
        uint32_t j = i;
        for (; j > 0 && items[j - 1].key > item.key; j--)
            items[j] = items[j - 1];
        items[j] = item;
        moves += i - j;
        if (moves > 8 * (uint64_t)count + 64) return false;
    }
    return true;
}

/* Sorts the entries into sorter->sorted: a bucket sort with as many buckets as entries, then an
 * insertion sort; a radix sort where many share a bucket. */
static void order_entries(cell_sorter *sorter, const sap_entry *entries, uint32_t count) {
    float low = entries[0].value[LOW_S], high = low;
    for (uint32_t i = 1; i < count; i++) {
        float own = entries[i].value[LOW_S];
        low = own < low ? own : low;
        high = own > high ? own : high;
    }
    float scale = (float)count / (high - low), last = (float)(count - 1);
    uint32_t *places = sorter->places;
    bool usable = scale > 0.0f && scale <= FLT_MAX;
    memset(places, 0, (count + 1) * sizeof *places);
    for (uint32_t i = 0; i < count; i++) {
        float own = entries[i].value[LOW_S], at = usable ? (own - low) * scale : 0.0f;
        uint32_t bucket = (uint32_t)(int32_t)(at < last ? at : last);
        sorter->items[i] = (radix_item){radix_key(own), bucket};
        places[bucket + 1]++;
    }
    for (uint32_t i = 1; i < count; i++)
        places[i] += places[i - 1];
    for (uint32_t i = 0; i < count; i++)
        sorter->sorted[places[sorter->items[i].value]++] = (radix_item){sorter->items[i].key, i};
    if (!finish_buckets(sorter->sorted, count))
        carom_radix_sort(sorter->sorted, sorter->items, count);
}

static void sort_cell(cell_sorter *sorter, float *block, uint32_t count) {
    const sap_entry *entries = (const sap_entry *)(const void *)block;
    if (count == 0) return;
    order_entries(sorter, entries, count);
    for (uint32_t i = 0; i < count; i++) {
        const sap_entry *entry = &entries[sorter->sorted[i].value];
        for (uint32_t k = 0; k < SAP_LANES; k++)
            sorter->lanes[(size_t)k * count + i] = entry->value[k];
        memcpy(&sorter->lanes[(size_t)SAP_LANES * count + i], &entry->id, sizeof entry->id);
    }
    memcpy(block, sorter->lanes, (size_t)count * sizeof *entries);
}

static carom_status build_level(builder *b, sap_level *level) {
    uint64_t entries = 0;
    cell_sorter sorter;
    choose_shape(b, level);
    carom_status status = fit_cells(b, level, &entries);
    if (status != CAROM_OK) return status;
    prefix_sums(level);
    status = make_entries(b, level, entries);
    if (status == CAROM_OK) status = make_sorter(&sorter, b, level->most);
    if (status != CAROM_OK) return status;
    distribute(b, level);
    size_t cells = sap_cell_count(level);
    for (size_t i = 0; i < cells; i++)
        sort_cell(&sorter, level->entries + (size_t)level->first[i] * ENTRY_NUMBERS,
                  level->first[i + 1] - level->first[i]);
    carom_free(&b->space->allocator, sorter.memory);
    return CAROM_OK;
}

/* ---- all levels */

static void find_bounds(const carom_space *space, sap_grid *c) {
    carom_real low[3], high[3];
    for (int k = 0; k < 3; k++) {
        low[k] = CAROM_REAL_MAX;
        high[k] = -CAROM_REAL_MAX;
    }
    for (size_t i = 0; i < space->boxes.slots; i++) {
        const carom_real *ends = box_ends(&space->boxes.box[i]);
        for (int k = 0; k < 3; k++) { /* unused boxes are inverted and change nothing */
            low[k] = ends[k] < low[k] ? ends[k] : low[k];
            high[k] = ends[k + 3] > high[k] ? ends[k + 3] : high[k];
        }
    }
    c->field.bounds = (carom_aabb){{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
    for (int k = 0; k < 3; k++) {
        double half = (double)high[k] * 0.5 - (double)low[k] * 0.5;
        c->origin[k] = (double)low[k] * 0.5;
        c->scale[k] = half > 0.0 ? min2(2.0 / half, DBL_MAX) : 1.0;
    }
}

void carom_sap_destroy(sap_grid *c, const carom_allocator *allocator) {
    for (int i = 0; i < SAP_LEVELS; i++)
        for (int k = 0; k < 3; k++)
            carom_free(allocator, c->level[i].memory[k]);
}

static carom_status build_levels(builder *b) {
    carom_status status = CAROM_OK;
    for (int i = 0; i < SAP_LEVELS && status == CAROM_OK && (i == 0 || b->count > 0); i++) {
        b->last = i == SAP_LEVELS - 1 || b->count < 32;
        status = build_level(b, &b->out->level[i]);
        if (i == 0) {
            const sap_grid *c = b->out; /* from lanes to the units of the boxes */
            bool is_double = sizeof(carom_real) > sizeof(float);
            b->out->field.step = vec(b->side[0] * (is_double ? 2.0 / c->scale[0] : 1.0),
                                     b->side[1] * (is_double ? 2.0 / c->scale[1] : 1.0),
                                     b->side[2] * (is_double ? 2.0 / c->scale[2] : 1.0));
        }
        b->out->levels = i + 1;
        b->count = b->rest_count;
        b->ids = b->rest;
    }
    return status;
}

carom_status carom_sap_create(sap_grid *out, const carom_space *space) {
    const carom_allocator *allocator = &space->allocator;
    size_t slots = space->boxes.slots;
    sap_grid fresh = {0};
    builder b = {.space = space, .out = &fresh, .count = (uint32_t)slots};
    b.rest = carom_alloc(allocator, slots, sizeof *b.rest);
    find_bounds(space, &fresh);
    carom_status status = b.rest ? build_levels(&b) : CAROM_ERROR_MEMORY;
    carom_free(allocator, b.rest);
    if (status == CAROM_OK)
        *out = fresh;
    else
        carom_sap_destroy(&fresh, allocator);
    return status;
}
