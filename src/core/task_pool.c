/* A small pool of threads that run the parts of one job; whoever waits for the job helps. Every
 * thread has a range of the parts, so that it finds in its cache what it wrote in the job before,
 * and then takes what is left of the others'. A range is one number, its end and what is next: who
 * takes a part from it has one of the job under way, which cannot end before this part does.
 * Between jobs that follow one another threads watch for the next a moment before they sleep. The
 * only file that knows of threads. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime, sysconf */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "carom/tasks.h"
#include "core/alloc.h"

/* How long threads watch: about what it takes to wake one, in nanoseconds. */
#define WATCH_TIME 100000
/* How often before they look at the clock. */
#define WATCH_LOOKS 32

typedef struct task_range {
    _Atomic uint64_t parts; /* 2^32 * the end + the next one */
    char apart[56];         /* in a cache line of its own */
} task_range;

typedef struct task_worker {
    carom_task_pool *pool;
    uint32_t home; /* its range */
    pthread_t thread;
} task_worker;

struct carom_task_pool {
    carom_allocator allocator;
    pthread_mutex_t lock;
    pthread_cond_t work, done;
    carom_task *task;
    void *data;
    bool busy;                /* from begin to finish */
    bool watches;             /* there is a processor for every thread */
    uint32_t threads, ranges; /* started; the first range is that of who waits */
    uint32_t asleep;          /* until the number of jobs changes */
    char apart[64];
    _Atomic uint32_t jobs; /* so far */
    _Atomic bool quit;
    char farther[64];
    _Atomic uint32_t left; /* parts that have not ended */
    task_range range[CAROM_TASK_THREADS + 1];
    task_worker worker[CAROM_TASK_THREADS];
};

/* ---- watching */

static inline void pause_watching(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static int64_t clock_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Waits a moment until whether the number is `value` becomes `equal`; gives whether it did. */
static bool becomes(const carom_task_pool *pool, const _Atomic uint32_t *number, uint32_t value,
                    bool equal) {
    int64_t end = 0;
    for (uint32_t looks = 0;; looks++) {
        if ((atomic_load_explicit(number, memory_order_acquire) == value) == equal) return true;
        if (!pool->watches) return false;
        if (looks % WATCH_LOOKS == 0) {
            int64_t now = clock_now();
            if (looks == 0) end = now + WATCH_TIME;
            if (now >= end) return false;
        }
        pause_watching();
    }
}

/* ---- parts */

static bool take_part(task_range *range, uint32_t *part) {
    uint64_t parts = atomic_load_explicit(&range->parts, memory_order_relaxed);
    do {
        *part = (uint32_t)parts;
        if (*part == (uint32_t)(parts >> 32)) return false;
    } while (!atomic_compare_exchange_weak_explicit(&range->parts, &parts, parts + 1,
                                                    memory_order_acquire, memory_order_relaxed));
    return true;
}

static void take_parts(carom_task_pool *pool, uint32_t home) {
    uint32_t ended = 0, part;
    for (uint32_t i = 0; i < pool->ranges; i++)
        for (task_range *range = &pool->range[(home + i) % pool->ranges]; take_part(range, &part);
             ended++)
            pool->task(pool->data, part);
    if (ended == 0 || atomic_fetch_sub(&pool->left, ended) != ended) return;
    pthread_mutex_lock(&pool->lock);
    pthread_cond_broadcast(&pool->done);
    pthread_mutex_unlock(&pool->lock);
}

static void sleep_until_work(carom_task_pool *pool, uint32_t seen) {
    pthread_mutex_lock(&pool->lock);
    pool->asleep++;
    while (atomic_load(&pool->jobs) == seen)
        pthread_cond_wait(&pool->work, &pool->lock);
    pool->asleep--;
    pthread_mutex_unlock(&pool->lock);
}

static void *pool_thread(void *user) {
    const task_worker *worker = user;
    carom_task_pool *pool = worker->pool;
    uint32_t seen = 0;
    for (;;) {
        if (!becomes(pool, &pool->jobs, seen, false)) sleep_until_work(pool, seen);
        seen = atomic_load(&pool->jobs);
        if (atomic_load(&pool->quit)) return NULL;
        take_parts(pool, worker->home);
    }
}

/* ---- jobs */

/* With the lock held. */
static void spread_parts(carom_task_pool *pool, uint32_t count) {
    uint64_t first = 0;
    atomic_store(&pool->left, count);
    for (uint32_t i = 0; i < pool->ranges; i++) {
        uint64_t end = (uint64_t)count * (i + 1) / pool->ranges;
        atomic_store_explicit(&pool->range[i].parts, end << 32 | first, memory_order_release);
        first = end;
    }
}

/* With the lock held. */
static void call_threads(carom_task_pool *pool, uint32_t count) {
    uint32_t wanted = count < pool->asleep ? count : pool->asleep;
    atomic_fetch_add(&pool->jobs, 1);
    for (; wanted > 0; wanted--)
        pthread_cond_signal(&pool->work);
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
    spread_parts(pool, count);
    call_threads(pool, count);
    pthread_mutex_unlock(&pool->lock);
    return pool;
}

static void pool_finish(void *job, void *user) {
    carom_task_pool *pool = job;
    (void)user;
    if (!pool) return; /* has been run at once */
    take_parts(pool, 0);
    bool ended = becomes(pool, &pool->left, 0, true);
    pthread_mutex_lock(&pool->lock);
    while (!ended && atomic_load(&pool->left) > 0)
        pthread_cond_wait(&pool->done, &pool->lock);
    pool->busy = false;
    pthread_mutex_unlock(&pool->lock);
}

carom_task_hook carom_task_pool_hook(carom_task_pool *pool) {
    return (carom_task_hook){pool_begin, pool_finish, pool};
}

/* ---- threads */

static bool start_threads(carom_task_pool *pool, uint32_t threads) {
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    pool->watches = processors > 0 && (unsigned long)processors > threads;
    pool->ranges = threads + 1;
    for (; pool->threads < threads; pool->threads++) {
        task_worker *worker = &pool->worker[pool->threads];
        worker->pool = pool;
        worker->home = pool->threads + 1;
        if (pthread_create(&worker->thread, NULL, pool_thread, worker) != 0) return false;
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
    atomic_store(&pool->quit, true);
    atomic_fetch_add(&pool->jobs, 1);
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);
    for (uint32_t i = 0; i < pool->threads; i++)
        pthread_join(pool->worker[i].thread, NULL);
    pthread_cond_destroy(&pool->done);
    pthread_cond_destroy(&pool->work);
    pthread_mutex_destroy(&pool->lock);
    carom_allocator allocator = pool->allocator;
    carom_free(&allocator, pool);
}
