/* Blocks of the workspace: as many as there are, each of one call at a time, in any thread. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/workspace.h"

#define THREADS 8
#define ROUNDS 20000

static unsigned objections;

/* Debug builds object where one thread takes all blocks of a level, as these tests do. */
static void count_objection(const char *condition, const char *file, int line) {
    (void)condition, (void)file, (void)line;
    objections++;
}

static void blocks_are_apart_and_aligned(void **state) {
    (void)state;
    for (workspace_level level = 0; level < WORKSPACE_LEVELS; level++) {
        const size_t bytes = carom_workspace_size(level);
        unsigned char *block[WORKSPACE_SLOTS];
        for (int i = 0; i < WORKSPACE_SLOTS; i++) {
            block[i] = carom_workspace_take(level);
            assert_int_equal((uintptr_t)block[i] % 64, 0);
            memset(block[i], i, bytes);
        }
        for (int i = 0; i < WORKSPACE_SLOTS; i++) {
            assert_int_equal(block[i][0], i);
            assert_int_equal(block[i][bytes - 1], i);
            carom_workspace_give(block[i]);
        }
    }
}

/* A second block of a level, or one of an earlier level, may be waited for in a circle. */
static void debug_builds_object_to_another_order(void **state) {
    (void)state;
    objections = 0;
    void *first = carom_workspace_take(WORKSPACE_CONVEX);
    void *later = carom_workspace_take(WORKSPACE_EXACT);
    assert_int_equal(objections, 0);
    void *earlier = carom_workspace_take(WORKSPACE_MANIFOLD);
    carom_workspace_give(later);
    void *same = carom_workspace_take(WORKSPACE_CONVEX);
#ifndef NDEBUG
    assert_int_equal(objections, 2);
#endif
    carom_workspace_give(same);
    carom_workspace_give(earlier);
    carom_workspace_give(first);
}

static void the_block_given_last_is_taken_again(void **state) {
    (void)state;
    for (workspace_level level = 0; level < WORKSPACE_LEVELS; level++) {
        void *first = carom_workspace_take(level);
        carom_workspace_give(first);
        void *again = carom_workspace_take(level);
        assert_ptr_equal(first, again);
        carom_workspace_give(again);
    }
}

/* Writes its own number into blocks of two levels, one inside the other, and counts those in which
 * somebody else wrote meanwhile. */
static void *take_and_write(void *number) {
    uintptr_t disturbed = 0;
    const unsigned char own = *(const unsigned char *)number;
    for (int round = 0; round < ROUNDS; round++) {
        volatile unsigned char *outer = carom_workspace_take(WORKSPACE_MANIFOLD);
        volatile unsigned char *inner = carom_workspace_take(WORKSPACE_CONVEX);
        for (int i = 0; i < 32; i++)
            outer[i] = inner[i] = own;
        for (int i = 0; i < 32; i++)
            disturbed += outer[i] != own || inner[i] != own;
        carom_workspace_give((void *)(uintptr_t)inner);
        carom_workspace_give((void *)(uintptr_t)outer);
    }
    return (void *)disturbed;
}

static void threads_never_share_a_block(void **state) {
    (void)state;
    pthread_t thread[THREADS];
    unsigned char number[THREADS];
    /* two blocks are free, for which the threads wait */
    void *held[WORKSPACE_SLOTS];
    for (int i = 0; i < WORKSPACE_SLOTS - 2; i++)
        held[i] = carom_workspace_take(WORKSPACE_CONVEX);
    for (int i = 0; i < THREADS; i++) {
        number[i] = (unsigned char)(i + 1);
        assert_int_equal(pthread_create(&thread[i], NULL, take_and_write, &number[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        void *disturbed = NULL;
        assert_int_equal(pthread_join(thread[i], &disturbed), 0);
        assert_null(disturbed);
    }
    for (int i = 0; i < WORKSPACE_SLOTS - 2; i++)
        carom_workspace_give(held[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(blocks_are_apart_and_aligned),
                                       cmocka_unit_test(debug_builds_object_to_another_order),
                                       cmocka_unit_test(the_block_given_last_is_taken_again),
                                       cmocka_unit_test(threads_never_share_a_block)};
    carom_set_assert_hook(count_objection);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
