/* What our tests use of cmocka, where it is not at hand: a test that fails tells why and ends the
 * program. Assertions evaluate what they are given once, in cmocka's widest integer. */
#ifndef CAROM_TEST_PORTS_CMOCKA_H
#define CAROM_TEST_PORTS_CMOCKA_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int test_step(void **state);

struct CMUnitTest {
    const char *name;
    void (*test)(void **state);
    test_step *setup, *teardown;
};

#define cmocka_unit_test(f)                                                                        \
    { #f, f, NULL, NULL }
#define cmocka_unit_test_teardown(f, teardown)                                                     \
    { #f, f, NULL, teardown }

#define fail_msg(...)                                                                              \
    (fprintf(stderr, "%s:%d: ", __FILE__, __LINE__), fprintf(stderr, __VA_ARGS__),                 \
     fputc('\n', stderr), exit(1))
#define fail() fail_msg("failed")
#define print_message(...) printf(__VA_ARGS__)
#define print_error(...) fprintf(stderr, __VA_ARGS__)

#define assert_true(c) ((c) ? (void)0 : (void)fail_msg("not true: %s", #c))
#define assert_false(c) ((c) ? (void)fail_msg("not false: %s", #c) : (void)0)
#define assert_null(c) assert_true((c) == NULL)
#define assert_non_null(c) assert_true((c) != NULL)
#define assert_ptr_equal(a, b) assert_true((const void *)(a) == (const void *)(b))
#define assert_ptr_not_equal(a, b) assert_true((const void *)(a) != (const void *)(b))

static inline void assert_integers(const char *file, int line, unsigned long long a,
                                   unsigned long long b, int equal) {
    if ((a == b) == equal) return;
    fprintf(stderr, "%s:%d: %#llx and %#llx\n", file, line, a, b);
    exit(1);
}
#define assert_int_equal(a, b)                                                                     \
    assert_integers(__FILE__, __LINE__, (unsigned long long)(a), (unsigned long long)(b), 1)
#define assert_int_not_equal(a, b)                                                                 \
    assert_integers(__FILE__, __LINE__, (unsigned long long)(a), (unsigned long long)(b), 0)
#define assert_string_equal(a, b) assert_true(strcmp(a, b) == 0)
#define assert_memory_equal(a, b, size) assert_true(memcmp(a, b, size) == 0)

static inline void assert_within(const char *file, int line, unsigned long long value,
                                 unsigned long long least, unsigned long long most) {
    if (least <= value && value <= most) return;
    fprintf(stderr, "%s:%d: %llu is not in [%llu, %llu]\n", file, line, value, least, most);
    exit(1);
}
#define assert_in_range(value, least, most)                                                        \
    assert_within(__FILE__, __LINE__, (unsigned long long)(value), (unsigned long long)(least),    \
                  (unsigned long long)(most))

static inline int run_tests(const struct CMUnitTest *tests, size_t count, test_step *setup,
                            test_step *teardown) {
    void *state = NULL;
    if (setup && setup(&state) != 0) return 1;
    for (size_t i = 0; i < count; i++) {
        void *own = state;
        if (tests[i].setup && tests[i].setup(&own) != 0) return 1;
        tests[i].test(&own);
        if (tests[i].teardown && tests[i].teardown(&own) != 0) return 1;
        printf("%s\n", tests[i].name);
    }
    return teardown && teardown(&state) != 0;
}
#define cmocka_run_group_tests(tests, setup, teardown)                                             \
    run_tests(tests, sizeof(tests) / sizeof(tests)[0], setup, teardown)

#endif
