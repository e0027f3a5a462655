/* The proof that a facet still is the nearest with AVX2. */
#define SIMD_SET avx2
#include "convex/hull_sat/coarse_proof_kernel.h"
