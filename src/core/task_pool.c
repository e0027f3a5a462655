/* A small pool of threads that take the parts of one job in turn; whoever waits for the job helps.
 * The parts are long enough that one lock serves. The only file that knows of threads. */
#include <pthread.h>
#include <string.h>

#include "carom/tasks.h"
#include "core/alloc.h"

struct carom_task_pool {
    carom_allocator allocator;
    pthread_mutex_t lock;
    pthread_cond_t work, done;
    carom_task *task;
    void *data;
    uint32_t next, count, running; /* parts: not begun from `next` on */
    bool busy;                     /* from begin to finish */
    bool quit;
    uint32_t threads; /* started */
    pthread_t thread[CAROM_TASK_THREADS];
};

/* With the lock held; it is given up while a part runs. */
static void take_parts(carom_task_pool *pool) {
    while (pool->next < pool->count) {
        uint32_t part = pool->next++;
        pool->running++;
        carom_task *task = pool->task;
        void *data = pool->data;
        pthread_mutex_unlock(&pool->lock);
        task(data, part);
        pthread_mutex_lock(&pool->lock);
        if (--pool->running == 0 && pool->next == pool->count) pthread_cond_broadcast(&pool->done);
    }
}

static void *pool_thread(void *user) {
    carom_task_pool *pool = user;
    pthread_mutex_lock(&pool->lock);
    while (!pool->quit) {
        take_parts(pool);
        if (!pool->quit) pthread_cond_wait(&pool->work, &pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static void *pool_begin(carom_task *task, void *data, uint32_t count, void *user) {
    carom_task_pool *pool = user;
    pthread_mutex_lock(&pool->lock);
    if (pool->busy) {
        pthread_mutex_unlock(&pool->lock);
        for (uint32_t part = 0; part < count; part++)
            task(data, part);
        return NULL;
    }
    pool->busy = true;
    pool->task = task;
    pool->data = data;
    pool->next = 0;
    pool->count = count;
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);
    return pool;
}

static void pool_finish(void *job, void *user) {
    carom_task_pool *pool = job;
    (void)user;
    if (!pool) return; /* has been run at once */
    pthread_mutex_lock(&pool->lock);
    take_parts(pool);
    while (pool->running > 0)
        pthread_cond_wait(&pool->done, &pool->lock);
    pool->busy = false;
    pthread_mutex_unlock(&pool->lock);
}

carom_task_hook carom_task_pool_hook(carom_task_pool *pool) {
    return (carom_task_hook){pool_begin, pool_finish, pool};
}

static bool start_threads(carom_task_pool *pool, uint32_t threads) {
    while (pool->threads < threads) {
        if (pthread_create(&pool->thread[pool->threads], NULL, pool_thread, pool) != 0)
            return false;
        pool->threads++;
    }
    return true;
}

carom_status carom_task_pool_create(carom_task_pool **out, const carom_task_pool_def *def) {
    const carom_allocator *allocator = &def->allocator;
    if (!allocator->alloc != !allocator->free) return CAROM_ERROR_ARGUMENT;
    if (def->threads > CAROM_TASK_THREADS) return CAROM_ERROR_LIMIT;
    carom_task_pool *pool = carom_alloc(allocator, 1, sizeof *pool);
    if (!pool) return CAROM_ERROR_MEMORY;
    memset(pool, 0, sizeof *pool);
    pool->allocator = *allocator;
    bool lock = pthread_mutex_init(&pool->lock, NULL) == 0;
    bool work = lock && pthread_cond_init(&pool->work, NULL) == 0;
    bool done = work && pthread_cond_init(&pool->done, NULL) == 0;
    if (!done) {
        if (work) pthread_cond_destroy(&pool->work);
        if (lock) pthread_mutex_destroy(&pool->lock);
        carom_free(allocator, pool);
        return CAROM_ERROR_MEMORY;
    }
    if (!start_threads(pool, def->threads)) {
        carom_task_pool_destroy(pool);
        return CAROM_ERROR_MEMORY;
    }
    *out = pool;
    return CAROM_OK;
}

void carom_task_pool_destroy(carom_task_pool *pool) {
    if (!pool) return;
    pthread_mutex_lock(&pool->lock);
    pool->quit = true;
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);
    for (uint32_t i = 0; i < pool->threads; i++)
        pthread_join(pool->thread[i], NULL);
    pthread_cond_destroy(&pool->done);
    pthread_cond_destroy(&pool->work);
    pthread_mutex_destroy(&pool->lock);
    carom_allocator allocator = pool->allocator;
    carom_free(&allocator, pool);
}
