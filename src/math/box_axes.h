/* Which of the 15 separating axes of two boxes [Gottschalk96] may be the one of least overlap: all
 * overlaps in float, three in a vector, with a bound on what rounding does to them. Few are left,
 * and only those need be measured. The fourth lane repeats the third, or holds anything where no
 * bit is taken from it.
 *
 * The bound: in float an entry of the product of the axes is off by 5 units in the last place of 1,
 * counting those of its factors; a term of an overlap by 11 of the size it is multiplied with; sums
 * add less than that. Together they are off by less than 24 ulps (of half FLT_EPSILON) of the sizes
 * and the way added up; BOX_AXES_DOUBT allows for 64, hence for axes that are rounded to float. */
#ifndef CAROM_MATH_BOX_AXES_H
#define CAROM_MATH_BOX_AXES_H

#include "simd/four.h"
#include "math/vec.h"

#define BOX_AXES_DOUBT (32 * FLT_EPSILON)
/* Overlaps and gaps larger than this part of the sizes are beyond any doubt. */
#define BOX_AXES_SURE (128 * FLT_EPSILON)
#define BOX_AXES_EDGES 6

typedef float axis_lanes __attribute__((vector_size(16)));
typedef int32_t axis_mask __attribute__((vector_size(16)));
typedef int64_t axis_words __attribute__((vector_size(16)));
/* Four numbers wherever they lie. */
typedef double loose_doubles __attribute__((vector_size(32), aligned(8), may_alias));
typedef carom_real loose_reals
    __attribute__((vector_size(4 * sizeof(carom_real)), aligned(sizeof(carom_real)), may_alias));

typedef struct box_lanes {
    axis_lanes axis[3], half;
} box_lanes;

#define AXIS_SHUFFLE(v, ...)                                                                       \
    ((axis_lanes)__builtin_shufflevector((axis_mask)(v), (axis_mask)(v), __VA_ARGS__))
#define AXIS_SPREAD(v, k) AXIS_SHUFFLE(v, k, k, k, k)
#define AXIS_NEXT(v) AXIS_SHUFFLE(v, 1, 2, 0, 0)
#define AXIS_LAST(v) AXIS_SHUFFLE(v, 2, 0, 1, 1)
#define AXIS_ABS(v) ((axis_lanes)((axis_mask)(v)&0x7fffffff))
#define AXIS_COLUMNS(x, y, z, rows)                                                                \
    do {                                                                                           \
        axis_lanes low_ = __builtin_shufflevector((rows)[0], (rows)[1], 0, 4, 1, 5);               \
        axis_lanes high_ = __builtin_shufflevector((rows)[0], (rows)[1], 2, 6, 2, 6);              \
        (x) = __builtin_shufflevector(low_, (rows)[2], 0, 1, 4, 4);                                \
        (y) = __builtin_shufflevector(low_, (rows)[2], 2, 3, 5, 5);                                \
        (z) = __builtin_shufflevector(high_, (rows)[2], 0, 1, 6, 6);                               \
    } while (0)
#define AXIS_DOT(v, x, y, z)                                                                       \
    (AXIS_SPREAD(v, 0) * (x) + AXIS_SPREAD(v, 1) * (y) + AXIS_SPREAD(v, 2) * (z))

/* A box of 15 numbers: centre, axes, half-extents. `four` is loose_doubles or loose_reals. */
#define BOX_LANES_LOAD(out, numbers, four)                                                         \
    do {                                                                                           \
        for (int i_ = 0; i_ < 3; i_++)                                                             \
            (out)->axis[i_] = __builtin_convertvector(                                             \
                *(const four *)(const void *)((numbers) + 3 + 3 * i_), axis_lanes);                \
        axis_lanes tail_ =                                                                         \
            __builtin_convertvector(*(const four *)(const void *)((numbers) + 11), axis_lanes);    \
        (out)->half = AXIS_SHUFFLE(tail_, 1, 2, 3, 3);                                             \
    } while (0)

/* From the centre of A to that of B. */
#define BOX_WAY_LOAD(way, a, b, four)                                                              \
    ((way) = __builtin_convertvector(                                                              \
         *(const four *)(const void *)(b) - *(const four *)(const void *)(a), axis_lanes))

typedef struct box_choice {
    /* Axes that may be the least: bits 0 - 2 faces of A, 3 - 5 faces of B, BOX_AXES_EDGES + 3 i + j
     * edges i of A and j of B. */
    unsigned least;
    bool meet, apart; /* beyond doubt */
} box_choice;

/* The least of four, in all lanes. */
#define AXIS_LEAST(v)                                                                              \
    do {                                                                                           \
        (v) = four_lesser(v, AXIS_SHUFFLE(v, 2, 3, 0, 1));                                         \
        (v) = four_lesser(v, AXIS_SHUFFLE(v, 1, 0, 3, 2));                                         \
    } while (0)

static inline unsigned join_lanes(const axis_mask *bits) {
    axis_words words = (axis_words)*bits;
    uint64_t joined = (uint64_t)(words[0] | words[1]);
    return (unsigned)(joined | joined >> 32);
}

/* Edge i of A against all three of B; lengths are not normalized, and overlaps are compared by
 * their squares. An overlap is no more than the sizes times the length: what rounding does to a
 * length above 64 ulps the doubt covers in the bound from above, too, and with a smaller one that
 * is beyond all sizes. Uses what box_axes_choose_of names. */
#define BOX_EDGES(i, i1, i2)                                                                       \
    do {                                                                                           \
        axis_lanes reach_ = AXIS_SPREAD(ha, i1) * m[i2] + AXIS_SPREAD(ha, i2) * m[i1] +            \
                            (hb_next * AXIS_LAST(m[i]) + hb_last * AXIS_NEXT(m[i]));               \
        axis_lanes way_ = AXIS_SPREAD(to_a, i2) * row[i1] - AXIS_SPREAD(to_a, i1) * row[i2];       \
        axis_lanes over_ = reach_ - AXIS_ABS(way_), high_ = over_ + doubt;                         \
        square[i] = row[i1] * row[i1] + row[i2] * row[i2];                                         \
        low[i] = over_ - doubt;                                                                    \
        least2 = four_lesser((high_ * high_ + FLT_MIN) / square[i], least2);                       \
        lowest = four_lesser(over_, lowest);                                                       \
    } while (0)

/* Which of them may be the least, when `least2` is a bound of the least square. */
#define BOX_EDGES_LEFT(i)                                                                          \
    do {                                                                                           \
        axis_mask more_ = (axis_mask)(low[i] > none) &                                             \
                          (axis_mask)(low[i] * low[i] > least2 * square[i] + FLT_MIN);             \
        bits |= ~more_ & ((axis_mask){1, 2, 4, 0} << (BOX_AXES_EDGES + 3 * (i)));                  \
    } while (0)

/* A box beside the other: row i is axis i of A along those of B, `to_a` and `to_b` the way from A's
 * centre to B's along the axes of either, and `ha` and `hb` half their sizes. */
typedef struct box_sides {
    axis_lanes row[3], to_a, to_b, ha, hb;
} box_sides;

/* Numbers so large or so small that float loses them leave axes in, and say nothing of contact. */
static inline void box_axes_choose_of(const box_sides *s, box_choice *out) {
    const axis_lanes *row = s->row, to_a = s->to_a, to_b = s->to_b, ha = s->ha, hb = s->hb;
    const axis_lanes none = {0, 0, 0, 0};
    axis_lanes m[3], reach[3], column[3];
    for (int i = 0; i < 3; i++) {
        m[i] = AXIS_ABS(row[i]);
        reach[i] = m[i] * hb;
    }
    AXIS_COLUMNS(column[0], column[1], column[2], reach);
    axis_lanes size = AXIS_ABS(to_a) + ha + hb;
    size = size + AXIS_NEXT(size) + AXIS_LAST(size);
    axis_lanes doubt = BOX_AXES_DOUBT * size + 16 / FLT_MAX;
    axis_lanes sure = BOX_AXES_SURE * size + 64 / FLT_MAX;
    axis_lanes on_a = ha + (column[0] + column[1] + column[2]) - AXIS_ABS(to_a);
    axis_lanes on_b = hb + AXIS_DOT(ha, m[0], m[1], m[2]) - AXIS_ABS(to_b);
    axis_lanes lowest = four_lesser(on_a, on_b), least = lowest;
    AXIS_LEAST(least);
    least = least + doubt;
    axis_lanes least2 = least * least, low[3], square[3];
    axis_lanes hb_next = AXIS_NEXT(hb), hb_last = AXIS_LAST(hb);
    BOX_EDGES(0, 1, 2);
    BOX_EDGES(1, 2, 0);
    BOX_EDGES(2, 0, 1);
    AXIS_LEAST(least2);
    least2 = least2 * 1.00001f;
    const axis_lanes low_a = on_a - doubt, low_b = on_b - doubt, least2_face = least2 + FLT_MIN;
    const axis_mask more_a = (axis_mask)(low_a > none) & (axis_mask)(low_a * low_a > least2_face);
    const axis_mask more_b = (axis_mask)(low_b > none) & (axis_mask)(low_b * low_b > least2_face);
    axis_mask bits = (~more_a & (axis_mask){1, 2, 4, 0}) | (~more_b & (axis_mask){8, 16, 32, 0});
    BOX_EDGES_LEFT(0);
    BOX_EDGES_LEFT(1);
    BOX_EDGES_LEFT(2);
    const axis_mask apart = (axis_mask)(lowest < -sure);
    const axis_mask meet =
        ~((axis_mask)(lowest > sure) & (axis_mask)(on_a > sure) & (axis_mask)(on_b > sure) &
          (axis_mask)(ha >= none) & (axis_mask)(hb >= none));
    out->least = join_lanes(&bits);
    out->apart = join_lanes(&apart) != 0;
    out->meet = join_lanes(&meet) == 0;
}

static inline void box_axes_choose(const box_lanes *a, const box_lanes *b, const axis_lanes *from_a,
                                   box_choice *out) {
    const axis_lanes way = *from_a;
    axis_lanes ax, ay, az, bx, by, bz;
    box_sides s;
    AXIS_COLUMNS(ax, ay, az, a->axis);
    AXIS_COLUMNS(bx, by, bz, b->axis);
    for (int i = 0; i < 3; i++)
        s.row[i] = AXIS_DOT(a->axis[i], bx, by, bz);
    s.to_a = AXIS_DOT(way, ax, ay, az);
    s.to_b = AXIS_DOT(way, bx, by, bz);
    s.ha = a->half;
    s.hb = b->half;
    box_axes_choose_of(&s, out);
}

/* The next of a set of axes, which is taken from it. */
static inline int box_axes_take(unsigned *set) {
    int axis = (int)lowest_bit(*set);
    *set &= *set - 1;
    return axis;
}

#endif
