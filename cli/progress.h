/* Company for long runs: how far they are, and Ctrl-C. */
#ifndef CAROM_CLI_PROGRESS_H
#define CAROM_CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

/* On standard error where that is a terminal, five times a second at most. */
typedef struct progress {
    const char *command;
    bool shows;
    double shown; /* when last; 0: never */
} progress;

progress progress_start(const char *command);
void progress_show(progress *p, const char *what, size_t done, size_t of);
/** Wipes it away. */
void progress_end(const progress *p);

/** From now on the next Ctrl-C is only noted; one more ends the program. Forgets earlier ones. */
void interrupt_watch(void);
bool interrupt_came(void);

#endif
