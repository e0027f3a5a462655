/* The parts of carom clash: read, placed, welded; each with its tree and with one vertex of every
 * connected piece, by which containment of one part in another is tested. */
#ifndef CAROM_CLI_CLASH_CLASH_PARTS_H
#define CAROM_CLI_CLASH_CLASH_PARTS_H

#include "clash/clash.h"

/** One file: every placed mesh is a part, or every node; several: every file is one. On failure
 * prints why. */
bool clash_load(clash_result *out, char *const *paths, size_t count, bool by_node);

/** Builds trees and pieces, with progress. False when memory ran out. */
bool clash_build(clash_result *result, const threads *t);

void clash_free(clash_result *result);

#endif
