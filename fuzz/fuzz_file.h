/* Inputs as files, for readers that take paths. */
#ifndef CAROM_FUZZ_FILE_H
#define CAROM_FUZZ_FILE_H

#include <unistd.h>

#include "fuzz.h"

#define FUZZ_PATH 64

/** The name of this process's file with an extension, without the dot. */
static inline void fuzz_file_name(char path[FUZZ_PATH], const char *extension) {
    snprintf(path, FUZZ_PATH, "/tmp/carom-fuzz-%ld.%s", (long)getpid(), extension);
}

static inline int fuzz_write_file(const char *path, const void *data, size_t size) {
    FILE *out = fopen(path, "wb");
    if (!out) return 0;
    size_t written = fwrite(data, 1, size, out);
    return fclose(out) == 0 && written == size;
}

#endif
