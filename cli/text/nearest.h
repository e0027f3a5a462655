/* The word of a list that a misspelt one may have been meant as. */
#ifndef CAROM_CLI_TEXT_NEAREST_H
#define CAROM_CLI_TEXT_NEAREST_H

#include <stdbool.h>
#include <stddef.h>

#define NEAREST_SIZE 40

/** Writes to `out`, of NEAREST_SIZE bytes, the word of `words`, which stand between blanks, that is
 * the fewest edits from `word`. @return false when none is within a third of its letters. */
bool nearest_word(const char *word, const char *words, char *out);

/** The word at *at of a list with blanks between, moved behind it. @return its length, 0 at the
 * end. */
size_t nearest_next(const char **at, const char **word);

#endif
