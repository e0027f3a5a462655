/* Which clashes make the command fail: --fail-on. */
#ifndef CAROM_CLI_CLASH_CI_CLASH_FAIL_H
#define CAROM_CLI_CLASH_CI_CLASH_FAIL_H

#include "clash/clash.h"

/** Reads "[new:]VERDICT[:AMOUNT]", the value of --fail-on. False when it is anything else, or one
 * too many. */
bool clash_fail_read(clash_fail *fail, const char *text);

/** Is there a condition on clashes that are new? */
bool clash_fail_needs_baseline(const clash_fail *fail);

/** Sets which pairs fail, and their number. Without a condition these are the hard, undecided and
 * near ones. */
void clash_fail_apply(const clash_fail *fail, clash_result *result);

#endif
