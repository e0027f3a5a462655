/* Partition of a run of references in two by the binned surface area heuristic [Wald07]: types and
 * kernels. The parts have the same references for any number of threads and every instruction set.
 */
#ifndef CAROM_MESH_BVH8_BUILD_BVH8_CUT_H
#define CAROM_MESH_BVH8_BUILD_BVH8_CUT_H

#include "simd/simd_set.h"
#include "core/tasks.h"
#include "mesh/bvh8_build/bvh8_build.h"

/* As in references: min x y z and -max x y z; the other two are undefined. */
#define BVH8_BOUND 8

/* A run of references, with the bounds of their boxes and of twice their centres. */
typedef struct bvh8_run {
    float box[BVH8_BOUND], centers[BVH8_BOUND];
    uint32_t first, count, depth;
    uint32_t capacity; /* references that it may grow to by splits */
    uint32_t at;       /* which of the cutter's two arrays */
    uint32_t member;   /* index in a bvh8_group; 0: no member, or the whole run */
    float area;
} bvh8_run;

static inline const float *box_of_ref(const bvh8_ref *ref) {
    return (const float *)ref;
}

static inline float bvh8_half_surface(const float box[BVH8_BOUND]) {
    float x = -box[4] - box[0], y = -box[5] - box[1], z = -box[6] - box[2];
    return x * y + y * z + z * x;
}

/** Cost of a side of a cut, by half its surface and its count: each triangle counts, and leaves
 * hold up to eight, tested at once, so one half is the count rounded up to eights. */
static inline float bvh8_cost_of(float area, uint32_t count) {
    return area * (float)(count + ((count + BVH8_LEAF - 1) & ~(uint32_t)(BVH8_LEAF - 1)));
}

#define BIN_COUNT 32

/* Boxes with centres between two planes, for each axis. */
typedef struct bvh8_bin {
    float box[3][BVH8_BOUND];
    uint32_t count[4], unused[4];
} bvh8_bin;

/* Long runs are worked on in pieces, by all threads; the result does not depend on the pieces. */
#define LONG_RUN 8192
#define PIECE_LENGTH 4096
#define MOST_PIECES 64

typedef struct cut_piece {
    bvh8_bin bins[BIN_COUNT];
    float centers[2][BVH8_BOUND]; /* bounds of twice the centres, of each side */
    bvh8_run run;
    uint32_t place[2]; /* first reference of each side */
} cut_piece;

/* Long runs move from one array of references to the other as they are cut; the second exists only
 * when there is a long run. Without pieces a run is cut in place, by the calling thread, so several
 * threads may cut runs of their own. */
typedef struct bvh8_cutter {
    bvh8_ref *refs[2];
    cut_piece *pieces;
    const carom_task_hook *tasks;
    simd_set set;
    const bvh8_splitter *splitter; /* null: boxes are not split */
    float overlap; /* surface of the overlap of halves above which boxes may be split */
} bvh8_cutter;

/** All references as a run. */
bvh8_run carom_bvh8_run_of_native(const bvh8_cutter *cutter, uint32_t count);
bvh8_run carom_bvh8_run_of_scalar(const bvh8_cutter *cutter, uint32_t count);
bvh8_run carom_bvh8_run_of_avx2(const bvh8_cutter *cutter, uint32_t count);
/** Partitions the run's references into two parts, neither empty; does not set capacities. */
void carom_bvh8_cut_native(const bvh8_cutter *cutter, const bvh8_run *run, bvh8_run parts[2]);
void carom_bvh8_cut_scalar(const bvh8_cutter *cutter, const bvh8_run *run, bvh8_run parts[2]);
void carom_bvh8_cut_avx2(const bvh8_cutter *cutter, const bvh8_run *run, bvh8_run parts[2]);

#endif
