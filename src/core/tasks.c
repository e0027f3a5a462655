/* Jobs in parts. A part is a range of items, its answers go where its items are: so neither the
 * number of parts nor who runs them can be seen in what comes out. */
#include "core/tasks.h"

#define MOST_PARTS 256

typedef struct chunked_job {
    task_chunk *chunk;
    void *data;
    size_t count, parts;
} chunked_job;

static void run_part(void *data, uint32_t part) {
    const chunked_job *job = data;
    size_t share = job->count / job->parts, rest = job->count % job->parts, i = part;
    size_t first = i * share + (i < rest ? i : rest);
    job->chunk(job->data, first, first + share + (i < rest ? 1 : 0));
}

void carom_run_chunks(const carom_task_hook *hook, task_chunk *chunk, void *data,
                      task_share share) {
    size_t count = share.count, parts = count / share.grain;
    if (count == 0) return;
    if (!hook || !hook->begin || parts < 2) {
        chunk(data, 0, count);
        return;
    }
    chunked_job job = {chunk, data, count, parts < MOST_PARTS ? parts : MOST_PARTS};
    void *handle = hook->begin(run_part, &job, (uint32_t)job.parts, hook->user);
    hook->finish(handle, hook->user);
}

typedef struct item_job {
    task_item *item;
    void *data;
} item_job;

static void run_some_items(void *data, size_t i, size_t last) {
    const item_job *job = data;
    for (; i < last; i++)
        job->item(job->data, i);
}

void carom_run_items(const carom_task_hook *hook, task_item *item, void *data, task_share share) {
    item_job job = {item, data};
    carom_run_chunks(hook, run_some_items, &job, share);
}

typedef struct piece_job {
    task_work *work;
    void *data;
    size_t count;
} piece_job;

static size_t piece_start(size_t count, size_t piece) {
    return count / TASK_PIECES * piece + count % TASK_PIECES * piece / TASK_PIECES;
}

static void run_some_pieces(void *data, size_t piece, size_t last) {
    const piece_job *job = data;
    for (; piece < last; piece++)
        job->work(job->data, piece, piece_start(job->count, piece),
                  piece_start(job->count, piece + 1));
}

void carom_run_pieces(const carom_task_hook *hook, task_work *work, void *data, size_t count) {
    piece_job job = {work, data, count};
    carom_run_chunks(hook, run_some_pieces, &job, (task_share){TASK_PIECES, 1});
}
