/* Jobs in parts: every part runs once, whoever runs it; chunks cover the items; a job within a job,
 * and jobs of several threads on one pool, end. */
#define _POSIX_C_SOURCE 200809L /* nanosleep */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "carom/tasks.h"
#include "core/tasks.h"

static carom_task_pool *make_pool(uint32_t threads) {
    carom_task_pool *pool = NULL;
    const carom_task_pool_def def = {.threads = threads};
    assert_int_equal(carom_task_pool_create(&pool, &def), CAROM_OK);
    return pool;
}

static void count_part(void *data, uint32_t part) {
    ((uint32_t *)data)[part]++;
}

static void every_part_runs_once(void **s) {
    for (uint32_t threads = 0; threads <= 3; threads++) {
        carom_task_pool *pool = make_pool(threads);
        carom_task_hook hook = carom_task_pool_hook(pool);
        for (uint32_t count = 0; count <= 100; count += 20) {
            uint32_t runs[100] = {0};
            hook.finish(hook.begin(count_part, runs, count, hook.user), hook.user);
            for (uint32_t i = 0; i < 100; i++)
                assert_int_equal(runs[i], i < count);
        }
        carom_task_pool_destroy(pool);
    }
}

/* ---- threads that sleep, and such that are late */

static void rest(long milliseconds) {
    const struct timespec time = {0, milliseconds * 1000000};
    nanosleep(&time, NULL);
}

/* After a rest threads sleep, and must be woken; without one they still watch, or are on the way to
 * sleep. A job's numbers are plain: what a part writes is there when the job has ended. */
static void jobs_come_at_once_and_after_rests(void **s) {
    for (uint32_t threads = 1; threads <= CAROM_TASK_THREADS; threads *= 4) {
        carom_task_pool *pool = make_pool(threads);
        carom_task_hook hook = carom_task_pool_hook(pool);
        uint32_t runs[7] = {0};
        for (uint32_t job = 1; job <= 300; job++) {
            if (job % 100 < 5) rest(1);
            hook.finish(hook.begin(count_part, runs, 7, hook.user), hook.user);
            for (uint32_t i = 0; i < 7; i++)
                assert_int_equal(runs[i], job);
        }
        carom_task_pool_destroy(pool);
    }
}

typedef struct slow_job {
    _Atomic uint32_t ended;
    uint32_t slow; /* the part that waits for all others; 40: none does */
    uint32_t runs[40];
} slow_job;

static bool have_ended(slow_job *job, uint32_t parts) {
    for (int i = 0; i < 20000; i++) {
        if (atomic_load(&job->ended) == parts) return true;
        rest(1);
    }
    return false;
}

static void run_slowly(void *data, uint32_t part) {
    slow_job *job = data;
    if (part == job->slow && !have_ended(job, 39)) return;
    job->runs[part]++;
    atomic_fetch_add(&job->ended, 1);
}

/* What is left of the range of a thread that is busy, is taken by others: the first part is of the
 * range of who waits, the last one of another's. */
static void others_take_what_is_left(void **s) {
    for (uint32_t threads = 1; threads <= 3; threads += 2)
        for (uint32_t slow = 0; slow < 40; slow += 13) {
            carom_task_pool *pool = make_pool(threads);
            carom_task_hook hook = carom_task_pool_hook(pool);
            slow_job job = {.slow = slow};
            hook.finish(hook.begin(run_slowly, &job, 40, hook.user), hook.user);
            for (uint32_t i = 0; i < 40; i++)
                assert_int_equal(job.runs[i], 1);
            carom_task_pool_destroy(pool);
        }
}

/* Threads do not wait for the one that waits for them, and not for its range. */
static void threads_work_before_anyone_waits(void **s) {
    carom_task_pool *pool = make_pool(1);
    carom_task_hook hook = carom_task_pool_hook(pool);
    for (int i = 0; i < 3; i++) {
        slow_job job = {.slow = 40};
        rest(1);
        void *handle = hook.begin(run_slowly, &job, 40, hook.user);
        assert_true(have_ended(&job, 40));
        hook.finish(handle, hook.user);
    }
    carom_task_pool_destroy(pool);
}

/* ---- chunks */

typedef struct marks {
    uint8_t mark[1000];
    size_t grain;
} marks;

static void mark_chunk(void *data, size_t first, size_t last) {
    marks *m = data;
    assert_true(first < last && (last - first >= m->grain || first == 0));
    for (size_t i = first; i < last; i++)
        m->mark[i]++;
}

static void chunks_cover_the_items_once(void **s) {
    carom_task_pool *pool = make_pool(2);
    const carom_task_hook hooks[2] = {{0}, carom_task_pool_hook(pool)};
    for (size_t count = 0; count <= 1000; count += 37)
        for (size_t grain = 1; grain <= 300; grain = grain * 3 + 1)
            for (int h = 0; h < 2; h++) {
                marks m = {.grain = grain};
                carom_run_chunks(&hooks[h], mark_chunk, &m, (task_share){count, grain});
                for (size_t i = 0; i < 1000; i++)
                    assert_int_equal(m.mark[i], i < count);
            }
    carom_task_pool_destroy(pool);
}

/* ---- jobs at the same time */

typedef struct nested_job {
    carom_task_hook hook;
    uint32_t runs[8][8];
} nested_job;

static void nest(void *data, uint32_t part) {
    nested_job *job = data;
    job->hook.finish(job->hook.begin(count_part, job->runs[part], 8, job->hook.user),
                     job->hook.user);
}

static void a_job_within_a_job_ends(void **s) {
    carom_task_pool *pool = make_pool(2);
    nested_job job = {.hook = carom_task_pool_hook(pool)};
    job.hook.finish(job.hook.begin(nest, &job, 8, job.hook.user), job.hook.user);
    for (int i = 0; i < 64; i++)
        assert_int_equal(job.runs[i / 8][i % 8], 1);
    carom_task_pool_destroy(pool);
}

typedef struct caller_job {
    carom_task_hook hook;
    uint32_t runs[50];
} caller_job;

static void *call_often(void *user) {
    caller_job *job = user;
    for (int i = 0; i < 200; i++)
        job->hook.finish(job->hook.begin(count_part, job->runs, 50, job->hook.user),
                         job->hook.user);
    return NULL;
}

static void several_callers_share_a_pool(void **s) {
    carom_task_pool *pool = make_pool(2);
    caller_job jobs[3];
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) {
        jobs[i] = (caller_job){.hook = carom_task_pool_hook(pool)};
        assert_int_equal(pthread_create(&threads[i], NULL, call_often, &jobs[i]), 0);
    }
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < 150; i++)
        assert_int_equal(jobs[i / 50].runs[i % 50], 200);
    carom_task_pool_destroy(pool);
}

/* ---- what fails */

static void *no_memory(size_t size, void *user) {
    return NULL;
}
static void no_free(void *memory, void *user) {}

static void failures_leave_the_pool_alone(void **s) {
    carom_task_pool *pool = (carom_task_pool *)&pool;
    carom_task_pool_def def = {.threads = CAROM_TASK_THREADS + 1};
    assert_int_equal(carom_task_pool_create(&pool, &def), CAROM_ERROR_LIMIT);
    def = (carom_task_pool_def){.allocator = {.alloc = no_memory}};
    assert_int_equal(carom_task_pool_create(&pool, &def), CAROM_ERROR_ARGUMENT);
    def.allocator.free = no_free;
    assert_int_equal(carom_task_pool_create(&pool, &def), CAROM_ERROR_MEMORY);
    assert_ptr_equal(pool, &pool);
    carom_task_pool_destroy(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_part_runs_once),
        cmocka_unit_test(jobs_come_at_once_and_after_rests),
        cmocka_unit_test(others_take_what_is_left),
        cmocka_unit_test(threads_work_before_anyone_waits),
        cmocka_unit_test(chunks_cover_the_items_once),
        cmocka_unit_test(a_job_within_a_job_ends),
        cmocka_unit_test(several_callers_share_a_pool),
        cmocka_unit_test(failures_leave_the_pool_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
