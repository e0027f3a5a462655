/* Rays through the wide tree in plain C: what the other sets are held to. */
#define SIMD_SET scalar
#define SIMD_SCALAR
#include "mesh/ray/wide_ray_packet.h"
