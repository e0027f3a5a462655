/* Building columns. The cells' sides are a few times the boxes' usual extent: smaller ones would
 * hold most boxes several times, larger ones would compare boxes that are nowhere near. All boxes
 * are sorted once along the sweep axis and then dealt into their cells in that order, which leaves
 * every cell in order. */
#include "spatial/columns.h"

#include "core/radix.h"
#include <string.h>

#define SAMPLES 512
#define LANE_PAD 16       /* whole vectors may be read behind the last box */
#define SIDE 2.5          /* of a cell, in usual extents */
#define LARGE 12.0        /* usual extents; a longer box belongs to the next level */
#define FULLEST 2.5       /* times that a box stands in cells, on average and at most */
#define BOXES_PER_CELL 16 /* at least, on average */

typedef struct builder {
    const carom_space *space;
    columns *out;
    radix_item *items, *scratch;
    uint32_t *ids; /* of this level; null on the first: all */
    uint32_t *rest;
    uint32_t count, rest_count;
    bool last;               /* level: takes all */
    double side[3], most[3]; /* of cells; of boxes */
    float from[3], to[3];    /* where most boxes lie */
} builder;

static void lane_values(const builder *b, uint32_t id, const int axis[3], float out[6]) {
    const carom_real *ends = box_ends(&b->space->boxes.box[id]);
    for (int k = 0; k < 3; k++) {
        out[2 * k] = column_coordinate(b->out, axis[k], ends[axis[k]]);
        out[2 * k + 1] = column_coordinate(b->out, axis[k], ends[axis[k] + 3]);
    }
}

/* ---- what the boxes are like, by a sample */

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

/* The mean extent, the longest twentieth left out. */
static double usual_extent(float *extents, uint32_t count) {
    double sum = 0.0;
    uint32_t kept = count - count / 20;
    sort_floats(extents, count);
    for (uint32_t i = 0; i < kept; i++)
        sum += (double)extents[i];
    return sum / (double)kept;
}

/* Sizes and places along each axis. */
static void take_sample(builder *b, double usual[3]) {
    static const int straight[3] = {0, 1, 2};
    float extent[3][SAMPLES], low[3][SAMPLES], value[6];
    uint32_t step = b->count / SAMPLES + 1, count = 0;
    for (uint32_t i = step / 2; i < b->count && count < SAMPLES; i += step) {
        uint32_t id = b->ids ? b->ids[i] : i;
        if (!space_in_use(b->space, id)) continue;
        lane_values(b, id, straight, value);
        for (int k = 0; k < 3; k++) {
            low[k][count] = value[2 * k];
            extent[k][count] = value[2 * k + 1] * 0.5f - value[2 * k] * 0.5f;
        }
        count++;
    }
    for (int k = 0; k < 3; k++) {
        usual[k] = 0.0;
        b->from[k] = b->to[k] = 0.0f;
        if (count == 0) continue;
        usual[k] = 2.0 * usual_extent(extent[k], count);
        sort_floats(low[k], count);
        b->from[k] = low[k][count / 100];
        b->to[k] = low[k][count - 1 - count / 100];
    }
}

/* Chooses the sweep axis, the one along which the boxes are spread the most for their size, and
 * the sides of the cells. */
static void choose_shape(builder *b, column_level *level) {
    double usual[3], best = -1.0, cells = 1.0;
    take_sample(b, usual);
    level->axis[0] = 0;
    for (int k = 0; k < 3; k++) {
        double spread = (double)b->to[k] - (double)b->from[k];
        double ratio = spread > 0.0 ? spread / (usual[k] + 1e-6 * spread) : 0.0;
        if (ratio > best) {
            best = ratio;
            level->axis[0] = k;
        }
        b->most[k] = b->last ? DBL_MAX : LARGE * usual[k];
        double magnitude = max2(fabs((double)b->from[k]), fabs((double)b->to[k]));
        b->side[k] = max2(SIDE * usual[k], max2(1e-5 * spread, 8.0 * FLT_EPSILON * magnitude));
    }
    level->axis[1] = level->axis[0] == 0 ? 1 : 0;
    level->axis[2] = level->axis[0] == 2 ? 1 : 2;
    double most = (double)b->count / BOXES_PER_CELL + 1.0;
    for (int i = 1; i < 3; i++) {
        int k = level->axis[i];
        double spread = (double)b->to[k] - (double)b->from[k];
        cells *= b->side[k] > 0.0 ? spread / b->side[k] + 1.0 : 1.0;
    }
    double wider = cells > most ? sqrt(cells / most) : 1.0;
    for (int k = 0; k < 3; k++)
        b->side[k] *= wider;
}

/* ---- cells */

static uint32_t cells_along(const builder *b, int axis) {
    double spread = (double)b->to[axis] - (double)b->from[axis];
    double cells = b->side[axis] > 0.0 ? floor(spread / b->side[axis]) : 1.0;
    double most = (double)b->count / BOXES_PER_CELL + 1.0;
    return cells < 1.0 ? 1 : (uint32_t)min2(cells, most);
}

static void place_bounds(const builder *b, column_axis *cut, int axis) {
    double spread = (double)b->to[axis] - (double)b->from[axis];
    double side = spread / (double)cut->cells;
    cut->low = (double)b->from[axis];
    cut->inverse = side > 0.0 ? 1.0 / side : 0.0;
    cut->bound[0] = -INFINITY;
    for (uint32_t k = 1; k < cut->cells; k++)
        cut->bound[k] = (float)(cut->low + (double)k * side);
    cut->bound[cut->cells] = INFINITY;
}

/* Makes the cells' tables; the counts start at zero. */
static carom_status make_cells(builder *b, column_level *level) {
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

/* Cells that a box reaches: of u from range[0] to range[1], of v from range[2] to range[3]. */
static inline void reach(const column_level *level, const float value[6], uint32_t range[4]) {
    range[0] = column_of(&level->cut[0], value[LOW_U]);
    range[1] = column_of(&level->cut[0], value[HIGH_U]);
    range[2] = column_of(&level->cut[1], value[LOW_V]);
    range[3] = column_of(&level->cut[1], value[HIGH_V]);
}

/* Counts what each cell will hold, two places ahead, and puts the boxes of this level among the
 * items. @return how often boxes stand in cells. */
static uint64_t count_cells(builder *b, column_level *level) {
    uint64_t entries = 0;
    uint32_t regular = 0, width = level->cut[0].cells, range[4];
    float value[6];
    b->rest_count = 0;
    level->longest = 0.0f;
    for (uint32_t i = 0; i < b->count; i++) {
        uint32_t id = b->ids ? b->ids[i] : i;
        if (!space_in_use(b->space, id)) continue;
        lane_values(b, id, level->axis, value);
        float length = value[HIGH_S] - value[LOW_S];
        bool fits = (double)length <= b->most[level->axis[0]] &&
                    (double)value[HIGH_U] - (double)value[LOW_U] <= b->most[level->axis[1]] &&
                    (double)value[HIGH_V] - (double)value[LOW_V] <= b->most[level->axis[2]];
        if (!fits && !b->last) {
            b->rest[b->rest_count++] = id;
            continue;
        }
        if (length > level->longest) level->longest = length;
        b->items[regular++] = (radix_item){radix_key(value[LOW_S]), id};
        reach(level, value, range);
        for (uint32_t v = range[2]; v <= range[3]; v++)
            for (uint32_t u = range[0]; u <= range[1]; u++)
                level->first[(size_t)v * width + u + 2]++;
        entries += (uint64_t)(range[1] - range[0] + 1) * (range[3] - range[2] + 1);
    }
    level->boxes = regular;
    return entries;
}

/* Wider cells until few boxes stand in many. */
static carom_status fit_cells(builder *b, column_level *level, uint64_t *entries) {
    for (;;) {
        carom_status status = make_cells(b, level);
        if (status != CAROM_OK) return status;
        *entries = count_cells(b, level);
        if (level->boxes < b->count / 2 && !b->last) {
            b->last = true; /* the sample misled: all are taken as they are */
            continue;
        }
        if ((double)*entries <= FULLEST * (double)level->boxes + 64.0 ||
            level->cut[0].cells * (size_t)level->cut[1].cells == 1)
            return CAROM_OK;
        for (int k = 0; k < 3; k++)
            b->side[k] *= 1.3;
    }
}

static carom_status make_lanes(const builder *b, column_level *level, uint64_t entries) {
    size_t each = ((size_t)entries + LANE_PAD + 15) / 16 * 16;
    if (entries > UINT32_MAX - LANE_PAD) return CAROM_ERROR_LIMIT;
    float *lanes = carom_alloc(&b->space->allocator, each, (COLUMN_LANES + 1) * sizeof(float));
    if (!lanes) return CAROM_ERROR_MEMORY;
    level->memory[2] = lanes;
    level->bytes += each * (COLUMN_LANES + 1) * sizeof(float);
    for (int k = 0; k < COLUMN_LANES; k++) {
        level->lane[k] = lanes + (size_t)k * each;
        for (size_t i = (size_t)entries; i < each; i++)
            level->lane[k][i] = INFINITY;
    }
    level->id = (uint32_t *)(void *)(lanes + COLUMN_LANES * each);
    for (size_t i = (size_t)entries; i < each; i++)
        level->id[i] = 0;
    return CAROM_OK;
}

/* Deals the sorted items into their cells, ids first: to write all lanes at once would keep too
 * many places in the memory open. */
static void deal(const builder *b, column_level *level, uint64_t entries) {
    size_t cells = (size_t)level->cut[0].cells * level->cut[1].cells;
    uint32_t *next = level->first + 1, width = level->cut[0].cells, range[4];
    float value[6];
    for (size_t i = 1; i < cells; i++)
        next[i] += next[i - 1];
    for (uint32_t i = 0; i < level->boxes; i++) {
        uint32_t id = b->items[i].value;
        lane_values(b, id, level->axis, value);
        reach(level, value, range);
        for (uint32_t v = range[2]; v <= range[3]; v++)
            for (uint32_t u = range[0]; u <= range[1]; u++)
                level->id[next[(size_t)v * width + u]++] = id;
    }
    for (size_t i = 0; i < (size_t)entries; i++) {
        lane_values(b, level->id[i], level->axis, value);
        for (int k = 0; k < COLUMN_LANES; k++)
            level->lane[k][i] = value[k];
    }
}

static carom_status build_level(builder *b, column_level *level) {
    uint64_t entries = 0;
    choose_shape(b, level);
    carom_status status = fit_cells(b, level, &entries);
    if (status == CAROM_OK) status = make_lanes(b, level, entries);
    if (status != CAROM_OK) return status;
    carom_radix_sort(b->items, b->scratch, level->boxes);
    deal(b, level, entries);
    return CAROM_OK;
}

/* ---- all */

static void find_bounds(const carom_space *space, columns *c) {
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
    c->bounds = (carom_aabb){{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
    for (int k = 0; k < 3; k++) {
        double half = (double)high[k] * 0.5 - (double)low[k] * 0.5;
        c->origin[k] = (double)low[k] * 0.5;
        c->scale[k] = half > 0.0 ? min2(2.0 / half, DBL_MAX) : 1.0;
    }
}

void carom_columns_destroy(columns *c, const carom_allocator *allocator) {
    for (int i = 0; i < COLUMN_LEVELS; i++)
        for (int k = 0; k < 3; k++)
            carom_free(allocator, c->level[i].memory[k]);
}

static carom_status build_levels(builder *b) {
    carom_status status = CAROM_OK;
    for (int i = 0; i < COLUMN_LEVELS && status == CAROM_OK && (i == 0 || b->count > 0); i++) {
        b->last = i == COLUMN_LEVELS - 1 || b->count < 32;
        status = build_level(b, &b->out->level[i]);
        if (i == 0) {
            const columns *c = b->out; /* back from lanes to the boxes' own units */
            bool is_double = sizeof(carom_real) > sizeof(float);
            b->out->step = vec(b->side[0] * (is_double ? 2.0 / c->scale[0] : 1.0),
                               b->side[1] * (is_double ? 2.0 / c->scale[1] : 1.0),
                               b->side[2] * (is_double ? 2.0 / c->scale[2] : 1.0));
        }
        b->out->levels = i + 1;
        b->count = b->rest_count;
        b->ids = b->rest;
    }
    return status;
}

carom_status carom_columns_create(columns *out, const carom_space *space) {
    const carom_allocator *allocator = &space->allocator;
    size_t slots = space->boxes.slots;
    columns fresh = {0};
    builder b = {.space = space, .out = &fresh, .count = (uint32_t)slots};
    b.items = carom_alloc(allocator, slots, sizeof *b.items);
    b.scratch = carom_alloc(allocator, slots, sizeof *b.scratch);
    b.rest = carom_alloc(allocator, slots, sizeof *b.rest);
    find_bounds(space, &fresh);
    carom_status status = b.items && b.scratch && b.rest ? build_levels(&b) : CAROM_ERROR_MEMORY;
    carom_free(allocator, b.items);
    carom_free(allocator, b.scratch);
    carom_free(allocator, b.rest);
    if (status == CAROM_OK)
        *out = fresh;
    else
        carom_columns_destroy(&fresh, allocator);
    return status;
}
