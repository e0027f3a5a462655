/* Contact reduction by SIMD lanes: the choice of carom_contact_pool_take [Gregorius13] among the
 * points of two clipped faces, in two coordinates. The deepest point is chosen in double, those
 * that add the most area in float, whose rounding is less than SAME_WORTH: the answer is that of
 * contact_reduction.c, with the same bits on every instruction set. All lanes are evaluated each
 * time; lanes without a point coincide with the first point taken, whose worth is 0. It speeds up
 * the manifolds of boxes and hulls (bench convex, manifold box and hull). */
#ifndef CAROM_CONVEX_MANIFOLD_CONTACT_REDUCE_LANES_H
#define CAROM_CONVEX_MANIFOLD_CONTACT_REDUCE_LANES_H

#include "convex/manifold/box_faces.h"
#include "convex/manifold/manifold.h"

/* Capacity; a common polygon of two quadrilaterals has no more vertices, but for those that
 * rounding splits. */
#define CHOICE_POINTS 8
#define CHOICE_ROWS (FACE_POINTS / 8)

typedef struct choice_task {
    int rows, capacity; /* rows of eight lanes, a constant for the compiler; points to take */
    double size;        /* no less than any coordinate on the window */
} choice_task;

typedef struct choice_lanes {
    int rows;
    f8 x[CHOICE_ROWS], y[CHOICE_ROWS];
    f8 lean[2];
    f8 same;                   /* areas that differ by less are the same */
    f8 at[MANIFOLD_POINTS][2]; /* coordinates of the points taken */
    _Alignas(32) float place[2][FACE_POINTS];
} choice_lanes;

static CAROM_INLINE void take_lane(choice_lanes *c, int count, int number) {
    c->at[count][0] = f8_all(c->place[0][number]);
    c->at[count][1] = f8_all(c->place[1][number]);
}

/* The first of the deepest points. Sets the depths of lanes without a point to -DBL_MAX. */
static CAROM_INLINE int deepest_face_point(face_lanes *points, int rows, double same) {
    static const double keep[16][4] = {
#define KEEP(k, bit) ((k) >> (bit)&1 ? DBL_MAX : -DBL_MAX)
#define KEEP_ROW(k) {KEEP(k, 0), KEEP(k, 1), KEEP(k, 2), KEEP(k, 3)}
        KEEP_ROW(0),  KEEP_ROW(1),  KEEP_ROW(2),  KEEP_ROW(3), KEEP_ROW(4),  KEEP_ROW(5),
        KEEP_ROW(6),  KEEP_ROW(7),  KEEP_ROW(8),  KEEP_ROW(9), KEEP_ROW(10), KEEP_ROW(11),
        KEEP_ROW(12), KEEP_ROW(13), KEEP_ROW(14), KEEP_ROW(15)};
    d4 depth[FACE_POINTS / 4], most = d4_all(-DBL_MAX);
    uint32_t deep = 0;
    for (int v = 0; v < 2 * rows; v++) {
        depth[v] =
            d4_min(d4_load(points->depth + 4 * v), d4_load(keep[points->which >> 4 * v & 15]));
        d4_store(points->depth + 4 * v, depth[v]);
    }
    for (int v = 0; v < 2 * rows; v++)
        most = d4_max(most, depth[v]);
    const d4 least = d4_sub(d4_greatest(most), d4_all(same));
    for (int v = 0; v < 2 * rows; v++)
        deep |= d4_bits(d4_le(least, depth[v])) << 4 * v;
    return (int)lowest_bit(deep);
}

/* Converts the coordinates of all lanes to float. */
static CAROM_INLINE void place_lanes(choice_lanes *c, const face_lanes *points,
                                     const face_window *w, choice_task task) {
    c->rows = task.rows;
    c->same = f8_all((float)(SAME_WORTH * task.size * task.size));
    c->lean[0] = f8_all((float)w->lean[0]);
    c->lean[1] = f8_all((float)w->lean[1]);
    for (int v = 0; v < c->rows; v++) {
        const double *x = points->x + 8 * v, *y = points->y + 8 * v;
        c->x[v] = f8_join(d4_narrow(d4_load(x)), d4_narrow(d4_load(x + 4)));
        c->y[v] = f8_join(d4_narrow(d4_load(y)), d4_narrow(d4_load(y + 4)));
        f8_store(c->place[0] + 8 * v, c->x[v]);
        f8_store(c->place[1] + 8 * v, c->y[v]);
    }
}

/* Takes the first point, and moves the lanes without a point onto it. */
static CAROM_INLINE void lay_on_first(choice_lanes *c, const face_lanes *points, int number) {
    take_lane(c, 0, number);
    for (int v = 0; v < c->rows; v++) {
        const double *depth = points->depth + 8 * v;
        const f8 deep = f8_join(d4_narrow(d4_load(depth)), d4_narrow(d4_load(depth + 4)));
        const f8_flags is = f8_lt(f8_all(-FLT_MAX), deep);
        c->x[v] = f8_select(is, c->x[v], c->at[0][0]);
        c->y[v] = f8_select(is, c->y[v], c->at[0][1]);
    }
}

/* The first of the points left whose worth is the greatest, to c->same. */
static CAROM_INLINE int best_of(const choice_lanes *c, const f8 worth[CHOICE_ROWS], uint32_t left) {
    if (c->rows < 1) return (int)lowest_bit(left); /* never: the compiler warns without it */
    f8 most = worth[0];
    for (int v = 1; v < c->rows; v++)
        most = f8_max(most, worth[v]);
    const f8 least = f8_sub(f8_greatest(most), c->same);
    uint32_t best = 0;
    for (int v = 0; v < c->rows; v++)
        best |= f8_bits(f8_le(least, worth[v])) << 8 * v;
    best &= left;
    return (int)lowest_bit(best != 0 ? best : left);
}

/* Squared distance to taken point k in the projection along the contact's normal. */
static CAROM_INLINE f8 away_from(const choice_lanes *c, int v, int k) {
    const f8 x = f8_sub(c->x[v], c->at[k][0]), y = f8_sub(c->y[v], c->at[k][1]);
    const f8 up = f8_add(f8_mul(x, c->lean[0]), f8_mul(y, c->lean[1]));
    return f8_sub(f8_add(f8_mul(x, x), f8_mul(y, y)), f8_mul(up, up));
}

/* Twice the area beyond the side from taken point p to q. */
static CAROM_INLINE f8 area_past_side(const choice_lanes *c, f8 x, f8 y, int p, int q) {
    const f8 *from = c->at[p], *to = c->at[q];
    return f8_sub(f8_mul(f8_sub(to[0], from[0]), f8_sub(y, from[1])),
                  f8_mul(f8_sub(to[1], from[1]), f8_sub(x, from[0])));
}

static CAROM_INLINE int farthest_from_first(const choice_lanes *c, uint32_t left) {
    f8 worth[CHOICE_ROWS];
    for (int v = 0; v < c->rows; v++)
        worth[v] = away_from(c, v, 0);
    return best_of(c, worth, left);
}

static CAROM_INLINE int farthest_from_two(const choice_lanes *c, uint32_t left) {
    f8 worth[CHOICE_ROWS];
    for (int v = 0; v < c->rows; v++)
        worth[v] = f8_abs(area_past_side(c, c->x[v], c->y[v], 0, 1));
    return best_of(c, worth, left);
}

static CAROM_INLINE int farthest_from_three(const choice_lanes *c, uint32_t left) {
    const f8 none = f8_all(0.0F), area = area_past_side(c, c->at[2][0], c->at[2][1], 0, 1);
    const f8_flags turn = f8_lt(none, area);
    f8 worth[CHOICE_ROWS];
    for (int v = 0; v < c->rows; v++) {
        const f8 past[3] = {area_past_side(c, c->x[v], c->y[v], 0, 1),
                            area_past_side(c, c->x[v], c->y[v], 1, 2),
                            area_past_side(c, c->x[v], c->y[v], 2, 0)};
        const f8 low = f8_min(f8_min(past[0], past[1]), past[2]);
        const f8 high = f8_max(f8_max(past[0], past[1]), past[2]);
        worth[v] = f8_max(f8_select(turn, f8_neg(low), high), none);
    }
    return best_of(c, worth, left);
}

static CAROM_INLINE int farthest_from_all(const choice_lanes *c, int count, uint32_t left) {
    f8 worth[CHOICE_ROWS];
    for (int v = 0; v < c->rows; v++) {
        worth[v] = away_from(c, v, 0);
        for (int k = 1; k < count; k++)
            worth[v] = f8_min(worth[v], away_from(c, v, k));
    }
    return best_of(c, worth, left);
}

/* The best next point when `count` are taken. */
static CAROM_INLINE int best_next(const choice_lanes *c, int count, uint32_t left) {
    if (count == 1) return farthest_from_first(c, left);
    if (count == 2) return farthest_from_two(c, left);
    return count == 3 ? farthest_from_three(c, left) : farthest_from_all(c, count, left);
}

/** Chooses among more points than the capacity, and at most CHOICE_POINTS: the deepest, and those
 * that span the most area, as carom_contact_pool_take. Depths of lanes without a point are
 * overwritten. */
static CAROM_INLINE void choose_face_points(int taken[MANIFOLD_POINTS], face_lanes *points,
                                            const face_window *window, choice_task task) {
    choice_lanes c;
    uint32_t left = points->which;
    place_lanes(&c, points, window, task);
    taken[0] = deepest_face_point(points, task.rows, CONTACT_ROUNDING * task.size);
    lay_on_first(&c, points, taken[0]);
    for (int k = 1; k < task.capacity; k++) {
        left &= ~(1u << taken[k - 1]);
        taken[k] = best_next(&c, k, left);
        take_lane(&c, k, taken[k]);
    }
}

/** The same for a capacity of four, if the choice is the expected one: then the four choices do not
 * depend on each other, and run in parallel. @return false, with `taken` undefined, if it is not */
static CAROM_INLINE bool expect_face_points(int taken[MANIFOLD_POINTS], face_lanes *points,
                                            const face_window *window, const uint8_t expected[4],
                                            double size) {
    choice_lanes c;
    uint32_t left = points->which, all = 0;
    for (int k = 0; k < 4; k++) {
        taken[k] = expected[k] & 31;
        all |= 1u << taken[k];
    }
    if ((all & left) != all) return false;
    place_lanes(&c, points, window, (choice_task){CHOICE_ROWS, 4, size});
    const int deepest = deepest_face_point(points, CHOICE_ROWS, CONTACT_ROUNDING * size);
    uint32_t other = (uint32_t)(deepest ^ taken[0]);
    lay_on_first(&c, points, taken[0]);
    for (int k = 1; k < 4; k++)
        take_lane(&c, k, taken[k]);
    for (int k = 1; k < 4; k++) {
        left &= ~(1u << taken[k - 1]);
        other |= (uint32_t)(best_next(&c, k, left) ^ taken[k]);
    }
    return other == 0;
}

#endif
