/* Jobs in chunks of items. */
#ifndef CAROM_CORE_TASKS_H
#define CAROM_CORE_TASKS_H

#include "carom/tasks.h"
#include "core/internal.h"

/** Items first .. last - 1 of a job. */
typedef void task_chunk(void *data, size_t first, size_t last);

/** How many items, and how few of them are worth a chunk; at least 1. */
typedef struct task_share {
    size_t count, grain;
} task_share;

/** Runs chunks of at least `grain` of `count` items, on the hook's threads where there are any. A
 * null hook has none. */
void carom_run_chunks(const carom_task_hook *hook, task_chunk *chunk, void *data, task_share share);

/** Item i of a job whose items have nothing to do with each other. */
typedef void task_item(void *data, size_t i);

/** Runs `item` for each of the items, shared out as carom_run_chunks does. */
void carom_run_items(const carom_task_hook *hook, task_item *item, void *data, task_share share);

/* Of what is added up each piece is the same whoever works on it, and so is the sum. */
#define TASK_PIECES 64

/** Items first .. last - 1 of a job, which are its piece `piece`. */
typedef void task_work(void *data, size_t piece, size_t first, size_t last);

/** Runs `work` on each of TASK_PIECES pieces of `count` items; with few items some are empty. */
void carom_run_pieces(const carom_task_hook *hook, task_work *work, void *data, size_t count);

#endif
