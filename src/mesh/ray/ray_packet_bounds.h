/* Interval traversal of a packet: a beam bounds the starts and directions of all rays by intervals,
 * and one slab test with interval arithmetic rejects a child's box for all of them, eight boxes at
 * once; likewise a leaf's triangles [Reshetov05]. Conservative: it keeps some boxes and triangles
 * that no ray meets, and rejects none that a ray meets, whatever the rounding. */
#ifndef CAROM_MESH_RAY_RAY_PACKET_BOUNDS_H
#define CAROM_MESH_RAY_RAY_PACKET_BOUNDS_H

#include "mesh/ray/ray_packet_filter.h"
#include "mesh/ray/ray_packet.h"

/* Numbers of the bounds: starts in the caller's units, directions over the last component. */
enum { BOUND_START = 0, BOUND_T_MAX = 3, BOUND_SHEAR = 4, BOUND_ONE = 6, BOUND_T_MIN = 7 };

/* The beam. Axes are in the packet's common order. The time at a plane is plane * inverse + shift.
 * Near planes take the start that is farthest along the axis and the smallest inverse, for a lower
 * bound over all rays; far planes the start that is farthest back and the largest inverse, for an
 * upper bound. A negative near time may be above that of a ray, but no box is entered before t_min,
 * which is not negative; a negative far time is negative for every ray. */
typedef struct ray_beam {
    float near_shift[4], near_inverse[4], far_shift[4], far_inverse[4];
    float middle[8], radius[8]; /* of the interval of each number, with a margin for rounding */
    float t_min, t_max;
    uint32_t near_row[3], far_row[3]; /* first numbers of the planes met first and last */
} ray_beam;

/* What all rays of a beam share. */
typedef struct beam_setup {
    const bvh8_frame *frame;
    const uint32_t *axis;
    uint32_t negative;
    float box_error;
} beam_setup;

static CAROM_INLINE void setup_beam_boxes(ray_beam *beam, const beam_setup *setup, f8 least,
                                          f8 most) {
    const bvh8_frame *frame = setup->frame;
    const double *center = &frame->center.x;
    double middle[4] = {0.0};
    float sign[4] = {1.0F};
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t axis = setup->axis[k], high = setup->negative >> axis & 1u;
        middle[k] = center[axis];
        sign[k] = high ? -1.0F : 1.0F;
        beam->near_row[k] = BVH8_WIDTH * (axis + 3 * high);
        beam->far_row[k] = BVH8_WIDTH * (axis + 3 - 3 * high);
    }
    d4 scale = d4_all(frame->scale), of_frame = d4_load(middle);
    f4 box_error = f4_all(2.0F * setup->box_error), one = f4_all(1.0F),
       top = f4_all(LARGEST_INVERSE);
    f4 from = d4_narrow(d4_sub(d4_mul(d4_widen(f8_low(least)), scale), of_frame));
    f4 to = d4_narrow(d4_sub(d4_mul(d4_widen(f8_low(most)), scale), of_frame));
    f4 a = f4_abs(f8_high(least)), b = f4_abs(f8_high(most)), signs = f4_load(sign);
    f4 least_inverse = f4_mul(f4_min(f4_div(one, f4_max(a, b)), top), signs);
    f4 most_inverse = f4_mul(f4_min(f4_div(one, f4_min(a, b)), top), signs);
    f4_flags negative = f4_lt(signs, f4_all(0.0F));
    from = f4_sub(from, box_error);
    to = f4_add(to, box_error);
    f4_store(beam->near_inverse, least_inverse);
    f4_store(beam->far_inverse, most_inverse);
    f4_store(beam->near_shift, f4_neg(f4_mul(f4_select(negative, from, to), least_inverse)));
    f4_store(beam->far_shift, f4_neg(f4_mul(f4_select(negative, to, from), most_inverse)));
}

/* The least and largest of each number over all rays. */
typedef struct beam_bounds {
    f8 least, most;
} beam_bounds;

/* One number of every ray, of either type: exactly one pointer is set. */
typedef struct block_row {
    const float *floats;
    const carom_real *reals;
} block_row;

static CAROM_INLINE floats load_of_row(block_row row, uint32_t at) {
    return row.reals ? floats_load_real(row.reals + at) : floats_load(row.floats + at);
}
static CAROM_INLINE void bound_row(block_row row, uint32_t lanes, f8 *least, f8 *most) {
    floats low = load_of_row(row, 0), high = low;
    for (uint32_t i = FLOATS; i < lanes; i += FLOATS) {
        floats x = load_of_row(row, i);
        low = floats_min(x, low);
        high = floats_max(x, high);
    }
    *least = floats_least_eight(low);
    *most = floats_most_eight(high);
}

static CAROM_INLINE beam_bounds bounds_of_block(const ray_block *block) {
    f8 low[8], high[8];
    for (int k = 0; k < 3; k++)
        bound_row((block_row){.reals = block->start[k]}, block->lanes, &low[k], &high[k]);
    bound_row((block_row){block->t_max, NULL}, block->lanes, &low[3], &high[3]);
    bound_row((block_row){block->shear[0], NULL}, block->lanes, &low[4], &high[4]);
    bound_row((block_row){block->shear[1], NULL}, block->lanes, &low[5], &high[5]);
    low[6] = high[6] = f8_all(1.0F);
    bound_row((block_row){block->t_min, NULL}, block->lanes, &low[7], &high[7]);
    f8_transpose(low);
    f8_transpose(high);
    return (beam_bounds){f8_min(f8_min(f8_min(low[0], low[1]), f8_min(low[2], low[3])),
                                f8_min(f8_min(low[4], low[5]), f8_min(low[6], low[7]))),
                         f8_max(f8_max(f8_max(high[0], high[1]), f8_max(high[2], high[3])),
                                f8_max(f8_max(high[4], high[5]), f8_max(high[6], high[7])))};
}

/** False when the rays diverge too much for a beam to cull. */
static CAROM_INLINE bool make_beam(ray_beam *beam, const ray_block *block) {
    const beam_setup setup = {&block->query.tree->frame, block->axis, block->negative,
                              block->box_error};
    const beam_bounds of = bounds_of_block(block);
    f8 least = of.least, most = of.most;
    f8 half = f8_all(0.5F), spread = f8_sub(most, least);
    f8 middle = f8_mul(f8_add(least, most), half), radius = f8_mul(spread, half);
    f8 margin = f8_mul(f8_add(f8_abs(middle), radius), f8_all(NEAR_ROUNDING));
    float bound[8];
    f8_store(beam->middle, middle);
    f8_store(beam->radius, f8_add(radius, margin));
    f8_store(bound, least);
    beam->t_min = bound[BOUND_T_MIN];
    f8_store(bound, most);
    beam->t_max = bound[BOUND_T_MAX];
    setup_beam_boxes(beam, &setup, least, most);
    f8 scale = f8_join(f4_all((float)setup.frame->scale), f4_all(1.0F));
    const uint32_t all = 7u << BOUND_START | 7u << BOUND_SHEAR;
    uint32_t close = f8_bits(f8_le(f8_mul(spread, scale), f8_all(BLOCK_SPREAD)));
    return (close & all) == all && setup.box_error <= LARGEST_BOX_ERROR;
}

/* The beam's numbers for boxes, each broadcast to all lanes. */
typedef struct beam_lanes {
    f8 near_shift[3], near_inverse[3], far_shift[3], far_inverse[3], t_min;
} beam_lanes;

static CAROM_INLINE beam_lanes broadcast_beam(const ray_beam *beam) {
    beam_lanes out;
    for (int k = 0; k < 3; k++) {
        out.near_shift[k] = f8_all(beam->near_shift[k]);
        out.near_inverse[k] = f8_all(beam->near_inverse[k]);
        out.far_shift[k] = f8_all(beam->far_shift[k]);
        out.far_inverse[k] = f8_all(beam->far_inverse[k]);
    }
    out.t_min = f8_all(beam->t_min);
    return out;
}

/* The children whose boxes the beam meets, and lower bounds on when. */
typedef struct beam_boxes {
    f8 times;
    uint32_t mask;
} beam_boxes;

/* Slab tests of the beam against the eight boxes of a node, for times up to `t_max`. */
static CAROM_INLINE beam_boxes beam_enters(const bvh8_node *node, const ray_beam *beam,
                                           const beam_lanes *lanes, float t_max) {
    const float *planes = node->low[0];
    f8 near[3], far[3];
    for (int k = 0; k < 3; k++) {
        near[k] = f8_mad_about(f8_load(planes + beam->near_row[k]), lanes->near_inverse[k],
                               lanes->near_shift[k]);
        far[k] = f8_mad_about(f8_load(planes + beam->far_row[k]), lanes->far_inverse[k],
                              lanes->far_shift[k]);
    }
    f8 first = f8_max(f8_max(near[0], near[1]), f8_max(near[2], lanes->t_min));
    f8 last = f8_min(f8_min(far[0], far[1]), f8_min(far[2], f8_all(t_max)));
    return (beam_boxes){first, f8_bits(f8_le(first, last))};
}

/* ---- culling of a block of rays before its setup */

#define BLOCK_PARTS (BVH8_BLOCK / BVH8_SUBBLOCK)

/* Bounds on the numbers of each sub-block, as the caller gave them. Rays with a NaN hit nothing and
 * are ignored: min and max keep their other operand. */
typedef struct subblock_bounds {
    f8 least[BLOCK_PARTS], most[BLOCK_PARTS];
} subblock_bounds;

static CAROM_INLINE subblock_bounds bounds_of_subblocks(const bvh8_query *query) {
    const carom_real *given = &query->ray->origin.x;
    subblock_bounds out;
    for (int part = 0; part < BLOCK_PARTS; part++) {
        out.least[part] = f8_all((float)INFINITY);
        out.most[part] = f8_all(-(float)INFINITY);
    }
    for (int i = 0; i < BVH8_SUBBLOCK; i++) /* interleaved, as each min waits */
        for (int part = 0; part < BLOCK_PARTS; part++) {
            f8 ray = f8_load_real(given + GIVEN_NUMBERS * (BVH8_SUBBLOCK * part + i));
            out.least[part] = f8_min(ray, out.least[part]);
            out.most[part] = f8_max(ray, out.most[part]);
        }
    return out;
}

/* Do directions have components of both signs along an axis? */
static CAROM_INLINE bool has_mixed_signs(f8 least, f8 most) {
    f8 none = f8_all(0.0F);
    return (f8_bits(f8_and(f8_lt(least, none), f8_lt(none, most))) >> GIVEN_DIRECTION & 7u) != 0;
}

/* True when no ray within these bounds meets the box of any child of the root. False decides
 * nothing. */
static CAROM_INLINE bool bounds_miss(const bvh8_query *query, f8 least, f8 most) {
    static const uint32_t axis[3] = {0, 1, 2};
    const bvh8_frame *frame = &query->tree->frame;
    float low[GIVEN_NUMBERS], high[GIVEN_NUMBERS], largest = 0.0F, longest = 0.0F;
    f8_store(low, least);
    f8_store(high, most);
    beam_setup setup = {frame, axis, 0, 0.0F};
    bool is_in_range = low[GIVEN_T_MIN] >= 0.0F && fits_float(frame);
    for (int k = 0; k < 3; k++) {
        double scale = frame->scale, middle = (&frame->center.x)[k];
        float from = low[GIVEN_DIRECTION + k], to = high[GIVEN_DIRECTION + k];
        is_in_range = is_in_range && fabs((double)low[k] * scale - middle) <= NEAR_START &&
                      fabs((double)high[k] * scale - middle) <= NEAR_START &&
                      (from >= 0.0F || to <= 0.0F);
        setup.negative |= (uint32_t)(from < 0.0F) << k;
        largest = more_of(largest, (float)fabs(middle));
        longest = more_of(longest, from < 0.0F ? -to : from);
    }
    if (!is_in_range || !(longest >= 1.0F / BLOCK_DIRECTION) || !(longest <= BLOCK_DIRECTION) ||
        !(largest <= NEAR_CENTER) || query->tree->node_count == 0)
        return false;
    setup.box_error = (float)TIME_SLACK + NEAR_ROUNDING * ((float)NEAR_START + largest);
    const float lower[8] = {low[0], low[1], low[2], 0.0F, low[3], low[4], low[5], 1.0F};
    const float upper[8] = {high[0], high[1], high[2], 0.0F, high[3], high[4], high[5], 1.0F};
    ray_beam beam = {.t_min = 0.0F};
    setup_beam_boxes(&beam, &setup, f8_load(lower), f8_load(upper));
    const beam_lanes lanes = broadcast_beam(&beam);
    bvh8_node scratch;
    const bvh8_node *root = lane_node(lane_tree_of(query->tree), 0, &scratch);
    return beam_enters(root, &beam, &lanes, FLT_MAX).mask == 0;
}

/* ---- the triangles of a leaf */

/* The projection of corners along the beam's middle direction. Under any ray of the beam the x and
 * y of a corner differ from it by at most `spread_out`, and `tilt` for each step along the last
 * axis. */
typedef struct beam_view {
    carom_real middle[3];
    float shear[2], spread_out[2], tilt[2];
} beam_view;

static CAROM_INLINE beam_view view_of_beam(const ray_beam *beam, const ray_block *block) {
    beam_view out;
    for (int k = 0; k < 3; k++)
        out.middle[k] = (carom_real)beam->middle[BOUND_START + k];
    for (int k = 0; k < 2; k++) {
        float shear = beam->middle[BOUND_SHEAR + k], turn = beam->radius[BOUND_SHEAR + k];
        float last = beam->radius[BOUND_START + 2] + block->start_error;
        float size = (shear < 0.0F ? -shear : shear) + turn;
        out.shear[k] = shear;
        out.spread_out[k] =
            VIEW_SHARE * (beam->radius[BOUND_START + k] + block->start_error + size * last);
        out.tilt[k] = VIEW_SHARE * turn + TILT_ROUNDING;
    }
    return out;
}

/* The slots of triangles that the beam may meet: their projections, grown by the beam's spread,
 * hold the origin in x and in y. Roundings are below 2^-22 of the projection and 2^-22 for each
 * step along the last axis. */
static CAROM_INLINE uint32_t beam_triangles(const leaf_rows *rows, const beam_view *beam) {
    f8 low[2], high[2];
    for (size_t j = 0; j < 3; j++) {
        size_t at = j * rows->next;
        f8 z = f8_sub_number(rows->along[2] + at, beam->middle[2]), away = f8_abs(z);
        for (int k = 0; k < 2; k++) {
            f8 x = f8_sub_number(rows->along[k] + at, beam->middle[k]);
            x = f8_mad_about(z, f8_all(beam->shear[k]), x);
            f8 least = f8_mad_about(away, f8_all(-beam->tilt[k]), x);
            f8 most = f8_mad_about(away, f8_all(beam->tilt[k]), x);
            low[k] = j == 0 ? least : f8_min(least, low[k]);
            high[k] = j == 0 ? most : f8_max(most, high[k]);
        }
    }
    f8_flags outside = f8_lt(f8_all(beam->spread_out[0]), low[0]);
    outside = f8_or(outside, f8_lt(high[0], f8_all(-beam->spread_out[0])));
    outside = f8_or(outside, f8_lt(f8_all(beam->spread_out[1]), low[1]));
    outside = f8_or(outside, f8_lt(high[1], f8_all(-beam->spread_out[1])));
    return ~f8_bits(outside) & ((1u << rows->count) - 1u);
}

#endif
