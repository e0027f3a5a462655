/* Thread pool with work stealing [Blumofe99]. Each thread owns a contiguous range of the parts of a
 * job, so that its cache holds what it wrote in the job before, and then steals from the other
 * ranges; the thread that waits for the job takes part. A range is one atomic number, its end and
 * the next part, so that taking a part is one compare-and-swap. A thread that took a part belongs
 * to the job in progress, which cannot end before this part does. Between successive jobs threads
 * spin for a short time before they sleep. Which thread runs a part does not influence answers. The
 * only file that uses threads. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime, sysconf */
#include <stdatomic.h>
#include <string.h>

#include "carom/tasks.h"
#include "core/alloc.h"
#include "core/threads.h"

/* Nanoseconds for which threads spin: about what waking one takes. */
#define SPIN_TIME 100000
/* Loads between two readings of the clock. */
#define SPIN_LOADS 32

typedef struct task_range {
    _Atomic uint64_t parts; /* 2^32 * the end + the next one */
    char padding[56];       /* its own cache line */
} task_range;

typedef struct task_worker {
    carom_task_pool *pool;
    uint32_t home; /* index of its range */
    thread thread;
} task_worker;

struct carom_task_pool {
    carom_allocator allocator;
    thread_lock lock;
    thread_condition work, done;
    carom_task *task;
    void *data;
    bool busy;                /* from begin to finish */
    bool can_spin;            /* there is a processor for every thread */
    uint32_t threads, ranges; /* started; one range more, the first, for the waiting thread */
    uint32_t asleep;          /* threads that wait on `work` */
    char padding[64];
    _Atomic uint32_t jobs; /* number of jobs begun */
    _Atomic bool quit;
    char more_padding[64];
    _Atomic uint32_t left; /* parts of the job that have not ended */
    task_range range[CAROM_TASK_THREADS + 1];
    task_worker worker[CAROM_TASK_THREADS];
};

/* ---- spinning */

static inline void pause_spinning(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Spins until (*number == value) is `equal`, for at most SPIN_TIME; returns whether it became so.
 */
static bool spin_until(const carom_task_pool *pool, const _Atomic uint32_t *number, uint32_t value,
                       bool equal) {
    int64_t end = 0;
    for (uint32_t loads = 0;; loads++) {
        if ((atomic_load_explicit(number, memory_order_acquire) == value) == equal) return true;
        if (!pool->can_spin) return false;
        if (loads % SPIN_LOADS == 0) {
            int64_t now = clock_now();
            if (loads == 0) end = now + SPIN_TIME;
            if (now >= end) return false;
        }
        pause_spinning();
    }
}

/* ---- parts */

/* Takes the next part of a range; false when it is empty. */
static bool take_part(task_range *range, uint32_t *part) {
    uint64_t parts = atomic_load_explicit(&range->parts, memory_order_relaxed);
    do {
        *part = (uint32_t)parts;
        if (*part == (uint32_t)(parts >> 32)) return false;
    } while (!atomic_compare_exchange_weak_explicit(&range->parts, &parts, parts + 1,
                                                    memory_order_acquire, memory_order_relaxed));
    return true;
}

static void run_parts(carom_task_pool *pool, uint32_t home) {
    uint32_t ended = 0, part;
    for (uint32_t i = 0; i < pool->ranges; i++)
        for (task_range *range = &pool->range[(home + i) % pool->ranges]; take_part(range, &part);
             ended++)
            pool->task(pool->data, part);
    if (ended == 0 || atomic_fetch_sub(&pool->left, ended) != ended) return;
    lock_take(&pool->lock);
    condition_wake_all(&pool->done);
    lock_leave(&pool->lock);
}

static void sleep_until_job(carom_task_pool *pool, uint32_t known_jobs) {
    lock_take(&pool->lock);
    pool->asleep++;
    while (atomic_load(&pool->jobs) == known_jobs)
        condition_wait(&pool->work, &pool->lock);
    pool->asleep--;
    lock_leave(&pool->lock);
}

static void pool_thread(void *user) {
    const task_worker *worker = user;
    carom_task_pool *pool = worker->pool;
    uint32_t known_jobs = 0;
    for (;;) {
        if (!spin_until(pool, &pool->jobs, known_jobs, false)) sleep_until_job(pool, known_jobs);
        known_jobs = atomic_load(&pool->jobs);
        if (atomic_load(&pool->quit)) return;
        run_parts(pool, worker->home);
    }
}

/* ---- jobs */

/* Divides the parts among the ranges; the lock is held. */
static void spread_parts(carom_task_pool *pool, uint32_t count) {
    uint64_t first = 0;
    atomic_store(&pool->left, count);
    for (uint32_t i = 0; i < pool->ranges; i++) {
        uint64_t end = (uint64_t)count * (i + 1) / pool->ranges;
        atomic_store_explicit(&pool->range[i].parts, end << 32 | first, memory_order_release);
        first = end;
    }
}

/* Announces a job and wakes as many sleeping threads as it has parts; the lock is held. */
static void wake_threads(carom_task_pool *pool, uint32_t count) {
    uint32_t wanted = count < pool->asleep ? count : pool->asleep;
    atomic_fetch_add(&pool->jobs, 1);
    for (; wanted > 0; wanted--)
        condition_wake_one(&pool->work);
}

static void *pool_begin(carom_task *task, void *data, uint32_t count, void *user) {
    carom_task_pool *pool = user;
    lock_take(&pool->lock);
    if (pool->busy) {
        lock_leave(&pool->lock);
        for (uint32_t part = 0; part < count; part++)
            task(data, part);
        return NULL;
    }
    pool->busy = true;
    pool->task = task;
    pool->data = data;
    spread_parts(pool, count);
    wake_threads(pool, count);
    lock_leave(&pool->lock);
    return pool;
}

static void pool_finish(void *job, void *user) {
    carom_task_pool *pool = job;
    (void)user;
    if (!pool) return; /* pool_begin has run it */
    run_parts(pool, 0);
    bool ended = spin_until(pool, &pool->left, 0, true);
    lock_take(&pool->lock);
    while (!ended && atomic_load(&pool->left) > 0)
        condition_wait(&pool->done, &pool->lock);
    pool->busy = false;
    lock_leave(&pool->lock);
}

carom_task_hook carom_task_pool_hook(carom_task_pool *pool) {
    return (carom_task_hook){pool_begin, pool_finish, pool};
}

/* ---- threads */

static bool start_threads(carom_task_pool *pool, uint32_t threads) {
    const long processors = processor_count();
    pool->can_spin = processors > 0 && (unsigned long)processors > threads;
    pool->ranges = threads + 1;
    for (; pool->threads < threads; pool->threads++) {
        task_worker *worker = &pool->worker[pool->threads];
        worker->pool = pool;
        worker->home = pool->threads + 1;
        if (!thread_start(&worker->thread, pool_thread, worker)) return false;
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
    bool lock = lock_create(&pool->lock);
    bool work = lock && condition_create(&pool->work);
    bool done = work && condition_create(&pool->done);
    if (!done) {
        if (work) condition_destroy(&pool->work);
        if (lock) lock_destroy(&pool->lock);
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
    lock_take(&pool->lock);
    atomic_store(&pool->quit, true);
    atomic_fetch_add(&pool->jobs, 1);
    condition_wake_all(&pool->work);
    lock_leave(&pool->lock);
    for (uint32_t i = 0; i < pool->threads; i++)
        thread_join(&pool->worker[i].thread);
    condition_destroy(&pool->done);
    condition_destroy(&pool->work);
    lock_destroy(&pool->lock);
    carom_allocator allocator = pool->allocator;
    carom_free(&allocator, pool);
}
