/* The version of the library, as a number and as text. */
#include "core/internal.h"

#define QUOTE(text) #text
#define EXPAND_AND_QUOTE(text) QUOTE(text)

uint32_t carom_version(void) {
    return CAROM_VERSION;
}

const char *carom_version_text(void) {
    return EXPAND_AND_QUOTE(CAROM_VERSION_MAJOR) "." EXPAND_AND_QUOTE(
        CAROM_VERSION_MINOR) "." EXPAND_AND_QUOTE(CAROM_VERSION_PATCH);
}
