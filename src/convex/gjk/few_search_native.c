/* The search for hulls of few corners with what the compiler's target has. */
#define SIMD_SET native
#include "convex/gjk/few_search_kernel.h"
