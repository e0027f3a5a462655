/* carom: jobs in parts, for everything that can work on all threads: worlds, batches of questions.
 * The answers are the same for any number of threads. Both precisions use one hook. */
#ifndef CAROM_TASKS_H
#define CAROM_TASKS_H

#include "carom/base.h"

CAROM_BEGIN

/** Part `part` of a job; parts may run in any order and at the same time. */
typedef void carom_task(void *data, uint32_t part);

/** How jobs of several parts are run. Zeroed: in the caller's thread. Definitions hold one; batches
 * take a pointer, null for the caller's thread. */
typedef struct carom_task_hook {
    /** Starts parts 0 .. count - 1 of the job, or runs them at once. @return what finish is given
     */
    void *(*begin)(carom_task *task, void *data, uint32_t count, void *user);
    /** Returns when every part has run. */
    void (*finish)(void *job, void *user);
    void *user;
} carom_task_hook;

/** Threads of the library's own. After a job they watch for another for a tenth of a millisecond,
 * where there is a processor for each, and then sleep. */
typedef struct carom_task_pool carom_task_pool;

typedef struct carom_task_pool_def {
    uint32_t threads; /**< beside the one that waits, which helps; at most CAROM_TASK_THREADS */
    carom_allocator allocator;
} carom_task_pool_def;

/** Most threads of a pool. */
#define CAROM_TASK_THREADS 64

/** @errors CAROM_ERROR_ARGUMENT: half an allocator; CAROM_ERROR_LIMIT: too many threads;
 * CAROM_ERROR_MEMORY, also when a thread cannot be started. */
CAROM_API carom_status carom_task_pool_create(carom_task_pool **pool,
                                              const carom_task_pool_def *def);
/** No job may be under way. */
CAROM_API void carom_task_pool_destroy(carom_task_pool *pool);
/** Runs jobs on the pool, which must outlive the hook. A job that begins while another is under
 * way, from another thread or from a part of that job, is run at once by who begins it. */
CAROM_API carom_task_hook carom_task_pool_hook(carom_task_pool *pool);

CAROM_END

#endif
