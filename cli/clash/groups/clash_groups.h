/* Clashes of the same two instances: the same meshes in the same place beside each other. */
#ifndef CAROM_CLI_CLASH_GROUPS_CLASH_GROUPS_H
#define CAROM_CLI_CLASH_GROUPS_CLASH_GROUPS_H

#include "clash/clash.h"

/** Sets the group of each pair, and the count of the first pair of each. Pairs are in the order of
 * the report. False when memory ran out. */
bool clash_group(clash_result *result);

#endif
