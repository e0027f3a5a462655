/* What rays that go the same way meet. Of a node's boxes and of a leaf's triangles, eight at once,
 * those that a beam meets which holds all the rays: bounds on starts and directions in place of
 * both, so it keeps some that no ray meets. */
#ifndef CAROM_MESH_RAY_RAY_PACKET_BOUNDS_H
#define CAROM_MESH_RAY_RAY_PACKET_BOUNDS_H

#include "mesh/ray/ray_packet_filter.h"

/* Starts of a block, in the mesh's frame, and its directions, each over its largest component,
 * differ by no more than this. */
#define BLOCK_SPREAD 0.25F
#define LARGEST_REACH 0.01F

/* Of bounds: starts in the caller's units, and directions over the last component. */
enum { BOUND_START = 0, BOUND_T_MAX = 3, BOUND_SHEAR = 4, BOUND_ONE = 6, BOUND_T_MIN = 7 };

/* Axes in the common order. A time at a plane is plane * inverse + shift: of a ray that starts as
 * late and goes as slowly as any where boxes are entered, as early and as fast where they are left.
 * Where that is before the start, so it is for all rays, and what it is does not matter. */
typedef struct ray_beam {
    float near_shift[4], near_inverse[4], far_shift[4], far_inverse[4];
    float middle[8], radius[8]; /* of bounds, with room for rounding */
    float t_min, t_max;
    uint32_t near_row[3], far_row[3]; /* as in box_ray */
} ray_beam;

/* What is the same for all rays of a beam. */
typedef struct beam_way {
    const bvh8_frame *frame;
    const uint32_t *axis;
    uint32_t negative;
    float reach;
} beam_way;

static CAROM_INLINE void beam_meets_boxes(ray_beam *beam, const beam_way *way, f8 least, f8 most) {
    const bvh8_frame *frame = way->frame;
    const double *center = &frame->center.x;
    double middle[4] = {0.0};
    float sign[4] = {1.0F};
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t axis = way->axis[k], high = way->negative >> axis & 1u;
        middle[k] = center[axis];
        sign[k] = high ? -1.0F : 1.0F;
        beam->near_row[k] = BVH8_WIDTH * (axis + 3 * high);
        beam->far_row[k] = BVH8_WIDTH * (axis + 3 - 3 * high);
    }
    d4 scale = d4_all(frame->scale), of_frame = d4_load(middle);
    f4 reach = f4_all(2.0F * way->reach), one = f4_all(1.0F), top = f4_all(LARGEST_INVERSE);
    f4 from = d4_narrow(d4_sub(d4_mul(d4_widen(f8_low(least)), scale), of_frame));
    f4 to = d4_narrow(d4_sub(d4_mul(d4_widen(f8_low(most)), scale), of_frame));
    f4 a = f4_abs(f8_high(least)), b = f4_abs(f8_high(most)), signs = f4_load(sign);
    f4 slow = f4_mul(f4_min(f4_div(one, f4_max(a, b)), top), signs);
    f4 fast = f4_mul(f4_min(f4_div(one, f4_min(a, b)), top), signs);
    f4_flags negative = f4_lt(signs, f4_all(0.0F));
    from = f4_sub(from, reach);
    to = f4_add(to, reach);
    f4_store(beam->near_inverse, slow);
    f4_store(beam->far_inverse, fast);
    f4_store(beam->near_shift, f4_neg(f4_mul(f4_select(negative, from, to), slow)));
    f4_store(beam->far_shift, f4_neg(f4_mul(f4_select(negative, to, from), fast)));
}

/* Of all rays, number by number. */
typedef struct beam_bounds {
    f8 least, most;
} beam_bounds;

/* A number of each ray, of one type or the other. */
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
    f8_turn(low);
    f8_turn(high);
    return (beam_bounds){f8_min(f8_min(f8_min(low[0], low[1]), f8_min(low[2], low[3])),
                                f8_min(f8_min(low[4], low[5]), f8_min(low[6], low[7]))),
                         f8_max(f8_max(f8_max(high[0], high[1]), f8_max(high[2], high[3])),
                                f8_max(f8_max(high[4], high[5]), f8_max(high[6], high[7])))};
}

/** False when the rays spread. */
static CAROM_INLINE bool make_beam(ray_beam *beam, const ray_block *block) {
    const beam_way way = {&block->query.tree->frame, block->axis, block->negative, block->reach};
    const beam_bounds of = bounds_of_block(block);
    f8 least = of.least, most = of.most;
    f8 half = f8_all(0.5F), spread = f8_sub(most, least);
    f8 middle = f8_mul(f8_add(least, most), half), radius = f8_mul(spread, half);
    f8 room = f8_mul(f8_add(f8_abs(middle), radius), f8_all(NEAR_LOOSE));
    float bound[8];
    f8_store(beam->middle, middle);
    f8_store(beam->radius, f8_add(radius, room));
    f8_store(bound, least);
    beam->t_min = bound[BOUND_T_MIN];
    f8_store(bound, most);
    beam->t_max = bound[BOUND_T_MAX];
    beam_meets_boxes(beam, &way, least, most);
    f8 scale = f8_join(f4_all((float)way.frame->scale), f4_all(1.0F));
    const uint32_t all = 7u << BOUND_START | 7u << BOUND_SHEAR;
    uint32_t close = f8_bits(f8_le(f8_mul(spread, scale), f8_all(BLOCK_SPREAD)));
    return (close & all) == all && way.reach <= LARGEST_REACH;
}

/* The beam as it meets boxes, in lanes. */
typedef struct beam_lanes {
    f8 near_shift[3], near_inverse[3], far_shift[3], far_inverse[3], t_min;
} beam_lanes;

static CAROM_INLINE beam_lanes spread_beam(const ray_beam *beam) {
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

/* The children whose boxes the beam meets, and when at the earliest. */
typedef struct beam_boxes {
    f8 times;
    uint32_t mask;
} beam_boxes;

/* By `t_max`. */
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

/* ---- a block of rays, before anything is made ready */

#define BLOCK_PARTS (BVH8_BLOCK / SMALL_HULL_RAYS)
/* Directions in which LARGEST_INVERSE is as good as none for rays near the mesh. */
#define BLOCK_WAY 1024.0F

/* Bounds on the numbers of each few rays of a block, as they were given. Rays with a NaN hit
 * nothing, and are passed over: min and max give what they had. */
typedef struct block_look {
    f8 least[BLOCK_PARTS], most[BLOCK_PARTS];
} block_look;

static CAROM_INLINE block_look look_at_block(const bvh8_query *query) {
    const carom_real *given = &query->ray->origin.x;
    block_look out;
    for (int part = 0; part < BLOCK_PARTS; part++) {
        out.least[part] = f8_all((float)INFINITY);
        out.most[part] = f8_all(-(float)INFINITY);
    }
    for (int i = 0; i < SMALL_HULL_RAYS; i++) /* by turns: each waits for the one before */
        for (int part = 0; part < BLOCK_PARTS; part++) {
            f8 ray = f8_load_real(given + GIVEN_NUMBERS * (SMALL_HULL_RAYS * part + i));
            out.least[part] = f8_min(ray, out.least[part]);
            out.most[part] = f8_max(ray, out.most[part]);
        }
    return out;
}

static CAROM_INLINE bool goes_both_ways(f8 least, f8 most) {
    f8 none = f8_all(0.0F);
    return (f8_bits(f8_and(f8_lt(least, none), f8_lt(none, most))) >> GIVEN_DIRECTION & 7u) != 0;
}

/* True when all rays within such bounds certainly miss. */
static CAROM_INLINE bool bounds_miss(const bvh8_query *query, f8 least, f8 most) {
    static const uint32_t axis[3] = {0, 1, 2};
    const bvh8_frame *frame = &query->tree->frame;
    float low[GIVEN_NUMBERS], high[GIVEN_NUMBERS], largest = 0.0F, longest = 0.0F;
    f8_store(low, least);
    f8_store(high, most);
    beam_way way = {frame, axis, 0, 0.0F};
    bool told = low[GIVEN_T_MIN] >= 0.0F && fits_float(frame);
    for (int k = 0; k < 3; k++) {
        double scale = frame->scale, middle = (&frame->center.x)[k];
        float from = low[GIVEN_DIRECTION + k], to = high[GIVEN_DIRECTION + k];
        told = told && fabs((double)low[k] * scale - middle) <= NEAR_START &&
               fabs((double)high[k] * scale - middle) <= NEAR_START && (from >= 0.0F || to <= 0.0F);
        way.negative |= (uint32_t)(from < 0.0F) << k;
        largest = more_of(largest, (float)fabs(middle));
        longest = more_of(longest, from < 0.0F ? -to : from);
    }
    if (!told || !(longest >= 1.0F / BLOCK_WAY) || !(longest <= BLOCK_WAY) ||
        !(largest <= NEAR_CENTER) || query->tree->node_count == 0)
        return false;
    way.reach = (float)TIME_SLACK + NEAR_LOOSE * ((float)NEAR_START + largest);
    const float lower[8] = {low[0], low[1], low[2], 0.0F, low[3], low[4], low[5], 1.0F};
    const float upper[8] = {high[0], high[1], high[2], 0.0F, high[3], high[4], high[5], 1.0F};
    ray_beam beam = {.t_min = 0.0F};
    beam_meets_boxes(&beam, &way, f8_load(lower), f8_load(upper));
    const beam_lanes lanes = spread_beam(&beam);
    bvh8_node room;
    const bvh8_node *root = lane_node(lane_tree_of(query->tree), 0, &room);
    return beam_enters(root, &beam, &lanes, FLT_MAX).mask == 0;
}

/* ---- a leaf */

/* Seen along the beam, x and y, a corner is off from where any ray sees it by `wide`, and `tilt`
 * for each step along the last axis. */
typedef struct beam_sight {
    carom_real middle[3];
    float shear[2], wide[2], tilt[2];
} beam_sight;

static CAROM_INLINE beam_sight sight_of_beam(const ray_beam *beam, const ray_block *block) {
    beam_sight out;
    for (int k = 0; k < 3; k++)
        out.middle[k] = (carom_real)beam->middle[BOUND_START + k];
    for (int k = 0; k < 2; k++) {
        float shear = beam->middle[BOUND_SHEAR + k], turn = beam->radius[BOUND_SHEAR + k];
        float last = beam->radius[BOUND_START + 2] + block->lost;
        float size = (shear < 0.0F ? -shear : shear) + turn;
        out.shear[k] = shear;
        out.wide[k] = 1.0001F * (beam->radius[BOUND_START + k] + block->lost + size * last);
        out.tilt[k] = 1.0001F * turn + 1e-6F;
    }
    return out;
}

/* The slots of triangles that the beam may meet: x and y of their corners are not all on one side.
 * Roundings are below 2^-22 of what is seen and 2^-22 for a step along the last axis. */
static CAROM_INLINE uint32_t beam_meets(const leaf_rows *rows, const beam_sight *beam) {
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
    f8_flags aside = f8_lt(f8_all(beam->wide[0]), low[0]);
    aside = f8_or(aside, f8_lt(high[0], f8_all(-beam->wide[0])));
    aside = f8_or(aside, f8_lt(f8_all(beam->wide[1]), low[1]));
    aside = f8_or(aside, f8_lt(high[1], f8_all(-beam->wide[1])));
    return ~f8_bits(aside) & ((1u << rows->count) - 1u);
}

#endif
