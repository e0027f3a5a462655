/* How the depths of hard clashes are distributed, and what that says of the tolerance. */
#ifndef CAROM_CLI_CLASH_CLASH_DEPTHS_H
#define CAROM_CLI_CLASH_CLASH_DEPTHS_H

#include "clash/clash.h"

#define CLASH_BINS 64

/* Depths above `from` and up to `to`. */
typedef struct clash_bin {
    double from, to;
    size_t count;
} clash_bin;

typedef struct clash_depths {
    clash_bin bins[CLASH_BINS]; /* consecutive, the first and last not empty */
    size_t bin_count;
    size_t shallow;           /* clashes below a gap; 0 without one */
    double below, suggestion; /* which all of them are; a tolerance within the gap */
} clash_depths;

/** Of all hard clashes whose depth is measured, but not of parts that are the same. False when
 * memory ran out. */
bool clash_sort_depths(const clash_result *result, clash_depths *out);

#endif
