/* The sweep of sweep and prune [Ericson05] 7.5: within each cell a box is compared, four at a
 * time, with the boxes that follow it along the sweep axis until they begin behind its end. A pair
 * that shares several cells is reported only in the cell that contains the larger of the two low
 * corners, the reference point of [Dittrich00]. That test costs no comparison of its own: against
 * a box that begins before the cell, the others' low end is compared with the cell's bound, which
 * implies the comparison of their high end with that box's low end. */
#include "spatial/sap/sap_grid.h"

#include "simd/simd.h"
#include "spatial/sap/tolerances.h"
#include "spatial/sap/sap_scan.h"

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

/* Not inlined, so that calls of the visitor do not disturb the registers of the sweep. */
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

/* The comparisons of one box with the others of a cell: its bounds, and the lanes of the others. */
typedef struct lane_test {
    f4 high_s, high_u, far_u, high_v, far_v;
    const float *low_s, *low_u, *end_u, *low_v, *end_v;
} lane_test;

/* `bound` is the cell's low bound along u and v. */
static CAROM_INLINE lane_test make_test(const sap_cell *cell, const float value[6],
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

/* Bits of the boxes at j .. j + LANES - 1 that overlap; those at `end` and later are excluded.
 * *more becomes true when all of them begin before the box's end along s, so that later ones may
 * overlap. */
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

static CAROM_INLINE void value_at(const sap_cell *cell, uint32_t i, float value[6]) {
    for (int k = 0; k < SAP_LANES; k++)
        value[k] = cell->lane[k][i];
}

static void sweep_cell(const sap_cell *cell, const float bound[2], pair_sink *sink) {
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

/* Cells first to last - 1 of a level, u fastest. */
typedef struct cell_range {
    uint32_t first, last;
} cell_range;

static void cell_bounds(const sap_level *level, uint32_t at, float bound[2]) {
    uint32_t width = level->cut[0].cells;
    bound[0] = level->cut[0].bound[at % width];
    bound[1] = level->cut[1].bound[at / width];
}

static void sweep_cells(const sap_level *level, cell_range range, pair_sink *sink) {
    float bound[2];
    for (uint32_t at = range.first; at < range.last && !sink->stopped; at++) {
        sap_cell cell = sap_cell_at(level, at);
        cell_bounds(level, at, bound);
        sweep_cell(&cell, bound, sink);
    }
}

/* ---- one box against a level */

/* Binary search for the first box of a cell that begins at or after `low` along s. */
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

/* Calls `put(context, ids, bits)` for the boxes that overlap `value`, whose ends are in the order
 * of the level's axes. */
static CAROM_INLINE bool query_level(const sap_level *level, const float value[6],
                                     bool (*put)(void *, const uint32_t *, uint32_t),
                                     void *context) {
    const sap_axis *u_axis = &level->cut[0], *v_axis = &level->cut[1];
    uint32_t u_first = sap_cell_index(u_axis, value[LOW_U]),
             u_last = sap_cell_index(u_axis, value[HIGH_U]);
    uint32_t v_first = sap_cell_index(v_axis, value[LOW_V]),
             v_last = sap_cell_index(v_axis, value[HIGH_V]);
    double reach = (double)value[LOW_S] - (double)level->longest;
    reach -= SWEEP_START_SLACK * (fabs(reach) + (double)level->longest);
    float start = (float)max2(reach, -(double)FLT_MAX);
    f4 low_s = f4_all(value[LOW_S]);
    for (uint32_t v = v_first; v <= v_last; v++)
        for (uint32_t u = u_first; u <= u_last; u++) {
            sap_cell cell = sap_cell_at(level, (size_t)v * u_axis->cells + u);
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

typedef struct pair_query {
    pair_sink *sink;
    uint32_t own;
} pair_query;

static bool put_query_pairs(void *context, const uint32_t *ids, uint32_t bits) {
    pair_query *query = context;
    put_pairs(query->sink, query->own, ids, bits);
    if (query->sink->count >= PAIRS) flush_pairs(query->sink);
    return !query->sink->stopped;
}

/* Permutes ends from the order of one level's axes to another's. */
static void permute_ends(const sap_level *from, const sap_level *to, const float in[6],
                         float out[6]) {
    float by_axis[6] = {0};
    for (int k = 0; k < 3; k++) {
        by_axis[2 * from->axis[k]] = in[2 * k];
        by_axis[2 * from->axis[k] + 1] = in[2 * k + 1];
    }
    for (int k = 0; k < 3; k++) {
        out[2 * k] = by_axis[2 * to->axis[k]];
        out[2 * k + 1] = by_axis[2 * to->axis[k] + 1];
    }
}

/* Overlaps of the boxes of a level with those of all finer levels. */
static void query_finer_levels(const sap_grid *c, int own, cell_range range, pair_sink *sink) {
    const sap_level *level = &c->level[own];
    float value[6], permuted[6], bound[2];
    for (uint32_t at = range.first; at < range.last && !sink->stopped; at++) {
        sap_cell cell = sap_cell_at(level, at);
        cell_bounds(level, at, bound);
        for (uint32_t i = 0; i < cell.count && !sink->stopped; i++) {
            value_at(&cell, i, value);
            if (value[LOW_U] < bound[0] || value[LOW_V] < bound[1])
                continue; /* the cell of its low corner handles it */
            pair_query query = {sink, cell.id[i]};
            for (int finer = 0; finer < own && !sink->stopped; finer++) {
                permute_ends(level, &c->level[finer], value, permuted);
                query_level(&c->level[finer], permuted, put_query_pairs, &query);
            }
        }
    }
}

static void sink_level(const sap_grid *c, int own, cell_range range, pair_sink *sink) {
    sweep_cells(&c->level[own], range, sink);
    if (own > 0 && !sink->stopped) query_finer_levels(c, own, range, sink);
}

static void open_sink(pair_sink *sink, const carom_space *space, carom_pair_visitor *visitor,
                      void *user) {
    sink->space = space;
    sink->visitor = visitor;
    sink->user = user;
    sink->count = 0;
    sink->stopped = false;
}

bool carom_sap_visit_pairs(const sap_grid *c, const carom_space *space, carom_pair_visitor *visitor,
                           void *user) {
    pair_sink sink;
    open_sink(&sink, space, visitor, user);
    for (int i = 0; i < c->levels && !sink.stopped; i++)
        sink_level(c, i, (cell_range){0, (uint32_t)sap_cell_count(&c->level[i])}, &sink);
    if (!sink.stopped) flush_pairs(&sink);
    return !sink.stopped;
}

/* The first level gets the most pieces, for it holds most boxes. */
#define FIRST_LEVEL_PIECES 144
#define LEVEL_PIECES ((PAIR_PIECES - FIRST_LEVEL_PIECES) / (SAP_LEVELS - 1))

uint32_t carom_sap_cut_pairs(const sap_grid *c, pair_piece pieces[PAIR_PIECES]) {
    uint32_t count = 0;
    for (int i = 0; i < c->levels; i++) {
        uint64_t cells = sap_cell_count(&c->level[i]);
        uint64_t n = i == 0 ? FIRST_LEVEL_PIECES : LEVEL_PIECES;
        if (n > cells) n = cells;
        for (uint64_t k = 0; k < n; k++)
            pieces[count++] = (pair_piece){(uint32_t)i, (uint32_t)(cells * k / n),
                                           (uint32_t)(cells * (k + 1) / n)};
    }
    return count;
}

void carom_sap_visit_piece(const sap_grid *c, const space_pairs *pairs, const pair_piece *piece,
                           carom_pair_visitor *visitor, void *user) {
    pair_sink sink;
    open_sink(&sink, pairs->a, visitor, user);
    sink_level(c, (int)piece->a, (cell_range){piece->b, piece->c}, &sink);
    if (!sink.stopped) flush_pairs(&sink);
}

/* ---- box queries */

typedef struct box_query {
    const carom_space *space;
    const space_search *search;
} box_query;

static bool put_query_ids(void *context, const uint32_t *ids, uint32_t bits) {
    const box_query *query = context;
    for (uint32_t k = 0; k < LANES; k++)
        if (bits >> k & 1u && search_accepts(query->search, &query->space->boxes.box[ids[k]]) &&
            !query->search->visitor(ids[k], query->search->user))
            return false;
    return true;
}

/* The box of a query may be infinite. */
static float query_coordinate(const sap_grid *c, int axis, carom_real x) {
    carom_real most = CAROM_REAL_MAX;
    return sap_coordinate(c, axis, x < -most ? -most : x > most ? most : x);
}

bool carom_sap_visit_box(const sap_grid *c, const carom_space *space, const space_search *search) {
    const carom_real *ends = box_ends(&search->box);
    box_query query = {space, search};
    for (int i = 0; i < c->levels; i++) {
        const sap_level *level = &c->level[i];
        float value[6];
        for (int k = 0; k < 3; k++) {
            int axis = level->axis[k];
            value[2 * k] = query_coordinate(c, axis, ends[axis]);
            value[2 * k + 1] = query_coordinate(c, axis, ends[axis + 3]);
        }
        if (!query_level(level, value, put_query_ids, &query)) return false;
    }
    return true;
}
