/* The choice of carom_pool_take in two coordinates, of eight points at most: the deepest in double,
 * and then what adds the most area, by lanes in float, where sizes are 1: what that rounds away is
 * less than counts as the same. All points are weighed each time, and those taken left out. */
#include "convex/face_choice.h"

#include "convex/contact_pool.h"
#include "core/four.h"

#define WORTHLESS (-1e30f)

/* Points 0 - 3 and 4 - 7. */
typedef struct choice_lanes {
    four x[2], y[2];
    four_mask left[2]; /* not taken yet */
    four lean[2];
    float places[2][8]; /* x and y again, to be taken out */
    four at[MANIFOLD_POINTS][2];
    int count; /* of those taken, which `at` holds */
} choice_lanes;

static CAROM_INLINE void load_lanes(choice_lanes *c, const face_points *points,
                                    const face_window *w, double size) {
    const double scale = 1.0 / size;
    c->count = 0;
    c->lean[0] = FOUR_OF((float)w->lean[0]);
    c->lean[1] = FOUR_OF((float)w->lean[1]);
    for (int i = 0; i < 8; i++) { /* the last again where there are no more */
        const face_point *p = &points->at[i < points->count ? i : points->count - 1];
        c->places[0][i] = (float)(p->x * scale);
        c->places[1][i] = (float)(p->y * scale);
    }
    for (int v = 0; v < 2; v++) {
        const float *x = &c->places[0][4 * v], *y = &c->places[1][4 * v];
        const int left = points->count - 4 * v;
        c->x[v] = (four){x[0], x[1], x[2], x[3]};
        c->y[v] = (four){y[0], y[1], y[2], y[3]};
        c->left[v] = (four_mask){0, 1, 2, 3} < (four_mask){left, left, left, left};
    }
}

static CAROM_INLINE void take_lane(choice_lanes *c, int number) {
    const int rest = number - 4;
    c->left[0] &= (four_mask){0, 1, 2, 3} != (four_mask){number, number, number, number};
    c->left[1] &= (four_mask){0, 1, 2, 3} != (four_mask){rest, rest, rest, rest};
    c->at[c->count][0] = FOUR_OF(c->places[0][number]);
    c->at[c->count++][1] = FOUR_OF(c->places[1][number]);
}

static inline four worth_if_left(four worth, four_mask left) {
    const four none = FOUR_OF(WORTHLESS);
    return (four)((left & (four_mask)worth) | (~left & (four_mask)none));
}

/* The first of those that are worth as much as the best, but for what counts as the same. */
static CAROM_INLINE int best_lane(const choice_lanes *c, const four worth[2]) {
    const four low = worth_if_left(worth[0], c->left[0]),
               high = worth_if_left(worth[1], c->left[1]);
    four most = four_greater(low, high);
    most = four_greater(most, FOUR_LANES(most, 2, 3, 0, 1));
    most = four_greater(most, FOUR_LANES(most, 1, 0, 3, 2));
    const four least = most - FOUR_OF((float)SAME_WORTH);
    return (int)lowest_bit(four_bits((four_mask)(low >= least)) |
                           four_bits((four_mask)(high >= least)) << 4 | 0x80u);
}

/* The square of the distance from point k of those taken, seen along the contact's normal. */
static inline four away_from(const choice_lanes *c, int v, int k) {
    const four x = c->x[v] - c->at[k][0], y = c->y[v] - c->at[k][1];
    const four up = x * c->lean[0] + y * c->lean[1];
    return x * x + y * y - up * up;
}

/* Twice the area beyond the side from p to q. */
static inline four area_beyond(const choice_lanes *c, int v, const four p[2], const four q[2]) {
    return (q[0] - p[0]) * (c->y[v] - p[1]) - (q[1] - p[1]) * (c->x[v] - p[0]);
}

static CAROM_INLINE int farthest_from_first(const choice_lanes *c) {
    const four worth[2] = {away_from(c, 0, 0), away_from(c, 1, 0)};
    return best_lane(c, worth);
}

static CAROM_INLINE int farthest_from_two(const choice_lanes *c) {
    four worth[2];
    for (int v = 0; v < 2; v++) {
        const four area = area_beyond(c, v, c->at[0], c->at[1]);
        worth[v] = four_greater(area, -area);
    }
    return best_lane(c, worth);
}

static CAROM_INLINE int farthest_from_three(const choice_lanes *c) {
    const four *p = c->at[0], *q = c->at[1], *r = c->at[2];
    const four area = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
    const four_mask turn = (four_mask)(area > FOUR_OF(0.0f)) & (four_mask)FOUR_OF(-0.0f);
    four worth[2];
    for (int v = 0; v < 2; v++) {
        const four beyond[3] = {area_beyond(c, v, p, q), area_beyond(c, v, q, r),
                                area_beyond(c, v, r, p)};
        worth[v] = FOUR_OF(0.0f);
        for (int k = 0; k < 3; k++)
            worth[v] = four_greater(worth[v], (four)((four_mask)beyond[k] ^ turn));
    }
    return best_lane(c, worth);
}

static int farthest_from_all(const choice_lanes *c) {
    four worth[2];
    for (int v = 0; v < 2; v++) {
        worth[v] = away_from(c, v, 0);
        for (int k = 1; k < c->count; k++)
            worth[v] = four_lesser(worth[v], away_from(c, v, k));
    }
    return best_lane(c, worth);
}

static inline int deepest_face_point(const face_points *points, double same) {
    double most = points->at[0].depth;
    int first = 0;
    for (int i = 1; i < points->count; i++)
        most = max2(most, points->at[i].depth);
    for (int i = points->count - 1; i >= 0; i--)
        first = points->at[i].depth >= most - same ? i : first;
    return first;
}

static void choose_face_lanes(int *taken, const face_points *points, const face_window *w,
                              int capacity, double size) {
    choice_lanes c;
    load_lanes(&c, points, w, size);
    take_lane(&c, taken[0] = deepest_face_point(points, ROUNDING * size));
    if (capacity > 1) take_lane(&c, taken[1] = farthest_from_first(&c));
    if (capacity > 2) take_lane(&c, taken[2] = farthest_from_two(&c));
    if (capacity > 3) take_lane(&c, taken[3] = farthest_from_three(&c));
    for (int count = 4; count < capacity; count++)
        take_lane(&c, taken[count] = farthest_from_all(&c));
}

int carom_choose_face_points(int taken[MANIFOLD_POINTS], const face_points *points,
                             const face_window *window, int capacity, double size) {
    int count = points->count;
    for (int i = 0; i < count && i < capacity; i++)
        taken[i] = i;
    if (count > capacity) choose_face_lanes(taken, points, window, capacity, size);
    count = count < capacity ? count : capacity;
    for (int i = 1; i < count; i++) {
        int moving = taken[i], j = i;
        for (; j > 0 && points->at[moving].depth > points->at[taken[j - 1]].depth; j--)
            taken[j] = taken[j - 1];
        taken[j] = moving;
    }
    return count;
}
