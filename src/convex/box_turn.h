/* Which axis of two boxes is that of least depth. How they lie to each other is worked out once, in
 * double and by lanes; in float it tells the few axes that may be the least, and the parts of these
 * in the frames of both boxes are read from it. */
#ifndef CAROM_CONVEX_BOX_TURN_H
#define CAROM_CONVEX_BOX_TURN_H

#include "convex/box_lanes.h"
#include "math/box_axes.h"

/* The first pair of edges of boxes. */
#define SAT_EDGES 6
#define SAT_NO_GUESS 15u

/* What a later direction must be better by, relative to the size. */
#define SAT_ADVANTAGE 1e-14
/* Unit edges whose cross product is shorter than the root of this are parallel. */
#define SAT_PARALLEL 1e-24
/* Those at which what rounding did to the axes might show in a depth. */
#define CLOSE_SINE2 0.01

/* How two boxes lie to each other: by[i][j] is axis i of A along axis j of B, way[0] goes from A's
 * centre to B's along the axes of A, and way[1] along those of B. The fourth of each row repeats
 * the third. `numbers`: those of `by`, the same negated, 0 and 1. */
typedef struct box_turn {
    union {
        double by[3][4];
        double numbers[26];
    };
    double way[2][4];
} box_turn;

/* A vector and its lanes; the fourth holds anything. */
typedef union lane_vec3 {
    vec3 v;
    double lane[4];
} lane_vec3;

/* A face's normal or the cross product of two edges of boxes, and how deep they are along it. */
typedef struct box_axis {
    lane_vec3 normal; /* unit, not turned towards B yet */
    /* The same in the frames of A and B, and not unit: times `per_length` is, so that nothing need
     * wait for it that asks for a direction only. */
    double in[2][3], per_length;
    double towards;      /* +1 or -1: turns it towards B */
    double depth, scale; /* as of sat_answer */
    int axis;            /* 0 - 2 a face of A, 3 - 5 of B, SAT_EDGES + 3 i + j edges */
} box_axis;

/* What way B is, of a normal that is not unit yet. Hardly any way is none, for the first of two
 * sides is taken then. */
static inline double side_of(double way, double square, double scale) {
    return copysign(1.0, 2.0 * way + SAT_ADVANTAGE * scale * min2(1.0, 16.0 * square));
}

/* The parts of an axis in the frames of A and B by their places among a turn's numbers. Across axes
 * i of A and j of B it is e_i x (column j) in that of A, and (row i) x e_j in that of B. */
#define BY(i, j) (4 * (i) + (j))
#define NOT(i, j) (12 + BY(i, j))
#define NONE 24
#define ONE 25
#define COLUMN(j) BY(0, j), BY(1, j), BY(2, j)
#define ROW(i) BY(i, 0), BY(i, 1), BY(i, 2)
#define ACROSS_FIRST(j) NONE, NOT(2, j), BY(1, j)
#define ACROSS_SECOND(j) BY(2, j), NONE, NOT(0, j)
#define ACROSS_THIRD(j) NOT(1, j), BY(0, j), NONE
#define FIRST_ACROSS(i) NONE, BY(i, 2), NOT(i, 1)
#define SECOND_ACROSS(i) NOT(i, 2), NONE, BY(i, 0)
#define THIRD_ACROSS(i) BY(i, 1), NOT(i, 0), NONE

/* A face's normal or edges: the axes of A and B that it is, or is across. */
typedef struct axis_parts {
    uint8_t place[2][3], a, b, of_b, face;
    bool edges;
} axis_parts;

static const axis_parts parts_of_axis[SAT_EDGES + 9] = {
    {{{ONE, NONE, NONE}, {ROW(0)}}, 0, 0, 0, 0, false},
    {{{NONE, ONE, NONE}, {ROW(1)}}, 1, 0, 0, 1, false},
    {{{NONE, NONE, ONE}, {ROW(2)}}, 2, 0, 0, 2, false},
    {{{COLUMN(0)}, {ONE, NONE, NONE}}, 0, 0, 1, 0, false},
    {{{COLUMN(1)}, {NONE, ONE, NONE}}, 0, 1, 1, 1, false},
    {{{COLUMN(2)}, {NONE, NONE, ONE}}, 0, 2, 1, 2, false},
    {{{ACROSS_FIRST(0)}, {FIRST_ACROSS(0)}}, 0, 0, 0, 0, true},
    {{{ACROSS_FIRST(1)}, {SECOND_ACROSS(0)}}, 0, 1, 0, 0, true},
    {{{ACROSS_FIRST(2)}, {THIRD_ACROSS(0)}}, 0, 2, 0, 0, true},
    {{{ACROSS_SECOND(0)}, {FIRST_ACROSS(1)}}, 1, 0, 0, 0, true},
    {{{ACROSS_SECOND(1)}, {SECOND_ACROSS(1)}}, 1, 1, 0, 0, true},
    {{{ACROSS_SECOND(2)}, {THIRD_ACROSS(1)}}, 1, 2, 0, 0, true},
    {{{ACROSS_THIRD(0)}, {FIRST_ACROSS(2)}}, 2, 0, 0, 0, true},
    {{{ACROSS_THIRD(1)}, {SECOND_ACROSS(2)}}, 2, 1, 0, 0, true},
    {{{ACROSS_THIRD(2)}, {THIRD_ACROSS(2)}}, 2, 2, 0, 0, true},
};

static inline four as_four(d4 x) {
    float lane[4];
    f4_store(lane, d4_narrow(x));
    return four_from(lane);
}

static CAROM_INLINE four half_in_lanes(const box_view *s) {
    return FOUR_LANES(as_four(d4_load(&s->axes[2].z)), 1, 2, 3, 3);
}

/* How the boxes lie to each other, and the axes that may be the least. */
static CAROM_INLINE void turn_boxes(box_turn *turn, box_choice *choice,
                                    const box_view *const box[2], const vec3 *apart) {
    const box_view *a = box[0], *b = box[1];
    d4 of_a[4], of_b[4];
    box_sides sides;
    axes_in_lanes(of_a, a->axes);
    axes_in_lanes(of_b, b->axes);
    for (int i = 0; i < 3; i++) {
        const d4 row = along_axes(of_b, &a->axes[i]);
        d4_store(turn->by[i], row);
        d4_store(turn->numbers + NOT(i, 0), d4_neg(row));
        sides.row[i] = as_four(row);
    }
    turn->numbers[NONE] = 0.0;
    turn->numbers[ONE] = 1.0;
    const d4 to_a = along_axes(of_a, apart), to_b = along_axes(of_b, apart);
    d4_store(turn->way[0], to_a);
    d4_store(turn->way[1], to_b);
    sides.to_a = as_four(to_a);
    sides.to_b = as_four(to_b);
    sides.ha = half_in_lanes(a);
    sides.hb = half_in_lanes(b);
    box_axes_choose_of(&sides, choice);
}

static inline double reach_in(const box_view *s, const double in[3]) {
    return s->half.x * fabs(in[0]) + s->half.y * fabs(in[1]) + s->half.z * fabs(in[2]);
}

/* Of edges that are nearly parallel: their cross product has no more than rounding leaves of it,
 * but is a direction all the same if it is taken as it is.
 * @return false for edges that are parallel */
static CAROM_APART bool measure_close_edges(box_axis *out, const box_view *const box[2],
                                            int edges) {
    const vec3 apart = sub3(box[1]->center, box[0]->center);
    const vec3 n = cross3(box[0]->axes[edges / 3], box[1]->axes[edges % 3]);
    const double square = len2(n);
    if (!(square > SAT_PARALLEL)) return false;
    out->per_length = 1.0 / sqrt(square);
    out->normal.v = scale3(n, out->per_length);
    out->towards = side_of(dot3(apart, n), square, out->scale);
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 3; i++)
            out->in[k][i] = dot3(box[k]->axes[i], n);
    out->depth = (reach_in(box[0], out->in[0]) + reach_in(box[1], out->in[1])) * out->per_length -
                 fabs(dot3(apart, out->normal.v));
    return true;
}

/* The cross product. */
static CAROM_INLINE d4 lanes_across(d4 u, d4 v) {
    return d4_next(d4_sub(d4_mul(u, d4_next(v)), d4_mul(d4_next(u), v)));
}

/* Axes are unit and square to each other: a face's normal is exactly that in its own frame. Nobody
 * can guess whether faces or edges are the least, hence no branch on it. */
static CAROM_INLINE bool measure_axis(box_axis *out, const box_view *const box[2],
                                      const box_turn *turn, int axis) {
    const axis_parts *p = &parts_of_axis[axis];
    const double *way = turn->way[0];
    double *a = out->in[0], *b = out->in[1];
    out->axis = axis;
    for (int i = 0; i < 3; i++) {
        a[i] = turn->numbers[p->place[0][i]];
        b[i] = turn->numbers[p->place[1][i]];
    }
    const double *own = out->in[p->of_b];
    const double square = own[0] * own[0] + own[1] * own[1] + own[2] * own[2];
    if (CAROM_UNLIKELY(!(square > CLOSE_SINE2)))
        return measure_close_edges(out, box, axis - SAT_EDGES);
    const double per_length = out->per_length = 1.0 / sqrt(square);
    const double along = a[0] * way[0] + a[1] * way[1] + a[2] * way[2];
    out->towards = side_of(along, square, out->scale);
    out->depth = (reach_in(box[0], a) + reach_in(box[1], b) - fabs(along)) * per_length;
    const d4 u = d4_load(&box[0]->axes[p->a].x), v = d4_load(&box[1]->axes[p->b].x);
    const d4 face = d4_mul(d4_load(&box[p->of_b]->axes[p->face].x), d4_all(!p->edges));
    const d4 across = d4_mul(lanes_across(u, v), d4_all(p->edges * per_length));
    d4_store(out->normal.lane, d4_add(face, across));
    return true;
}

/* Of several axes that may be the least; the scale is known. */
static CAROM_APART bool measure_axes(box_axis *out, const box_view *const box[2],
                                     const box_turn *turn, unsigned set) {
    const double slack = SAT_ADVANTAGE * out->scale;
    box_axis next, *at = out; /* the first that is measured is the best so far */
    next.scale = out->scale;
    while (set != 0 && !(at != out && out->depth < -10.0 * slack)) {
        int axis = box_axes_take(&set);
        if (!measure_axis(at, box, turn, axis)) continue;
        if (at != out && next.depth < out->depth - slack) *out = next;
        at = &next;
    }
    return at != out;
}

/* The axis of least depth; only those are measured that may be it. `guess`: one that is measured
 * beforehand, so that nothing has to wait for the search if it is the one; any other number is no
 * harm. False when there is none; the scale and the turn are set all the same. */
static CAROM_INLINE bool least_box_axis(const box_view *const box[2], unsigned guess,
                                        box_turn *turn, box_axis *out) {
    const box_view *a = box[0], *b = box[1];
    const vec3 apart = sub3(b->center, a->center);
    box_choice choice;
    out->scale =
        a->half.x + a->half.y + a->half.z + b->half.x + b->half.y + b->half.z + max_abs3(apart);
    turn_boxes(turn, &choice, box, &apart);
    const bool guessed = guess < SAT_EDGES + 9 && measure_axis(out, box, turn, (int)guess);
    return (guessed && choice.least == 1u << guess) || measure_axes(out, box, turn, choice.least);
}

#endif
