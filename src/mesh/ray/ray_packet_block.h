/* Setup of up to 64 rays in the mesh's frame, a ray to a lane: setup_ray of ray_setup.h in
 * structure-of-arrays form. All directions must lie in one octant and have their largest component
 * along the same axis: then times are lengths along that axis, and no ray needs a power of two of
 * its own. Rays that start near the mesh, the common case, are set up in float, others in double.
 * Each error bound is the largest over the packet. Where no bound can be given the setup fails, and
 * the rays are set up singly. */
#ifndef CAROM_MESH_RAY_RAY_PACKET_BLOCK_H
#define CAROM_MESH_RAY_RAY_PACKET_BLOCK_H

#include "simd/simd_real.h"
#include "mesh/ray/ray_setup.h"
#include "mesh/ray/ray_packet.h"

/* Indices of the numbers of a carom_ray. */
enum { GIVEN_DIRECTION = 3, GIVEN_T_MIN = 6, GIVEN_T_MAX = 7, GIVEN_NUMBERS = 8 };

/* What the triangle filter shares over a packet: absolute bounds on the errors of sides, of heights
 * of planes (besides their slopes) and of times, beside the relative bounds of ray_packet_filter.h;
 * and the time in the mesh's frame for a step along the last axis, with the sign of corners that
 * have all signs changed. */
typedef struct block_filter {
    float side_abs_error, height_abs_error, time_error, per_last;
} block_filter;

/* Row k of a table belongs to the k-th axis of the common order. A row holds the rays, then copies
 * of the first ray up to `lanes`, a multiple of FLOATS. */
typedef struct ray_block {
    bvh8_query query; /* its ray is the first one */
    uint32_t count, lanes;
    carom_real given[GIVEN_NUMBERS][BVH8_BLOCK]; /* as the caller gave them, axes not reordered */
    uint32_t axis[3], negative;
    carom_real moved_start[3][BVH8_BLOCK];
    const carom_real *start[3];
    float shear[2][BVH8_BLOCK], t_min[BVH8_BLOCK], t_max[BVH8_BLOCK];
    /* slab tests: as in bvh8_ray, but times are lengths along the last axis */
    float near_shift[3][BVH8_BLOCK], far_shift[3][BVH8_BLOCK], inverse[3][BVH8_BLOCK];
    float start_error, time_error; /* the largest of all rays */
    float away;      /* the largest distance of a start from the middle, in the frame */
    float box_error; /* bound on the error of a slab test, as a distance in the frame */
    double moved[BVH8_BLOCK];
    block_filter filter;
} ray_block;

/* The query of one ray of a block, whose query names the first. */
static CAROM_INLINE bvh8_query query_of(const bvh8_query *query, uint32_t ray) {
    return (bvh8_query){query->tree, query->ray + ray, query->facing};
}

/* Transposes the rays to structure of arrays. */
static CAROM_INLINE void transpose_rays(ray_block *block, const bvh8_query *query, uint32_t count) {
    const carom_ray *rays = query->ray;
    block->query = *query;
    block->count = count;
    block->lanes = (count + FLOATS - 1) / FLOATS * FLOATS;
    uint32_t i = 0;
    for (; i + 8 <= count; i += 8)
        transpose_eight(block->given[0] + i, BVH8_BLOCK, &rays[i].origin.x);
    for (; i < block->lanes; i += 8) {
        carom_ray rest[8];
        for (uint32_t k = 0; k < 8; k++)
            rest[k] = rays[i + k < count ? i + k : 0];
        transpose_eight(block->given[0] + i, BVH8_BLOCK, &rest[0].origin.x);
    }
}

/* Orders the axes by the first ray; false when the directions are not all in one octant. */
static CAROM_INLINE bool find_common_octant(ray_block *block) {
    static const uint8_t after[6] = {0, 1, 2, 0, 1, 2};
    const carom_vec3 d = block->query.ray->direction;
    carom_real x = d.x < 0 ? -d.x : d.x, y = d.y < 0 ? -d.y : d.y, z = d.z < 0 ? -d.z : d.z;
    uint32_t last = y > x ? 1 : 0, mixed = 0;
    last = z > (y > x ? y : x) ? 2 : last;
    block->negative = (uint32_t)(d.x < 0) | (uint32_t)(d.y < 0) << 1 | (uint32_t)(d.z < 0) << 2;
    for (uint32_t k = 0; k < 3; k++) {
        const uint32_t all = block->negative >> k & 1u ? ALL_FLOATS : 0;
        for (uint32_t i = 0; i < block->lanes; i += FLOATS) {
            floats dir = floats_load_real(block->given[GIVEN_DIRECTION + k] + i);
            mixed |= floats_bits(floats_lt(dir, floats_all(0.0F))) ^ all;
        }
        block->axis[k] = after[last + 1 + k];
    }
    return mixed == 0;
}

/* Shears: what a step along the last axis subtracts from the other two. False when another
 * component of a ray is larger than its last. */
static CAROM_INLINE bool shear_rays(ray_block *block) {
    const uint32_t *axis = block->axis;
    uint32_t longest = ALL_DOUBLES;
    for (uint32_t i = 0; i < block->lanes; i += DOUBLES) {
        doubles last = doubles_load_real(block->given[GIVEN_DIRECTION + axis[2]] + i);
        doubles inverse = doubles_div(doubles_all(-1.0), last), size = doubles_abs(last);
        for (int k = 0; k < 2; k++) {
            doubles dir = doubles_load_real(block->given[GIVEN_DIRECTION + axis[k]] + i);
            longest &= doubles_bits(doubles_le(doubles_abs(dir), size));
            doubles_store_floats(block->shear[k] + i, doubles_mul(dir, inverse));
        }
    }
    return longest == ALL_DOUBLES;
}

/* Setup in float, for rays that start near the mesh. False when one does not; nothing follows from
 * it then. */
static CAROM_INLINE bool setup_near_packet(ray_block *block) {
    const bvh8_frame *frame = &block->query.tree->frame;
    const float scale = (float)frame->scale,
                center[3] = {(float)frame->center.x, (float)frame->center.y,
                             (float)frame->center.z};
    const floats none = floats_all(0.0F), margin = floats_all((float)FLOAT_UNDERFLOW);
    const floats least = floats_all(1.0F / NEAR_SIZE), most = floats_all(NEAR_SIZE);
    floats away = none;
    uint32_t all_near = ALL_FLOATS;
    for (uint32_t i = 0; i < block->lanes; i += FLOATS) {
        carom_real(*given)[BVH8_BLOCK] = block->given;
        floats size = floats_abs(floats_load_real(given[GIVEN_DIRECTION + block->axis[2]] + i));
        floats rate = floats_mul(size, floats_all(scale));
        floats first = floats_mul(floats_load_real(given[GIVEN_T_MIN] + i), rate);
        floats last = floats_mul(floats_load_real(given[GIVEN_T_MAX] + i), rate);
        floats_flags near = floats_and(floats_le(least, size), floats_le(size, most));
        near = floats_and(near, floats_le(none, first));
        near = floats_and(near, floats_le(first, floats_min(floats_all((float)NEAR_TIME), last)));
        for (uint32_t k = 0; k < 3; k++) {
            floats local = floats_mul(floats_load_real(given[k] + i), floats_all(scale));
            local = floats_abs(floats_sub(local, floats_all(center[k])));
            near = floats_and(near, floats_le(local, floats_all((float)NEAR_START)));
            away = floats_max(local, away);
        }
        all_near &= floats_bits(near);
        floats before = floats_add(floats_mul(first, floats_all(NEAR_ROUNDING)), margin);
        floats after = floats_add(floats_mul(last, floats_all(NEAR_ROUNDING)), margin);
        floats_store(block->t_min + i, floats_max(floats_sub(first, before), none));
        floats_store(block->t_max + i, floats_min(floats_add(last, after), floats_all(FLT_MAX)));
    }
    float largest = 0.0F;
    for (uint32_t k = 0; k < 3; k++) {
        largest = more_of(largest, more_of(center[k], -center[k]));
        block->start[k] = block->given[block->axis[k]];
    }
    if (all_near != ALL_FLOATS || !(largest <= NEAR_CENTER)) return false;
    block->box_error = (float)TIME_SLACK + NEAR_ROUNDING * ((float)NEAR_START + largest);
    block->start_error = block->time_error = 0.0F;
    block->away = f8_most(floats_most_eight(away)) + block->box_error;
    memset(block->moved, 0, sizeof block->moved);
    return true;
}

/* ---- rays that start far away, in double */

/* Four rays, a ray to a lane. */
typedef struct ray_lanes {
    d4 start[3], dir[3], t_min, t_max; /* axis by axis; directions over their last component */
    d4 local[3], scale;
    d4 moved, error, start_error;
} ray_lanes;

static CAROM_INLINE d4 largest_of_three(const d4 x[3]) {
    return d4_max(d4_abs(x[0]), d4_max(d4_abs(x[1]), d4_abs(x[2])));
}
static CAROM_INLINE d4 dot_of_three(const d4 a[3], const d4 b[3]) {
    return d4_add(d4_add(d4_mul(a[0], b[0]), d4_mul(a[1], b[1])), d4_mul(a[2], b[2]));
}

/* As move_start, of the rays of `which`. */
static CAROM_INLINE void move_four_starts(ray_lanes *rays, const bvh8_frame *frame, d4_flags which,
                                          d4 t_min) {
    const double center[3] = {frame->center.x, frame->center.y, frame->center.z};
    d4 nearest =
        d4_neg(d4_div(dot_of_three(rays->local, rays->dir), dot_of_three(rays->dir, rays->dir)));
    d4 none = d4_all(0.0), by[3];
    rays->moved = d4_select(which, d4_max(t_min, d4_sub(nearest, d4_all(START_LEAD))), none);
    d4 step = d4_mul(rays->moved, d4_all(frame->unscale));
    for (int k = 0; k < 3; k++)
        by[k] = d4_mul(rays->dir[k], step);
    d4 size = d4_add(largest_of_three(rays->start), largest_of_three(by));
    rays->error = d4_select(which, d4_mul(size, d4_all(START_ROUNDING)), none);
    for (int k = 0; k < 3; k++) {
        rays->start[k] = d4_add(rays->start[k], by[k]);
        rays->local[k] = d4_sub(d4_mul(rays->start[k], d4_all(frame->scale)), d4_all(center[k]));
    }
    d4 rounding = d4_mul(largest_of_three(rays->start), d4_all((double)CAROM_REAL_EPSILON));
    rays->start_error = d4_select(which, d4_add(rays->error, rounding), none);
}

/* Moves four rays into the frame; false where setup_far_ray would fail for one, or times leave the
 * range of carom_real. */
static CAROM_INLINE bool move_four_rays(ray_lanes *rays, const ray_block *block, uint32_t at) {
    const bvh8_frame *frame = &block->query.tree->frame;
    const double center[3] = {frame->center.x, frame->center.y, frame->center.z};
    const carom_real(*given)[BVH8_BLOCK] = block->given;
    d4 size = d4_abs(d4_load_real(given[GIVEN_DIRECTION + block->axis[2]] + at));
    d4 each = d4_div(d4_all(1.0), size);
    rays->scale = d4_mul(size, d4_all(frame->scale));
    rays->moved = rays->error = rays->start_error = d4_all(0.0);
    rays->t_min = d4_load_real(given[GIVEN_T_MIN] + at);
    rays->t_max = d4_load_real(given[GIVEN_T_MAX] + at);
    for (int k = 0; k < 3; k++) {
        rays->start[k] = d4_load_real(given[k] + at);
        rays->dir[k] = d4_mul(d4_load_real(given[GIVEN_DIRECTION + k] + at), each);
        rays->local[k] = d4_sub(d4_mul(rays->start[k], d4_all(frame->scale)), d4_all(center[k]));
    }
    d4 t_min = d4_mul(rays->t_min, rays->scale), near = d4_all(NEAR_START);
    d4_flags far = d4_or(d4_lt(near, largest_of_three(rays->local)),
                         d4_or(d4_lt(t_min, d4_all(0.0)), d4_lt(d4_all(NEAR_TIME), t_min)));
    if (d4_bits(far) != 0) move_four_starts(rays, frame, far, t_min);
    d4 largest = d4_mul(rays->scale, d4_all((double)CAROM_REAL_MAX * MOVED_PART));
    d4_flags is_in_range =
        d4_and(d4_lt(rays->scale, d4_all(min2(LARGEST_SCALE, LARGEST_TIME_SCALE))),
               d4_lt(d4_add(d4_abs(rays->moved), d4_all(MOVED_LEAD)), largest));
    d4_flags sizes =
        d4_and(d4_lt(d4_all(LEAST_NUMBER), size), d4_lt(d4_all(LEAST_TIME_SCALE), rays->scale));
    d4_flags range = d4_le(size, d4_all(LARGEST_NUMBER));
    for (int k = 0; k < 3; k++)
        range = d4_and(range, d4_le(d4_abs(rays->local[k]), d4_all(LARGEST_DISTANCE)));
    d4_flags times = d4_and(d4_le(rays->t_min, d4_min(d4_all(LARGEST_NUMBER), rays->t_max)),
                            d4_le(d4_all(-LARGEST_NUMBER), rays->t_max));
    return d4_bits(d4_and(d4_and(is_in_range, sizes), d4_and(range, times))) == 0xf;
}

/* The largest lane of numbers >= 0, rounded up to a float. */
static CAROM_INLINE float d4_most_above(d4 x) {
    float lane[4], most = 0.0F;
    f4_store(lane, d4_narrow(d4_mul(x, d4_all(ABOVE_CONVERSION))));
    for (int i = 0; i < 4; i++)
        most = lane[i] > most ? lane[i] : most;
    return most;
}
static CAROM_INLINE void store_four_rays(ray_block *block, const ray_lanes *rays, uint32_t at) {
    const bvh8_frame *frame = &block->query.tree->frame;
    for (int k = 0; k < 3; k++)
        d4_store_real(block->moved_start[k] + at, rays->start[block->axis[k]]);
    d4 slack = d4_mul(largest_of_three(rays->start), d4_all((double)NEAR_ROUNDING));
    slack = d4_mul(d4_add(slack, rays->error), d4_all(frame->scale * START_ERROR_SHARE));
    slack = d4_add(slack, d4_mul(largest_of_three(rays->local), d4_all((double)NEAR_ROUNDING)));
    slack = d4_add(slack, d4_all(TIME_SLACK));
    d4 moved = d4_abs(rays->moved);
    block->box_error = more_of(block->box_error, d4_most_above(slack));
    block->start_error =
        more_of(block->start_error, d4_most_above(d4_add(rays->start_error, rays->start_error)));
    block->away = more_of(block->away, d4_most_above(largest_of_three(rays->local)));
    d4 time_slack = d4_mul(moved, d4_all((double)RAY_TIME_ROUNDING));
    block->time_error = more_of(block->time_error, d4_most_above(time_slack));
    d4 margin = d4_add(d4_mul(moved, d4_all(MOVED_ROUNDING)), d4_all(FLOAT_UNDERFLOW));
    d4 low = d4_sub(d4_mul(rays->t_min, rays->scale), rays->moved);
    d4 high = d4_sub(d4_mul(rays->t_max, rays->scale), rays->moved);
    low = d4_sub(low, d4_add(d4_mul(d4_abs(low), d4_all(TIME_BOUND_ROUNDING)), margin));
    high = d4_add(high, d4_add(d4_mul(d4_abs(high), d4_all(TIME_BOUND_ROUNDING)), margin));
    low = d4_min(d4_max(low, d4_all(0.0)), d4_all(LARGEST_T_MIN));
    high = d4_min(d4_max(high, d4_all(0.0)), d4_all((double)FLT_MAX));
    f4_store(block->t_min + at, d4_narrow(low));
    f4_store(block->t_max + at, d4_narrow(high));
    d4_store(block->moved + at, rays->moved);
}

/* False where no error bound can be given for a ray. */
static CAROM_APART bool setup_far_packet(ray_block *block) {
    block->box_error = block->start_error = block->time_error = block->away = 0.0F;
    for (uint32_t i = 0; i < block->lanes; i += 4) {
        ray_lanes four;
        if (!move_four_rays(&four, block, i)) return false;
        store_four_rays(block, &four, i);
    }
    for (int k = 0; k < 3; k++)
        block->start[k] = block->moved_start[k];
    return true;
}

/* As setup_boxes, with twice the margin. */
static CAROM_INLINE void setup_block_boxes(ray_block *block) {
    const bvh8_frame *frame = &block->query.tree->frame;
    const floats scale = floats_all((float)frame->scale), one = floats_all(1.0F);
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t axis = block->axis[k];
        bool negative = (block->negative >> axis & 1u) != 0;
        floats center = floats_all((float)(&frame->center.x)[axis]);
        floats out = floats_all(negative ? -2.0F * block->box_error : 2.0F * block->box_error);
        for (uint32_t i = 0; i < block->lanes; i += FLOATS) {
            floats local = floats_mul(floats_load_real(block->start[k] + i), scale);
            local = floats_sub(local, center);
            floats inverse = one;
            if (k < 2) {
                inverse = floats_div(one, floats_abs(floats_load(block->shear[k] + i)));
                inverse = floats_min(inverse, floats_all((float)LARGEST_INVERSE));
            }
            if (negative) inverse = floats_neg(inverse);
            floats_store(block->inverse[k] + i, inverse);
            floats near = floats_mul(floats_add(local, out), inverse);
            floats far = floats_mul(floats_sub(local, out), inverse);
            floats_store(block->near_shift[k] + i, floats_neg(near));
            floats_store(block->far_shift[k] + i, floats_neg(far));
        }
    }
}

static CAROM_INLINE block_filter filter_of_block(const ray_block *block) {
    const bvh8_frame *frame = &block->query.tree->frame;
    bool negative = (block->negative >> block->axis[2] & 1u) != 0;
    double far = ((double)block->away + MESH_RADIUS) * frame->unscale;
    double start_error = 0.5 * (double)block->start_error;
    return (block_filter){side_abs_error(start_error, far), height_abs_error(start_error, far),
                          block->time_error, (float)(negative ? frame->scale : -frame->scale)};
}

/* The t_max of a ray that needs no more tests. */
#define RAY_DONE (-1.0F)

/** Sets up a packet; false when its rays are to be set up singly. */
static CAROM_INLINE bool setup_block(ray_block *block, const bvh8_query *query, uint32_t count) {
    if (!fits_float(&query->tree->frame)) return false;
    transpose_rays(block, query, count);
    if (!find_common_octant(block) || !shear_rays(block)) return false;
    if (!setup_near_packet(block) && !setup_far_packet(block)) return false;
    for (uint32_t i = count; i < block->lanes; i++)
        block->t_max[i] = RAY_DONE;
    setup_block_boxes(block);
    block->filter = filter_of_block(block);
    return true;
}

/** The time map of one ray of the packet. */
static CAROM_INLINE ray_time_map time_map_of(const ray_block *block, uint32_t ray) {
    double last = (double)block->given[GIVEN_DIRECTION + block->axis[2]][ray];
    double scale = block->query.tree->frame.scale, moved = block->moved[ray];
    return (ray_time_map){fabs(last) * scale, moved,
                          fabs(moved) * MOVED_ROUNDING + FLOAT_UNDERFLOW};
}

#endif
