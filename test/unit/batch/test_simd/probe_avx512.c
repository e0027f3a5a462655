#define SIMD_SET avx512
#define SIMD_AVX512
#include "probe_kernel.h"
