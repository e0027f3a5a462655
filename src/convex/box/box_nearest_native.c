/* The nearest points of boxes with what the compiler's target has. */
#define SIMD_SET native
#include "convex/box/box_nearest_kernel.h"
