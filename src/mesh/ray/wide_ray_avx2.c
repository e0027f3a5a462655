/* Rays through the wide tree with AVX2. */
#define SIMD_SET avx2
#include "mesh/ray/wide_ray_packet.h"
