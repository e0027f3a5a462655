/* Dynamic arrays of the commands. */
#ifndef CAROM_CLI_GROW_H
#define CAROM_CLI_GROW_H

#include <stdint.h>
#include <stdlib.h>

/** @return the array, possibly moved, with capacity for one element of `size` bytes beyond `count`;
 * null when memory ran out, and `data` is unchanged. */
static inline void *grow_array(void *data, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity) return data;
    size_t more = *capacity ? 2 * *capacity : 64;
    void *grown = more <= SIZE_MAX / size ? realloc(data, more * size) : NULL;
    if (grown) *capacity = more;
    return grown;
}

#endif
