/* Where a failed CAROM_ASSERT goes: to the caller's hook, or to stderr and abort. The hook is the
 * one piece of global state; it is set once, by tests and by programs that log. */
#include <stdio.h>
#include <stdlib.h>

#include "core/internal.h"

static void print_and_abort(const char *expression, const char *file, int line) {
    fprintf(stderr, "carom: %s:%d: assertion failed: %s\n", file, line, expression);
    abort();
}

static carom_assert_hook *current_hook = print_and_abort;

void carom_set_assert_hook(carom_assert_hook *hook) {
    current_hook = hook ? hook : print_and_abort;
}

void carom_assert_failed(const char *expression, const char *file, int line) {
    current_hook(expression, file, line);
}
