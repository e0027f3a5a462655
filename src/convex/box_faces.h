/* What the faces of two boxes share, in the plane of the one. Seen along the contact's normal the
 * other box's face is a parallelogram over the rectangle of the reference face: what they share has
 * corners of the one, corners of the other, and crossings of an edge with a side. Mostly what is
 * deep enough lies within the rectangle, and it is corners alone; else all 24 points that there may
 * be are worked out by lanes, which of them there are is told by comparisons, and one loop gathers
 * those; the depth is that of one plane. Identities, and what counts as a corner on a side, are as
 * carom_convex_clip has them. */
#ifndef CAROM_CONVEX_BOX_FACES_H
#define CAROM_CONVEX_BOX_FACES_H

#include "convex/box_window.h"
#include "core/four.h"
#include "core/pair.h"

/* Faces this much longer than wide are cut by the general method: corners are compared in float. */
#define FACE_NEEDLE 0.06

/* What floats leave open of sums of what they were rounded from. */
#define FACE_FLOAT (8 * FLT_EPSILON)

/* Kinds of points: the other face's corners; its edge e at the window's side s is
 * FACE_CROSSINGS + 4 s + e; the window's corners. */
#define FACE_CROSSINGS 4
#define FACE_ENDS 20
#define FACE_POINTS 24

typedef float face_flat __attribute__((vector_size(8)));

/* Points over the window by their numbers: where along its x and y, the same in float, and how far
 * below. */
typedef struct face_points {
    int count;
    double over[FACE_POINTS][2];
    face_flat flat[FACE_POINTS];
    double depth[FACE_POINTS];
    uint8_t kind[FACE_POINTS]; /* tells the identity */
} face_points;

typedef struct face_lanes {
    _Alignas(32) double x[FACE_POINTS], y[FACE_POINTS], depth[FACE_POINTS];
    uint32_t which; /* bits of those that there are */
} face_lanes;

/* The other face's corners in float, and how much deeper than what counts, no less than it is. What
 * float leaves open of places over the window is less than `doubt`. */
typedef struct float_corners {
    four x, y, above;
    double doubt[2];
} float_corners;

/* Bits 4 s + k: corner k is beyond the window's side s, or clearly on its inner side. Which are on
 * a side is told in float: the slack is more than that leaves open. */
typedef struct corner_sides {
    uint32_t out, in;
} corner_sides;

static inline four as_four(d4 x) {
    float lane[4];
    f4_store(lane, d4_narrow(x));
    return four_from(lane);
}

static CAROM_INLINE void corners_in_float(float_corners *out, const seen_face *f) {
    const double level = fabs(f->below[0] - f->least);
    const double doubt = FACE_FLOAT * (fabs(f->below[1]) + fabs(f->below[2]) + level);
    out->x = as_four(f->corner_x);
    out->y = as_four(f->corner_y);
    out->above = as_four(d4_add(f->corner_below, d4_all(doubt - f->least)));
    out->doubt[0] = FACE_FLOAT * (fabs(f->x[1]) + fabs(f->x[2]));
    out->doubt[1] = FACE_FLOAT * (fabs(f->y[1]) + fabs(f->y[2]));
}

static CAROM_INLINE corner_sides sides_of_corners(const float_corners *c, const face_window *w) {
    const four x = c->x, y = c->y;
    const four far_x = FOUR_OF((float)(w->half[0] + w->slack));
    const four far_y = FOUR_OF((float)(w->half[1] + w->slack));
    const four near_x = FOUR_OF((float)(w->half[0] - w->slack));
    const four near_y = FOUR_OF((float)(w->half[1] - w->slack));
    return (corner_sides){
        four_bits((four_mask)(y < -far_y)) | four_bits((four_mask)(x > far_x)) << 4 |
            four_bits((four_mask)(y > far_y)) << 8 | four_bits((four_mask)(x < -far_x)) << 12,
        four_bits((four_mask)(y > -near_y)) | four_bits((four_mask)(x < near_x)) << 4 |
            four_bits((four_mask)(y < near_y)) << 8 | four_bits((four_mask)(x > -near_x)) << 12};
}

/* Which of the four places are clearly within the window. */
static CAROM_INLINE uint32_t places_within(four x, four y, four far_x, four far_y) {
    return four_bits((four_mask)(four_greater(x, -x) < far_x) &
                     (four_mask)(four_greater(y, -y) < far_y));
}

static CAROM_INLINE four next_around(four v) {
    return FOUR_LANES(v, 1, 2, 3, 0);
}

/* Is all that is deep enough of the other face within the window? It is when its deep corners are,
 * and where the edges that go on from them come up to what counts. */
static CAROM_INLINE bool is_deep_within(const float_corners *c, const face_window *w,
                                        uint32_t deep) {
    const four far_x = FOUR_OF((float)(w->half[0] - w->slack - c->doubt[0]));
    const four far_y = FOUR_OF((float)(w->half[1] - w->slack - c->doubt[1]));
    const uint32_t cut = deep ^ (deep >> 1 | (deep & 1) << 3);
    const four t = c->above / (c->above - next_around(c->above));
    const four x = c->x + t * (next_around(c->x) - c->x);
    const four y = c->y + t * (next_around(c->y) - c->y);
    return ((deep & ~places_within(c->x, c->y, far_x, far_y)) |
            (cut & ~places_within(x, y, far_x, far_y))) == 0;
}

/* Of each corner the bit of the next. */
static CAROM_INLINE uint32_t of_next_corner(uint32_t bits) {
    return (bits >> 1 & 0x7777u) | (bits & 0x1111u) << 3;
}

static CAROM_INLINE d4 clamp_to(d4 x, d4 half) {
    return d4_max(d4_min(x, half), d4_neg(half));
}

/* The edges in the window: how they go along a side, and across it. */
typedef struct side_edges {
    d4 across, along, ahead; /* ahead: along for each across */
    d4 half, limit;
} side_edges;

/* Where the edges cross the line of a side. @return bits of those that are not beside the side */
static CAROM_INLINE uint32_t cross_side(double *along, double *across, const side_edges *e,
                                        double side) {
    const d4 line = d4_all(side);
    const d4 at = d4_add(e->along, d4_mul(d4_sub(line, e->across), e->ahead));
    d4_store(across, line);
    d4_store(along, clamp_to(at, e->half));
    return d4_bits(d4_le(d4_abs(at), e->limit));
}

static CAROM_INLINE uint32_t cross_sides(face_lanes *out, const face_window *w,
                                         const seen_face *f) {
    double *x = out->x + FACE_CROSSINGS, *y = out->y + FACE_CROSSINGS;
    const d4 edge_x = d4_of(f->x[1], f->x[2], f->x[1], f->x[2]);
    const d4 edge_y = d4_of(f->y[1], f->y[2], f->y[1], f->y[2]);
    const double near = 2.0 * w->slack;
    const side_edges over_x = {f->corner_x, f->corner_y, d4_div(edge_y, edge_x), d4_all(w->half[1]),
                               d4_all(w->half[1] + near)};
    const side_edges over_y = {f->corner_y, f->corner_x, d4_div(edge_x, edge_y), d4_all(w->half[0]),
                               d4_all(w->half[0] + near)};
    return cross_side(x, y, &over_y, -w->half[1]) |
           cross_side(y + 4, x + 4, &over_x, w->half[0]) << 4 |
           cross_side(x + 8, y + 8, &over_y, w->half[1]) << 8 |
           cross_side(y + 12, x + 12, &over_x, -w->half[0]) << 12;
}

/* Which corners of the window are on the inner side of an edge and the one across from it, which
 * the turn tells by the area, twice. */
static CAROM_INLINE d4_flags within_edges(const seen_face *f, int edge, d4 x, d4 y, double slack) {
    const double along = f->x[edge], aside = f->y[edge];
    const double middle = along * f->y[0] - aside * f->x[0];
    const double room = -f->area - slack * (fabs(along) + fabs(aside));
    const d4 turn = d4_sub(d4_mul(d4_all(along), y), d4_mul(d4_all(aside), x));
    return d4_lt(d4_abs(d4_sub(turn, d4_all(middle))), d4_all(room));
}

/* The window's corners clearly within the other face. Nearer to one of its edges there is the
 * crossing of this edge with a side. */
static CAROM_INLINE uint32_t ends_within(face_lanes *out, const face_window *w,
                                         const seen_face *f) {
    const d4 x = d4_mul(FACE_SIGNS_X, d4_all(w->half[0]));
    const d4 y = d4_mul(FACE_SIGNS_Y, d4_all(w->half[1]));
    d4_store(out->x + FACE_ENDS, x);
    d4_store(out->y + FACE_ENDS, y);
    return d4_bits(d4_and(within_edges(f, 1, x, y, w->slack), within_edges(f, 2, x, y, w->slack)));
}

/* How deep the points are that come from `first` and before `last`, which have places already.
 * @return bits of those that are deep enough */
static CAROM_INLINE uint32_t deep_enough(face_lanes *out, const seen_face *f, int first, int last) {
    uint32_t deep = 0;
    for (int k = first; k < last; k += 4) {
        const d4 along = d4_mul(d4_load(out->x + k), d4_all(f->slope[0]));
        const d4 aside = d4_mul(d4_load(out->y + k), d4_all(f->slope[1]));
        const d4 depth = d4_add(d4_add(d4_all(f->depth), along), aside);
        d4_store(out->depth + k, depth);
        deep |= d4_bits(d4_le(d4_all(f->least), depth)) << k;
    }
    return deep;
}

static CAROM_INLINE void gather_points(face_points *out, const face_lanes *lanes) {
    int count = 0;
    for (uint32_t which = lanes->which; which != 0; which &= which - 1, count++) {
        const uint32_t kind = lowest_bit(which);
        const pair2 at = {lanes->x[kind], lanes->y[kind]};
        out->over[count][0] = at[0];
        out->over[count][1] = at[1];
        out->flat[count] = __builtin_convertvector(at, face_flat);
        out->depth[count] = lanes->depth[kind];
        out->kind[count] = (uint8_t)kind;
    }
    out->count = count;
}

/* Of the corners those on the window; its own corners, and where edges cross its sides. */
static CAROM_INLINE void share_sides(face_lanes *lanes, const face_window *w, const seen_face *f,
                                     const float_corners *corners) {
    const corner_sides on = sides_of_corners(corners, w);
    const uint32_t beyond = on.out | on.out >> 8, deep = lanes->which;
    lanes->which &= ~(beyond | beyond >> 4);
    if (on.out == 0) return;
    uint32_t across = (on.in & of_next_corner(on.out)) | (on.out & of_next_corner(on.in));
    across &= (deep | of_next_corner(deep)) * 0x1111u;
    across &= cross_sides(lanes, w, f);
    across = across << FACE_CROSSINGS | ends_within(lanes, w, f) << FACE_ENDS;
    lanes->which |= across & deep_enough(lanes, f, FACE_CROSSINGS, FACE_POINTS);
}

/** The points of both faces; the rest of the window is filled in, and is within float's range.
 * @return false for another face without area, and a window much longer than wide */
static CAROM_INLINE bool share_faces(face_points *out, face_window *w) {
    seen_face f;
    face_lanes lanes;
    float_corners corners;
    const faced_axes window = face_towards(w->facing);
    set_window(w, &window);
    const double least = min2(w->half[0], w->half[1]), most = max2(w->half[0], w->half[1]);
    if (!(least > FACE_NEEDLE * most) || !see_face(&f, w, &window)) return false;
    corners_in_float(&corners, &f);
    d4_store(lanes.x, clamp_to(f.corner_x, d4_all(w->half[0])));
    d4_store(lanes.y, clamp_to(f.corner_y, d4_all(w->half[1])));
    lanes.which = four_bits((four_mask)(corners.above >= FOUR_OF(0.0f)));
    const uint32_t deep = deep_enough(&lanes, &f, 0, FACE_CROSSINGS);
    if (!is_deep_within(&corners, w, lanes.which)) share_sides(&lanes, w, &f, &corners);
    lanes.which &= deep | ~15u;
    gather_points(out, &lanes);
    return true;
}

/** The identity of a point: a corner has one name, what is cut an edge's or side's and the side's.
 */
static inline uint32_t face_point_id(const face_window *w, int kind) {
    static const uint8_t cut[FACE_POINTS] = {8, 8, 8, 8, 4, 5, 6, 7, 4, 5, 6, 7,
                                             4, 5, 6, 7, 4, 5, 6, 7, 0, 0, 1, 2};
    static const uint8_t by[FACE_POINTS] = {4, 5, 6, 7, 0, 0, 0, 0, 1, 1, 1, 1,
                                            2, 2, 2, 2, 3, 3, 3, 3, 3, 1, 2, 3};
    return w->names[cut[kind]] << 15 | w->names[by[kind]];
}

#endif
