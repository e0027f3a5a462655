/* Batches are worked on in blocks of 64 items. A block is what a kernel sees: the components of
 * both shapes in arrays that it may read up to a multiple of sixteen, wherever they come from. The
 * kernel says for which items it is sure, and of what; single functions answer for the others. */
#ifndef CAROM_QUERY_BATCH_BATCH_H
#define CAROM_QUERY_BATCH_BATCH_H

#include "simd/simd_set.h"
#include "carom/batch.h"

#define BATCH_ITEMS 64u
#define BATCH_LANES 16u /* the most that a kernel takes at a time */
#define BATCH_FIELDS 15 /* of the shape that has most: an oriented box */

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
    size_t step; /* 1; or 0: copies of the one that stands for all, as many as a block has items */
} batch_side;

/** A half-space, how large its normal is along each axis, and its length rounded to nearest. */
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
    bool fetches;        /* the next block, which is not in a cache */
    carom_facing facing; /* of rays and triangles */
    const batch_plane *planes;
    const batch_plane *largest; /* magnitudes of all planes */
    size_t plane_count;
    const batch_motion *motion;
    carom_real (*moved)[BATCH_ITEMS];
    carom_real *values;          /* or null */
    uint64_t yes, sure, certain; /* certain: of a region: contains the item */
} batch_block;

typedef void batch_kernel(batch_block *block);

typedef batch_kernel *batch_kernels(batch_verb verb);

batch_kernel *carom_batch_kernel_scalar(batch_verb verb);
batch_kernel *carom_batch_kernel_native(batch_verb verb);
batch_kernel *carom_batch_kernel_avx2(batch_verb verb);
batch_kernel *carom_batch_kernel_avx512(batch_verb verb);

/** Of item `first`. */
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

/** A set of the caller's, or a side of indexed pairs. */
typedef struct batch_source {
    const carom_real *field[BATCH_FIELDS];
    size_t fields, count;
    const uint32_t *index; /* or null: item i itself */
    bool stands_for_all;
} batch_source;

/** Arrays of a block that do not lie ready. */
typedef carom_real batch_room[BATCH_FIELDS][BATCH_ITEMS];

/** `arrays`: `fields` pointers, as the public sets begin with. */
batch_source carom_batch_source(const void *arrays, size_t fields, size_t count);

/** True where blocks that are whole lie ready, one after the other. */
bool carom_batch_lies_ready(const batch_source *source, size_t count);
/** Points `side` to range[1] items from range[0] on, copying them into `room` where they do not
 * lie ready. @return bits of those that exist */
uint64_t carom_batch_lay_out(const batch_source *source, const size_t range[2], batch_room room,
                             batch_side *side);
batch_item carom_batch_item(const batch_source *source, const batch_side *side, size_t i);
/** Writes bits and indices of a block that begins at item `first`; `found` yes were before.
 * @return the count of yes */
size_t carom_batch_put(const carom_batch_answers *answers, const batch_block *block, size_t first,
                       size_t found);

batch_kernel *carom_batch_kernel(const carom_batch_answers *answers, batch_verb verb);

/** The public transforms with the kernels of one set. `to`: three arrays, or six. */
void carom_batch_move(batch_kernels *kernels, carom_pose pose, const batch_source *source,
                      carom_real *const *to);

static inline uint64_t batch_mask(size_t count) {
    return count < BATCH_ITEMS ? ((uint64_t)1 << count) - 1u : UINT64_MAX;
}

#endif
