/* Triangle filters in float lanes: one triangle against the up to eight of a leaf, in the frame of
 * A's tree. They prune by boxes, by the triangles' planes (the plane part of [Moller97]) and, for
 * distances, along lines of centers, with forward error bounds, so that a pruned pair is proved
 * apart. Included by pair_kernel.c only.
 *
 * A triple product of vectors with components up to L, each with an error of 2 e, is off by at
 * most 6 ((L + 2 e)^3 - L^3), and its roundings by 48 L^3 2^-24: PAIR_TRIPLE_ERROR (L + e)^2 (e + L
 * 2^-23) covers both. */
#include "mesh/pair/pair_walk.h"
#include "mesh/bvh8/bvh8_lanes.h"
#include "mesh/pair/tolerances.h"

/* ---- cached leaves */

static CAROM_INLINE void store_narrow(float to[8], d4 low, d4 high) {
    f8_store(to, f8_join(d4_narrow(low), d4_narrow(high)));
}

static CAROM_INLINE f8 f8_largest(f8 a, f8 b, f8 c) {
    return f8_max(f8_max(a, b), c);
}

static const float lane_number[8] = {0, 1, 2, 3, 4, 5, 6, 7};

static CAROM_INLINE f8 load_filled(float row[8], f8_flags filled) {
    f8 all = f8_select(filled, f8_load(row), f8_all(row[0]));
    f8_store(row, all);
    return all;
}

/* Derives boxes, normals and extents from the vertices; unused lanes repeat the first triangle. */
static CAROM_INLINE void finish_leaf(lane_leaf *held) {
    f8_flags filled = f8_lt(f8_load(lane_number), f8_all((float)held->leaf.count));
    f8 e1[3], e2[3], extent = f8_all(0.0F), largest = f8_all(0.0F);
    for (int k = 0; k < 3; k++) {
        f8 a = load_filled(held->v[0][k], filled), b = load_filled(held->v[1][k], filled);
        f8 c = load_filled(held->v[2][k], filled);
        f8 low = f8_min(f8_min(a, b), c), high = f8_largest(a, b, c);
        e1[k] = f8_sub(b, a);
        e2[k] = f8_sub(c, a);
        f8_store(held->low[k], low);
        f8_store(held->high[k], high);
        extent = f8_max(extent, f8_sub(high, low));
        largest = f8_largest(f8_abs(low), f8_abs(high), largest);
    }
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        f8_store(held->normal[k], f8_sub(f8_mul(e1[i], e2[j]), f8_mul(e1[j], e2[i])));
    }
    f8_store(held->extent, extent);
    held->largest = f8_most(largest);
}

static CAROM_INLINE bool is_held(const lane_leaf *held, bvh8_leaf leaf, uint32_t side) {
    /* the count first, which is 0 before anything is held */
    return held->leaf.count == leaf.count && held->leaf.first == leaf.first && held->side == side;
}

static CAROM_APART void hold_a(pair_walk *w, bvh8_leaf leaf) {
    const bvh8_frame *f = &w->tree[0]->frame;
    bvh8_row_scratch scratch;
    const lane_tree in = lane_tree_of(w->tree[0]);
    const carom_real *rows = lane_rows(in, leaf, &scratch);
    const size_t step = lane_step(in, leaf);
    d4 scale = d4_all(f->scale);
    w->a->leaf = leaf;
    w->a->side = 0;
    for (int k = 0; k < 9; k++) {
        const carom_real *row = rows + (size_t)k * step;
        d4 center = d4_all(axis3(f->center, k % 3));
        store_narrow(w->a->v[k / 3][k % 3], d4_sub(d4_mul(d4_load_real(row), scale), center),
                     d4_sub(d4_mul(d4_load_real(row + 4), scale), center));
    }
    finish_leaf(w->a);
}

/* B's vertices are mapped in double, so that their only error is the rounding to float. */
static CAROM_APART void hold_b(pair_walk *w, bvh8_leaf leaf) {
    bvh8_row_scratch scratch;
    const lane_tree in = lane_tree_of(w->tree[1]);
    const carom_real *rows = lane_rows(in, leaf, &scratch);
    const size_t step = lane_step(in, leaf);
    w->b->leaf = leaf;
    w->b->side = 1;
    for (uint32_t corner = 0; corner < 3; corner++) {
        d4 x[3][2];
        for (uint32_t k = 0; k < 3; k++) {
            const carom_real *row = rows + (3 * corner + k) * step;
            x[k][0] = d4_load_real(row);
            x[k][1] = d4_load_real(row + 4);
        }
        for (int i = 0; i < 3; i++) {
            const double *m = w->corner[i];
            d4 out[2];
            for (int h = 0; h < 2; h++)
                out[h] =
                    d4_add(d4_add(d4_mul(x[0][h], d4_all(m[0])), d4_mul(x[1][h], d4_all(m[1]))),
                           d4_add(d4_mul(x[2][h], d4_all(m[2])), d4_all(m[3])));
            store_narrow(w->b->v[corner][i], out[0], out[1]);
        }
    }
    finish_leaf(w->b);
}

static CAROM_INLINE void hold_side(pair_walk *w, pair_place at, int side, lane_leaf *place) {
    bvh8_leaf leaf = bvh8_leaf_of(at.child[side]);
    if (side == 0) {
        w->a = place;
        if (!is_held(place, leaf, 0)) hold_a(w, leaf);
    } else {
        w->b = place;
        if (!is_held(place, leaf, 1)) hold_b(w, leaf);
    }
}

/* `inner`: the side whose leaves come in turn. */
static CAROM_INLINE void hold_outer(pair_walk *w, pair_place at, uint32_t inner) {
    hold_side(w, at, inner == 0 ? 1 : 0, &w->outer[1 - inner]);
}
static CAROM_INLINE void hold_inner(pair_walk *w, pair_place at, uint32_t inner) {
    hold_side(w, at, inner == 0 ? 0 : 1, &w->inner[at.place[inner] % BVH8_WIDTH]);
}

static CAROM_INLINE float larger(float a, float b) {
    return a > b ? a : b;
}

/* Bound on the error of a vertex in each coordinate. */
static CAROM_INLINE float corner_error(const pair_walk *w) {
    return larger(w->a->largest, w->b->largest) * PAIR_CORNER_ULP;
}

/* ---- touching */

typedef struct lanes3 {
    f8 x, y, z;
} lanes3;

static CAROM_INLINE lanes3 load_lanes3(const float rows[3][8]) {
    return (lanes3){f8_load(rows[0]), f8_load(rows[1]), f8_load(rows[2])};
}
static CAROM_INLINE lanes3 spread_lane(const float rows[3][8], uint32_t lane) {
    return (lanes3){f8_all(rows[0][lane]), f8_all(rows[1][lane]), f8_all(rows[2][lane])};
}
static CAROM_INLINE lanes3 less_lanes3(lanes3 a, lanes3 b) {
    return (lanes3){f8_sub(a.x, b.x), f8_sub(a.y, b.y), f8_sub(a.z, b.z)};
}
static CAROM_INLINE f8 dot_lanes3(lanes3 a, lanes3 b) {
    return f8_add(f8_add(f8_mul(a.x, b.x), f8_mul(a.y, b.y)), f8_mul(a.z, b.z));
}

/* Flags the boxes that are farther apart than `slack`. */
static CAROM_INLINE f8_flags boxes_apart(const lane_leaf *a, uint32_t lane, const lane_leaf *b,
                                         float slack) {
    f8_flags apart = f8_lt(f8_all(1.0F), f8_all(0.0F));
    for (int k = 0; k < 3; k++) {
        f8 low = f8_all(a->low[k][lane] - slack), high = f8_all(a->high[k][lane] + slack);
        apart =
            f8_or(apart, f8_or(f8_lt(high, f8_load(b->low[k])), f8_lt(f8_load(b->high[k]), low)));
    }
    return apart;
}

/* Flags the lanes whose three heights exceed the tolerance on one side. */
static CAROM_INLINE f8_flags heights_on_one_side(f8 h0, f8 h1, f8 h2, f8 tolerance) {
    f8 least = f8_min(f8_min(h0, h1), h2), most = f8_largest(h0, h1, h2);
    return f8_or(f8_lt(tolerance, least), f8_lt(most, f8_neg(tolerance)));
}

/* Flags the pairs with the vertices of one strictly on one side of the other's plane. */
static CAROM_INLINE f8_flags separated_by_planes(const lane_leaf *a, uint32_t lane,
                                                 const lane_leaf *b, float slack) {
    lanes3 a0 = spread_lane(a->v[0], lane), b0 = load_lanes3(b->v[0]);
    lanes3 across = less_lanes3(b0, a0);
    f8 off = f8_largest(f8_abs(across.x), f8_abs(across.y), f8_abs(across.z));
    f8 reach = f8_add(f8_add(off, f8_load(b->extent)), f8_all(a->extent[lane] + slack));
    f8 error = f8_add(f8_all(slack), f8_mul(reach, f8_all(PAIR_LANE_ULP)));
    f8 tolerance = f8_add(f8_mul(f8_mul(f8_mul(reach, reach), error), f8_all(PAIR_TRIPLE_ERROR)),
                          f8_all(PAIR_PRODUCT_LEAST));
    lanes3 n = spread_lane(a->normal, lane);
    f8_flags part = heights_on_one_side(
        dot_lanes3(n, across), dot_lanes3(n, less_lanes3(load_lanes3(b->v[1]), a0)),
        dot_lanes3(n, less_lanes3(load_lanes3(b->v[2]), a0)), tolerance);
    n = load_lanes3(b->normal);
    return f8_or(part, heights_on_one_side(
                           f8_neg(dot_lanes3(n, across)),
                           dot_lanes3(n, less_lanes3(spread_lane(a->v[1], lane), b0)),
                           dot_lanes3(n, less_lanes3(spread_lane(a->v[2], lane), b0)), tolerance));
}

static CAROM_INLINE uint32_t lanes_of(bvh8_leaf leaf) {
    return (1u << leaf.count) - 1u;
}

/* Returns the mask of the triangles whose boxes may overlap one in the frame of A's tree. */
static CAROM_INLINE uint32_t lanes_in_box(const lane_leaf *held, const fixed_box *box,
                                          float slack) {
    f8_flags apart = f8_lt(f8_all(1.0F), f8_all(0.0F));
    slack += held->largest * PAIR_CORNER_ULP;
    for (int k = 0; k < 3; k++) {
        f8 low = f8_all(box->center[k] - box->half[k] - slack);
        f8 high = f8_all(box->center[k] + box->half[k] + slack);
        apart = f8_or(
            apart, f8_or(f8_lt(high, f8_load(held->low[k])), f8_lt(f8_load(held->high[k]), low)));
    }
    return ~f8_bits(apart) & lanes_of(held->leaf);
}

/* Tests the given triangles of the leaves; returns false when `take` ends the traversal. */
static CAROM_APART bool test_touch_lanes(pair_walk *w, uint32_t lanes_a, uint32_t lanes_b) {
    float slack = w->margin[0] + corner_error(w);
    for (; lanes_a != 0; lanes_a &= lanes_a - 1) {
        uint32_t i = lowest_bit(lanes_a);
        uint32_t mask = lanes_b & ~f8_bits(boxes_apart(w->a, i, w->b, slack));
        if (mask == 0) continue;
        mask &= ~f8_bits(separated_by_planes(w->a, i, w->b, slack));
        for (; mask != 0; mask &= mask - 1)
            if (!w->take(w, i, lowest_bit(mask))) return false;
    }
    return true;
}

/* ---- the nearest */

/* Returns the minimum of along . x over the vertices of a leaf, relative to the origin, in its
 * tree's frame. */
static CAROM_INLINE float leaf_least(const pair_walk *w, int side, bvh8_leaf leaf,
                                     const float along[3]) {
    const carom_real *origin = w->origin[side].own;
    const double scale = w->tree[side]->frame.scale;
    bvh8_row_scratch scratch;
    const lane_tree in = lane_tree_of(w->tree[side]);
    const carom_real *row = lane_rows(in, leaf, &scratch);
    const size_t step = lane_step(in, leaf);
    f8 least = f8_all(FLT_MAX), none = least;
    for (int corner = 0; corner < 3; corner++) {
        f8 sum = f8_all(0.0F);
        for (int k = 0; k < 3; k++, row += step)
            sum = f8_add(sum, f8_mul(f8_sub_scaled(row, origin[k], scale), f8_all(along[k])));
        least = f8_min(sum, least);
    }
    f8_flags filled = f8_lt(f8_load(lane_number), f8_all((float)leaf.count));
    return f8_least(f8_select(filled, least, none));
}

/* Returns true if two leaves are farther apart than the limit along the line of their boxes'
 * centers. It prunes nearly all leaves that do not matter before either is converted. */
static CAROM_INLINE bool are_leaves_beyond(const pair_walk *w, pair_place at,
                                           const fixed_box box[2]) {
    const lane_map *m = &w->into[0];
    const float *b = box[1].center;
    float along[3], against[3], in_b[3], length2 = 0.0F, size = 0.0F, gap = 0.0F;
    for (int i = 0; i < 3; i++) {
        along[i] = m->row[i][0] * b[0] + m->row[i][1] * b[1] + m->row[i][2] * b[2] + m->shift[i] -
                   box[0].center[i];
        against[i] = -along[i];
        length2 += along[i] * along[i];
        size += along[i] < 0.0F ? -along[i] : along[i];
        gap += along[i] * (w->origin[1].in_a[i] - w->origin[0].in_a[i]);
    }
    for (int k = 0; k < 3; k++)
        in_b[k] = along[0] * m->row[0][k] + along[1] * m->row[1][k] + along[2] * m->row[2][k];
    gap += leaf_least(w, 0, bvh8_leaf_of(at.child[0]), against);
    gap += leaf_least(w, 1, bvh8_leaf_of(at.child[1]), in_b);
    gap -= size * w->line_error;
    float limit = w->limit * PAIR_LINE_LIMIT_ROUNDING;
    return gap > 0.0F && length2 > PAIR_LINE_LENGTH2_LEAST &&
           gap * gap > limit * limit * length2 * PAIR_LINE_LIMIT_ROUNDING;
}

/* Gaps of the eight triangles to the one along directions, times the directions' length, less
 * the error of the vertices. */
static CAROM_INLINE f8 lane_gap_along(const lane_leaf *a, uint32_t lane, const lane_leaf *b,
                                      lanes3 along, float slack) {
    f8 most = f8_largest(dot_lanes3(spread_lane(a->v[0], lane), along),
                         dot_lanes3(spread_lane(a->v[1], lane), along),
                         dot_lanes3(spread_lane(a->v[2], lane), along));
    f8 least = f8_min(
        f8_min(dot_lanes3(load_lanes3(b->v[0]), along), dot_lanes3(load_lanes3(b->v[1]), along)),
        dot_lanes3(load_lanes3(b->v[2]), along));
    f8 size = f8_add(f8_add(f8_abs(along.x), f8_abs(along.y)), f8_abs(along.z));
    return f8_sub(f8_sub(least, most), f8_mul(size, f8_all(slack)));
}

static CAROM_INLINE lanes3 sum_of_corners(lanes3 a, lanes3 b, lanes3 c) {
    return (lanes3){f8_add(f8_add(a.x, b.x), c.x), f8_add(f8_add(a.y, b.y), c.y),
                    f8_add(f8_add(a.z, b.z), c.z)};
}

/* Returns the mask of the eight that may be within the limit: by their boxes, along the line of
 * centroids, and along the direction between the nearest points so far. */
static CAROM_INLINE uint32_t lanes_within(const pair_walk *w, uint32_t lane, float slack) {
    const lane_leaf *a = w->a, *b = w->b;
    float limit = w->limit * PAIR_LIMIT_FLOAT_ROUNDING;
    f8 zero = f8_all(0.0F), gap2 = zero, limit2 = f8_all(limit * limit * PAIR_LINE_LIMIT_ROUNDING);
    for (int k = 0; k < 3; k++) {
        f8 above = f8_sub(f8_load(b->low[k]), f8_all(a->high[k][lane] + slack));
        f8 below = f8_sub(f8_all(a->low[k][lane] - slack), f8_load(b->high[k]));
        f8 gap = f8_max(f8_max(above, below), zero);
        gap2 = f8_add(gap2, f8_mul(gap, gap));
    }
    f8_flags out = f8_lt(limit2, gap2);
    if ((~f8_bits(out) & 0xffu) == 0) return 0;
    lanes3 along = {f8_all(w->along[0]), f8_all(w->along[1]), f8_all(w->along[2])};
    out = f8_or(out, f8_lt(f8_all(limit), lane_gap_along(a, lane, b, along, slack)));
    lanes3 sum_a = sum_of_corners(spread_lane(a->v[0], lane), spread_lane(a->v[1], lane),
                                  spread_lane(a->v[2], lane));
    along = less_lanes3(
        sum_of_corners(load_lanes3(b->v[0]), load_lanes3(b->v[1]), load_lanes3(b->v[2])), sum_a);
    f8 gap = f8_max(lane_gap_along(a, lane, b, along, slack), zero);
    out = f8_or(out, f8_lt(f8_mul(limit2, dot_lanes3(along, along)), f8_mul(gap, gap)));
    return ~f8_bits(out) & lanes_of(b->leaf);
}

static CAROM_APART bool test_distance_lanes(pair_walk *w) {
    float slack = PAIR_DISTANCE_CORNER_ERRORS * corner_error(w);
    for (uint32_t i = 0; i < w->a->leaf.count; i++) {
        uint32_t mask = lanes_within(w, i, slack);
        while (mask != 0) {
            uint32_t k = lowest_bit(mask);
            float limit = w->limit;
            if (!w->take(w, i, k)) return false;
            mask &= mask - 1;
            if (mask != 0 && w->limit < limit) mask &= lanes_within(w, i, slack);
        }
    }
    return true;
}
