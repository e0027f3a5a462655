/* Solids made of unit cells, their surfaces as triangles with corners on a lattice, and how two of
 * them stand to each other by sets of cells: exact, and without any geometry.
 *
 * A surface is a sum of closed shells. It counts for each cell how often they wind round it, so
 * that overlapping shells, voids and inner walls have an answer, too. */
#ifndef CAROM_TEST_SOLID_CELLS_H
#define CAROM_TEST_SOLID_CELLS_H

#include "soup.h"

#define CELLS 12 /* along each axis */
#define UNIT 6   /* lattice steps of a cell: halves and thirds of edges are lattice points */

typedef struct cell_set {
    bool in[CELLS][CELLS][CELLS];
} cell_set;

/* Cells low <= i < high. */
typedef struct cell_box {
    int low[3], high[3];
} cell_box;

typedef struct cell_facet {
    int p[3][3];
} cell_facet;

typedef struct cell_surface {
    cell_facet *facets;
    size_t count, room;
    signed char winding[CELLS][CELLS][CELLS];
    uint64_t diagonals; /* which diagonal cuts a square is a hash of this and its place */
} cell_surface;

/* Where lattice points go: (M p + t) 2^exponent, in integers; or, bent, M (p + jitter) + t rounded,
 * where each point has a jitter of its own. */
typedef struct cell_map {
    int64_t m[3][3], t[3];
    int exponent;
    double jitter; /* in lattice steps; 0: exact */
    uint64_t seed;
} cell_map;

#define FOR_CELLS(x, y, z)                                                                         \
    for (int x = 0; x < CELLS; x++)                                                                \
        for (int y = 0; y < CELLS; y++)                                                            \
            for (int z = 0; z < CELLS; z++)

static inline bool has_cell(const cell_set *s, int x, int y, int z) {
    return x >= 0 && y >= 0 && z >= 0 && x < CELLS && y < CELLS && z < CELLS && s->in[x][y][z];
}

static inline size_t count_cells(const cell_set *s) {
    size_t count = 0;
    FOR_CELLS(x, y, z) count += s->in[x][y][z];
    return count;
}

/* ---- what is true of two sets of closed cells */

static inline carom_solid_relation touch_of_cells(const cell_set *a, const cell_set *b) {
    int best = 4; /* axes along which two cells that touch differ */
    FOR_CELLS(x, y, z) {
        if (!a->in[x][y][z]) continue;
        for (int i = 0; i < 27; i++) {
            int d[3] = {i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1};
            int axes = (d[0] != 0) + (d[1] != 0) + (d[2] != 0);
            if (axes < best && has_cell(b, x + d[0], y + d[1], z + d[2])) best = axes;
        }
    }
    static const carom_solid_relation by_axes[] = {CAROM_SOLIDS_OVERLAP, CAROM_SOLIDS_TOUCH_FACE,
                                                   CAROM_SOLIDS_TOUCH_EDGE,
                                                   CAROM_SOLIDS_TOUCH_POINT, CAROM_SOLIDS_APART};
    return by_axes[best];
}

static inline carom_solid_relation relation_of_cells(const cell_set *a, const cell_set *b) {
    bool both = false, a_alone = false, b_alone = false;
    if (!count_cells(a) || !count_cells(b)) return CAROM_SOLIDS_UNKNOWN;
    FOR_CELLS(x, y, z) {
        bool ina = a->in[x][y][z], inb = b->in[x][y][z];
        both |= ina && inb;
        a_alone |= ina && !inb;
        b_alone |= inb && !ina;
    }
    if (!both) return touch_of_cells(a, b);
    if (a_alone && b_alone) return CAROM_SOLIDS_OVERLAP;
    if (a_alone) return CAROM_SOLIDS_B_IN_A;
    return b_alone ? CAROM_SOLIDS_A_IN_B : CAROM_SOLIDS_EQUAL;
}

/* Where the winding number is not 0, or odd. */
static inline cell_set solid_of_cells(const cell_surface *s, bool odd) {
    cell_set out;
    FOR_CELLS(x, y, z)
    out.in[x][y][z] = odd ? (s->winding[x][y][z] & 1) != 0 : s->winding[x][y][z] != 0;
    return out;
}

/* ---- surfaces */

static inline void add_facet(cell_surface *s, const int *a, const int *b, const int *c) {
    s->facets = solid_room(s->facets, &s->room, s->count, sizeof *s->facets);
    cell_facet *f = &s->facets[s->count++];
    memcpy(f->p[0], a, sizeof f->p[0]);
    memcpy(f->p[1], b, sizeof f->p[1]);
    memcpy(f->p[2], c, sizeof f->p[2]);
}

static inline uint64_t hash_point(uint64_t seed, const int *p) {
    for (int k = 0; k < 3; k++)
        seed = solid_mix(seed + (uint64_t)(p[k] + 4096) * 0x9e3779b97f4a7c15u + 1);
    return seed;
}

/* A side of a box, its normal along the axis or, not `up`, against it. */
static inline void add_side(cell_surface *s, const cell_box *box, int axis, bool up) {
    int u = (axis + 1) % 3, v = (axis + 2) % 3, c[4][3], middle[3];
    for (int i = 0; i < 4; i++) {
        c[i][axis] = UNIT * (up ? box->high[axis] : box->low[axis]);
        c[i][u] = UNIT * (i == 1 || i == 2 ? box->high[u] : box->low[u]);
        c[i][v] = UNIT * (i >= 2 ? box->high[v] : box->low[v]);
    }
    for (int k = 0; k < 3; k++)
        middle[k] = c[0][k] + c[2][k];
    bool other = hash_point(s->diagonals, middle) & 1;
    const int *first = c[other], *second = c[1 + other], *third = c[2 + other];
    const int *fourth = c[(3 + other) % 4];
    add_facet(s, first, up ? second : third, up ? third : second);
    add_facet(s, first, up ? third : fourth, up ? fourth : third);
}

static inline void add_winding(cell_surface *s, const cell_box *box, int sign) {
    for (int x = box->low[0]; x < box->high[0]; x++)
        for (int y = box->low[1]; y < box->high[1]; y++)
            for (int z = box->low[2]; z < box->high[2]; z++)
                s->winding[x][y][z] = (signed char)(s->winding[x][y][z] + sign);
}

/* A box as a shell of twelve triangles; sign -1: turned inside out. */
static inline void add_box(cell_surface *s, const cell_box *box, int sign) {
    size_t first = s->count;
    for (int side = 0; side < 6; side++)
        add_side(s, box, side / 2, side & 1);
    add_winding(s, box, sign);
    for (size_t i = first; i < s->count && sign < 0; i++) {
        cell_facet *f = &s->facets[i], kept = *f;
        memcpy(f->p[1], kept.p[2], sizeof f->p[1]);
        memcpy(f->p[2], kept.p[1], sizeof f->p[2]);
    }
}

static inline cell_box block_at(const int origin[3], int step) {
    cell_box box;
    for (int k = 0; k < 3; k++) {
        box.low[k] = origin[k];
        box.high[k] = origin[k] + step;
    }
    return box;
}

/* The boundary in squares of step by step cells; the set must consist of blocks of this size whose
 * corners are `offset` plus multiples of it. */
static inline void add_boundary(cell_surface *s, const cell_set *set, const int offset[3],
                                int step) {
    for (int x = offset[0]; x < CELLS; x += step)
        for (int y = offset[1]; y < CELLS; y += step)
            for (int z = offset[2]; z < CELLS; z += step) {
                if (!set->in[x][y][z]) continue;
                cell_box box = block_at((int[3]){x, y, z}, step);
                add_winding(s, &box, 1);
                for (int side = 0; side < 6; side++) {
                    int to[3] = {x, y, z};
                    to[side / 2] += side & 1 ? step : -1;
                    if (!has_cell(set, to[0], to[1], to[2])) add_side(s, &box, side / 2, side & 1);
                }
            }
}

/* The boundary of a box in unit squares; no winding numbers, so that it may be large. */
static inline void add_gridded_box(cell_surface *s, const cell_box *box) {
    for (int side = 0; side < 6; side++) {
        int k = side / 2, u = (k + 1) % 3, v = (k + 2) % 3, at[3];
        at[k] = side & 1 ? box->high[k] - 1 : box->low[k];
        for (at[u] = box->low[u]; at[u] < box->high[u]; at[u]++)
            for (at[v] = box->low[v]; at[v] < box->high[v]; at[v]++) {
                cell_box cell = block_at(at, 1);
                add_side(s, &cell, k, side & 1);
            }
    }
}

/* Whether the set consists of blocks of step^3 cells at the offset. */
static inline bool is_of_blocks(const cell_set *set, const int offset[3], int step) {
    FOR_CELLS(x, y, z) {
        int p[3] = {x, y, z}, corner[3];
        if (!set->in[x][y][z]) continue;
        for (int k = 0; k < 3; k++) {
            if (p[k] < offset[k]) return false;
            corner[k] = p[k] - (p[k] - offset[k]) % step;
            if (corner[k] + step > CELLS) return false;
        }
        for (int i = 0; i < step * step * step; i++)
            if (!set->in[corner[0] + i % step][corner[1] + i / step % step]
                        [corner[2] + i / (step * step)])
                return false;
    }
    return true;
}

/* ---- finer surfaces of the same solid */

static inline bool is_edge_split(const int *a, const int *b, uint64_t seed) {
    int sum[3] = {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
    return hash_point(seed, sum) % 3 == 0;
}

/* Edges are halved by a hash of their middles, so that all triangles at one agree. */
static inline void refine_cells(cell_surface *s, uint64_t seed) {
    size_t count = s->count;
    uint64_t chance = seed;
    for (size_t i = 0; i < count; i++) {
        cell_facet f = s->facets[i];
        int ring[6][3], corners = 0, centre[3];
        for (int k = 0; k < 3; k++) {
            const int *a = f.p[k], *b = f.p[(k + 1) % 3];
            memcpy(ring[corners++], a, sizeof ring[0]);
            if (!is_edge_split(a, b, seed)) continue;
            for (int d = 0; d < 3; d++)
                ring[corners][d] = (a[d] + b[d]) / 2;
            corners++;
        }
        if (corners == 3 && solid_bits(&chance) % 2) continue;
        for (int d = 0; d < 3; d++)
            centre[d] = (f.p[0][d] + f.p[1][d] + f.p[2][d]) / 3;
        for (int k = 1; k < corners; k++)
            add_facet(s, centre, ring[k], ring[(k + 1) % corners]);
        memcpy(s->facets[i].p[0], centre, sizeof centre);
        memcpy(s->facets[i].p[1], ring[0], sizeof centre);
        memcpy(s->facets[i].p[2], ring[1], sizeof centre);
    }
}

/* Sheets without thickness: a triangle anywhere, and the same one turned over. */
static inline void add_fins(cell_surface *s, uint64_t *seed, int count) {
    while (count-- > 0) {
        int p[3][3];
        for (int i = 0; i < 9; i++)
            p[i / 3][i % 3] = solid_int(seed, -UNIT, UNIT * (CELLS / 2 + 1));
        add_facet(s, p[0], p[1], p[2]);
        add_facet(s, p[0], p[2], p[1]);
    }
}

static inline void flip_some(cell_surface *s, uint64_t *seed) {
    for (size_t i = 0; i < s->count; i++) {
        cell_facet *f = &s->facets[i], kept = *f;
        if (i > 0 && solid_bits(seed) & 1) continue;
        memcpy(f->p[1], kept.p[2], sizeof f->p[1]);
        memcpy(f->p[2], kept.p[1], sizeof f->p[2]);
    }
}

/* ---- from the lattice to numbers */

static inline carom_vec3 map_point(const cell_map *map, const int *p) {
    carom_real x[3];
    for (int r = 0; r < 3; r++) {
        int64_t exact = map->t[r];
        double bent = (double)map->t[r];
        for (int k = 0; k < 3; k++) {
            uint64_t chance = hash_point(map->seed + (uint64_t)k, p);
            exact += map->m[r][k] * p[k];
            bent += (double)map->m[r][k] * (p[k] + map->jitter * (2 * solid_unit(&chance) - 1));
        }
        if (map->jitter == 0 && (int64_t)(carom_real)exact != exact) abort(); /* not exact */
        x[r] = (carom_real)ldexp(map->jitter > 0 ? bent : (double)exact, map->exponent);
    }
    return (carom_vec3){x[0], x[1], x[2]};
}

typedef struct cell_table {
    uint32_t *vertex; /* plus one */
    int (*key)[3];
    size_t size;
} cell_table;

static inline uint32_t welded(cell_table *table, solid_soup *out, const cell_map *map,
                              const int *p) {
    size_t at = hash_point(1, p) & (table->size - 1);
    while (table->vertex[at]) {
        if (memcmp(table->key[at], p, sizeof table->key[at]) == 0) return table->vertex[at] - 1;
        at = (at + 1) & (table->size - 1);
    }
    memcpy(table->key[at], p, sizeof table->key[at]);
    uint32_t vertex = solid_vertex(out, map_point(map, p));
    table->vertex[at] = vertex + 1;
    return vertex;
}

/* Vertices by lattice point or, not `weld`, three of its own for each triangle. */
static inline void soup_of_cells(solid_soup *out, const cell_surface *s, const cell_map *map,
                                 bool weld) {
    cell_table table = {.size = 64};
    solid_clear(out);
    while (table.size < 6 * s->count)
        table.size *= 2;
    table.vertex = calloc(table.size, sizeof *table.vertex);
    table.key = malloc(table.size * sizeof *table.key);
    if (!table.vertex || !table.key) abort();
    for (size_t i = 0; i < s->count; i++) {
        uint32_t v[3];
        for (int k = 0; k < 3; k++)
            v[k] = weld ? welded(&table, out, map, s->facets[i].p[k])
                        : solid_vertex(out, map_point(map, s->facets[i].p[k]));
        solid_triangle(out, v[0], v[1], v[2]);
    }
    free(table.vertex);
    free(table.key);
}

/* The lattice point that the map takes to p; not of a bent map. */
static inline void unmap_point(const cell_map *map, carom_vec3 p, long double out[3]) {
    long double m[3][3], y[3] = {(long double)p.x, (long double)p.y, (long double)p.z}, det = 0;
    for (int r = 0; r < 3; r++) {
        y[r] = ldexpl(y[r], -map->exponent) - (long double)map->t[r];
        for (int k = 0; k < 3; k++)
            m[r][k] = (long double)map->m[r][k];
    }
    for (int k = 0; k < 3; k++)
        det += m[0][k] *
               (m[1][(k + 1) % 3] * m[2][(k + 2) % 3] - m[1][(k + 2) % 3] * m[2][(k + 1) % 3]);
    for (int k = 0; k < 3; k++) {
        out[k] = 0;
        for (int r = 0; r < 3; r++) {
            int i = (r + 1) % 3, j = (r + 2) % 3, a = (k + 1) % 3, b = (k + 2) % 3;
            out[k] += (m[i][a] * m[j][b] - m[i][b] * m[j][a]) * y[r] / det;
        }
    }
}

/* Whether a point given in lattice steps is outside of the set for sure: no cell that holds it, or
 * lies within 1e-12, is in. A witness may lie nearer to a wall than that. */
static inline bool is_outside_cells(const cell_set *set, const long double p[3]) {
    int low[3], high[3];
    for (int k = 0; k < 3; k++) {
        low[k] = (int)floorl(p[k] / UNIT - 1e-12L);
        high[k] = (int)floorl(p[k] / UNIT + 1e-12L);
    }
    for (int x = low[0]; x <= high[0]; x++)
        for (int y = low[1]; y <= high[1]; y++)
            for (int z = low[2]; z <= high[2]; z++)
                if (has_cell(set, x, y, z)) return false;
    return true;
}

#endif
