#define SIMD_SET scalar
#define SIMD_SCALAR
#include "probe_kernel.h"
