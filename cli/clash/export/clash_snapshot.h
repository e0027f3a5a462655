/* Images of single clashes: ray casts from the viewpoint of the issue at its two parts alone. */
#ifndef CAROM_CLI_CLASH_EXPORT_CLASH_SNAPSHOT_H
#define CAROM_CLI_CLASH_EXPORT_CLASH_SNAPSHOT_H

#include "clash/clash.h"

/** The camera for a pair, at a distance that keeps the smaller part and the gap in view. */
camera clash_view_of_pair(const clash_result *result, const clash_pair *pair);

/** Renders the first `count` pairs, each from its own view; fewer after an interruption. `out` must
 * be zeroed; the caller frees the files. */
void clash_draw_snapshots(clash_snapshot *out, const clash_result *result, size_t count,
                          uint32_t thread_count);

#endif
