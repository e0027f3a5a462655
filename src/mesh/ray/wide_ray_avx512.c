/* Rays through the wide tree with AVX-512, for its registers: a walk has no others to spare. */
#define SIMD_SET avx512
#define SIMD_AVX512
#include "mesh/ray/wide_ray_packet.h"
