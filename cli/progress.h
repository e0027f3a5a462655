/* Progress of long runs, and their interruption by Ctrl-C. */
#ifndef CAROM_CLI_PROGRESS_H
#define CAROM_CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

/* Shown on standard error where that is a terminal, at most five times a second. */
typedef struct progress {
    const char *command;
    bool shows;
    double shown; /* time of the last update; 0: none */
} progress;

/** From now on progress is shown even where standard error is no terminal. */
void progress_want(void);

progress progress_start(const char *command);
void progress_show(progress *p, const char *what, size_t done, size_t of);
/** Erases the progress. */
void progress_end(const progress *p);

/** From now on the next Ctrl-C is only recorded, and one more ends the program. Clears earlier
 * ones. */
void interrupt_watch(void);
bool interrupt_came(void);

#endif
