/* Cubes of cells by their codes on the Z curve [Morton66]: the code of a cell has the bits of its
 * three coordinates in turn, so that a cube of 2^k cells a side is a run of 8^k codes. */
#ifndef CAROM_DISPATCH_COMPOUND_VOXEL_CUBES_H
#define CAROM_DISPATCH_COMPOUND_VOXEL_CUBES_H

#include "core/array.h"

/* Bits of a code along each axis; cells are counted from -2^20. */
#define CUBE_BITS 21
#define CUBE_TOP 20u /* levels of cubes end here, so that a size is an int32_t */

/** A cube of 2^level cells along each axis, the first of which has this code. */
typedef struct voxel_cube {
    uint64_t code;
    uint32_t level;
    bool occupied;
} voxel_cube;

/** Cells from the first to the last one, both included, counted from -2^20. */
typedef struct cube_range {
    int64_t low[3], high[3];
} cube_range;

static inline uint64_t spread_bits(uint64_t x) {
    x = (x | x << 32) & 0x001f00000000ffffu;
    x = (x | x << 16) & 0x001f0000ff0000ffu;
    x = (x | x << 8) & 0x100f00f00f00f00fu;
    x = (x | x << 4) & 0x10c30c30c30c30c3u;
    return (x | x << 2) & 0x1249249249249249u;
}

static inline int64_t gather_bits(uint64_t x) {
    x &= 0x1249249249249249u;
    x = (x ^ x >> 2) & 0x10c30c30c30c30c3u;
    x = (x ^ x >> 4) & 0x100f00f00f00f00fu;
    x = (x ^ x >> 8) & 0x001f0000ff0000ffu;
    x = (x ^ x >> 16) & 0x001f00000000ffffu;
    return (int64_t)((x ^ x >> 32) & 0x1fffffu);
}

/** The code of a cell, and the cell of a code. */
static inline uint64_t code_of_cell(int32_t x, int32_t y, int32_t z) {
    const int64_t half = (int64_t)1 << (CUBE_BITS - 1);
    return spread_bits((uint64_t)(x + half)) | spread_bits((uint64_t)(y + half)) << 1 |
           spread_bits((uint64_t)(z + half)) << 2;
}

static inline void cell_of_code(uint64_t code, int64_t cell[3]) {
    const int64_t half = (int64_t)1 << (CUBE_BITS - 1);
    for (int axis = 0; axis < 3; axis++)
        cell[axis] = gather_bits(code >> axis) - half;
}

/** Sorts cubes by code. `scratch` holds as many. @return false for lack of memory */
bool carom_cubes_sort(voxel_cube *cubes, size_t count, const carom_allocator *allocator);

/** The occupied ones of sorted cubes, where eight that fill a cube are one; with `range` also what
 * none of them holds in it.
 * @param out of voxel_cube, in the order of codes
 * @errors ARGUMENT where a cube holds another; LIMIT for more than `most`; MEMORY */
carom_status carom_cubes_merge(grown_array *out, const voxel_cube *cubes, size_t count,
                               const cube_range *range, const carom_allocator *allocator);

#endif
