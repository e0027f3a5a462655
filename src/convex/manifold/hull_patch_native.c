/* What faces of hulls share, with what the compiler's target has. */
#define SIMD_SET native
#include "convex/manifold/hull_patch_kernel.h"
