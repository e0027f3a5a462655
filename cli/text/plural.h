/* Words that depend on a count. */
#ifndef CAROM_CLI_TEXT_PLURAL_H
#define CAROM_CLI_TEXT_PLURAL_H

#include <stddef.h>

/** "s" unless the count is one. */
static inline const char *plural(size_t count) {
    return count == 1 ? "" : "s";
}

#endif
