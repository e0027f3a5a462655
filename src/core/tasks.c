/* Own method: data-parallel loops over a fixed partition. A part is a range of items and writes
 * only the results of these, so neither the number of parts nor the thread that runs one
 * influences the answer. Sums are formed per piece, of which there is a fixed number, and
 * therefore are the same too. */
#include "core/tasks.h"

/* Greatest number of parts: four per thread of the largest pool. */
#define PARTS_MAX 256

typedef struct chunked_job {
    task_chunk *chunk;
    void *data;
    size_t count, parts;
} chunked_job;

static void run_part(void *data, uint32_t part) {
    const chunked_job *job = data;
    size_t share = job->count / job->parts, remainder = job->count % job->parts, i = part;
    size_t first = i * share + (i < remainder ? i : remainder);
    job->chunk(job->data, first, first + share + (i < remainder ? 1 : 0));
}

void carom_run_chunks(const carom_task_hook *hook, task_chunk *chunk, void *data,
                      task_share share) {
    size_t count = share.count, parts = count / share.grain;
    if (count == 0) return;
    if (!hook || !hook->begin || parts < 2) {
        chunk(data, 0, count);
        return;
    }
    chunked_job job = {chunk, data, count, parts < PARTS_MAX ? parts : PARTS_MAX};
    void *handle = hook->begin(run_part, &job, (uint32_t)job.parts, hook->user);
    hook->finish(handle, hook->user);
}

typedef struct item_job {
    task_item *item;
    void *data;
} item_job;

static void run_item_range(void *data, size_t i, size_t last) {
    const item_job *job = data;
    for (; i < last; i++)
        job->item(job->data, i);
}

void carom_run_items(const carom_task_hook *hook, task_item *item, void *data, task_share share) {
    item_job job = {item, data};
    carom_run_chunks(hook, run_item_range, &job, share);
}

typedef struct piece_job {
    task_work *work;
    void *data;
    size_t count;
} piece_job;

static size_t piece_start(size_t count, size_t piece) {
    return count / TASK_PIECES * piece + count % TASK_PIECES * piece / TASK_PIECES;
}

static void run_piece_range(void *data, size_t piece, size_t last) {
    const piece_job *job = data;
    for (; piece < last; piece++)
        job->work(job->data, piece, piece_start(job->count, piece),
                  piece_start(job->count, piece + 1));
}

void carom_run_pieces(const carom_task_hook *hook, task_work *work, void *data, size_t count) {
    piece_job job = {work, data, count};
    carom_run_chunks(hook, run_piece_range, &job, (task_share){TASK_PIECES, 1});
}
