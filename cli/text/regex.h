/* Regular expressions, the same on every system. */
#ifndef CAROM_CLI_TEXT_REGEX_H
#define CAROM_CLI_TEXT_REGEX_H

#include <stdbool.h>
#include <stddef.h>

/* Characters are bytes. Known are . [a-z] [^a-z] \d \w \s and their capitals, ( ) | * + ? {m} {m,}
 * {m,n} ^ $, and a backslash before a byte that means itself. */
typedef struct regex regex;

/** The first `size` bytes of the text; with `any_case` ASCII letters fit in either case. Null when
 * it is not well-formed, too long, or memory ran out. */
regex *regex_create(const char *text, size_t size, bool any_case);
void regex_free(regex *r);

/** Is there a match anywhere in the text? The time is that of its length times the expression's. */
bool regex_finds(const regex *r, const char *text);

#endif
