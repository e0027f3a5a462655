/* Sweeping columns. A pair that shares several cells is reported in the one that holds the larger
 * of the two low corners, that is, where not both begin before the cell along u, nor along v. No
 * comparison is spent on it: against a box that begins before the cell, the others' low end is held
 * to the cell's bound in place of their high end to that box's low end, which it implies. */
#include "spatial/sap/sap_grid.h"

#include "simd/simd.h"

#define LANES 4u

#define PAIRS 512

typedef struct pair_sink {
    const carom_space *space;
    carom_pair_visitor *visitor;
    void *user;
    uint32_t count;
    bool stopped;
    carom_id_pair pair[PAIRS + LANES];
} pair_sink;

/* Off the hot path, so that calls of the visitor do not disturb the sweep's registers. */
static CAROM_NOINLINE void flush_pairs(pair_sink *sink) {
    const carom_aabb *box = sink->space->boxes.box;
    for (uint32_t i = 0; i < sink->count && !sink->stopped; i++) {
        uint32_t a = sink->pair[i].a, b = sink->pair[i].b, low = a < b ? a : b,
                 high = a < b ? b : a;
        if (sizeof(carom_real) > sizeof(float) && !boxes_meet(&box[a], &box[b])) continue;
        sink->stopped = !sink->visitor(low, high, sink->user);
    }
    sink->count = 0;
}

static CAROM_INLINE void put_pairs(pair_sink *sink, uint32_t own, const uint32_t *ids,
                                   uint32_t bits) {
    uint32_t n = sink->count;
    for (uint32_t k = 0; k < LANES; k++) {
        sink->pair[n] = (carom_id_pair){own, ids[k]};
        n += bits >> k & 1u;
    }
    sink->count = n;
}

/* What the others in a cell are compared with, and which of their ends: for the box at `i`. */
typedef struct lane_test {
    f4 high_s, high_u, far_u, high_v, far_v;
    const float *low_s, *low_u, *end_u, *low_v, *end_v;
} lane_test;

/* `bound` is the low bound of the cell along u and v. */
static CAROM_INLINE lane_test make_test(const column_cell *cell, const float value[6],
                                        const float bound[2]) {
    bool before_u = value[LOW_U] < bound[0], before_v = value[LOW_V] < bound[1];
    return (lane_test){
        .high_s = f4_all(value[HIGH_S]),
        .high_u = f4_all(value[HIGH_U]),
        .far_u = f4_all(before_u ? bound[0] : value[LOW_U]),
        .high_v = f4_all(value[HIGH_V]),
        .far_v = f4_all(before_v ? bound[1] : value[LOW_V]),
        .low_s = cell->lane[LOW_S],
        .low_u = cell->lane[LOW_U],
        .end_u = cell->lane[before_u ? LOW_U : HIGH_U],
        .low_v = cell->lane[LOW_V],
        .end_v = cell->lane[before_v ? LOW_V : HIGH_V],
    };
}

/* Bits of the boxes at j .. j + LANES - 1 that pass, those at `end` and later left out.
 * *more: all of them begin before the box's end along s, so that later ones may. */
static CAROM_INLINE uint32_t run_test(const lane_test *t, uint32_t j, uint32_t end, bool *more) {
    f4_flags near_s = f4_le(f4_load(t->low_s + j), t->high_s);
    f4_flags u =
        f4_and(f4_le(f4_load(t->low_u + j), t->high_u), f4_le(t->far_u, f4_load(t->end_u + j)));
    f4_flags v =
        f4_and(f4_le(f4_load(t->low_v + j), t->high_v), f4_le(t->far_v, f4_load(t->end_v + j)));
    uint32_t bits = f4_bits(f4_and(near_s, f4_and(u, v)));
    uint32_t left = end - j, mask = left < LANES ? (1u << left) - 1u : (1u << LANES) - 1u;
    *more = f4_bits(near_s) == (1u << LANES) - 1u && left > LANES;
    return bits & mask;
}

static CAROM_INLINE void value_at(const column_cell *cell, uint32_t i, float value[6]) {
    for (int k = 0; k < COLUMN_LANES; k++)
        value[k] = cell->lane[k][i];
}

static void sweep_cell(const column_cell *cell, const float bound[2], pair_sink *sink) {
    float value[6];
    for (uint32_t i = 0; i + 1 < cell->count; i++) {
        if (cell->lane[LOW_S][i + 1] > cell->lane[HIGH_S][i]) continue;
        value_at(cell, i, value);
        lane_test test = make_test(cell, value, bound);
        uint32_t own = cell->id[i];
        bool more = true;
        for (uint32_t j = i + 1; more; j += LANES) {
            uint32_t bits = run_test(&test, j, cell->count, &more);
            put_pairs(sink, own, cell->id + j, bits);
            if (CAROM_UNLIKELY(sink->count >= PAIRS)) {
                flush_pairs(sink);
                if (sink->stopped) return;
            }
        }
    }
}

/* Cells first .. last - 1 of a level, u fastest. */
typedef struct cell_range {
    uint32_t first, last;
} cell_range;

static void cell_bounds(const column_level *level, uint32_t at, float bound[2]) {
    uint32_t width = level->cut[0].cells;
    bound[0] = level->cut[0].bound[at % width];
    bound[1] = level->cut[1].bound[at / width];
}

static void sweep_cells(const column_level *level, cell_range range, pair_sink *sink) {
    float bound[2];
    for (uint32_t at = range.first; at < range.last && !sink->stopped; at++) {
        column_cell cell = column_cell_at(level, at);
        cell_bounds(level, at, bound);
        sweep_cell(&cell, bound, sink);
    }
}

/* ---- one box against a level */

/* The first box in a cell that begins at or after `low` along s. */
static uint32_t lower_bound(const float *low_s, uint32_t end, float low) {
    uint32_t first = 0;
    while (first < end) {
        uint32_t middle = first + (end - first) / 2;
        if (low_s[middle] < low)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

/* Calls `put(context, ids, bits)` for what `value`, in the order of the level's axes, overlaps. */
static CAROM_INLINE bool probe_level(const column_level *level, const float value[6],
                                     bool (*put)(void *, const uint32_t *, uint32_t),
                                     void *context) {
    const column_axis *u_axis = &level->cut[0], *v_axis = &level->cut[1];
    uint32_t u_first = column_of(u_axis, value[LOW_U]), u_last = column_of(u_axis, value[HIGH_U]);
    uint32_t v_first = column_of(v_axis, value[LOW_V]), v_last = column_of(v_axis, value[HIGH_V]);
    double reach = (double)value[LOW_S] - (double)level->longest;
    reach -= 4.0 * FLT_EPSILON * (fabs(reach) + (double)level->longest);
    float start = (float)max2(reach, -(double)FLT_MAX);
    f4 low_s = f4_all(value[LOW_S]);
    for (uint32_t v = v_first; v <= v_last; v++)
        for (uint32_t u = u_first; u <= u_last; u++) {
            column_cell cell = column_cell_at(level, (size_t)v * u_axis->cells + u);
            const float bound[2] = {u_axis->bound[u], v_axis->bound[v]};
            uint32_t end = cell.count, j = lower_bound(cell.lane[LOW_S], end, start);
            lane_test test = make_test(&cell, value, bound);
            for (bool more = j < end; more; j += LANES) {
                uint32_t bits = run_test(&test, j, end, &more);
                bits &= f4_bits(f4_le(low_s, f4_load(cell.lane[HIGH_S] + j)));
                if (bits && !put(context, cell.id + j, bits)) return false;
            }
        }
    return true;
}

typedef struct pair_probe {
    pair_sink *sink;
    uint32_t own;
} pair_probe;

static bool put_probe_pairs(void *context, const uint32_t *ids, uint32_t bits) {
    pair_probe *probe = context;
    put_pairs(probe->sink, probe->own, ids, bits);
    if (probe->sink->count >= PAIRS) flush_pairs(probe->sink);
    return !probe->sink->stopped;
}

/* From the order of one level's axes to another's. */
static void turn_value(const column_level *from, const column_level *to, const float in[6],
                       float out[6]) {
    float straight[6] = {0};
    for (int k = 0; k < 3; k++) {
        straight[2 * from->axis[k]] = in[2 * k];
        straight[2 * from->axis[k] + 1] = in[2 * k + 1];
    }
    for (int k = 0; k < 3; k++) {
        out[2 * k] = straight[2 * to->axis[k]];
        out[2 * k + 1] = straight[2 * to->axis[k] + 1];
    }
}

/* The boxes of a level against those of all finer levels. */
static void probe_finer(const columns *c, int own, cell_range range, pair_sink *sink) {
    const column_level *level = &c->level[own];
    float value[6], turned[6], bound[2];
    for (uint32_t at = range.first; at < range.last && !sink->stopped; at++) {
        column_cell cell = column_cell_at(level, at);
        cell_bounds(level, at, bound);
        for (uint32_t i = 0; i < cell.count && !sink->stopped; i++) {
            value_at(&cell, i, value);
            if (value[LOW_U] < bound[0] || value[LOW_V] < bound[1])
                continue; /* stands in another cell as well */
            pair_probe probe = {sink, cell.id[i]};
            for (int finer = 0; finer < own && !sink->stopped; finer++) {
                turn_value(level, &c->level[finer], value, turned);
                probe_level(&c->level[finer], turned, put_probe_pairs, &probe);
            }
        }
    }
}

static void sink_level(const columns *c, int own, cell_range range, pair_sink *sink) {
    sweep_cells(&c->level[own], range, sink);
    if (own > 0 && !sink->stopped) probe_finer(c, own, range, sink);
}

static void open_sink(pair_sink *sink, const carom_space *space, carom_pair_visitor *visitor,
                      void *user) {
    sink->space = space;
    sink->visitor = visitor;
    sink->user = user;
    sink->count = 0;
    sink->stopped = false;
}

bool carom_columns_visit_pairs(const columns *c, const carom_space *space,
                               carom_pair_visitor *visitor, void *user) {
    pair_sink sink;
    open_sink(&sink, space, visitor, user);
    for (int i = 0; i < c->levels && !sink.stopped; i++)
        sink_level(c, i, (cell_range){0, (uint32_t)column_cells(&c->level[i])}, &sink);
    if (!sink.stopped) flush_pairs(&sink);
    return !sink.stopped;
}

/* Most boxes are of the first level. */
#define FIRST_LEVEL_PIECES 144
#define LEVEL_PIECES ((PAIR_PIECES - FIRST_LEVEL_PIECES) / (COLUMN_LEVELS - 1))

uint32_t carom_columns_cut_pairs(const columns *c, pair_piece pieces[PAIR_PIECES]) {
    uint32_t count = 0;
    for (int i = 0; i < c->levels; i++) {
        uint64_t cells = column_cells(&c->level[i]);
        uint64_t n = i == 0 ? FIRST_LEVEL_PIECES : LEVEL_PIECES;
        if (n > cells) n = cells;
        for (uint64_t k = 0; k < n; k++)
            pieces[count++] = (pair_piece){(uint32_t)i, (uint32_t)(cells * k / n),
                                           (uint32_t)(cells * (k + 1) / n)};
    }
    return count;
}

void carom_columns_visit_piece(const columns *c, const space_pairs *pairs, const pair_piece *piece,
                               carom_pair_visitor *visitor, void *user) {
    pair_sink sink;
    open_sink(&sink, pairs->a, visitor, user);
    sink_level(c, (int)piece->a, (cell_range){piece->b, piece->c}, &sink);
    if (!sink.stopped) flush_pairs(&sink);
}

/* ---- what a box overlaps */

typedef struct box_probe {
    const carom_space *space;
    const space_search *search;
} box_probe;

static bool put_probe_ids(void *context, const uint32_t *ids, uint32_t bits) {
    const box_probe *probe = context;
    for (uint32_t k = 0; k < LANES; k++)
        if (bits >> k & 1u && search_accepts(probe->search, &probe->space->boxes.box[ids[k]]) &&
            !probe->search->visitor(ids[k], probe->search->user))
            return false;
    return true;
}

/* A question's box may be infinite. */
static float query_coordinate(const columns *c, int axis, carom_real x) {
    carom_real most = CAROM_REAL_MAX;
    return column_coordinate(c, axis, x < -most ? -most : x > most ? most : x);
}

bool carom_columns_visit_box(const columns *c, const carom_space *space,
                             const space_search *search) {
    const carom_real *ends = box_ends(&search->box);
    box_probe probe = {space, search};
    for (int i = 0; i < c->levels; i++) {
        const column_level *level = &c->level[i];
        float value[6];
        for (int k = 0; k < 3; k++) {
            int axis = level->axis[k];
            value[2 * k] = query_coordinate(c, axis, ends[axis]);
            value[2 * k + 1] = query_coordinate(c, axis, ends[axis + 3]);
        }
        if (!probe_level(level, value, put_probe_ids, &probe)) return false;
    }
    return true;
}
