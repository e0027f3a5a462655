/* SHA-256 of files, by which a report says what it was made from. */
#ifndef CAROM_CLI_TEXT_SHA256_H
#define CAROM_CLI_TEXT_SHA256_H

#include <stdbool.h>
#include <stddef.h>

#define SHA256_TEXT 65

/** The hash in small hexadecimal digits; false when the file cannot be read, or is no longer of
 * this size, as a pipe that was read before is. */
bool sha256_of_file(const char *path, size_t size, char out[SHA256_TEXT]);

#endif
