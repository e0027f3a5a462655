/* Batches are processed in blocks of 64 items. A block is the input of a kernel: the components of
 * both shapes in arrays (structure of arrays) that may be read up to a multiple of sixteen items.
 * The kernel reports for which items its answer is certain; the functions for single pairs decide
 * the others, so a batch has the same answers as single calls, on every instruction set. */
#ifndef CAROM_QUERY_BATCH_BATCH_H
#define CAROM_QUERY_BATCH_BATCH_H

#include "simd/simd_set.h"
#include "carom/batch.h"

#define BATCH_ITEMS 64u
#define BATCH_LANES 16u /* largest number of lanes of a kernel */
#define BATCH_FIELDS 15 /* of the largest shape, an oriented box */

typedef enum batch_verb {
    BATCH_SPHERE_SPHERE = 0,
    BATCH_SPHERE_AABB,
    BATCH_AABB_AABB,
    BATCH_OBB_OBB,
    BATCH_RAY_SPHERE,
    BATCH_RAY_AABB,
    BATCH_RAY_TRIANGLE,
    BATCH_POINT_TRIANGLE,
    BATCH_REGION_AABB,
    BATCH_REGION_SPHERE,
    BATCH_MOVE_POINTS,
    BATCH_MOVE_AABBS,
    BATCH_VERBS
} batch_verb;

/** One shape of each item; all its components are a carom_real in the order of its struct. */
typedef struct batch_side {
    const carom_real *field[BATCH_FIELDS];
    size_t fields;
    size_t step; /* 1; or 0: one shape for all items, copied for a whole block */
} batch_side;

/** A half-space, the magnitudes of its normal's components, and its length rounded to nearest. */
typedef struct batch_plane {
    carom_real normal[3], size[3], offset, length;
} batch_plane;

/** A pose in double; stretch is the longest image of a unit vector. */
typedef struct batch_motion {
    double q[4], position[3], stretch;
    bool turns, moves;
} batch_motion;

typedef struct batch_block {
    batch_side a, b;
    size_t first;        /* a multiple of BATCH_ITEMS: its first item in the sides and values */
    size_t count;        /* at most BATCH_ITEMS */
    bool fetches;        /* prefetches the next block, which is not in a cache */
    carom_facing facing; /* of rays and triangles */
    const batch_plane *planes;
    const batch_plane *largest; /* magnitudes of all planes */
    size_t plane_count;
    const batch_motion *motion;
    carom_real (*moved)[BATCH_ITEMS];
    carom_real *values; /* or null */
    /* bits of items: yes, the answer is yes; decided, the kernel's answer is certain; certain, the
     * region contains the item */
    uint64_t yes, decided, certain;
} batch_block;

typedef void batch_kernel(batch_block *block);

typedef batch_kernel *batch_kernels(batch_verb verb);

/** The values from item `first` on. */
static inline carom_real *batch_values(const batch_block *block) {
    return block->values + block->first;
}

/** An item as its struct. */
typedef union batch_item {
    carom_real number[BATCH_FIELDS];
    carom_vec3 point;
    carom_sphere sphere;
    carom_aabb aabb;
    carom_obb obb;
    carom_triangle triangle;
    carom_ray ray;
} batch_item;

/** A set of the caller's, or one side of indexed pairs. */
typedef struct batch_source {
    const carom_real *field[BATCH_FIELDS];
    size_t fields, count;
    const uint32_t *index; /* or null: item i itself */
    bool is_single;
} batch_source;

/** Memory for the arrays of a block that must be copied. */
typedef carom_real batch_memory[BATCH_FIELDS][BATCH_ITEMS];

static inline uint64_t batch_mask(size_t count) {
    return count < BATCH_ITEMS ? ((uint64_t)1 << count) - 1u : UINT64_MAX;
}

/** The kernel of a verb, of each set of instructions. */
batch_kernel *carom_batch_kernel_scalar(batch_verb verb);
batch_kernel *carom_batch_kernel_native(batch_verb verb);
batch_kernel *carom_batch_kernel_avx2(batch_verb verb);
batch_kernel *carom_batch_kernel_avx512(batch_verb verb);

#endif
