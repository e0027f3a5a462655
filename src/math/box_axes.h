/* Filter of the 15 separating axes of two boxes [Gottschalk96]: it computes all overlaps in float,
 * three in a vector, with a bound on their rounding errors, and returns the axes that may have the
 * least overlap; the caller measures those in double. Contact and separation are reported only
 * where they are certain. Overlap, penetration and distance of boxes begin with it. The fourth lane
 * repeats the third, or is undefined where no bit of it is read.
 *
 * The bound: in float an entry of the product of the axes is off by 5 units in the last place of 1,
 * including those of its factors; a term of an overlap by 11 of the size it is multiplied by; sums
 * add less than that. The total is below 24 ulps (of half FLT_EPSILON) of the sum of the sizes and
 * the centre distance.
 *
 * A cross product of nearly parallel edges is short, and its overlap may be lost in the error
 * although the boxes overlap deeply. Then the face axes decide: rotate B by the small angle until
 * the edges are parallel; the problem becomes one of two rectangles, whose separating axes are all
 * face normals; the Minkowski difference then contains a disc as large as the depth on the face
 * axes. So an edge pair at sine s cannot separate boxes whose faces overlap by more than 3 s times
 * their size. */
#ifndef CAROM_MATH_BOX_AXES_H
#define CAROM_MATH_BOX_AXES_H

#include "simd/four.h"
#include "math/tolerances.h"
#include "math/vec.h"

/* Bit of the first edge axis. */
#define BOX_AXES_EDGES 6

typedef float axis_lanes __attribute__((vector_size(16)));
typedef int32_t axis_mask __attribute__((vector_size(16)));
typedef int64_t axis_words __attribute__((vector_size(16)));
/* Four numbers at an address without alignment. */
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

/* Loads a box of 15 numbers: centre, axes, half-extents. `four` is loose_doubles or loose_reals. */
#define BOX_LANES_LOAD(out, numbers, four)                                                         \
    do {                                                                                           \
        for (int i_ = 0; i_ < 3; i_++)                                                             \
            (out)->axis[i_] = __builtin_convertvector(                                             \
                *(const four *)(const void *)((numbers) + 3 + 3 * i_), axis_lanes);                \
        axis_lanes tail_ =                                                                         \
            __builtin_convertvector(*(const four *)(const void *)((numbers) + 11), axis_lanes);    \
        (out)->half = AXIS_SHUFFLE(tail_, 1, 2, 3, 3);                                             \
    } while (0)

/* Loads the vector from the centre of A to that of B. */
#define BOX_DELTA_LOAD(delta, a, b, four)                                                          \
    ((delta) = __builtin_convertvector(                                                            \
         *(const four *)(const void *)(b) - *(const four *)(const void *)(a), axis_lanes))

/* Initializes lanes with a vec3. */
#define AXIS_LANES_OF(v)                                                                           \
    { (float)(v).x, (float)(v).y, (float)(v).z, (float)(v).z }

typedef struct box_choice {
    /* Axes that may have the least overlap: bits 0 - 2 faces of A, 3 - 5 faces of B, BOX_AXES_EDGES
     * + 3 i + j edges i of A and j of B. */
    unsigned least;
    bool meet, apart; /* certain; both false when undecided */
} box_choice;

/* Broadcasts the least of four lanes. */
#define AXIS_LEAST(v)                                                                              \
    do {                                                                                           \
        (v) = four_lesser(v, AXIS_SHUFFLE(v, 2, 3, 0, 1));                                         \
        (v) = four_lesser(v, AXIS_SHUFFLE(v, 1, 0, 3, 2));                                         \
    } while (0)

/* The bitwise or of the four lanes. */
static inline unsigned join_lanes(const axis_mask *bits) {
    axis_words words = (axis_words)*bits;
    uint64_t joined = (uint64_t)(words[0] | words[1]);
    return (unsigned)(joined | joined >> 32);
}

/* Edge i of A against the three edges of B. The cross products are not normalized: the squares of
 * the overlaps, divided by `square`, are compared. An overlap is at most the sizes times the length
 * of the cross product. For a length above 64 ulps the error term also covers the rounding of the
 * length in the upper bound; for a smaller one the upper bound exceeds all sizes. Uses the locals
 * of box_axes_choose_from. */
#define BOX_EDGES(i, i1, i2)                                                                       \
    do {                                                                                           \
        axis_lanes reach_ = AXIS_SPREAD(ha, i1) * m[i2] + AXIS_SPREAD(ha, i2) * m[i1] +            \
                            (hb_next * AXIS_LAST(m[i]) + hb_last * AXIS_NEXT(m[i]));               \
        axis_lanes offset_ = AXIS_SPREAD(to_a, i2) * row[i1] - AXIS_SPREAD(to_a, i1) * row[i2];    \
        axis_lanes over_ = reach_ - AXIS_ABS(offset_), high_ = over_ + error;                      \
        square[i] = row[i1] * row[i1] + row[i2] * row[i2];                                         \
        over[i] = over_;                                                                           \
        least2 = four_lesser((high_ * high_ + FLT_MIN) / square[i], least2);                       \
        lowest = four_lesser(over_, lowest);                                                       \
    } while (0)

/* Adds the edge axes that may have the least overlap, given the upper bound `least2` of its square.
 */
#define BOX_EDGES_LEFT(i)                                                                          \
    do {                                                                                           \
        const axis_lanes low_ = over[i] - error;                                                   \
        const axis_mask more_ =                                                                    \
            (axis_mask)(low_ > none) & (axis_mask)(low_ * low_ > least2 * square[i] + FLT_MIN);    \
        bits |= ~more_ & ((axis_mask){1, 2, 4, 0} << (BOX_AXES_EDGES + 3 * (i)));                  \
    } while (0)

/* The edges of A's axis i overlap, or are too nearly parallel to separate boxes whose faces overlap
 * by `depth`. */
#define BOX_EDGES_MEET(i)                                                                          \
    ((axis_mask)(over[i] > certain) |                                                              \
     (axis_mask)(3 * (AXIS_NEXT(m[i]) + AXIS_LAST(m[i])) * size + certain < depth))

/* The face axes: what box_axes_choose begins with. */
typedef struct box_faces {
    axis_lanes row[3], m[3]; /* axis i of A in the axes of B, and its magnitudes */
    axis_lanes to_a, to_b;   /* the vector between the centres along the axes of A, and of B */
    axis_lanes on_a, on_b;   /* overlaps along the axes of A, and of B */
    axis_lanes size, certain;
} box_faces;

/* `from_a` leads from A's centre to B's. */
static CAROM_INLINE void box_axes_measure_faces(const box_lanes *a, const box_lanes *b,
                                                const axis_lanes *from_a, box_faces *out) {
    const axis_lanes delta = *from_a, ha = a->half, hb = b->half;
    axis_lanes ax, ay, az, bx, by, bz, *const m = out->m, reach[3], column[3];
    AXIS_COLUMNS(ax, ay, az, a->axis);
    AXIS_COLUMNS(bx, by, bz, b->axis);
    for (int i = 0; i < 3; i++) {
        out->row[i] = AXIS_DOT(a->axis[i], bx, by, bz);
        m[i] = AXIS_ABS(out->row[i]);
        reach[i] = m[i] * hb;
    }
    out->to_a = AXIS_DOT(delta, ax, ay, az);
    out->to_b = AXIS_DOT(delta, bx, by, bz);
    AXIS_COLUMNS(column[0], column[1], column[2], reach);
    const axis_lanes size = AXIS_ABS(out->to_a) + ha + hb;
    out->size = size + AXIS_NEXT(size) + AXIS_LAST(size);
    out->certain = BOX_AXES_CERTAIN * out->size + BOX_AXES_CERTAIN_UNDERFLOW;
    out->on_a = ha + (column[0] + column[1] + column[2]) - AXIS_ABS(out->to_a);
    out->on_b = hb + AXIS_DOT(ha, m[0], m[1], m[2]) - AXIS_ABS(out->to_b);
}

/* Faces whose overlap is not certain: bits 0 - 2 those of A, 3 - 5 those of B. */
static CAROM_INLINE unsigned box_axes_open_faces(const box_faces *s) {
    return (~four_bits((four_mask)(s->on_a > s->certain)) & 7u) |
           (~four_bits((four_mask)(s->on_b > s->certain)) & 7u) << 3;
}

/* Numbers that float cannot represent leave axes in the choice and contact undecided. */
static CAROM_INLINE void box_axes_choose_from(const box_lanes *a, const box_lanes *b,
                                              const box_faces *faces, box_choice *out) {
    const axis_lanes ha = a->half, hb = b->half, none = {0, 0, 0, 0}, *const row = faces->row;
    const axis_lanes *const m = faces->m, to_a = faces->to_a, on_a = faces->on_a;
    const axis_lanes on_b = faces->on_b, size = faces->size, certain = faces->certain;
    axis_lanes error = BOX_AXES_ERROR * size + BOX_AXES_UNDERFLOW;
    axis_lanes lowest = four_lesser(on_a, on_b), least = lowest, over[3], square[3];
    AXIS_LEAST(least);
    axis_lanes least2 = (least + error) * (least + error);
    axis_lanes hb_next = AXIS_NEXT(hb), hb_last = AXIS_LAST(hb);
    BOX_EDGES(0, 1, 2);
    BOX_EDGES(1, 2, 0);
    BOX_EDGES(2, 0, 1);
    AXIS_LEAST(least2);
    least2 = least2 * BOX_AXES_SQUARE_MARGIN;
    const axis_lanes low_a = on_a - error, low_b = on_b - error, least2_face = least2 + FLT_MIN;
    const axis_mask more_a = (axis_mask)(low_a > none) & (axis_mask)(low_a * low_a > least2_face);
    const axis_mask more_b = (axis_mask)(low_b > none) & (axis_mask)(low_b * low_b > least2_face);
    axis_mask bits = (~more_a & (axis_mask){1, 2, 4, 0}) | (~more_b & (axis_mask){8, 16, 32, 0});
    BOX_EDGES_LEFT(0);
    BOX_EDGES_LEFT(1);
    BOX_EDGES_LEFT(2);
    const axis_mask apart = (axis_mask)(lowest < -certain);
    const axis_mask faces_meet = (axis_mask)(on_a > certain) & (axis_mask)(on_b > certain) &
                                 (axis_mask)(ha >= none) & (axis_mask)(hb >= none);
    axis_mask open = ~(faces_meet & (axis_mask)(lowest > certain));
    out->least = join_lanes(&bits);
    out->apart = join_lanes(&apart) != 0;
    out->meet = join_lanes(&open) == 0;
    if (CAROM_LIKELY(out->apart != out->meet)) return;
    if (box_axes_open_faces(faces)) return;
    axis_lanes depth = four_lesser(on_a, on_b);
    AXIS_LEAST(depth);
    open = ~(faces_meet & BOX_EDGES_MEET(0) & BOX_EDGES_MEET(1) & BOX_EDGES_MEET(2));
    out->meet = join_lanes(&open) == 0;
}

/* Both in one. */
static inline void box_axes_choose(const box_lanes *a, const box_lanes *b, const axis_lanes *from_a,
                                   box_choice *out) {
    box_faces faces;
    box_axes_measure_faces(a, b, from_a, &faces);
    box_axes_choose_from(a, b, &faces, out);
}

/* Does a face certainly separate the boxes? */
static CAROM_INLINE bool box_axes_part(const box_faces *s) {
    return four_bits((four_mask)(four_lesser(s->on_a, s->on_b) < -s->certain)) != 0;
}

/* Is the overlap along a face axis within its error of 0? Rare, unlike a face that separates. */
static CAROM_INLINE bool box_axes_graze(const box_faces *s) {
    const axis_lanes least = four_lesser(AXIS_ABS(s->on_a), AXIS_ABS(s->on_b));
    return four_bits((four_mask)(least <= s->certain)) != 0;
}

/* Is just one face axis of each box not certain to overlap? Where the two are one line, and the
 * other edges are across it, the boxes are prisms over two parallelograms of one plane. These meet,
 * since their four sides certainly overlap and a plane has no other separating axes; so what the
 * prisms take of the line decides. */
static CAROM_INLINE bool box_axes_stand(unsigned open_faces) {
    const unsigned of_a = open_faces & 7, of_b = open_faces >> 3;
    return of_a && of_b && !(of_a & (of_a - 1)) && !(of_b & (of_b - 1));
}

/* Removes the lowest axis from a set that is not empty and returns it. */
static inline int box_axes_take(unsigned *set) {
    int axis = (int)lowest_bit(*set);
    *set &= *set - 1;
    return axis;
}

#endif
