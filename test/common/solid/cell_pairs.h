/* Random pairs of solids made of cells: a pair is a function of its seed alone. */
#ifndef CAROM_TEST_SOLID_CELL_PAIRS_H
#define CAROM_TEST_SOLID_CELL_PAIRS_H

#include "cells.h"

#define CELL_KINDS 11

static const char *const cell_kinds[CELL_KINDS] = {
    "independent",   "equal",        "complement", "subset", "shifted", "void filled",
    "plug in plate", "signed boxes", "disjoint",   "bent",   "fins"};

typedef struct cell_pair {
    int kind;
    cell_surface surface[2];
    bool odd[2]; /* oriented by chance: inside is where the winding number is odd */
    bool weld[2];
    cell_set solid[2];
    cell_map map;
    int64_t moved[3]; /* B's pose: its vertices are given without it */
    carom_pose pose;  /* of both; bent only */
    carom_solid_relation relation;
    solid_soup soup[2];
} cell_pair;

/* ---- sets */

static inline void fill_set(cell_set *s, const int low[3], const int high[3], bool in) {
    FOR_CELLS(x, y, z)
    if (x >= low[0] && x < high[0] && y >= low[1] && y < high[1] && z >= low[2] && z < high[2])
        s->in[x][y][z] = in;
}

/* n^3 blocks of step^3 cells, each there by chance. */
static inline void random_set(cell_set *s, uint64_t *seed, int n, int step) {
    int percent = solid_int(seed, 5, 95), offset[3];
    memset(s, 0, sizeof *s);
    for (int k = 0; k < 3; k++)
        offset[k] = solid_int(seed, 0, CELLS - n * step < step ? CELLS - n * step : step);
    for (int i = 0; i < n * n * n; i++) {
        int at[3] = {offset[0] + i % n * step, offset[1] + i / n % n * step,
                     offset[2] + i / (n * n) * step};
        cell_box block = block_at(at, step);
        if (i == 0 || solid_chance(seed, percent)) fill_set(s, block.low, block.high, true);
    }
}

/* A box of `size` cells with walls of one cell, closed all round or open along z. */
static inline void hollow_set(cell_set *s, const int size[3], bool open) {
    memset(s, 0, sizeof *s);
    fill_set(s, (int[3]){0, 0, 0}, size, true);
    fill_set(s, (int[3]){1, 1, open ? 0 : 1},
             (int[3]){size[0] - 1, size[1] - 1, open ? size[2] : size[2] - 1}, false);
}

static inline void random_box(cell_box *box, uint64_t *seed, int reach) {
    for (int k = 0; k < 3; k++) {
        box->low[k] = solid_int(seed, 0, reach - 1);
        box->high[k] = solid_int(seed, box->low[k] + 1, reach);
    }
}

/* ---- surfaces of a set */

/* The largest box that grows from a cell in random directions within the set. */
static inline cell_box grown_box(const cell_set *s, const int from[3], uint64_t *seed) {
    cell_box box = block_at(from, 1);
    for (int failed = 0; failed < 6;) {
        int side = solid_int(seed, 0, 5), k = side / 2;
        cell_box layer = box;
        layer.low[k] = side & 1 ? box.high[k] : box.low[k] - 1;
        layer.high[k] = layer.low[k] + 1;
        bool fits = true;
        for (int x = layer.low[0]; x < layer.high[0]; x++)
            for (int y = layer.low[1]; y < layer.high[1]; y++)
                for (int z = layer.low[2]; z < layer.high[2]; z++)
                    fits &= has_cell(s, x, y, z);
        failed = fits ? 0 : failed + 1;
        if (fits && side & 1) box.high[k]++;
        if (fits && !(side & 1)) box.low[k]--;
    }
    return box;
}

/* Boxes of twelve triangles that together are the set; they may overlap, or only touch. */
static inline void add_cover(cell_surface *s, const cell_set *set, uint64_t *seed, bool overlap) {
    cell_set left = *set;
    FOR_CELLS(x, y, z) {
        if (!left.in[x][y][z]) continue;
        cell_box box = grown_box(overlap ? set : &left, (int[3]){x, y, z}, seed);
        fill_set(&left, box.low, box.high, false);
        add_box(s, &box, 1);
    }
}

static inline void add_surface(cell_surface *s, const cell_set *set, uint64_t *seed) {
    int style = solid_int(seed, count_cells(set) > 12 ? 3 : 0, 5);
    if (solid_chance(seed, 25)) style = 0;
    if (style == 0) add_cover(s, set, seed, true);
    if (style == 1) add_cover(s, set, seed, false);
    if (style == 2) FOR_CELLS(x, y, z) {
            cell_box box = block_at((int[3]){x, y, z}, 1);
            if (set->in[x][y][z]) add_box(s, &box, 1);
        }
    if (style < 3) return;
    for (int step = 6; step >= 1; step--)
        for (int i = 0; i < step * step * step; i++) {
            int offset[3] = {i % step, i / step % step, i / (step * step)};
            if (!is_of_blocks(set, offset, step) || (step > 1 && solid_chance(seed, 20))) continue;
            add_boundary(s, set, offset, step);
            return;
        }
}

/* ---- the two sets of each kind */

static inline void void_sets(cell_set s[2], uint64_t *seed) {
    int size[3], low[3], high[3];
    for (int k = 0; k < 3; k++) {
        size[k] = solid_int(seed, 3, 6);
        low[k] = 1 + solid_chance(seed, 15) - solid_chance(seed, 8);
        high[k] = size[k] - 1 - solid_chance(seed, 15) + solid_chance(seed, 8);
        if (high[k] <= low[k]) high[k] = low[k] + 1;
    }
    hollow_set(&s[0], size, solid_chance(seed, 30));
    memset(&s[1], 0, sizeof s[1]);
    fill_set(&s[1], low, high, true);
}

static inline void plug_sets(cell_set s[2], uint64_t *seed) {
    int low[3] = {1, 1, solid_int(seed, 0, 2)}, high[3] = {4, 4, solid_int(seed, 3, 6)};
    for (int k = 0; k < 2; k++) {
        low[k] += solid_chance(seed, 10) - solid_chance(seed, 10);
        high[k] += solid_chance(seed, 10) - solid_chance(seed, 10);
    }
    memset(s, 0, 2 * sizeof *s);
    fill_set(&s[0], (int[3]){0, 0, 1}, (int[3]){5, 5, 3}, true); /* plate */
    fill_set(&s[0], (int[3]){1, 1, 1}, (int[3]){4, 4, 3}, false);
    fill_set(&s[1], low, high, true);
    if (solid_chance(seed, 50)) /* a head */
        fill_set(&s[1], (int[3]){0, 0, 3}, (int[3]){5, 5, 4}, true);
    if (solid_chance(seed, 20)) { /* a sheet across the hole, within the plate's height */
        memset(&s[1], 0, sizeof s[1]);
        fill_set(&s[1], (int[3]){solid_int(seed, 0, 1), 0, solid_int(seed, 0, 1)},
                 (int[3]){5, solid_int(seed, 4, 5), 2}, true);
    }
}

static inline void disjoint_sets(cell_set s[2], uint64_t *seed) {
    int apart = solid_int(seed, 0, 3); /* cells of B may differ from A's in fewer axes than this */
    random_set(&s[1], seed, solid_int(seed, 2, solid_chance(seed, 80) ? 3 : 4), 1);
    FOR_CELLS(x, y, z) {
        if (!s[1].in[x][y][z]) continue;
        for (int i = 0; i < 27; i++) {
            int d[3] = {i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1};
            int axes = (d[0] != 0) + (d[1] != 0) + (d[2] != 0);
            if (axes <= apart && has_cell(&s[0], x + d[0], y + d[1], z + d[2]))
                s[1].in[x][y][z] = false;
        }
    }
}

static inline void derived_set(cell_pair *pair, cell_set s[2], uint64_t *seed) {
    int shift[3] = {solid_int(seed, -1, 1), solid_int(seed, -1, 1), solid_int(seed, -1, 1)};
    int percent = solid_int(seed, 0, 99), reach = solid_int(seed, 2, 5);
    s[1] = s[0];
    FOR_CELLS(x, y, z) {
        bool *in = &s[1].in[x][y][z];
        if (pair->kind == 2) *in = x < reach && y < reach && z < reach && !s[0].in[x][y][z];
        if (pair->kind == 3) *in = *in && solid_chance(seed, percent);
        if (pair->kind == 4) *in = has_cell(&s[0], x - shift[0], y - shift[1], z - shift[2]);
    }
}

static inline void make_sets(cell_pair *pair, cell_set s[2], uint64_t *seed) {
    int steps[2] = {solid_int(seed, 1, 3), solid_int(seed, 1, 3)};
    bool fine = pair->kind >= 8, small = solid_chance(seed, 80);
    for (int i = 0; i < 2; i++) {
        int step = fine ? 1 : steps[i], most = fine ? 3 : CELLS / 3 / step + 1;
        random_set(&s[i], seed, solid_int(seed, 1, small && most > 2 ? 2 : most), step);
    }
    if (pair->kind >= 1 && pair->kind <= 4) derived_set(pair, s, seed);
    if (pair->kind == 5) void_sets(s, seed);
    if (pair->kind == 6) plug_sets(s, seed);
    if (pair->kind == 8) disjoint_sets(s, seed);
    int sub = solid_int(seed, 0, 5);
    if (pair->kind != 9 || sub == 0) return;
    cell_pair like = {.kind = sub};
    if (sub < 5) derived_set(&like, s, seed);
    if (sub == 5) disjoint_sets(s, seed);
}

static inline void make_surfaces(cell_pair *pair, uint64_t *seed) {
    cell_set s[2];
    uint64_t shared = solid_bits(seed);
    make_sets(pair, s, seed);
    for (int i = 0; i < 2; i++) {
        cell_surface *surface = &pair->surface[i];
        surface->count = 0;
        memset(surface->winding, 0, sizeof surface->winding);
        surface->diagonals = pair->kind == 9 ? shared : solid_bits(seed);
        pair->weld[i] = solid_chance(seed, 80);
        if (pair->kind == 9) {
            add_boundary(surface, &s[i], (int[3]){0, 0, 0}, 1);
        } else if (pair->kind == 7) {
            for (int count = solid_int(seed, 1, 4); count > 0; count--) {
                cell_box box;
                random_box(&box, seed, 4);
                add_box(surface, &box, solid_chance(seed, 70) ? 1 : -1);
            }
        } else {
            add_surface(surface, &s[i], seed);
        }
        if (pair->kind != 9 && solid_chance(seed, 25)) refine_cells(surface, solid_bits(seed));
        if (pair->kind == 10) add_fins(surface, seed, solid_int(seed, 1, 4));
        pair->odd[i] = solid_chance(seed, 15);
        if (pair->odd[i]) flip_some(surface, seed);
        if (!pair->odd[i] && solid_chance(seed, 20)) /* all of it inside out */
            for (size_t f = 0; f < surface->count; f++) {
                cell_facet *to = &surface->facets[f], kept = *to;
                memcpy(to->p[1], kept.p[2], sizeof kept.p[2]);
                memcpy(to->p[2], kept.p[1], sizeof kept.p[1]);
            }
        pair->solid[i] = solid_of_cells(surface, pair->odd[i]);
    }
}

/* ---- maps */

/* |q|^2 times a rotation. */
static inline void quaternion_matrix(int64_t m[3][3], const int64_t q[4]) {
    int64_t x = q[0], y = q[1], z = q[2], w = q[3];
    int64_t r[3][3] = {{w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)},
                       {2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)},
                       {2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z}};
    memcpy(m, r, sizeof r);
}

static inline void times_scale(cell_map *map, uint64_t *seed, int most) {
    for (int k = 0; k < 3; k++) {
        int64_t factor = solid_int(seed, 1, most) * (solid_chance(seed, 15) ? -1 : 1);
        for (int r = 0; r < 3; r++)
            map->m[r][k] *= factor;
    }
}

static inline void times_shear(cell_map *map, uint64_t *seed, int most) {
    int to = solid_int(seed, 0, 2), from = (to + solid_int(seed, 1, 2)) % 3;
    int64_t factor = solid_int(seed, -most, most);
    for (int r = 0; r < 3; r++)
        map->m[r][to] += factor * map->m[r][from];
}

static inline void make_map(cell_map *map, uint64_t *seed) {
    static const int64_t known[3][3][3] = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                           {{1, 2, 2}, {2, 1, -2}, {-2, 2, -1}},
                                           {{2, 3, 6}, {3, -6, 2}, {6, 2, -3}}};
    bool wide = sizeof(carom_real) == 8 && solid_chance(seed, 50);
    int choice = solid_int(seed, 0, 5), reach = wide ? 2000 : 6;
    *map = (cell_map){.seed = solid_bits(seed)};
    memcpy(map->m, known[choice % 3], sizeof map->m);
    if (choice >= 3) {
        int64_t q[4];
        for (int k = 0; k < 4; k++)
            q[k] = solid_int(seed, -reach, reach);
        q[0] += q[0] == 0;
        quaternion_matrix(map->m, q);
    }
    if (solid_chance(seed, 30)) times_scale(map, seed, wide ? 1000 : 7);
    if (solid_chance(seed, 30)) times_shear(map, seed, 3);
    int64_t far = (int64_t)1 << (wide ? 50 : 22);
    bool moved = solid_chance(seed, 60);
    for (int k = 0; k < 3; k++)
        map->t[k] = moved ? (int64_t)((2 * solid_unit(seed) - 1) * (double)far) : 0;
    int range = sizeof(carom_real) == 8 ? 100 : 30;
    if (solid_chance(seed, 25)) map->exponent = solid_int(seed, -range, range);
}

/* A pose of B that is exact: vertices without it and with it are integers. */
static inline void make_pose(cell_pair *pair, uint64_t *seed) {
    memset(pair->moved, 0, sizeof pair->moved);
    pair->pose = carom_pose_identity();
    if (pair->kind == 9 && solid_chance(seed, 50)) {
        double q[4], n = 0;
        for (int k = 0; k < 4; k++) {
            q[k] = solid_unit(seed) - 0.5;
            n += q[k] * q[k];
        }
        n = 1 / sqrt(n + 1e-9);
        pair->pose.rotation = (carom_quat){(carom_real)(q[0] * n), (carom_real)(q[1] * n),
                                           (carom_real)(q[2] * n), (carom_real)(q[3] * n)};
        pair->pose.position = (carom_vec3){(carom_real)q[0], (carom_real)q[1], (carom_real)q[2]};
    } else if (pair->kind != 9 && solid_chance(seed, 20)) {
        for (int k = 0; k < 3; k++)
            pair->moved[k] = solid_int(seed, -5000, 5000);
    }
}

static inline void make_cell_pair(cell_pair *pair, uint64_t seed) {
    seed = solid_mix(seed + 0x9e3779b97f4a7c15u);
    pair->kind = solid_int(&seed, 0, CELL_KINDS - 1);
    do
        make_surfaces(pair, &seed);
    while (!count_cells(&pair->solid[0]) || !count_cells(&pair->solid[1]));
    make_map(&pair->map, &seed);
    make_pose(pair, &seed);
    if (pair->kind == 9) { /* far offsets would round cells away */
        pair->map.jitter = UNIT * 0.08;
        int64_t size = 0;
        for (int i = 0; i < 9; i++)
            size += llabs(pair->map.m[i / 3][i % 3]);
        for (int k = 0; k < 3; k++)
            pair->map.t[k] %= size * 4;
        if (pair->map.exponent) pair->pose.position = (carom_vec3){0, 0, 0};
    }
    pair->relation = relation_of_cells(&pair->solid[0], &pair->solid[1]);
    for (int i = 0; i < 2; i++) {
        cell_map map = pair->map;
        for (int k = 0; k < 3 && i == 1; k++)
            map.t[k] -= pair->moved[k];
        soup_of_cells(&pair->soup[i], &pair->surface[i], &map, pair->weld[i]);
        solid_shuffle(&pair->soup[i], &seed);
    }
}

static inline carom_placed_mesh placed_cells(const cell_pair *pair, int which, carom_mesh *mesh) {
    carom_placed_mesh placed = {.mesh = mesh, .pose = pair->pose};
    const int64_t *moved = pair->moved;
    int e = pair->map.exponent;
    if (which == 1 && pair->kind != 9)
        placed.pose.position = (carom_vec3){(carom_real)ldexp((double)moved[0], e),
                                            (carom_real)ldexp((double)moved[1], e),
                                            (carom_real)ldexp((double)moved[2], e)};
    return placed;
}

#endif
