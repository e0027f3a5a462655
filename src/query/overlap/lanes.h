/* Four numbers at once by the compilers' vector types: the same arithmetic in each lane as in plain C, on any
 * instruction set. Macros, because passing such a vector by value is not the same on all of them. */
#ifndef CAROM_QUERY_OVERLAP_LANES_H
#define CAROM_QUERY_OVERLAP_LANES_H

#include "carom/base.h"

typedef carom_real lanes4 __attribute__((vector_size(4 * sizeof(carom_real))));
/* The result of a comparison: all bits set where it holds. As wide as a carom_real. */
typedef __typeof__(__builtin_choose_expr(sizeof(carom_real) == 4, (int32_t)0,
                                         (int64_t)0)) lane_bits;
typedef lane_bits lane_mask __attribute__((vector_size(4 * sizeof(carom_real))));

#define ABS_LANES(v) ((lanes4)((lane_mask)(v) & ~(lane_mask)(-(lanes4){0, 0, 0, 0})))
#define SUM_LANES(v) ((v)[0] + (v)[1] + (v)[2] + (v)[3])
#define ANY_LANE(mask) (((mask)[0] | (mask)[1] | (mask)[2]) != 0)
/* Sizes so small that products lose digits to underflow are not decided by lanes. */
#define SMALLEST_BAND ((carom_real)1e-30)

#endif
