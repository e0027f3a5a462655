/* Images drawn row by row by all threads. */
#ifndef CAROM_CLI_ROWS_H
#define CAROM_CLI_ROWS_H

#include <stdbool.h>

#include "threads.h"

typedef void row_drawer(void *data, int y);

/** Calls `draw` for each row from 0 to height - 1, in any order, and shows progress of `command`
 * between bands of rows. @return false when Ctrl-C ended it, where that is watched */
bool rows_draw(const char *command, int height, uint32_t thread_count, row_drawer *draw,
               void *data);

#endif
