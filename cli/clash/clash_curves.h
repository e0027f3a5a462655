/* Intersection curves of clashing parts, as separate segments for images. */
#ifndef CAROM_CLI_CLASH_CLASH_CURVES_H
#define CAROM_CLI_CLASH_CLASH_CURVES_H

#include "clash/clash.h"

/** For one pair. False when memory ran out; there may be items even so. */
bool clash_add_curves(clash_segments *out, const clash_result *result, const clash_pair *pair);

/** For all pairs. False when memory ran out; there may be items even so. */
bool clash_find_curves(clash_segments *out, const clash_result *result);

#endif
