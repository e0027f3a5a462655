/* The stack that a query takes, in bytes: it runs in a thread of 32 KiB, whose stack is painted
 * beforehand. The test defines _POSIX_C_SOURCE as 200809L for it. */
#ifndef CAROM_TEST_STACK_COMMON_H
#define CAROM_TEST_STACK_COMMON_H

#include <limits.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* What docs/stack.md promises of every query. */
#define STACK_PROMISE ((size_t)16 * 1024)
#define STACK_OF_THREAD ((size_t)32 * 1024)
#define STACK_PAINT 0xa5

#if defined(__SANITIZE_ADDRESS__)
#define FRAMES_ARE_ENLARGED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
#define FRAMES_ARE_ENLARGED 1
#endif
#endif
#ifndef FRAMES_ARE_ENLARGED
#define FRAMES_ARE_ENLARGED 0
#endif

/* Where the stack of the query begins: where that of `mark_stack`, called beside it, did. */
static uintptr_t stack_start;
static void mark_stack_here(void) {
    volatile char here = 0;
    stack_start = (uintptr_t)&here;
}
/* Read anew for each call, so that the call is not inlined. */
static void (*volatile mark_stack)(void) = mark_stack_here;

/* Systems for 64-bit Arm give no thread less than 128 KiB. */
static inline size_t stack_given(void) {
#ifdef PTHREAD_STACK_MIN
    const size_t least = (size_t)PTHREAD_STACK_MIN;
    return STACK_OF_THREAD > least ? STACK_OF_THREAD : least;
#else
    return STACK_OF_THREAD;
#endif
}

static char *painted_stack;

static inline int take_painted_stack(void **state) {
    (void)state;
    painted_stack = aligned_alloc(4096, stack_given());
    return painted_stack ? 0 : 1;
}
static inline int give_painted_stack(void **state) {
    (void)state;
    free(painted_stack);
    return 0;
}

/* How far below its `mark_stack` the call changed the stack; 0: what is inline may not change any.
 */
static inline size_t stack_of(void *(*call)(void *), void *data) {
    pthread_attr_t attributes;
    pthread_t thread;
    memset(painted_stack, STACK_PAINT, stack_given());
    stack_start = 0;
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstack(&attributes, painted_stack, stack_given()), 0);
    assert_int_equal(pthread_create(&thread, &attributes, call, data), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&attributes);
    const char *last = painted_stack;
    while (*last == (char)STACK_PAINT)
        last++;
    assert_true(stack_start > (uintptr_t)painted_stack);
    return stack_start > (uintptr_t)last ? stack_start - (uintptr_t)last : 0;
}

/* A question that is asked with a name: `ask` calls mark_stack and then the query. */
typedef struct stack_question {
    const char *name;
    void (*ask)(void);
} stack_question;

static void *ask_question(void *question) {
    ((const stack_question *)question)->ask();
    return NULL;
}

/* The one that has taken most so far, of all calls of keep_stack_promise. */
static struct {
    const char *name;
    size_t bytes;
} deepest_question;

/* No question may take more than the promise. One that takes more than any before is noted. */
static inline void keep_stack_promise(const stack_question *questions, int count) {
    if (FRAMES_ARE_ENLARGED) skip();
    for (int i = 0; i < count; i++) {
        stack_question question = questions[i];
        const size_t taken = stack_of(ask_question, &question);
        if (taken > STACK_PROMISE) fail_msg("%s takes %zu bytes", question.name, taken);
        if (taken <= deepest_question.bytes) continue;
        deepest_question.name = question.name;
        deepest_question.bytes = taken;
    }
}

static inline void report_stack_promise(void **state) {
    (void)state;
    if (FRAMES_ARE_ENLARGED) skip();
    print_message("at most %zu bytes of stack: %s\n", deepest_question.bytes,
                  deepest_question.name);
    assert_true(deepest_question.bytes > 0);
}

#endif
