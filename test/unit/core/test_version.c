/* The library that runs is the one of these headers, and its version is the same as number and as
 * text. That the packages carry it too is for test/consumer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "carom/base.h"

#if CAROM_VERSION < 200 || CAROM_VERSION / 10000 != CAROM_VERSION_MAJOR
CAROM_VERSION != CAROM_VERSION_MAJOR * 10000 + CAROM_VERSION_MINOR * 100 +
                     CAROM_VERSION_PATCH
#error "CAROM_VERSION cannot be compared"
#endif

                     static void
                     library_is_that_of_the_headers(void **state) {
    char text[40];
    (void)state;
    assert_int_equal(carom_version(), CAROM_VERSION);
    snprintf(text, sizeof text, "%d.%d.%d", CAROM_VERSION_MAJOR, CAROM_VERSION_MINOR,
             CAROM_VERSION_PATCH);
    assert_string_equal(carom_version_text(), text);
}

/* Else two versions had one number. */
static void minor_and_patch_are_below_100(void **state) {
    (void)state;
    assert_in_range(CAROM_VERSION_MINOR, 0, 99);
    assert_in_range(CAROM_VERSION_PATCH, 0, 99);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(library_is_that_of_the_headers),
                                       cmocka_unit_test(minor_and_patch_are_below_100)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
