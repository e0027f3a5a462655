/* The proof that a facet still is the nearest with what the compiler's target has. */
#define SIMD_SET native
#include "convex/hull_sat/coarse_proof_kernel.h"
