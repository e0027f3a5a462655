/* A failed CAROM_ASSERT calls the caller's hook, or prints to stderr and aborts. The hook is the
 * only global state of the library; tests and programs that log set it once. */
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
