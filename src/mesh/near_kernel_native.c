#define SIMD_SET native
#include "mesh/near_kernel.h"
