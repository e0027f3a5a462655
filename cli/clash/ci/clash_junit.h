/* The report of carom clash in JUnit's format. */
#ifndef CAROM_CLI_CLASH_CI_CLASH_JUNIT_H
#define CAROM_CLI_CLASH_CI_CLASH_JUNIT_H

#include "clash/clash.h"

/** Writes a test case for the search and one for each pair listed. False, printed, when the file
 * cannot be written. */
bool clash_write_junit(const clash_result *result, const char *path);

#endif
