/* The coarse search for facets with no lanes at all. */
#define SIMD_SET scalar
#define SIMD_SCALAR
#include "convex/hull_sat/coarse_search_kernel.h"
