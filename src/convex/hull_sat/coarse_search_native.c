/* The coarse search for facets with what the compiler's target has. */
#define SIMD_SET native
#include "convex/hull_sat/coarse_search_kernel.h"
