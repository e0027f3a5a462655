/* Data-parallel loops over chunks of items. */
#ifndef CAROM_CORE_TASKS_H
#define CAROM_CORE_TASKS_H

#include "carom/tasks.h"
#include "core/internal.h"

/** Items first .. last - 1 of a job. */
typedef void task_chunk(void *data, size_t first, size_t last);

/** The number of items, and the least number of items of a chunk (at least 1). */
typedef struct task_share {
    size_t count, grain;
} task_share;

/** Runs `chunk` on ranges of at least `grain` items that cover all `count`, on the hook's threads;
 * a null hook has none. */
void carom_run_chunks(const carom_task_hook *hook, task_chunk *chunk, void *data, task_share share);

/** Item i of a job whose items are independent. */
typedef void task_item(void *data, size_t i);

/** Runs `item` for each of the items, divided as by carom_run_chunks. */
void carom_run_items(const carom_task_hook *hook, task_item *item, void *data, task_share share);

/* Pieces of a sum: a fixed number, so that the sum does not depend on the threads. */
#define TASK_PIECES 64

/** Items first .. last - 1, which form piece `piece` of a job. */
typedef void task_work(void *data, size_t piece, size_t first, size_t last);

/** Runs `work` on each of TASK_PIECES pieces of `count` items; pieces may be empty. */
void carom_run_pieces(const carom_task_hook *hook, task_work *work, void *data, size_t count);

#endif
