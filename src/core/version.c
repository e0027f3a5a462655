/* The version of the library, as a number and as text, and what it needs of any compiler. */
#include "core/internal.h"

#include <float.h>

#if FLT_EVAL_METHOD != 0
#error "carom needs each operation rounded to its own type; on 32-bit x86: -msse2 -mfpmath=sse"
#endif

#define QUOTE(text) #text
#define EXPAND_AND_QUOTE(text) QUOTE(text)

uint32_t carom_version(void) {
    return CAROM_VERSION;
}

const char *carom_version_text(void) {
    return EXPAND_AND_QUOTE(CAROM_VERSION_MAJOR) "." EXPAND_AND_QUOTE(
        CAROM_VERSION_MINOR) "." EXPAND_AND_QUOTE(CAROM_VERSION_PATCH);
}
