/* Ways to run the parts of a job, which no answer may depend on. */
#ifndef CAROM_TEST_ORDER_COMMON_H
#define CAROM_TEST_ORDER_COMMON_H

#include "carom/tasks.h"

/* From the last part to the first, every other one left for the end. */
static inline void *odd_begin(carom_task *task, void *data, uint32_t count, void *user) {
    for (uint32_t turn = 0; turn < 2; turn++)
        for (uint32_t part = count; part-- > 0;)
            if (part % 2 == turn) task(data, part);
    ++*(int *)user;
    return user;
}
static inline void odd_finish(void *job, void *user) {
    assert_ptr_equal(job, user);
}

/* All parts only when they are waited for. */
typedef struct late_job {
    carom_task *task;
    void *data;
    uint32_t count;
    int runs;
} late_job;

static inline void *late_begin(carom_task *task, void *data, uint32_t count, void *user) {
    late_job *job = user;
    *job = (late_job){task, data, count, job->runs + 1};
    return job;
}
static inline void late_finish(void *handle, void *user) {
    late_job job = *(late_job *)handle;
    for (uint32_t part = 0; part < job.count; part++)
        job.task(job.data, (part + job.count / 2) % job.count);
}

#define ORDERS 7

/* Pools of one to eight threads with the caller's, and the two above. */
typedef struct all_orders {
    carom_task_hook hook[ORDERS];
    carom_task_pool *pool[ORDERS];
    int odd_runs;
    late_job late;
} all_orders;

static inline void make_orders(all_orders *o) {
    static const uint32_t helpers[] = {0, 1, 2, 7};
    *o = (all_orders){.odd_runs = 0};
    for (int i = 0; i < 4; i++) {
        const carom_task_pool_def def = {.threads = helpers[i]};
        assert_int_equal(carom_task_pool_create(&o->pool[i], &def), CAROM_OK);
        o->hook[i] = carom_task_pool_hook(o->pool[i]);
    }
    o->hook[4] = (carom_task_hook){odd_begin, odd_finish, &o->odd_runs};
    o->hook[5] = (carom_task_hook){late_begin, late_finish, &o->late};
}

static inline void drop_orders(all_orders *o) {
    for (int i = 0; i < 4; i++)
        carom_task_pool_destroy(o->pool[i]);
    assert_true(o->odd_runs > 0 && o->late.runs > 0);
}

#endif
