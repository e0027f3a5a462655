/* The threads of a command: --threads N, all processors unless given. */
#ifndef CAROM_CLI_THREADS_H
#define CAROM_CLI_THREADS_H

#include "real.h" /* first: it chooses double */

typedef struct threads {
    uint32_t count;        /* the caller's included */
    carom_task_pool *pool; /* null: only the caller's */
    carom_task_hook hook;
} threads;

/** Parses the value of --threads; false when it is invalid. */
bool threads_read(const char *text, uint32_t *out);
/** @return `wanted`, or as many as there are processors for 0. */
uint32_t threads_count(uint32_t wanted);
/** A pool of threads_count(wanted), the caller's included. Where no thread can be started the
 * caller's does all work; the answers are the same. */
threads threads_start(uint32_t wanted);
void threads_end(threads *t);
/** Runs parts 0 .. count - 1; returns when all are done. */
void threads_run(const threads *t, carom_task *task, void *data, uint32_t count);

#endif
