/* Rays through the wide tree with what the compiler's target has. */
#define SIMD_SET native
#include "mesh/ray/wide_ray_packet.h"
