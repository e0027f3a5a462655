/* The task pool of a command, and its number of threads. */
#include "threads.h"

#include "numbers.h"
#include "system.h"

bool threads_read(const char *text, uint32_t *out) {
    double n;
    if (!numbers_read(text, &n, 1, 1) || n != floor(n)) return false;
    if (n < 1 || n > CAROM_TASK_THREADS) return false;
    *out = (uint32_t)n;
    return true;
}

uint32_t threads_count(uint32_t wanted) {
    if (wanted > 0) return wanted;
    long processors = system_processors();
    return processors < 1                    ? 1
           : processors > CAROM_TASK_THREADS ? CAROM_TASK_THREADS
                                             : (uint32_t)processors;
}

threads threads_start(uint32_t wanted) {
    threads t = {.count = threads_count(wanted)};
    const carom_task_pool_def def = {.threads = t.count - 1};
    if (t.count > 1 && carom_task_pool_create(&t.pool, &def) == CAROM_OK)
        t.hook = carom_task_pool_hook(t.pool);
    else
        t.count = 1;
    return t;
}

void threads_end(threads *t) {
    carom_task_pool_destroy(t->pool);
}

void threads_run(const threads *t, carom_task *task, void *data, uint32_t count) {
    if (t->pool) {
        t->hook.finish(t->hook.begin(task, data, count, t->hook.user), t->hook.user);
        return;
    }
    for (uint32_t part = 0; part < count; part++)
        task(data, part);
}
