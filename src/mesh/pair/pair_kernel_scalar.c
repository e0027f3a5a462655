/* Two wide trees at once in plain C: what the other sets are held to. */
#define SIMD_SET scalar
#define SIMD_SCALAR
#include "mesh/pair/pair_kernel.h"
