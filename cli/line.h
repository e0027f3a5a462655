/* One line of carom query, in either precision. */
#ifndef CAROM_CLI_LINE_H
#define CAROM_CLI_LINE_H

#include <stddef.h>

#include "answer.h"

/** Nothing but blanks: such a line has a number and no answer. */
bool line_is_blank(const char *line, size_t length);
/** Writes the answer; `number` counts from 1. The bytes need not end in a zero.
 * @return false when the line was malformed. */
bool line_answer(const char *line, size_t length, size_t number, answer *out);

#endif
