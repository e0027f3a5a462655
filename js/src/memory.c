/* The module's memory, for JavaScript to put arrays in, and what the package reports. */
#include "carom/carom.h"

#include <stdlib.h>

__attribute__((export_name("allocate"))) void *js_allocate(size_t bytes) {
    return malloc(bytes);
}

__attribute__((export_name("release"))) void js_release(void *block) {
    free(block);
}

__attribute__((export_name("version"))) const char *js_version(void) {
    return carom_version_text();
}
