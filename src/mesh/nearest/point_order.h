/* The points of a batch in Morton order, so that each search starts with the descent of the last,
 * in runs for threads. */
#ifndef CAROM_MESH_NEAREST_POINT_ORDER_H
#define CAROM_MESH_NEAREST_POINT_ORDER_H

#include "carom/mesh_near.h"
#include "mesh/nearest/nearest_search.h"

#define NEAR_END UINT32_MAX

/* Points of a run at least, for which a thread is woken; most runs. */
#define NEAR_GRAIN 128
#define NEAR_RUNS 256

typedef struct near_batch near_batch;

/** Answers the points from `i` on along the list, up to and without `end`. */
typedef void near_run(const near_batch *batch, uint32_t i, uint32_t end);

/* A batch. Each point's link to the next one is a uint32_t in its answer, which will overwrite it.
 */
struct near_batch {
    const carom_vec3 *points;
    const carom_mesh *mesh;
    void *links; /* the link of the first point */
    size_t step; /* bytes from one link to the next */
    near_run *run;
    size_t done; /* points in earlier blocks: `points` and `links` start at this block */
    uint32_t start[NEAR_RUNS + 1]; /* run i begins at start[i] and ends where the next run begins */
};

static inline uint32_t *near_link(const near_batch *batch, uint32_t i) {
    return (uint32_t *)((char *)batch->links + i * batch->step);
}

/** The point after `i`, prefetched, as it may lie anywhere. After this call the link of `i` is no
 * longer needed, and may be overwritten. */
static inline uint32_t near_next(const near_batch *batch, uint32_t i) {
    uint32_t next = *near_link(batch, i);
    if (next == NEAR_END) return next;
    const char *place = (const char *)near_link(batch, next);
    CAROM_PREFETCH(&batch->points[next]);
    CAROM_PREFETCH(place);
    CAROM_PREFETCH(place + batch->step - 1);
    return next;
}

/** Answers `count` points of a batch; sets `done` and `start`. */
void carom_near_batch(near_batch *batch, size_t count, const carom_task_hook *tasks);

#endif
