/* Finds the pairs that clash. */
#ifndef CAROM_CLI_CLASH_CLASH_FIND_H
#define CAROM_CLI_CLASH_CLASH_FIND_H

#include "clash/clash.h"

/** Finds the pairs; an interruption ends it early. False when memory ran out. */
bool clash_find(clash_result *result, const clash_options *options, const threads *t);

/** The worst verdict of each part; for pictures. */
void clash_worst_of_parts(const clash_result *result, clash_verdict *worst);

#endif
