/* Parallel queries of one kind: the data of the jobs of carom/many.h. */
#ifndef CAROM_QUERY_BATCH_MANY_H
#define CAROM_QUERY_BATCH_MANY_H

#include "carom/many.h"
#include "core/tasks.h"
#include "math/vec.h"
#include "query/batch/pair_plan.h"

typedef struct many_job {
    const void *queries; /* the queries, of the public function's type */
    const void *about;   /* what all queries have in common */
    const void *lists;   /* output: lists of that function's type, */
    void *answers;       /* or an array of answers */
    carom_real distance; /* of pairs */
    pair_plan plan;      /* of pairs */
} many_job;

/** The search radius of point i. */
static inline carom_real many_within(const carom_points_within *queries, size_t i) {
    return queries->distances ? queries->distances[i] : (carom_real)INFINITY;
}

/** The part of a list's array that belongs to query i. */
#define MANY_PLACES(list, array, i)                                                                \
    ((list)->array ? (list)->array + (i) * (list)->capacity_each : NULL)

#endif
