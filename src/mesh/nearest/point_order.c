/* Morton order of the points of a batch [Morton66], over a grid in their bounding box, by a
 * least-significant-digit radix sort of a linked list. The links lie in the array of answers, so it
 * takes no memory; keys are computed anew in each pass. Threads sort pieces of the list; of each
 * digit, the pieces' runs are joined in order, so that the list is the same for any number of
 * threads. It exists so that successive searches share their descent and their cache lines. */
#include "mesh/nearest/point_order.h"

#include "core/tasks.h"
#include "math/vec.h"

/* Points that are sorted at a time, at most. */
#define NEAR_BLOCK ((uint32_t)1 << 20)
/* Points of a piece at least; most pieces. */
#define ORDER_GRAIN 2048
#define ORDER_PIECES 8

/* Bits of an axis in all passes. In each pass these are three, and of several pieces two, so that
 * the runs of all of them stay as many. */
#define ORDER_BITS 6
#define ORDER_CELLS (1 << ORDER_BITS)
#define ALONE_BITS 3
#define PIECE_BITS 2
#define ORDER_RUNS 512
_Static_assert(1 << (3 * ALONE_BITS) <= ORDER_RUNS &&
                   ORDER_PIECES << (3 * PIECE_BITS) <= ORDER_RUNS,
               "runs of all pieces");

typedef struct order_grid {
    vec3 low, scale;
} order_grid;

static double cells_over(double low, double high) {
    double scale = ORDER_CELLS / (high - low);
    return scale > 0.0 && finite1(scale) ? scale : 0.0;
}

/* A part of the list, in its order. */
typedef struct order_run {
    uint32_t first, last, count;
} order_run;

typedef struct order_job {
    near_batch *batch;
    order_grid grid;
    vec3 low[ORDER_PIECES], high[ORDER_PIECES]; /* bounds of the points of each piece */
    uint32_t pieces, bits, shift;               /* bits of an axis in a pass, and below those */
    uint32_t start[ORDER_PIECES + 1];           /* first points of pieces, and the end */
    order_run runs[ORDER_RUNS];                 /* by piece, then digit */
} order_job;

/* ---- the grid; before the first pass the list is in the order of the array */

static void bound_points(void *data, size_t piece, size_t last) {
    order_job *job = data;
    for (; piece < last; piece++) {
        vec3 low = vec(DBL_MAX, DBL_MAX, DBL_MAX), high = neg3(low);
        for (uint32_t i = job->start[piece]; i < job->start[piece + 1]; i++) {
            vec3 p = load3(job->batch->points[i]);
            if (!finite3(p)) continue;
            low = lower3(low, p);
            high = upper3(high, p);
        }
        job->low[piece] = low;
        job->high[piece] = high;
    }
}

static order_grid grid_of_pieces(const order_job *job) {
    vec3 low = job->low[0], high = job->high[0];
    for (uint32_t i = 1; i < job->pieces; i++) {
        vec3 a = job->low[i], b = job->high[i];
        low = lower3(low, a);
        high = upper3(high, b);
    }
    return (order_grid){
        low, vec(cells_over(low.x, high.x), cells_over(low.y, high.y), cells_over(low.z, high.z))};
}

/* The cell of a coordinate, clamped to the grid; a NaN is in cell 0. */
static uint32_t cell_at(double x, double low, double scale) {
    double cell = (x - low) * scale;
    return cell > 0.0 ? cell < ORDER_CELLS - 1 ? (uint32_t)cell : ORDER_CELLS - 1 : 0;
}

/* The lowest bits of a number, spread three apart. */
static CAROM_INLINE uint32_t bits_apart(uint32_t cell, uint32_t bits) {
    static const uint8_t apart[1 << ALONE_BITS] = {0, 1, 8, 9, 64, 65, 72, 73};
    return apart[cell & ((1u << bits) - 1)];
}

static CAROM_INLINE uint32_t bucket_of(const order_job *job, carom_vec3 point, uint32_t bits) {
    const order_grid *grid = &job->grid;
    const vec3 p = load3(point);
    const uint32_t shift = job->shift;
    return bits_apart(cell_at(p.x, grid->low.x, grid->scale.x) >> shift, bits) << 2 |
           bits_apart(cell_at(p.y, grid->low.y, grid->scale.y) >> shift, bits) << 1 |
           bits_apart(cell_at(p.z, grid->low.z, grid->scale.z) >> shift, bits);
}

/* ---- passes */

/* One pass of the radix sort: appends each point of a piece to the run of its digit. */
static CAROM_INLINE void chain_piece(order_job *job, size_t piece, uint32_t bits) {
    const near_batch *batch = job->batch;
    order_run *runs = job->runs + (piece << (3 * bits));
    for (uint32_t b = 0; b < 1u << (3 * bits); b++)
        runs[b].count = 0;
    for (uint32_t i = job->start[piece], next; i != job->start[piece + 1]; i = next) {
        order_run *run = &runs[bucket_of(job, batch->points[i], bits)];
        next = job->shift == 0 ? i + 1 : *near_link(batch, i);
        if (run->count++ == 0)
            run->first = i;
        else
            *near_link(batch, run->last) = i;
        run->last = i;
    }
}

static void chain_pieces(void *data, size_t piece, size_t last) {
    order_job *job = data;
    for (; piece < last; piece++)
        if (job->bits == ALONE_BITS)
            chain_piece(job, piece, ALONE_BITS);
        else
            chain_piece(job, piece, PIECE_BITS);
}

/* Joins the runs to one list, and cuts it at ends of runs into at most `parts` parts of about equal
 * size.
 * @return the number of parts; start[i] is the first point of part i */
static uint32_t join_runs(const order_job *job, uint32_t *start, uint32_t count, uint32_t parts) {
    uint32_t made = 0, place = 0, *link = &start[0];
    for (uint32_t b = 0; b < 1u << (3 * job->bits); b++)
        for (uint32_t piece = 0; piece < job->pieces; piece++) {
            const order_run *run = &job->runs[(piece << (3 * job->bits)) + b];
            if (run->count == 0) continue;
            *link = run->first;
            link = near_link(job->batch, run->last);
            if ((uint64_t)place * parts >= (uint64_t)made * count) start[made++] = run->first;
            place += run->count;
        }
    *link = NEAR_END;
    start[made] = NEAR_END;
    return made;
}

/* Sorts a block of points. @return the number of runs that the list is cut into */
static uint32_t sort_block(near_batch *batch, uint32_t count, const carom_task_hook *tasks) {
    order_job job;
    uint32_t most = count / ORDER_GRAIN < ORDER_PIECES ? count / ORDER_GRAIN : ORDER_PIECES;
    job.batch = batch;
    job.pieces = tasks && most > 1 ? most : 1;
    for (uint32_t i = 0; i <= job.pieces; i++)
        job.start[i] = (uint32_t)((uint64_t)count * i / job.pieces);
    carom_run_chunks(tasks, bound_points, &job, (task_share){job.pieces, 1});
    job.grid = grid_of_pieces(&job);
    job.bits = job.pieces > 1 ? PIECE_BITS : ALONE_BITS;
    for (job.shift = 0;; job.shift += job.bits) {
        carom_run_chunks(tasks, chain_pieces, &job, (task_share){job.pieces, 1});
        if (job.shift + job.bits == ORDER_BITS) break;
        job.pieces = join_runs(&job, job.start, count, job.pieces);
    }
    uint32_t runs = count / NEAR_GRAIN < NEAR_RUNS ? count / NEAR_GRAIN + 1 : NEAR_RUNS;
    return join_runs(&job, batch->start, count, tasks ? runs : 1);
}

static void take_runs(void *data, size_t first, size_t last) {
    const near_batch *batch = data;
    batch->run(batch, batch->start[first], batch->start[last]);
}

void carom_near_batch(near_batch *batch, size_t count, const carom_task_hook *tasks) {
    for (batch->done = 0; batch->done < count; batch->done += NEAR_BLOCK) {
        size_t left = count - batch->done;
        uint32_t part = left < NEAR_BLOCK ? (uint32_t)left : NEAR_BLOCK;
        uint32_t runs = sort_block(batch, part, tasks);
        carom_run_chunks(tasks, take_runs, batch, (task_share){runs, 1});
        batch->points += part;
        batch->links = near_link(batch, part);
    }
}
