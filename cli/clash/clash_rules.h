/* Rules of carom clash: a JSON object of groups and an ordered list of rules; the first rule that
 * matches a pair applies. */
#ifndef CAROM_CLI_CLASH_CLASH_RULES_H
#define CAROM_CLI_CLASH_CLASH_RULES_H

#include "clash/clash.h"

/** Null on failure, printed. `path` must live as long. */
clash_rules *clash_rules_load(const char *path);

void clash_rules_free(clash_rules *rules);

/** Matches the rules to the parts; prints patterns that match none. False when memory ran out. */
bool clash_rules_apply(clash_rules *rules, const clash_result *result);

/** The clearance and tolerance of a pair; false when the rules exclude it. */
bool clash_rules_of_pair(const clash_rules *rules, uint32_t a, uint32_t b, double *clearance,
                         double *tolerance);

/** The largest clearance of all. */
double clash_rules_reach(const clash_rules *rules);

#endif
