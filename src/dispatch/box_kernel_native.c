/* Boxes with what the compiler's target has. */
#define SIMD_SET native
#include "dispatch/box_kernel.h"
