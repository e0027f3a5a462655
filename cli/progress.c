/* Progress on a terminal, and a Ctrl-C that ends the work in an orderly manner. */
#include "progress.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "seconds.h"

progress progress_start(const char *command) {
    return (progress){.command = command, .shows = isatty(STDERR_FILENO) == 1};
}

void progress_show(progress *p, const char *what, size_t done, size_t of) {
    double now = seconds_now();
    if (!p->shows || now - p->shown < 0.2) return;
    p->shown = now;
    fprintf(stderr, "\rcarom %s: %s %zu of %zu\033[K", p->command, what, done, of);
}

void progress_end(const progress *p) {
    if (p->shows && p->shown > 0.0) fputs("\r\033[K", stderr);
}

static volatile sig_atomic_t interrupted;

static void on_interrupt(int number) {
    (void)number;
    interrupted = 1;
}

void interrupt_watch(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_interrupt;
    action.sa_flags = (int)SA_RESETHAND;
    interrupted = 0;
    sigaction(SIGINT, &action, NULL);
}

bool interrupt_came(void) {
    return interrupted != 0;
}
