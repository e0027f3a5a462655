/* An allocator that counts, and fails at the n-th call. */
#ifndef CAROM_TEST_COUNTING_H
#define CAROM_TEST_COUNTING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "common/test_aligned.h"
#include "carom/base.h"

/* Zeroed it never fails. */
typedef struct counting {
    size_t fail_at;    /* the call that fails, the first is 1 */
    bool stays_failed; /* so do all calls after it */
    size_t calls, live, total;
} counting;

static inline void *counting_alloc(size_t size, void *user) {
    counting *c = user;
    assert_true(size > 0);
    c->calls++;
    if (c->calls == c->fail_at || (c->stays_failed && c->fail_at && c->calls > c->fail_at))
        return NULL;
    c->live++;
    c->total += size;
    return aligned_block(size);
}
static inline void counting_free(void *memory, void *user) {
    assert_non_null(memory);
    ((counting *)user)->live--;
    aligned_free(memory);
}
static inline carom_allocator counting_allocator(counting *c) {
    return (carom_allocator){counting_alloc, counting_free, c};
}

#endif
