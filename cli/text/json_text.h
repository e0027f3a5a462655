/* JSON files: read, parsed, and each member held against those that its place knows, so that a
 * misspelt one is refused with its line in place of being ignored. */
#ifndef CAROM_CLI_TEXT_JSON_TEXT_H
#define CAROM_CLI_TEXT_JSON_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

/* The first member that is not known. */
typedef struct json_text_stranger {
    size_t line;        /* counts from 1 */
    char sentence[160]; /* what it is, and what may have been meant */
} json_text_stranger;

/** Are all members of the text, which is JSON, those of a `type` of the table in json_text.c
 * ("scene", "rules", "query")? Sets *out if not. */
bool json_text_known(const char *text, size_t size, const char *type, json_text_stranger *out);

/** The document in the file, "-" standard input; a byte order mark is passed over, and members that
 * come twice are refused. @return null, printed, when it cannot be read, is not JSON, or has a
 * member that its type does not know. */
json_t *json_text_load(const char *path, const char *type);

/** Bytes of a byte order mark in UTF-8 that the text opens with: 3 or 0. */
size_t json_text_mark(const char *text, size_t size);

#endif
