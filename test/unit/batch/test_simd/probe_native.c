#define SIMD_SET native
#include "probe_kernel.h"
