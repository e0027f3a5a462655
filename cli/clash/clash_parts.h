/* The parts of carom clash: read, placed, welded, and their trees. */
#ifndef CAROM_CLI_CLASH_CLASH_PARTS_H
#define CAROM_CLI_CLASH_CLASH_PARTS_H

#include "clash/clash.h"

/** Reads the files of out->input. Of files that are taken apart every placed mesh is a part, or
 * every node; of others the file. On failure prints why. */
bool clash_load(clash_result *out, bool by_node);

/** Is the pair one to look at? With sets, parts of the same set are not, unless, with --within,
 * they are of one file. */
bool clash_wants_pair(const clash_result *result, size_t a, size_t b);

/** The number of pairs to look at. */
size_t clash_pair_total(const clash_result *result);

/** Builds trees and pieces, with progress. False when memory ran out. */
bool clash_build(clash_result *result, const threads *t);

void clash_free(clash_result *result);

#endif
