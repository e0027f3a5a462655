/* The points of a batch along a curve through space, so that each starts where the last one ended,
 * in runs that threads may take. */
#ifndef CAROM_MESH_NEAREST_NEAR_ORDER_H
#define CAROM_MESH_NEAREST_NEAR_ORDER_H

#include "carom/mesh_near.h"
#include "mesh/nearest/near_walk.h"

#define NEAR_END UINT32_MAX

/* Points that are worth waking a thread for, and runs that a chain is cut into. */
#define NEAR_GRAIN 128
#define NEAR_RUNS 256

typedef struct near_batch near_batch;

/** Answers the points from `i` on along the chain, up to and without `end`. */
typedef void near_run(const near_batch *batch, uint32_t i, uint32_t end);

/* Each point's link to the next one is a uint32_t that its answer will overwrite. */
struct near_batch {
    const carom_vec3 *points;
    const carom_mesh *mesh;
    void *links; /* the first one */
    size_t step; /* bytes from one to the next */
    near_run *run;
    size_t done; /* points in earlier blocks: `points` and `links` are those of this one */
    uint32_t start[NEAR_RUNS + 1]; /* run i begins at start[i] and ends where the next begins */
};

static inline uint32_t *near_link(const near_batch *batch, uint32_t i) {
    return (uint32_t *)((char *)batch->links + i * batch->step);
}

/** What follows `i`, which is fetched, as it may lie anywhere. The link is read, and may be written
 * over from then on. */
static inline uint32_t near_next(const near_batch *batch, uint32_t i) {
    uint32_t next = *near_link(batch, i);
    if (next == NEAR_END) return next;
    const char *place = (const char *)near_link(batch, next);
    CAROM_PREFETCH(&batch->points[next]);
    CAROM_PREFETCH(place);
    CAROM_PREFETCH(place + batch->step - 1);
    return next;
}

/** Runs `batch` over `count` points: `done` and `start` are set here. */
void carom_near_batch(near_batch *batch, size_t count, const carom_task_hook *tasks);

/** The nearest point within `distance`. @param path of any other point, or not known; set to this
 * one's */
carom_mesh_closest carom_nearest_along(carom_vec3 point, const carom_mesh *mesh,
                                       carom_real distance, near_path *path);

#endif
