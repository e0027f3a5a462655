/* Which of the points that two faces share a manifold keeps: the choice of carom_pool_take in two
 * coordinates, of eight points at most: the deepest in double, and then what adds the most area, by
 * lanes in float: what that rounds away is less than counts as the same. All points are weighed
 * each time, and of the best one is taken that is left: those taken already are worth nothing, and
 * others no less. */
#ifndef CAROM_CONVEX_FACE_CHOICE_H
#define CAROM_CONVEX_FACE_CHOICE_H

#include "convex/box_faces.h"
#include "convex/manifold.h"

/* What two faces share has no more corners, but for some that rounding makes of one. */
#define CHOICE_POINTS 8

/* Points 0 - 3 and 4 - 7. */
typedef struct choice_lanes {
    four x[2], y[2];
    four lean[2];
    float same;    /* areas that differ by less are the same */
    uint32_t left; /* bits: not taken yet */
    const face_flat *flat;
    four at[MANIFOLD_POINTS][2];
    int count; /* of those taken, which `at` holds */
} choice_lanes;

/* Two and two, as they were written: reading all four at once would have to wait. */
static CAROM_INLINE four two_flat(const face_flat *at) {
    return __builtin_shufflevector(at[0], at[1], 0, 1, 2, 3);
}

static CAROM_INLINE void load_lanes(choice_lanes *c, face_points *points, const face_window *w,
                                    double size) {
    const face_flat *at = points->flat;
    c->count = 0;
    c->left = (1u << points->count) - 1u;
    c->flat = at;
    c->same = (float)(SAME_WORTH * size * size);
    c->lean[0] = FOUR_OF((float)w->lean[0]);
    c->lean[1] = FOUR_OF((float)w->lean[1]);
    for (int i = points->count; i < CHOICE_POINTS; i++) /* the first again */
        points->flat[i] = at[0];
    for (int v = 0; v < 2; v++) {
        const four low = two_flat(at + 4 * v), high = two_flat(at + 4 * v + 2);
        c->x[v] = __builtin_shufflevector(low, high, 0, 2, 4, 6);
        c->y[v] = __builtin_shufflevector(low, high, 1, 3, 5, 7);
    }
}

static CAROM_INLINE int take_lane(choice_lanes *c, int number) {
    const face_flat at = c->flat[number];
    c->left &= ~(1u << number);
    c->at[c->count][0] = FOUR_OF(at[0]);
    c->at[c->count++][1] = FOUR_OF(at[1]);
    return number;
}

/* The first of those left that are worth as much as the best, but for what counts as the same. */
static CAROM_INLINE int take_best(choice_lanes *c, const four worth[2]) {
    four most = four_greater(worth[0], worth[1]);
    most = four_greater(most, FOUR_LANES(most, 2, 3, 0, 1));
    most = four_greater(most, FOUR_LANES(most, 1, 0, 3, 2));
    const four least = most - c->same;
    const uint32_t best =
        four_bits((four_mask)(worth[0] >= least)) | four_bits((four_mask)(worth[1] >= least)) << 4;
    return take_lane(c, (int)lowest_bit((best & c->left) | 0x80u));
}

/* The square of the distance from point k of those taken, seen along the contact's normal. */
static CAROM_INLINE four away_from(const choice_lanes *c, int v, int k) {
    const four x = c->x[v] - c->at[k][0], y = c->y[v] - c->at[k][1];
    const four up = x * c->lean[0] + y * c->lean[1];
    return x * x + y * y - up * up;
}

/* Twice the area beyond the side from p to q. */
static CAROM_INLINE four area_past_side(const choice_lanes *c, int v, const four p[2],
                                        const four q[2]) {
    return (q[0] - p[0]) * (c->y[v] - p[1]) - (q[1] - p[1]) * (c->x[v] - p[0]);
}

static CAROM_INLINE int farthest_from_first(choice_lanes *c) {
    const four worth[2] = {away_from(c, 0, 0), away_from(c, 1, 0)};
    return take_best(c, worth);
}

static CAROM_INLINE int farthest_from_two(choice_lanes *c) {
    four worth[2];
    for (int v = 0; v < 2; v++) {
        const four area = area_past_side(c, v, c->at[0], c->at[1]);
        worth[v] = four_greater(area, -area);
    }
    return take_best(c, worth);
}

static CAROM_INLINE int farthest_from_three(choice_lanes *c) {
    const four *p = c->at[0], *q = c->at[1], *r = c->at[2];
    const four area = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
    const four_mask turn = (four_mask)(area > FOUR_OF(0.0f)) & (four_mask)FOUR_OF(-0.0f);
    four worth[2];
    for (int v = 0; v < 2; v++) {
        const four beyond[3] = {area_past_side(c, v, p, q), area_past_side(c, v, q, r),
                                area_past_side(c, v, r, p)};
        worth[v] = FOUR_OF(0.0f);
        for (int k = 0; k < 3; k++)
            worth[v] = four_greater(worth[v], (four)((four_mask)beyond[k] ^ turn));
    }
    return take_best(c, worth);
}

static CAROM_INLINE int farthest_from_all(choice_lanes *c) {
    four worth[2];
    for (int v = 0; v < 2; v++) {
        worth[v] = away_from(c, v, 0);
        for (int k = 1; k < c->count; k++)
            worth[v] = four_lesser(worth[v], away_from(c, v, k));
    }
    return take_best(c, worth);
}

/* The first of the deepest. Writes over the depths beyond the last. */
static CAROM_INLINE int deepest_face_point(face_points *points, double same) {
    double *depth = points->depth, most[2] = {-DBL_MAX, -DBL_MAX};
    uint32_t deep = 0;
    for (int i = points->count; i < CHOICE_POINTS; i++)
        depth[i] = -DBL_MAX;
    for (int i = 0; i < CHOICE_POINTS; i++)
        most[i & 1] = max2(most[i & 1], depth[i]);
    const double least = max2(most[0], most[1]) - same;
    for (int i = 0; i < CHOICE_POINTS; i++)
        deep |= (uint32_t)(depth[i] >= least) << i;
    return (int)lowest_bit(deep | 0x80u);
}

/** Of CHOICE_POINTS at most, and more than `capacity`, those by their numbers: the deepest, and
 * those that span the most area, as carom_pool_take has it. `size` is no less than any coordinate
 * over the window. Writes over the points beyond the last. */
static CAROM_INLINE void choose_face_points(int taken[MANIFOLD_POINTS], face_points *points,
                                            const face_window *window, int capacity, double size) {
    choice_lanes c;
    load_lanes(&c, points, window, size);
    taken[0] = take_lane(&c, deepest_face_point(points, ROUNDING * size));
    if (capacity > 1) taken[1] = farthest_from_first(&c);
    if (capacity > 2) taken[2] = farthest_from_two(&c);
    if (capacity > 3) taken[3] = farthest_from_three(&c);
    for (int count = 4; count < capacity; count++)
        taken[count] = farthest_from_all(&c);
}

#endif
