/* The image of carom clash, by ray casts of the library in one tree over all parts. */
#ifndef CAROM_CLI_CLASH_CLASH_RENDER_H
#define CAROM_CLI_CLASH_CLASH_RENDER_H

#include "clash/clash.h"

/** Prints why on failure; an interruption, which leaves the file as it was, is none. */
bool clash_write_png(const clash_result *result, const clash_options *options, const char *path);

#endif
