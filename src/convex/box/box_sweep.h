/* The sweep of two boxes: a slab test [KayKajiya86] of the relative motion against the Minkowski
 * difference, which is the intersection of 15 slabs: one for each face normal and each pair of
 * edges of the separating axis test [Gottschalk96]. The motion enters the difference when it has
 * entered all slabs, and leaves it with the first one. The slab entered last gives the normal, and
 * the features that face each other along it give the point.
 *
 * Slabs are widened by the rounding error: no contact is missed, and contact is early by no more
 * than that. It spares boxes the general cast, which iterates. */
#ifndef CAROM_CONVEX_BOX_BOX_SWEEP_H
#define CAROM_CONVEX_BOX_BOX_SWEEP_H

#include "convex/box/obb_sat.h"
#include "convex/box/tolerances.h"

/* Number of the first pair of edges. */
#define SLAB_EDGES 6

typedef enum box_sweep_end {
    BOXES_SWEEP_MISS,
    BOXES_SWEEP_HIT,
    BOXES_SWEEP_UNDECIDED
} box_sweep_end;

typedef struct box_meeting {
    double enter, exit; /* fractions of the motion */
    vec3 normal;        /* unit, from A to B */
    vec3 point;         /* of the contact, with B at rest */
} box_meeting;

typedef struct box_slabs {
    const box_view *box[2];
    vec3 apart, motion; /* from A's centre to B's at the start, later at the contact; of A */
    double by[3][4];    /* axis i of A . axis j of B */
    double delta[2][4], rate[2][4]; /* `apart` and the motion along the axes of A, and of B */
    double enter[5][4]; /* fractions: faces of A, faces of B, edge i of A with each of B */
    d4 first, last;     /* greatest entry and least exit, per lane */
} box_slabs;

/* Adds a group of slabs: per lane the centre delta, the half-width and the motion along the axis.
 */
static CAROM_INLINE void enter_slabs(box_slabs *s, int group, d4 delta, d4 reach, d4 rate) {
    const d4 near = d4_div(d4_sub(delta, reach), rate), far = d4_div(d4_add(delta, reach), rate);
    const d4 enter = d4_min(near, far);
    d4_store(s->enter[group], enter);
    s->first = d4_max(s->first, enter);
    s->last = d4_min(s->last, d4_max(near, far));
}

/* Adds the slabs of edge i of A with all edges of B; their axes, the cross products, are not
 * normalized. Parallel edges have no slab. */
static CAROM_INLINE void enter_edge_slabs(box_slabs *s, int i, const d4 row[3], const d4 half[2][3],
                                          d4 widen) {
    const int u = (i + 1) % 3, v = (i + 2) % 3;
    const d4 next = d4_next(d4_abs(row[i])), last = d4_next(next);
    const d4 of_a = d4_add(d4_mul(half[0][u], d4_abs(row[v])), d4_mul(half[0][v], d4_abs(row[u])));
    const d4 of_b = d4_add(d4_mul(half[1][1], last), d4_mul(half[1][2], next));
    const d4 square = d4_add(d4_mul(row[u], row[u]), d4_mul(row[v], row[v]));
    const d4 reach = d4_select(d4_le(square, d4_all(SAT_PARALLEL)), d4_all(HUGE_VAL),
                               d4_add(d4_add(of_a, of_b), widen));
    const double *delta = s->delta[0], *rate = s->rate[0];
    enter_slabs(s, 2 + i,
                d4_sub(d4_mul(d4_all(delta[v]), row[u]), d4_mul(d4_all(delta[u]), row[v])), reach,
                d4_sub(d4_mul(d4_all(rate[v]), row[u]), d4_mul(d4_all(rate[u]), row[v])));
}

/* Adds all slabs. The fourth lane of each group is infinitely wide. */
static CAROM_INLINE void enter_boxes(box_slabs *s, double error) {
    const box_view *a = s->box[0], *b = s->box[1];
    const d4 widen = d4_of(error, error, error, HUGE_VAL);
    d4 of_a[4], of_b[4], row[3], reach[4];
    axes_in_lanes(of_a, a->axes);
    axes_in_lanes(of_b, b->axes);
    const d4 half_b = d4_of(b->half.x, b->half.y, b->half.z, 0.0);
    const d4 next_b = d4_next(half_b);
    const d4 half[2][3] = {{d4_all(a->half.x), d4_all(a->half.y), d4_all(a->half.z)},
                           {half_b, next_b, d4_next(next_b)}};
    SIMD_UNROLL_3
    for (int i = 0; i < 3; i++) {
        row[i] = along_axes(of_b, &a->axes[i]);
        d4_store(s->by[i], row[i]);
        reach[i] = d4_mul(d4_abs(row[i]), half_b);
    }
    reach[3] = reach[2];
    d4_transpose(reach);
    const d4 delta_a = along_axes(of_a, &s->apart), delta_b = along_axes(of_b, &s->apart);
    const d4 rate_a = along_axes(of_a, &s->motion), rate_b = along_axes(of_b, &s->motion);
    d4_store(s->delta[0], delta_a);
    d4_store(s->delta[1], delta_b);
    d4_store(s->rate[0], rate_a);
    d4_store(s->rate[1], rate_b);
    s->first = d4_all(-HUGE_VAL);
    s->last = d4_all(HUGE_VAL);
    const d4 half_a = d4_of(a->half.x, a->half.y, a->half.z, 0.0);
    const d4 on_a = d4_add(half_a, d4_add(d4_add(reach[0], reach[1]), reach[2]));
    d4 on_b = half_b;
    SIMD_UNROLL_3
    for (int i = 0; i < 3; i++)
        on_b = d4_add(on_b, d4_mul(half[0][i], d4_abs(row[i])));
    enter_slabs(s, 0, delta_a, d4_add(on_a, widen), rate_a);
    enter_slabs(s, 1, delta_b, d4_add(on_b, widen), rate_b);
    SIMD_UNROLL_3
    for (int i = 0; i < 3; i++)
        enter_edge_slabs(s, i, row, half, widen);
}

/* The number of the slab that is entered last, the first of equals: faces come before edges. */
static CAROM_INLINE int last_entered(const box_slabs *s, double enter) {
    uint32_t bits = 0;
    for (int group = 0; group < 5; group++)
        bits |= (d4_bits(d4_eq(d4_load(s->enter[group]), d4_all(enter))) & 7u) << 3 * group;
    return (int)lowest_bit(bits);
}

/* ---- the point */

/* The corner of a box farthest along side * `along`, which is given in the box's axes.
 * @return bits of the axes perpendicular to it, along which every point is as far */
static CAROM_INLINE uint32_t corner_towards(double corner[3], const box_view *s,
                                            const double along[3], double side, double length) {
    uint32_t level = 0;
    for (int k = 0; k < 3; k++) {
        corner[k] = copysign(s->side[k], side * along[k]);
        level |= (uint32_t)(fabs(along[k]) <= SLAB_LEVEL * length) << k;
    }
    return level;
}

static CAROM_INLINE vec3 corner_in_world(const box_view *s, const double at[3]) {
    const vec3 from = mad3(mad3(s->center, s->axes[0], at[0]), s->axes[1], at[1]);
    return mad3(from, s->axes[2], at[2]);
}

/* For an edge parallel to the other box's face: the middle of the part of the edge above the face,
 * clipped as by Liang-Barsky [LiangBarsky84]. */
static CAROM_APART void middle_on_face(double at[3], int edge, const box_slabs *s, int axis) {
    const bool of_b = axis >= 3;
    const box_view *on = s->box[of_b], *of = s->box[!of_b];
    double low = -of->side[edge], high = of->side[edge];
    at[edge] = 0.0;
    const vec3 delta = of_b ? neg3(s->apart) : s->apart;
    const vec3 from = add3(delta, sub3(corner_in_world(of, at), of->center));
    for (int k = 0; k < 3; k++) {
        const double along = dot3(of->axes[edge], on->axes[k]), start = dot3(from, on->axes[k]);
        if (k == axis - 3 * of_b || fabs(along) <= SLAB_LEVEL) continue;
        const double p = (-on->side[k] - start) / along, q = (on->side[k] - start) / along;
        low = max2(low, min2(p, q));
        high = min2(high, max2(p, q));
    }
    at[edge] = max2(-of->side[edge], min2(of->side[edge], 0.5 * (low + high)));
}

/* Contact on a face: at the other box's corner, or a point of its edge.
 * @return false when a face lies on the face */
static CAROM_INLINE bool meet_on_face(box_meeting *out, const box_slabs *s, int axis) {
    const bool of_b = axis >= 3;
    const int face = axis - 3 * of_b;
    const double side = copysign(1.0, s->delta[of_b][face]); /* orients the normal towards B */
    const box_view *other = s->box[!of_b];
    double along[3], at[3];
    for (int k = 0; k < 3; k++)
        along[k] = of_b ? s->by[k][face] : s->by[face][k];
    const uint32_t level = corner_towards(at, other, along, of_b ? side : -side, 1.0);
    if (level & (level - 1)) return false;
    if (level != 0) middle_on_face(at, (int)lowest_bit(level), s, axis);
    out->normal = scale3(s->box[of_b]->axes[face], side);
    out->point = corner_in_world(other, at);
    if (of_b) out->point = mad3(out->point, s->motion, out->enter);
    return true;
}

/* Contact of two edges, where they cross. */
static CAROM_INLINE bool meet_across(box_meeting *out, const box_slabs *s, int edges) {
    const int i = edges / 3, j = edges % 3;
    const int u = (i + 1) % 3, v = (i + 2) % 3, w = (j + 1) % 3, x = (j + 2) % 3;
    double on_a[3], on_b[3], p[3], q[3];
    on_a[i] = on_b[j] = 0.0;
    on_a[u] = -s->by[v][j], on_a[v] = s->by[u][j];
    on_b[w] = s->by[i][x], on_b[x] = -s->by[i][w];
    const double square = on_a[u] * on_a[u] + on_a[v] * on_a[v], length = sqrt(square);
    const double side = copysign(1.0, on_a[u] * s->delta[0][u] + on_a[v] * s->delta[0][v]);
    const uint32_t level_a = corner_towards(p, s->box[0], on_a, side, length);
    const uint32_t level_b = corner_towards(q, s->box[1], on_b, -side, length);
    if (!(square > SLAB_SINE2_MIN) || level_a != 1u << i || level_b != 1u << j) return false;
    const double on_i = s->delta[0][i] + q[w] * s->by[i][w] + q[x] * s->by[i][x];
    const double on_j = s->delta[1][j] - p[u] * s->by[u][j] - p[v] * s->by[v][j];
    const double half = s->box[0]->side[i], t = (on_i - s->by[i][j] * on_j) / square;
    p[i] = max2(-half, min2(half, t));
    out->normal = scale3(cross3(s->box[0]->axes[i], s->box[1]->axes[j]), side / length);
    out->point = mad3(corner_in_world(s->box[0], p), s->motion, out->enter);
    return true;
}

/* Moves the boxes to the time of the contact and sets normal and point. */
static CAROM_INLINE bool meet_boxes(box_meeting *out, box_slabs *s) {
    const int axis = last_entered(s, out->enter);
    const d4 t = d4_all(out->enter);
    for (int k = 0; k < 2; k++)
        d4_store(s->delta[k], d4_sub(d4_load(s->delta[k]), d4_mul(d4_load(s->rate[k]), t)));
    s->apart = mad3(s->apart, s->motion, -out->enter);
    return axis < SLAB_EDGES ? meet_on_face(out, s, axis) : meet_across(out, s, axis - SLAB_EDGES);
}

/** Sweeps A by `motion` against B at rest. Undecided, with `out` undefined: boxes in contact at the
 * start or nearly, a face that meets a face, edges nearly parallel, extreme sizes. */
static CAROM_INLINE box_sweep_end sweep_boxes(const box_view *const box[2], vec3 motion,
                                              box_meeting *out) {
    box_slabs s;
    s.box[0] = box[0], s.box[1] = box[1];
    s.motion = motion;
    s.apart = sub3(box[1]->center, box[0]->center);
    const vec3 half = add3(box[0]->half, box[1]->half);
    const double size = (half.x + half.y + half.z) + max_abs3(s.apart) + max_abs3(motion);
    const double far = max_abs3(box[0]->center);
    if (!(size > BOX_SWEEP_SIZE_MIN && size + far < BOX_SWEEP_SIZE_MAX))
        return BOXES_SWEEP_UNDECIDED;
    enter_boxes(&s, BOX_SLAB_ERROR * size);
    out->enter = d4_most(s.first);
    out->exit = -d4_most(d4_neg(s.last));
    if (!(out->enter <= out->exit && out->enter <= 1.0 && out->exit >= 0.0))
        return BOXES_SWEEP_MISS;
    return out->enter > 0.0 && meet_boxes(out, &s) ? BOXES_SWEEP_HIT : BOXES_SWEEP_UNDECIDED;
}

#endif
