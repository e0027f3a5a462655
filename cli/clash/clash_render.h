/* The image of carom clash, by ray casts of the library in one tree over all parts. */
#ifndef CAROM_CLI_CLASH_CLASH_RENDER_H
#define CAROM_CLI_CLASH_CLASH_RENDER_H

#include "clash/clash.h"

/* Each prints why on failure. */
bool clash_write_png(const clash_result *result, const char *path);

#endif
