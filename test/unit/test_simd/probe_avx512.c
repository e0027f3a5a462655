#define SIMD_SET avx512
#include "probe_kernel.h"
