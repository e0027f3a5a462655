/* Task pool of a platform without threads (WebAssembly): a job runs in the calling thread when it
 * is begun. Compiled in place of task_pool.c. */

#include "carom/tasks.h"
#include "core/alloc.h"

struct carom_task_pool {
    carom_allocator allocator;
};

static void *run_alone(carom_task *task, void *data, uint32_t count, void *user) {
    (void)user;
    for (uint32_t part = 0; part < count; part++)
        task(data, part);
    return NULL;
}

static void finish_alone(void *job, void *user) {
    (void)job;
    (void)user;
}

carom_task_hook carom_task_pool_hook(carom_task_pool *pool) {
    return (carom_task_hook){run_alone, finish_alone, pool};
}

carom_status carom_task_pool_create(carom_task_pool **out, const carom_task_pool_def *def) {
    const carom_allocator *allocator = &def->allocator;
    if (!allocator->alloc != !allocator->free) return CAROM_ERROR_ARGUMENT;
    if (def->threads > CAROM_TASK_THREADS) return CAROM_ERROR_LIMIT;
    carom_task_pool *pool = carom_alloc(allocator, 1, sizeof *pool);
    if (!pool) return CAROM_ERROR_MEMORY;
    pool->allocator = *allocator;
    *out = pool;
    return CAROM_OK;
}

void carom_task_pool_destroy(carom_task_pool *pool) {
    if (!pool) return;
    carom_allocator allocator = pool->allocator;
    carom_free(&allocator, pool);
}
