/* A height field and its pyramid of least and greatest heights (maximum mipmaps
 * [TevsIhrkeSeidel08]): a tile of level n covers 2^n by 2^n cells. Levels 0 and 1 are not stored,
 * as reading the samples is as cheap. A tile that is all holes has an inverted range. */
#ifndef CAROM_MESH_HEIGHTFIELD_HEIGHT_DATA_H
#define CAROM_MESH_HEIGHTFIELD_HEIGHT_DATA_H

#include "carom/heightfield.h"
#include "core/alloc.h"
#include "math/vec.h"
#include "mesh/heightfield/height.h"

#define HEIGHT_LEVELS 32
#define HEIGHT_STORED 2 /* first level that is stored */

struct carom_heightfield {
    carom_real *heights; /* of vertices, in the field's coordinates, rounded */
    uint8_t *holes;      /* by cell, nonzero for a hole; null: no holes */
    height_range *ranges[HEIGHT_LEVELS];
    uint32_t across[HEIGHT_LEVELS], along[HEIGHT_LEVELS]; /* tiles of each level */
    uint32_t columns, rows;                               /* samples */
    int top;                                              /* level that is a single tile */
    carom_vec3 origin, spacing;
    carom_allocator allocator;
};

static inline carom_real height_x(const carom_heightfield *f, uint32_t column) {
    return (carom_real)((double)f->origin.x + (double)column * (double)f->spacing.x);
}
static inline carom_real height_z(const carom_heightfield *f, uint32_t row) {
    return (carom_real)((double)f->origin.z + (double)row * (double)f->spacing.z);
}
static inline carom_vec3 height_vertex(const carom_heightfield *f, uint32_t column, uint32_t row) {
    return (carom_vec3){height_x(f, column), f->heights[(size_t)row * f->columns + column],
                        height_z(f, row)};
}
static inline size_t height_cell(const carom_heightfield *f, uint32_t column, uint32_t row) {
    return (size_t)row * (f->columns - 1) + column;
}
/** The index of triangle 0 or 1 of a cell. */
static inline uint32_t height_index(const carom_heightfield *f, uint32_t column, uint32_t row,
                                    uint32_t half) {
    return (uint32_t)(2 * height_cell(f, column, row) + half);
}
static inline bool height_is_hole(const carom_heightfield *f, uint32_t column, uint32_t row) {
    return f->holes && f->holes[height_cell(f, column, row)];
}

/** Triangle 0 or 1 of a cell. */
static inline carom_triangle height_triangle(const carom_heightfield *f, uint32_t column,
                                             uint32_t row, uint32_t half) {
    carom_vec3 below = height_vertex(f, column, row + 1), right = height_vertex(f, column + 1, row);
    if (half) return (carom_triangle){{right, below, height_vertex(f, column + 1, row + 1)}};
    return (carom_triangle){{height_vertex(f, column, row), below, right}};
}

static inline height_range height_joined(height_range a, height_range b) {
    return (height_range){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

/** The heights of a cell; inverted for a hole. */
static inline height_range height_range_of_cell(const carom_heightfield *f, uint32_t column,
                                                uint32_t row) {
    const carom_real *h = f->heights + (size_t)row * f->columns + column, *below = h + f->columns;
    height_range upper = {h[0] < h[1] ? h[0] : h[1], h[0] < h[1] ? h[1] : h[0]};
    height_range lower = {below[0] < below[1] ? below[0] : below[1],
                          below[0] < below[1] ? below[1] : below[0]};
    if (CAROM_UNLIKELY(height_is_hole(f, column, row)))
        return (height_range){CAROM_REAL_MAX, -CAROM_REAL_MAX};
    return height_joined(upper, lower);
}

static inline height_range height_range_of(const carom_heightfield *f, height_tile tile) {
    if (tile.level == 0) return height_range_of_cell(f, tile.column, tile.row);
    if (tile.level < HEIGHT_STORED) return carom_height_range_of_samples(f, tile);
    return f->ranges[tile.level][(size_t)tile.row * f->across[tile.level] + tile.column];
}

/** The exact bounds of a tile's vertices. False when it is all holes. */
static inline bool height_box(const carom_heightfield *f, height_tile tile, carom_aabb *box) {
    height_range range = height_range_of(f, tile);
    uint32_t size = (uint32_t)1 << tile.level, last_x = f->columns - 1, last_z = f->rows - 1;
    uint32_t x = tile.column * size, z = tile.row * size;
    uint32_t x_end = last_x - x < size ? last_x : x + size;
    uint32_t z_end = last_z - z < size ? last_z : z + size;
    box->min = (carom_vec3){height_x(f, x), range.low, height_z(f, z)};
    box->max = (carom_vec3){height_x(f, x_end), range.high, height_z(f, z_end)};
    return range.low <= range.high;
}

/** The tiles below a tile of level 1 or higher. @return their number, 1 to 4 */
static inline int height_children(const carom_heightfield *f, height_tile tile,
                                  height_tile children[4]) {
    int count = 0, level = tile.level - 1;
    for (uint32_t k = 0; k < 2; k++)
        for (uint32_t i = 0; i < 2; i++) {
            height_tile child = {2 * tile.column + i, 2 * tile.row + k, level};
            if (child.column < f->across[level] && child.row < f->along[level])
                children[count++] = child;
        }
    return count;
}

static inline height_tile height_root(const carom_heightfield *f) {
    return (height_tile){0, 0, f->top};
}

/* Entries of the stack of a depth-first traversal that pushes all children of a tile. */
#define HEIGHT_STACK (3 * HEIGHT_LEVELS + 4)

#endif
