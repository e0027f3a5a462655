/* Four numbers at once by the compilers' vector types: each lane has the arithmetic of plain C, so
 * the bits are the same on every instruction set. These are macros, because passing such vectors
 * by value differs between instruction sets. Used by the filters of boxes and triangles. */
#ifndef CAROM_QUERY_OVERLAP_LANES_H
#define CAROM_QUERY_OVERLAP_LANES_H

#include "carom/base.h"
#include "query/overlap/tolerances.h"

typedef carom_real lanes4 __attribute__((vector_size(4 * sizeof(carom_real))));
/* Four doubles are more than one vector on most machines that the library is compiled for (SSE2,
 * NEON), and shuffles between two cost more than they save: plain code takes a third of the time.
 */
#define LANES_ARE_SLOW (sizeof(carom_real) > sizeof(float))
/* The same type with the alignment of a carom_real, for loads from any address. */
typedef carom_real loose_lanes4
    __attribute__((vector_size(4 * sizeof(carom_real)), aligned(sizeof(carom_real)), may_alias));
/* The result of a comparison: all bits set where it holds. As wide as a carom_real. */
typedef __typeof__(__builtin_choose_expr(sizeof(carom_real) == 4, (int32_t)0,
                                         (int64_t)0)) lane_bits;
typedef lane_bits lane_mask __attribute__((vector_size(4 * sizeof(carom_real))));

typedef int64_t lane_words __attribute__((vector_size(4 * sizeof(carom_real))));

#define ABS_LANES(v) ((lanes4)((lane_mask)(v) & ~(lane_mask)(-(lanes4){0, 0, 0, 0})))
/* Shuffled as integers: that instruction has a destination of its own and spares a copy. */
#define SHUFFLE_LANES(v, ...)                                                                      \
    ((__typeof__(v))__builtin_shufflevector((lane_mask)(v), (lane_mask)(v), __VA_ARGS__))
/* Lanes 0 to 2 rotated by one place in either direction; lane 3 repeats lane 2, as everywhere. */
#define NEXT_LANES(v) SHUFFLE_LANES(v, 1, 2, 0, 0)
#define LAST_LANES(v) SHUFFLE_LANES(v, 2, 0, 1, 1)
/* The columns x, y, z of three rows. */
#define COLUMNS_OF_LANES(x, y, z, rows)                                                            \
    do {                                                                                           \
        lanes4 low_ = __builtin_shufflevector((rows)[0], (rows)[1], 0, 4, 1, 5);                   \
        lanes4 high_ = __builtin_shufflevector((rows)[0], (rows)[1], 2, 6, 2, 6);                  \
        (x) = __builtin_shufflevector(low_, (rows)[2], 0, 1, 4, 4);                                \
        (y) = __builtin_shufflevector(low_, (rows)[2], 2, 3, 5, 5);                                \
        (z) = __builtin_shufflevector(high_, (rows)[2], 0, 1, 6, 6);                               \
    } while (0)
/* Four numbers from within an object, `offset` bytes in. */
#define LANES_AT(object, offset)                                                                   \
    ((lanes4)(*(const loose_lanes4 *)(const void *)((const char *)(const void *)(object) +         \
                                                    (offset))))
/* Is a bit of a mask set? A float mask is two words, a double one four. */
#define ANY_LANE(mask)                                                                             \
    ((((lane_words)(mask))[0] | ((lane_words)(mask))[1] |                                          \
      ((lane_words)(mask))[sizeof(lane_words) / 8 - 2]) != 0)
/* Is every bit of a mask set? */
#define ALL_LANES(mask)                                                                            \
    ((((lane_words)(mask))[0] & ((lane_words)(mask))[1] &                                          \
      ((lane_words)(mask))[sizeof(lane_words) / 8 - 2]) == -1)
/* Every lane becomes the sum of lanes 0 to 2. */
#define SUM_LANES(v) ((v) = (v) + NEXT_LANES(v) + LAST_LANES(v))

#endif
