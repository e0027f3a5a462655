/* Where two small hulls seem nearest. */
#ifndef CAROM_CONVEX_COARSE_NEAREST_H
#define CAROM_CONVEX_COARSE_NEAREST_H

#include "convex/coarse.h"

/** What a search for the nearest points in float ends with, as a cache for the one in double: a
 * start near the end, of which nothing is certain. Both are coarse_serves.
 * @return false when there is nothing to start from */
bool carom_coarse_nearest(const convex_shape *a, const convex_shape *b, convex_cache *out);

#endif
