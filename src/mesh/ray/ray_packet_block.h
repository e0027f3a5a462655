/* Making up to 64 rays ready at once, as aim_ray does one, a ray to a lane. Of a direction the
 * largest component must be along the same axis for all, and signs the same: then a time in the
 * mesh's frame is a way along that axis there, and no ray needs a power of two of its own. Rays
 * that start near the mesh, as most do that are asked together, are made ready in float. What is
 * out of the ordinary is for aim_ray. */
#ifndef CAROM_MESH_RAY_RAY_PACKET_BLOCK_H
#define CAROM_MESH_RAY_RAY_PACKET_BLOCK_H

#include "simd/simd_real.h"
#include "mesh/ray/ray_setup.h"

/* Numbers of a carom_ray. */
enum { GIVEN_DIRECTION = 3, GIVEN_T_MIN = 6, GIVEN_T_MAX = 7, GIVEN_NUMBERS = 8 };

/* What is the same for all rays of a block as they see triangles: how wrong sides are, besides what
 * is relative to them, a plane's height, but for its slopes, and times; and time in the mesh's
 * frame for a step along the last axis, with the sign of corners that are seen with all signs
 * changed. */
typedef struct block_sight {
    float side_loss, height_loss, time_blur, per_last;
} block_sight;

/* Row k of a table is of the k-th axis in the common order; a row has the rays, and copies of the
 * first one up to `lanes`, a multiple of FLOATS. */
typedef struct ray_block {
    bvh8_query query; /* of the first ray */
    uint32_t count, lanes;
    carom_real given[GIVEN_NUMBERS][BVH8_BLOCK]; /* axes as they are */
    uint32_t axis[3], negative;
    carom_real moved_start[3][BVH8_BLOCK];
    const carom_real *start[3];
    float shear[2][BVH8_BLOCK], t_min[BVH8_BLOCK], t_max[BVH8_BLOCK];
    /* boxes: as bvh8_ray, but times are ways along the last axis */
    float near_shift[3][BVH8_BLOCK], far_shift[3][BVH8_BLOCK], inverse[3][BVH8_BLOCK];
    float lost, time_blur; /* the largest */
    float away;            /* from the middle of the mesh, in its frame; the largest, too */
    float reach;           /* errors of all kinds, in the mesh's frame */
    double moved[BVH8_BLOCK];
    block_sight sight;
} ray_block;

/* From a float scale and center, and of rays near the mesh: what t_min and t_max, and what starts
 * are off by, with room for eight float roundings. */
#define NEAR_LOOSE 9.6e-7F
/* Ranges in which all that is made of rays near the mesh is far from the ends of float's. */
#define NEAR_CENTER 256.0F

/* Of one of the rays that a query of many is the first of. */
static CAROM_INLINE bvh8_query query_of(const bvh8_query *query, uint32_t ray) {
    return (bvh8_query){query->tree, query->ray + ray, query->facing};
}

static CAROM_INLINE void turn_rays(ray_block *block, const bvh8_query *query, uint32_t count) {
    const carom_ray *rays = query->ray;
    block->query = *query;
    block->count = count;
    block->lanes = (count + FLOATS - 1) / FLOATS * FLOATS;
    uint32_t i = 0;
    for (; i + 8 <= count; i += 8)
        turn_eight(block->given[0] + i, BVH8_BLOCK, &rays[i].origin.x);
    for (; i < block->lanes; i += 8) {
        carom_ray rest[8];
        for (uint32_t k = 0; k < 8; k++)
            rest[k] = rays[i + k < count ? i + k : 0];
        turn_eight(block->given[0] + i, BVH8_BLOCK, &rest[0].origin.x);
    }
}

/* The order of axes, by the first ray; false when the rays do not go the same way. */
static CAROM_INLINE bool find_common_way(ray_block *block) {
    static const uint8_t after[6] = {0, 1, 2, 0, 1, 2};
    const carom_vec3 d = block->query.ray->direction;
    carom_real x = d.x < 0 ? -d.x : d.x, y = d.y < 0 ? -d.y : d.y, z = d.z < 0 ? -d.z : d.z;
    uint32_t last = y > x ? 1 : 0, mixed = 0;
    last = z > (y > x ? y : x) ? 2 : last;
    block->negative = (uint32_t)(d.x < 0) | (uint32_t)(d.y < 0) << 1 | (uint32_t)(d.z < 0) << 2;
    for (uint32_t k = 0; k < 3; k++) {
        const uint32_t all = block->negative >> k & 1u ? ALL_FLOATS : 0;
        for (uint32_t i = 0; i < block->lanes; i += FLOATS) {
            floats way = floats_load_real(block->given[GIVEN_DIRECTION + k] + i);
            mixed |= floats_bits(floats_lt(way, floats_all(0.0F))) ^ all;
        }
        block->axis[k] = after[last + 1 + k];
    }
    return mixed == 0;
}

/* What a step along the last axis takes from the others; false where one of those is longer. */
static CAROM_INLINE bool shear_rays(ray_block *block) {
    const uint32_t *axis = block->axis;
    uint32_t longest = ALL_WIDES;
    for (uint32_t i = 0; i < block->lanes; i += WIDES) {
        wides last = wides_load_real(block->given[GIVEN_DIRECTION + axis[2]] + i);
        wides inverse = wides_div(wides_all(-1.0), last), size = wides_abs(last);
        for (int k = 0; k < 2; k++) {
            wides way = wides_load_real(block->given[GIVEN_DIRECTION + axis[k]] + i);
            longest &= wides_bits(wides_le(wides_abs(way), size));
            wides_store_floats(block->shear[k] + i, wides_mul(way, inverse));
        }
    }
    return longest == ALL_WIDES;
}

/* False for rays that are not near the mesh, which says nothing of them. */
static CAROM_INLINE bool aim_near(ray_block *block) {
    const bvh8_frame *frame = &block->query.tree->frame;
    const float scale = (float)frame->scale,
                center[3] = {(float)frame->center.x, (float)frame->center.y,
                             (float)frame->center.z};
    const floats none = floats_all(0.0F), loose = floats_all((float)LEAST_LOOSE);
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
        floats before = floats_add(floats_mul(first, floats_all(NEAR_LOOSE)), loose);
        floats after = floats_add(floats_mul(last, floats_all(NEAR_LOOSE)), loose);
        floats_store(block->t_min + i, floats_max(floats_sub(first, before), none));
        floats_store(block->t_max + i, floats_min(floats_add(last, after), floats_all(FLT_MAX)));
    }
    float largest = 0.0F;
    for (uint32_t k = 0; k < 3; k++) {
        largest = more_of(largest, more_of(center[k], -center[k]));
        block->start[k] = block->given[block->axis[k]];
    }
    if (all_near != ALL_FLOATS || !(largest <= NEAR_CENTER)) return false;
    block->reach = (float)TIME_SLACK + NEAR_LOOSE * ((float)NEAR_START + largest);
    block->lost = block->time_blur = 0.0F;
    block->away = f8_most(floats_most_eight(away)) + block->reach;
    memset(block->moved, 0, sizeof block->moved);
    return true;
}

/* ---- rays from afar, in double */

/* Four rays. */
typedef struct ray_lanes {
    d4 start[3], way[3], t_min, t_max; /* axis by axis; ways over the last one */
    d4 local[3], scale;
    d4 moved, error, lost;
} ray_lanes;

static CAROM_INLINE d4 largest_of_three(const d4 x[3]) {
    return d4_max(d4_abs(x[0]), d4_max(d4_abs(x[1]), d4_abs(x[2])));
}
static CAROM_INLINE d4 dot_of_three(const d4 a[3], const d4 b[3]) {
    return d4_add(d4_add(d4_mul(a[0], b[0]), d4_mul(a[1], b[1])), d4_mul(a[2], b[2]));
}

/* As move_start. */
static CAROM_INLINE void move_four_starts(ray_lanes *rays, const bvh8_frame *frame, d4_flags which,
                                          d4 t_min) {
    const double center[3] = {frame->center.x, frame->center.y, frame->center.z};
    d4 nearest =
        d4_neg(d4_div(dot_of_three(rays->local, rays->way), dot_of_three(rays->way, rays->way)));
    d4 none = d4_all(0.0), by[3];
    rays->moved = d4_select(which, d4_max(t_min, d4_sub(nearest, d4_all(8.0))), none);
    d4 step = d4_mul(rays->moved, d4_all(frame->unscale));
    for (int k = 0; k < 3; k++)
        by[k] = d4_mul(rays->way[k], step);
    d4 size = d4_add(largest_of_three(rays->start), largest_of_three(by));
    rays->error = d4_select(which, d4_mul(size, d4_all(8.9e-16)), none);
    for (int k = 0; k < 3; k++) {
        rays->start[k] = d4_add(rays->start[k], by[k]);
        rays->local[k] = d4_sub(d4_mul(rays->start[k], d4_all(frame->scale)), d4_all(center[k]));
    }
    d4 rounding = d4_mul(largest_of_three(rays->start), d4_all((double)CAROM_REAL_EPSILON));
    rays->lost = d4_select(which, d4_add(rays->error, rounding), none);
}

/* Into the frame; false where aim_ray would say so of one, or times are not told. */
static CAROM_INLINE bool move_four_rays(ray_lanes *rays, const ray_block *block, uint32_t at) {
    const bvh8_frame *frame = &block->query.tree->frame;
    const double center[3] = {frame->center.x, frame->center.y, frame->center.z};
    const carom_real(*given)[BVH8_BLOCK] = block->given;
    d4 size = d4_abs(d4_load_real(given[GIVEN_DIRECTION + block->axis[2]] + at));
    d4 each = d4_div(d4_all(1.0), size);
    rays->scale = d4_mul(size, d4_all(frame->scale));
    rays->moved = rays->error = rays->lost = d4_all(0.0);
    rays->t_min = d4_load_real(given[GIVEN_T_MIN] + at);
    rays->t_max = d4_load_real(given[GIVEN_T_MAX] + at);
    for (int k = 0; k < 3; k++) {
        rays->start[k] = d4_load_real(given[k] + at);
        rays->way[k] = d4_mul(d4_load_real(given[GIVEN_DIRECTION + k] + at), each);
        rays->local[k] = d4_sub(d4_mul(rays->start[k], d4_all(frame->scale)), d4_all(center[k]));
    }
    d4 t_min = d4_mul(rays->t_min, rays->scale), near = d4_all(NEAR_START);
    d4_flags far = d4_or(d4_lt(near, largest_of_three(rays->local)),
                         d4_or(d4_lt(t_min, d4_all(0.0)), d4_lt(d4_all(NEAR_TIME), t_min)));
    if (d4_bits(far) != 0) move_four_starts(rays, frame, far, t_min);
    d4 largest = d4_mul(rays->scale, d4_all((double)CAROM_REAL_MAX * 1e-3));
    d4_flags told = d4_and(d4_lt(rays->scale, d4_all(min2(LARGEST_SCALE, 1e280))),
                           d4_lt(d4_add(d4_abs(rays->moved), d4_all(100.0)), largest));
    d4_flags sizes = d4_and(d4_lt(d4_all(1e-250), size), d4_lt(d4_all(1e-280), rays->scale));
    d4_flags range = d4_le(size, d4_all(1e250));
    for (int k = 0; k < 3; k++)
        range = d4_and(range, d4_le(d4_abs(rays->local[k]), d4_all(1e30)));
    d4_flags times = d4_and(d4_le(rays->t_min, d4_min(d4_all(1e250), rays->t_max)),
                            d4_le(d4_all(-1e250), rays->t_max));
    return d4_bits(d4_and(d4_and(told, sizes), d4_and(range, times))) == 0xf;
}

/* The largest lane, as a float that is not below it. */
static CAROM_INLINE float d4_most_above(d4 x) {
    float lane[4], most = 0.0F;
    f4_store(lane, d4_narrow(d4_mul(x, d4_all(1.000001))));
    for (int i = 0; i < 4; i++)
        most = lane[i] > most ? lane[i] : most;
    return most;
}
static CAROM_INLINE void set_four_rays(ray_block *block, const ray_lanes *rays, uint32_t at) {
    const bvh8_frame *frame = &block->query.tree->frame;
    for (int k = 0; k < 3; k++)
        d4_store_real(block->moved_start[k] + at, rays->start[block->axis[k]]);
    d4 slack = d4_mul(largest_of_three(rays->start), d4_all((double)NEAR_LOOSE));
    slack = d4_mul(d4_add(slack, rays->error), d4_all(frame->scale * 1.001));
    slack = d4_add(slack, d4_mul(largest_of_three(rays->local), d4_all((double)NEAR_LOOSE)));
    slack = d4_add(slack, d4_all(TIME_SLACK));
    d4 moved = d4_abs(rays->moved);
    block->reach = more_of(block->reach, d4_most_above(slack));
    block->lost = more_of(block->lost, d4_most_above(d4_add(rays->lost, rays->lost)));
    block->away = more_of(block->away, d4_most_above(largest_of_three(rays->local)));
    d4 blur = d4_mul(moved, d4_all((double)TIME_ROUNDING));
    block->time_blur = more_of(block->time_blur, d4_most_above(blur));
    d4 loose = d4_add(d4_mul(moved, d4_all(1e-15)), d4_all(LEAST_LOOSE));
    d4 low = d4_sub(d4_mul(rays->t_min, rays->scale), rays->moved);
    d4 high = d4_sub(d4_mul(rays->t_max, rays->scale), rays->moved);
    low = d4_sub(low, d4_add(d4_mul(d4_abs(low), d4_all(4.8e-7)), loose));
    high = d4_add(high, d4_add(d4_mul(d4_abs(high), d4_all(4.8e-7)), loose));
    low = d4_min(d4_max(low, d4_all(0.0)), d4_all(1e38));
    high = d4_min(d4_max(high, d4_all(0.0)), d4_all((double)FLT_MAX));
    f4_store(block->t_min + at, d4_narrow(low));
    f4_store(block->t_max + at, d4_narrow(high));
    d4_store(block->moved + at, rays->moved);
}

/* False where no bounds can be given. */
static CAROM_APART bool aim_afar(ray_block *block) {
    block->reach = block->lost = block->time_blur = block->away = 0.0F;
    for (uint32_t i = 0; i < block->lanes; i += 4) {
        ray_lanes four;
        if (!move_four_rays(&four, block, i)) return false;
        set_four_rays(block, &four, i);
    }
    for (int k = 0; k < 3; k++)
        block->start[k] = block->moved_start[k];
    return true;
}

/* As aim_at_boxes, with twice the room. */
static CAROM_INLINE void aim_block_at_boxes(ray_block *block) {
    const bvh8_frame *frame = &block->query.tree->frame;
    const floats scale = floats_all((float)frame->scale), one = floats_all(1.0F);
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t axis = block->axis[k];
        bool negative = (block->negative >> axis & 1u) != 0;
        floats center = floats_all((float)(&frame->center.x)[axis]);
        floats out = floats_all(negative ? -2.0F * block->reach : 2.0F * block->reach);
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

static CAROM_INLINE block_sight sight_of_block(const ray_block *block) {
    const bvh8_frame *frame = &block->query.tree->frame;
    bool negative = (block->negative >> block->axis[2] & 1u) != 0;
    double far = ((double)block->away + MESH_REACH) * frame->unscale;
    double lost = 0.5 * (double)block->lost;
    return (block_sight){side_loss(lost, far), height_loss(lost, far), block->time_blur,
                         (float)(negative ? frame->scale : -frame->scale)};
}

/* What a ray that needs no more is over by. */
#define RAY_DONE (-1.0F)

/** False where the rays are to be aimed one by one. */
static CAROM_INLINE bool aim_block(ray_block *block, const bvh8_query *query, uint32_t count) {
    if (!fits_float(&query->tree->frame)) return false;
    turn_rays(block, query, count);
    if (!find_common_way(block) || !shear_rays(block)) return false;
    if (!aim_near(block) && !aim_afar(block)) return false;
    for (uint32_t i = count; i < block->lanes; i++)
        block->t_max[i] = RAY_DONE;
    aim_block_at_boxes(block);
    block->sight = sight_of_block(block);
    return true;
}

/** Of one of the rays. */
static CAROM_INLINE ray_clock clock_of(const ray_block *block, uint32_t ray) {
    double last = (double)block->given[GIVEN_DIRECTION + block->axis[2]][ray];
    double scale = block->query.tree->frame.scale, moved = block->moved[ray];
    return (ray_clock){fabs(last) * scale, moved, fabs(moved) * 1e-15 + LEAST_LOOSE};
}

#endif
