/* The report of an earlier run, with which this one is compared. */
#ifndef CAROM_CLI_CLASH_HISTORY_CLASH_BASELINE_H
#define CAROM_CLI_CLASH_HISTORY_CLASH_BASELINE_H

#include "clash/clash.h"

/** Reads a report that --json wrote. Null, printed, when it is none. */
clash_baseline *clash_baseline_load(const char *path);
void clash_baseline_free(clash_baseline *baseline);

/** Sets which pairs are new, their statuses, and what is resolved; pairs have their identifiers.
 * False when memory ran out. The result refers to the baseline from then on. */
bool clash_baseline_apply(const clash_baseline *baseline, clash_result *result);

#endif
