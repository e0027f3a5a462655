/* Writes a ZIP archive of uncompressed members. */
#ifndef CAROM_CLI_ZIP_H
#define CAROM_CLI_ZIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define ZIP_MEMBERS 65534

typedef struct zip {
    FILE *out;
    unsigned char *directory; /* grows */
    size_t directory_size, directory_capacity;
    uint64_t offset;
    size_t members;
    bool failed;
} zip;

/** A zeroed archive with `out` set is ready for use. After a failure all operations are ignored. */
void zip_add(zip *archive, const char *name, const void *data, size_t size);
/** Writes the directory and releases it. False when anything failed; `out` stays open. */
bool zip_finish(zip *archive);
/** The CRC-32 of ZIP and PNG. */
uint32_t zip_crc32(const void *data, size_t size);

#endif
