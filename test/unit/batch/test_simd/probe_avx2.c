#define SIMD_SET avx2
#include "probe_kernel.h"
