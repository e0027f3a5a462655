/* The report of carom clash as SARIF, the Static Analysis Results Interchange Format 2.1.0. */
#ifndef CAROM_CLI_CLASH_CI_CLASH_SARIF_H
#define CAROM_CLI_CLASH_CI_CLASH_SARIF_H

#include "clash/clash.h"

/** Writes a result for each pair listed, and, beside a baseline, for each that is resolved. False,
 * printed, when the file cannot be written. */
bool clash_write_sarif(const clash_result *result, const char *path);

#endif
