/* Separating axis test of two oriented boxes [Gottschalk96], [Ericson05] 4.4.1, in lanes: the axis
 * of least overlap of the 15. The relative rotation is computed once, all axes are measured side by
 * side, and the components of the least axis in both boxes' frames are read from a table.
 *
 * Axes that may be the least up to rounding are compared in order, and a later one must be better
 * by more than rounding. It is the box path of penetration depth (sat.c) and of box contact
 * manifolds; no branch depends on which axis is the least. */
#ifndef CAROM_CONVEX_BOX_OBB_SAT_H
#define CAROM_CONVEX_BOX_OBB_SAT_H

#include "convex/box/box_lanes.h"
#include "convex/box/tolerances.h"

/* An axis is numbered by its row and lane, 4 row + lane: faces of A, faces of B, then the cross
 * product of edge i of A, in row 2 + i, and edge j of B. */
#define SAT_ROWS 5
#define SAT_EDGES 8
#define SAT_LANES 0x77777u
#define SAT_NO_GUESS 31u

/* The relative pose of two boxes: by[i][j] is axis i of A . axis j of B; center_delta[0] is the
 * vector from A's centre to B's along the axes of A, and center_delta[1] along those of B. The
 * fourth of each row repeats the third. `numbers` holds `by`, its negative, 0 and 1. */
typedef struct box_relative_pose {
    union {
        _Alignas(32) double by[3][4];
        double numbers[26];
    };
    _Alignas(32) double center_delta[2][4];
} box_relative_pose;

/* A vector and its lanes; the fourth lane is undefined. */
typedef union lane_vec3 {
    vec3 v;
    _Alignas(32) double lane[4];
} lane_vec3;

/* A face normal or the cross product of two edges, and the overlap of the boxes along it. */
typedef struct box_axis {
    lane_vec3 normal; /* unit, not yet oriented towards B */
    /* The axis in the frames of A and B, not normalized: `per_length` is 1 / length, so that uses
     * of the direction alone need not wait for the division. */
    double in[2][3], per_length;
    double towards;      /* 1 or -1: orients the normal towards B */
    double depth, scale; /* as in sat_answer */
    int axis;            /* number of the axis */
} box_axis;

/* The side of B, 1 or -1, along an axis that is not normalized; `delta` is the component of the
 * centres' delta along it. When that is within rounding of 0, the side is 1. */
static inline double side_of(double delta, double square, double scale) {
    return copysign(1.0, 2.0 * delta + SAT_ADVANTAGE * scale * min2(1.0, SAT_SIDE_SINE2 * square));
}

/* The components of an axis in the frames of A and B, as places in `numbers` of a
 * box_relative_pose. The cross product of axes i of A and j of B is e_i x (column j) in A's frame,
 * and (row i) x e_j in B's. */
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

/* An axis: the places of its components; the edges a and b of a cross product, or the face and
 * whose it is. */
typedef struct axis_parts {
    uint8_t place[2][3], a, b, of_b, face;
    bool edges;
} axis_parts;

static const axis_parts parts_of_axis[4 * SAT_ROWS] = {
    [0] = {{{ONE, NONE, NONE}, {ROW(0)}}, 0, 0, 0, 0, false},
    [1] = {{{NONE, ONE, NONE}, {ROW(1)}}, 1, 0, 0, 1, false},
    [2] = {{{NONE, NONE, ONE}, {ROW(2)}}, 2, 0, 0, 2, false},
    [4] = {{{COLUMN(0)}, {ONE, NONE, NONE}}, 0, 0, 1, 0, false},
    [5] = {{{COLUMN(1)}, {NONE, ONE, NONE}}, 0, 1, 1, 1, false},
    [6] = {{{COLUMN(2)}, {NONE, NONE, ONE}}, 0, 2, 1, 2, false},
    [8] = {{{ACROSS_FIRST(0)}, {FIRST_ACROSS(0)}}, 0, 0, 0, 0, true},
    [9] = {{{ACROSS_FIRST(1)}, {SECOND_ACROSS(0)}}, 0, 1, 0, 0, true},
    [10] = {{{ACROSS_FIRST(2)}, {THIRD_ACROSS(0)}}, 0, 2, 0, 0, true},
    [12] = {{{ACROSS_SECOND(0)}, {FIRST_ACROSS(1)}}, 1, 0, 0, 0, true},
    [13] = {{{ACROSS_SECOND(1)}, {SECOND_ACROSS(1)}}, 1, 1, 0, 0, true},
    [14] = {{{ACROSS_SECOND(2)}, {THIRD_ACROSS(1)}}, 1, 2, 0, 0, true},
    [16] = {{{ACROSS_THIRD(0)}, {FIRST_ACROSS(2)}}, 2, 0, 0, 0, true},
    [17] = {{{ACROSS_THIRD(1)}, {SECOND_ACROSS(2)}}, 2, 1, 0, 0, true},
    [18] = {{{ACROSS_THIRD(2)}, {THIRD_ACROSS(2)}}, 2, 2, 0, 0, true},
};

/* All axes by their numbers; the fourth of each row is undefined. `depth` is the overlap along the
 * unit axis, `along` the component of the centres' delta along the axis before normalization,
 * whose squared length is `square`. */
typedef struct axis_rows {
    _Alignas(32) double depth[4 * SAT_ROWS], along[4 * SAT_ROWS];
    _Alignas(32) double square[4 * SAT_ROWS], per_length[4 * SAT_ROWS];
} axis_rows;

/* Inputs of the measurement, and bounds of each depth and of the least depth. */
typedef struct axis_search {
    const box_view *a;
    const box_relative_pose *pose;
    d4 row[3], next, last; /* rows of the rotation; B's half-extents rotated by one and two lanes */
    /* error bound of an overlap; lower bound of each depth; upper bound of the least, per lane */
    d4 error, low[SAT_ROWS], least;
    uint32_t parallel; /* bits of the pairs of parallel edges */
} axis_search;

/* The half-extents of a box; the fourth lane repeats the third. */
static CAROM_INLINE d4 half_in_lanes(const box_view *s) {
    return d4_of(s->half.x, s->half.y, s->half.z, s->half.z);
}

static CAROM_INLINE void measure_faces(axis_rows *out, axis_search *s, int row, d4 reach,
                                       d4 along) {
    const d4 over = d4_sub(reach, d4_abs(along));
    d4_store(out->depth + 4 * row, over);
    d4_store(out->along + 4 * row, along);
    d4_store(out->square + 4 * row, d4_all(1.0));
    d4_store(out->per_length + 4 * row, d4_all(1.0));
    s->low[row] = d4_sub(over, s->error);
    s->least = d4_min(d4_add(over, s->error), s->least);
}

/* The cross products of edge i of A with all three edges of B; i1 and i2 are the axes after i. */
static CAROM_INLINE void measure_edges(axis_rows *out, axis_search *s, int i) {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, at = SAT_EDGES + 4 * i;
    const d4 u = s->row[i1], v = s->row[i2];
    const d4 m_next = d4_next(d4_abs(s->row[i])), m_last = d4_next(m_next);
    const d4 on_a = d4_add(d4_mul(d4_all(s->a->side[i1]), d4_abs(v)),
                           d4_mul(d4_all(s->a->side[i2]), d4_abs(u)));
    const d4 on_b = d4_add(d4_mul(s->next, m_last), d4_mul(s->last, m_next));
    const d4 along = d4_sub(d4_mul(d4_all(s->pose->center_delta[0][i2]), u),
                            d4_mul(d4_all(s->pose->center_delta[0][i1]), v));
    const d4 square = d4_add(d4_mul(u, u), d4_mul(v, v));
    const d4 per_length = d4_div(d4_all(1.0), d4_sqrt(square));
    const d4 over = d4_sub(d4_add(on_a, on_b), d4_abs(along));
    d4_store(out->depth + at, d4_mul(over, per_length));
    d4_store(out->along + at, along);
    d4_store(out->square + at, square);
    d4_store(out->per_length + at, per_length);
    s->low[2 + i] = d4_mul(d4_sub(over, s->error), per_length);
    s->least = d4_min(d4_mul(d4_add(over, s->error), per_length), s->least);
    s->parallel |= d4_bits(d4_le(square, d4_all(SAT_CERTAINLY_PARALLEL))) << at;
}

/* Bits of the axes of the first rows that may be the least, without parallel edges; none when the
 * least is a pair of parallel edges. */
static CAROM_INLINE uint32_t candidate_axes(const axis_search *s, int rows) {
    const d4 next = d4_next(s->least); /* the first three lanes count */
    const d4 least = d4_min(d4_next(next), d4_min(next, s->least));
    uint32_t more = s->parallel;
    for (int i = 0; i < rows; i++)
        more |= d4_bits(d4_lt(least, s->low[i])) << 4 * i;
    return ~more & SAT_LANES & ((1u << 4 * rows) - 1);
}

/* Is an axis of A also one of B, exactly, and across the other axes of both? Each cross product of
 * two edges then is along the normal of a face. */
static CAROM_INLINE bool share_axis(const d4 row[3]) {
    const d4 zero = d4_all(0.0);
    uint32_t none[3];
    for (int i = 0; i < 3; i++)
        none[i] = d4_bits(d4_eq(row[i], zero)) & 7u;
    const uint32_t in_first = none[1] & none[2] & (none[0] ^ 7u);
    const uint32_t in_second = none[2] & none[0] & (none[1] ^ 7u);
    const uint32_t in_third = none[0] & none[1] & (none[2] ^ 7u);
    return (in_first && (in_first | none[0]) == 7u) || (in_second && (in_second | none[1]) == 7u) ||
           (in_third && (in_third | none[2]) == 7u);
}

/* Computes the relative pose and measures all axes.
 * @return the candidates for the least axis */
static CAROM_INLINE uint32_t relate_boxes(box_relative_pose *pose, axis_rows *out,
                                          const box_view *const box[2], const vec3 *apart,
                                          double scale) {
    const box_view *a = box[0], *b = box[1];
    d4 of_a[4], of_b[4], reach[4];
    axis_search s;
    axes_in_lanes(of_a, a->axes);
    axes_in_lanes(of_b, b->axes);
    const d4 ha = half_in_lanes(a), hb = half_in_lanes(b), to_a = along_axes(of_a, apart);
    d4_store(pose->center_delta[0], to_a);
    d4_store(pose->center_delta[1], along_axes(of_b, apart));
    s.a = a;
    s.pose = pose;
    s.next = d4_next(hb);
    s.last = d4_next(s.next);
    for (int i = 0; i < 3; i++) {
        const d4 row = s.row[i] = along_axes(of_b, &a->axes[i]);
        d4_store(pose->by[i], row);
        d4_store(pose->numbers + NOT(i, 0), d4_neg(row));
        reach[i] = d4_mul(d4_abs(row), hb);
    }
    pose->numbers[NONE] = 0.0;
    pose->numbers[ONE] = 1.0;
    reach[3] = reach[2];
    d4_transpose(reach);
    s.error = d4_all(SAT_OVERLAP_ERROR * scale);
    s.least = d4_all(DBL_MAX);
    s.parallel = 0;
    measure_faces(out, &s, 0, d4_add(ha, d4_add(d4_add(reach[0], reach[1]), reach[2])), to_a);
    d4 on_a = d4_mul(d4_all(a->side[0]), d4_abs(s.row[0]));
    d4 along = d4_mul(d4_all(pose->center_delta[0][0]), s.row[0]);
    for (int i = 1; i < 3; i++) {
        on_a = d4_add(on_a, d4_mul(d4_all(a->side[i]), d4_abs(s.row[i])));
        along = d4_add(along, d4_mul(d4_all(pose->center_delta[0][i]), s.row[i]));
    }
    measure_faces(out, &s, 1, d4_add(on_a, hb), along);
    if (share_axis(s.row)) return candidate_axes(&s, SAT_EDGES / 4);
    for (int i = 0; i < 3; i++)
        measure_edges(out, &s, i);
    return candidate_axes(&s, SAT_ROWS);
}

/* Support value of the box, from its centre, along a direction in its own frame. */
static inline double reach_in(const box_view *s, const double in[3]) {
    return s->half.x * fabs(in[0]) + s->half.y * fabs(in[1]) + s->half.z * fabs(in[2]);
}

/* Measures nearly parallel edges anew. Their cross product has lost digits, but any direction is a
 * valid axis as long as both boxes are projected onto the same one.
 * @return false for parallel edges */
static CAROM_APART bool measure_near_parallel(box_axis *out, const box_view *const box[2],
                                              int axis) {
    const vec3 apart = sub3(box[1]->center, box[0]->center);
    const vec3 n = cross3(box[0]->axes[axis / 4 - 2], box[1]->axes[axis % 4]);
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

/* u x v. */
static CAROM_INLINE d4 lanes_cross(d4 u, d4 v) {
    return d4_next(d4_sub(d4_mul(u, d4_next(v)), d4_mul(d4_next(u), v)));
}

/* Reads an axis from the table. A box's axes are orthonormal, so a face normal has components 0 and
 * 1 in its own frame. Whether the axis is a face or an edge pair is unpredictable, so no branch
 * depends on it. */
static CAROM_INLINE bool read_axis(box_axis *out, const box_view *const box[2],
                                   const box_relative_pose *pose, const axis_rows *rows, int axis) {
    const axis_parts *p = &parts_of_axis[axis];
    out->axis = axis;
    if (CAROM_UNLIKELY(!(rows->square[axis] > SAT_CLOSE_SINE2)))
        return measure_near_parallel(out, box, axis);
    for (int i = 0; i < 3; i++) {
        out->in[0][i] = pose->numbers[p->place[0][i]];
        out->in[1][i] = pose->numbers[p->place[1][i]];
    }
    const double per_length = rows->per_length[axis];
    out->per_length = per_length;
    out->towards = side_of(rows->along[axis], rows->square[axis], out->scale);
    out->depth = rows->depth[axis];
    const d4 u = d4_load(&box[0]->axes[p->a].x), v = d4_load(&box[1]->axes[p->b].x);
    const d4 face = d4_mul(d4_load(&box[p->of_b]->axes[p->face].x), d4_all(!p->edges));
    const d4 across = d4_mul(lanes_cross(u, v), d4_all(p->edges * per_length));
    d4_store(out->normal.lane, d4_add(face, across));
    return true;
}

/* The least of the candidates, the first of those that are equal up to rounding; -1 without any. */
static CAROM_APART int choose_axis(const box_view *const box[2], const axis_rows *rows,
                                   double scale, uint32_t set) {
    const double slack = SAT_ADVANTAGE * scale;
    double least = DBL_MAX;
    int best = -1;
    if (CAROM_LIKELY(set != 0 && (set & (set - 1)) == 0)) return (int)lowest_bit(set);
    for (set = set != 0 ? set : SAT_LANES; set != 0; set &= set - 1) {
        const int axis = (int)lowest_bit(set);
        double depth = rows->depth[axis];
        if (best >= 0 && least < -SAT_BOXES_SEPARATED * slack) break;
        if (CAROM_UNLIKELY(!(rows->square[axis] > SAT_CLOSE_SINE2))) {
            box_axis next = {.scale = scale};
            if (!measure_near_parallel(&next, box, axis)) continue;
            depth = next.depth;
        }
        if (best < 0 || depth < least - slack) {
            least = depth;
            best = axis;
        }
    }
    return best;
}

/* The axis of least depth.
 * @param guess its predicted number, so that the processor need not wait for the search; a wrong
 * one does no harm
 * @return false when there is none; the scale and the relative pose are set all the same */
static CAROM_INLINE bool least_box_axis(const box_view *const box[2], unsigned guess,
                                        box_relative_pose *pose, box_axis *out) {
    const box_view *a = box[0], *b = box[1];
    const vec3 apart = sub3(b->center, a->center);
    axis_rows rows;
    int axis = (int)(guess & 31u);
    out->scale =
        a->half.x + a->half.y + a->half.z + b->half.x + b->half.y + b->half.z + max_abs3(apart);
    const uint32_t set = relate_boxes(pose, &rows, box, &apart, out->scale);
    if (set != 1u << axis) axis = choose_axis(box, &rows, out->scale, set);
    return axis >= 0 && read_axis(out, box, pose, &rows, axis);
}

#endif
