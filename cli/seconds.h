/* A clock for measuring durations. */
#ifndef CAROM_CLI_SECONDS_H
#define CAROM_CLI_SECONDS_H

#include <time.h>

static inline double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
