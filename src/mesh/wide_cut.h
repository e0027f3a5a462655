/* Cutting a run of triangles' boxes in two where the surface-area heuristic says. */
#ifndef CAROM_MESH_WIDE_CUT_H
#define CAROM_MESH_WIDE_CUT_H

#include "batch/simd.h"
#include "core/tasks.h"
#include "mesh/wide_build.h"

/* Boxes grow by taking the least of each number; the fourth lanes are of no meaning. Of centres
 * twice is kept. */
typedef struct bound6 {
    f4 low, neg_high;
} bound6;

/* A run of references with the bounds of their boxes and of their centres. */
typedef struct wide_run {
    bound6 box, centers;
    uint32_t first, count, depth;
    float area;
} wide_run;

#define BIN_COUNT 32

typedef struct wide_bins {
    bound6 box[BIN_COUNT];
    uint32_t count[BIN_COUNT];
} wide_bins;

/* Long runs are worked on in pieces, by all threads; the answer does not depend on the pieces. */
#define LONG_RUN 8192
#define PIECE_LENGTH 4096
#define MOST_PIECES 64

typedef struct cut_piece {
    wide_bins bins[3];
    bound6 centers[2];    /* of both sides */
    uint32_t left, right; /* where each side goes */
} cut_piece;

/* The last three only where there is a long run. */
typedef struct wide_cutter {
    wide_ref *refs, *scratch;
    cut_piece *pieces;
    const carom_task_hook *tasks;
} wide_cutter;

bound6 carom_wide_empty_bound(void);
float carom_wide_half_surface(const bound6 *box);
/** All references as a run. */
wide_run carom_wide_run_of(const wide_ref *refs, uint32_t count);
/** Sorts the run's references into two parts, none of them empty. */
void carom_wide_cut(const wide_cutter *cutter, const wide_run *run, wide_run parts[2]);

#endif
