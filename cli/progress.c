/* Progress on a terminal, and a Ctrl-C that ends the work in an orderly manner. */
#include "progress.h"

#include <signal.h>
#include <stdio.h>

#include "system.h"

static bool wanted;

void progress_want(void) {
    wanted = true;
}

progress progress_start(const char *command) {
    return (progress){.command = command, .shows = wanted || system_shows()};
}

void progress_show(progress *p, const char *what, size_t done, size_t of) {
    double now = system_seconds();
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
    interrupted = 0;
    system_on_interrupt(on_interrupt);
}

bool interrupt_came(void) {
    return interrupted != 0;
}
