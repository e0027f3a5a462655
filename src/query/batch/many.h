/* Many questions of one kind: what the items of carom/many.h's jobs are given. */
#ifndef CAROM_QUERY_BATCH_MANY_H
#define CAROM_QUERY_BATCH_MANY_H

#include "carom/many.h"
#include "core/tasks.h"
#include "math/vec.h"
#include "query/batch/pair_plan.h"

typedef struct many_job {
    const void *asked;   /* the questions, of the public function's own type */
    const void *about;   /* what all of them have in common */
    const void *lists;   /* where answers go: lists of that function's type, */
    void *answers;       /* or an array */
    carom_real distance; /* of pairs */
    pair_plan plan;      /* of pairs */
} many_job;

/** How far from point i is looked. */
static inline carom_real many_within(const carom_points_within *asked, size_t i) {
    return asked->distances ? asked->distances[i] : (carom_real)INFINITY;
}

/** The part of a list's array that belongs to question i. */
#define MANY_PLACES(list, array, i)                                                                \
    ((list)->array ? (list)->array + (i) * (list)->capacity_each : NULL)

#endif
