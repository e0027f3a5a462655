/* Making a ray ready, on lanes x, y, z; the fourth is never looked at. */
#ifndef CAROM_MESH_RAY_RAY_SETUP_H
#define CAROM_MESH_RAY_RAY_SETUP_H

#include "simd/simd.h"
#include "mesh/ray/bvh8_ray.h"

/* Times of up to 16 in the mesh's frame, four float roundings each, as a way along an axis of a
 * direction whose largest component is in [1, 2): 2^-17; and two roundings of a plane within 2. The
 * rounding of a shift grows with the start's distance, as does its own margin. */
#define TIME_SLACK 1.52587890625e-5 /* 2^-16 */
/* Of the bound on the error of sides in bvh8_ray_sure.h, for each of its sums. */
#define SIDE_SHARPNESS 2.442e-4F /* above 2^-12 + 2^-21 */
#define SIDE_LOSS 4110.0         /* above 2^12 + 4, and roundings */
#define SIDE_LEAST (16.0 * (double)FLT_MIN)
#define FLOAT_ROUNDING 5.9604644775390625e-8 /* 2^-24, relative */
/* From a start so far from the middle no corner is further off than this more. */
#define MESH_REACH 2.001
/* Twice what rounding to carom_real and back does to a time, and what the rounding of t_min and
 * t_max in the frame does. */
#define TIME_ROUNDING 3.814697265625e-6F /* 2^-18 */
/* Holds such roundings below the normal range. */
#define LEAST_TIME 1e-30F
/* A component whose inverse is above this is as good as zero over such times. */
#define LARGEST_INVERSE 1099511627776.0 /* 2^40 */
/* Times of the caller's beyond this one to a time in the frame are near their range's end. */
#define LARGEST_SCALE (1e-10 * (double)CAROM_REAL_MAX)
/* Holds a conversion to float of what is below its range. */
#define LEAST_LOOSE 1e-36
/* No use to move a start to a first time below this. */
#define NEAR_TIME 4.0

static CAROM_INLINE double dot_of_lanes(d4 a, d4 b) {
    double lane[4];
    d4_store(lane, d4_mul(a, b));
    return lane[0] + lane[1] + lane[2];
}
static CAROM_INLINE double largest_lane(d4 x) {
    double lane[4];
    d4_store(lane, d4_abs(x));
    return max2(lane[0], max2(lane[1], lane[2]));
}

/* A ray on its way to the mesh's frame. */
typedef struct aimed_lanes {
    d4 start, direction, local; /* in the caller's units, the direction's largest in [1, 2) */
    d4 inverse;                 /* of the direction's components, without signs */
    double moved;               /* by which time the start was moved */
    double error, lost;         /* how wrong it is since; and when it is rounded to carom_real */
} aimed_lanes;

/* How wrong a side is on which squares say nothing: `far` from the start there is no corner. */
static CAROM_INLINE float side_loss(double lost, double far) {
    double off = 2.0 * lost + 10.0 * FLOAT_ROUNDING * far;
    return (float)min2(SIDE_LOSS * (off * off) + SIDE_LEAST, (double)FLT_MAX);
}

/* How wrong the height of a triangle's plane over a point is, but for its slopes. */
static CAROM_INLINE float height_loss(double lost, double far) {
    return (float)min2(2.0 * lost + 10.0 * FLOAT_ROUNDING * far, (double)FLT_MAX);
}

static CAROM_INLINE void aim_at_boxes(bvh8_ray *ray, const aimed_lanes *aimed, double error) {
    d4_flags negative = d4_lt(aimed->direction, d4_all(0.0));
    d4 reach = d4_all(error), outward = d4_select(negative, d4_neg(reach), reach);
    d4 inverse = d4_min(aimed->inverse, d4_all(LARGEST_INVERSE)), start = aimed->local;
    inverse = d4_select(negative, d4_neg(inverse), inverse);
    f4_store(ray->near_shift, d4_narrow(d4_neg(d4_mul(d4_add(start, outward), inverse))));
    f4_store(ray->far_shift, d4_narrow(d4_neg(d4_mul(d4_sub(start, outward), inverse))));
    f4_store(ray->inverse, d4_narrow(inverse));
    ray->negative = d4_bits(negative);
}

/* Which component is the largest; without branches, as nothing foretells it. */
static CAROM_INLINE uint32_t largest_axis(d4 direction) {
    double size[4];
    d4_store(size, d4_abs(direction));
    uint32_t y = size[1] > size[0], z = size[2] > max2(size[0], size[1]);
    return z << 1 | (y & ~z);
}

static CAROM_INLINE void aim_at_triangles(bvh8_ray *ray, const aimed_lanes *aimed,
                                          const bvh8_frame *frame) {
    static const uint8_t after[4] = {1, 2, 0, 1};
    uint32_t last = largest_axis(aimed->direction), first = after[last], second = after[last + 1];
    d4_flags negative = d4_lt(aimed->direction, d4_all(0.0));
    carom_real start[4];
    double inverse[4];
    float shear[4];
    d4_store_real(start, aimed->start);
    d4_store(inverse, d4_select(negative, d4_neg(aimed->inverse), aimed->inverse));
    double per_last = inverse[last];
    f4_store(shear, d4_narrow(d4_mul(aimed->direction, d4_all(-per_last))));
    ray->axis[0] = first;
    ray->axis[1] = second;
    ray->axis[2] = last;
    ray->start[0] = start[first];
    ray->start[1] = start[second];
    ray->start[2] = start[last];
    ray->shear[0] = shear[first];
    ray->shear[1] = shear[second];
    ray->per_last = (float)-(per_last * frame->scale);
    ray->lost = (float)min2(2.0 * aimed->lost, (double)FLT_MAX);
    double blur = fabs(aimed->moved) * (double)TIME_ROUNDING + 2.0 * aimed->lost * frame->scale;
    /* what is out of the range of float must not say anything */
    bool told = fabs(per_last * frame->scale) > (double)FLT_MIN;
    ray->time_blur = told ? (float)blur : (float)INFINITY;
}

/* Is nothing NaN, nor near the ends of the range? */
static CAROM_INLINE bool plain_numbers(const aimed_lanes *aimed, const carom_ray *ray) {
    d4_flags in_range = d4_and(d4_le(d4_abs(aimed->direction), d4_all(1e250)),
                               d4_le(d4_abs(aimed->local), d4_all(1e30)));
    return (d4_bits(in_range) & 7u) == 7u && ray->t_min <= ray->t_max &&
           (double)ray->t_min <= 1e250 && (double)ray->t_max >= -1e250;
}

/* Moves a start that is far away, or a long time before t_min, to near the mesh. */
static CAROM_INLINE void move_start(aimed_lanes *aimed, const bvh8_frame *frame, double t_min) {
    double nearest = -dot_of_lanes(aimed->local, aimed->direction) /
                     dot_of_lanes(aimed->direction, aimed->direction);
    aimed->moved = max2(t_min, nearest - 8.0);
    d4 by = d4_mul(aimed->direction, d4_all(aimed->moved * frame->unscale));
    aimed->error = 8.9e-16 * (largest_lane(aimed->start) + largest_lane(by));
    aimed->start = d4_add(aimed->start, by);
    aimed->local = d4_sub(d4_mul(aimed->start, d4_all(frame->scale)), d4_load(&frame->center.x));
    aimed->lost = aimed->error + largest_lane(aimed->start) * (double)CAROM_REAL_EPSILON;
}

/* Powers of two, 1 / size rounded up to one and its inverse; size is well within double's range. */
static CAROM_INLINE double power_for(double size, double *back) {
    uint64_t bits;
    memcpy(&bits, &size, sizeof bits);
    bits &= (uint64_t)0x7ff << 52;
    memcpy(back, &bits, sizeof bits);
    bits = ((uint64_t)2046 << 52) - bits;
    memcpy(&size, &bits, sizeof bits);
    return size;
}

static CAROM_INLINE void aim_in_time(bvh8_ray *ray, const carom_ray *given) {
    double low = (double)given->t_min * ray->clock.scale - ray->clock.moved;
    low -= fabs(low) * 4.8e-7;
    ray->t_min = low > 0.0 ? (float)min2(low, 1e38) : 0.0F;
    ray->t_max = bvh8_time_bound(&ray->clock, (double)given->t_max);
    /* times out of carom_real's range, or denormal, are for the exact queries alone */
    double largest = ray->clock.scale * (double)CAROM_REAL_MAX;
    bool told = ray->clock.scale < LARGEST_SCALE && fabs(ray->clock.moved) + 100.0 < largest * 1e-3;
    if (CAROM_UNLIKELY(!told)) {
        ray->time_blur = (float)INFINITY;
        ray->clock = (ray_clock){0.0, -DBL_MAX, 0.0}; /* all of them may be rounded to one */
    }
}

/* False where no bounds can be given. */
static CAROM_INLINE bool aim_from_afar(bvh8_ray *ray, const bvh8_query *query) {
    const carom_ray *given = query->ray;
    const bvh8_frame *frame = &query->tree->frame;
    aimed_lanes aimed = {.moved = 0.0, .error = 0.0, .lost = 0.0};
    d4 scale = d4_all(frame->scale), center = d4_load(&frame->center.x);
    aimed.start = d4_load_real(&given->origin.x);
    aimed.direction = d4_load_real(&given->direction.x);
    aimed.local = d4_sub(d4_mul(aimed.start, scale), center);
    double size = largest_lane(aimed.direction), away = largest_lane(aimed.local), back;
    if (CAROM_UNLIKELY(!(size > 1e-250 && plain_numbers(&aimed, given)))) return false;
    double power = power_for(size, &back), t_scale = frame->scale * back;
    if (CAROM_UNLIKELY(!(t_scale > 1e-280 && t_scale < 1e280))) return false;
    /* divided before it is scaled: the division is what takes longest */
    d4 inverse = d4_div(d4_all(1.0), d4_abs(aimed.direction));
    aimed.inverse = d4_mul(inverse, d4_all(back));
    aimed.direction = d4_mul(aimed.direction, d4_all(power));
    double t_min = (double)given->t_min * t_scale;
    if (away > NEAR_START || t_min < 0.0 || t_min > NEAR_TIME) {
        move_start(&aimed, frame, t_min);
        away = largest_lane(aimed.local);
        if (CAROM_UNLIKELY(!(away < 1e30))) return false;
    }
    double outwards = TIME_SLACK + aimed.error * frame->scale * 1.001 + 2.4e-7 * away;
    aim_at_boxes(ray, &aimed, outwards);
    aim_at_triangles(ray, &aimed, frame);
    ray->sees = true;
    ray->clock = (ray_clock){t_scale, aimed.moved, LEAST_LOOSE};
    aim_in_time(ray, given);
    return true;
}

/* ---- rays that start near the mesh at a time from 0 on, as most do */

/* In float; times are the caller's, but for the mesh's scale. From a start within NEAR_START to
 * planes within 2 the start, its product and the shift lose a float rounding of 12 each, the
 * inverse two and the sum one of 14, and the plane's product one of 2: 4.8e-6, of which TIME_SLACK
 * is three times. The compact form's shift, told anew for a node, loses one of 14 more. Meshes and
 * directions of these sizes leave all that is made of them far from the ends of float's range. */
#define NEAR_WAY 4294967296.0F /* 2^32 */
/* Over such times, as LARGEST_INVERSE. */
#define NEAR_INVERSE (NEAR_WAY * (float)LARGEST_INVERSE)
/* What two float roundings of a time take from it at most. */
#define LEAST_TIME_PART (1.0F - 4.8e-7F)
#define MOST_TIME_PART (1.0F + 4.8e-7F)

static CAROM_INLINE bool fits_float(const bvh8_frame *frame) {
    return frame->float_scale > 0.0F;
}

static CAROM_INLINE void aim_near_boxes(bvh8_ray *ray, f4 local, f4 way) {
    f4 most = f4_all(NEAR_INVERSE), inverse = f4_div(f4_all(1.0F), way);
    inverse = f4_max(f4_min(inverse, most), f4_neg(most));
    f4 at = f4_mul(f4_neg(local), inverse), length = f4_abs(inverse);
    f4_store(ray->near_shift, f4_mad_about(length, f4_all(-(float)TIME_SLACK), at));
    f4_store(ray->far_shift, f4_mad_about(length, f4_all((float)TIME_SLACK), at));
    f4_store(ray->inverse, inverse);
    ray->negative = f4_signs(way);
}

static CAROM_INLINE float less_of(float a, float b) {
    return a < b ? a : b;
}
static CAROM_INLINE float more_of(float a, float b) {
    return a > b ? a : b;
}

/* A time in the frame that is not above, and one that is not below. */
static CAROM_INLINE void aim_near_times(bvh8_ray *ray, float first, float last) {
    ray->t_min = more_of(0.0F, first * LEAST_TIME_PART - (float)LEAST_LOOSE);
    ray->t_max = less_of(last * MOST_TIME_PART + (float)LEAST_LOOSE, FLT_MAX);
}

/* As aim_from_afar does for boxes; false where that has to. NaN is in no range. */
static CAROM_INLINE bool aim_from_near(bvh8_ray *ray, const bvh8_query *query) {
    const carom_ray *given = query->ray;
    const bvh8_frame *frame = &query->tree->frame;
    d4 start = d4_mul(d4_load_real(&given->origin.x), d4_all(frame->scale));
    f4 local = d4_narrow(d4_sub(start, d4_load(&frame->center.x)));
    f4 way = f4_load_real(&given->direction.x), size = f4_abs(way);
    f4_flags near =
        f4_and(f4_le(f4_abs(local), f4_all(frame->near_start)), f4_le(size, f4_all(NEAR_WAY)));
    uint32_t far = ~f4_bits(near) & 7u, moves = f4_bits(f4_le(f4_all(1.0F / NEAR_WAY), size)) & 7u;
    bool in_time = !signbit(given->t_min) && given->t_min <= given->t_max;
    if (CAROM_UNLIKELY(far != 0 || moves == 0 || !in_time)) return false;
    aim_near_boxes(ray, local, way);
    float scale = frame->float_scale;
    aim_near_times(ray, (float)given->t_min * scale, (float)given->t_max * scale);
    f4_store(ray->local, local);
    ray->sees = false;
    return true;
}

/* What aim_from_afar does for triangles. */
static CAROM_INLINE void aim_near_triangles(bvh8_ray *ray, const bvh8_query *query) {
    static const uint8_t after[4] = {1, 2, 0, 1};
    const bvh8_frame *frame = &query->tree->frame;
    const carom_real *origin = &query->ray->origin.x;
    f4 way = f4_load_real(&query->ray->direction.x);
    float most[4], shear[4];
    f4_store(most, f4_abs(f4_load(ray->inverse)));
    uint32_t y = most[1] < most[0], z = most[2] < most[y], last = z << 1 | (y & ~z);
    uint32_t first = after[last], second = after[last + 1];
    f4_store(shear, f4_mul(way, f4_all(-ray->inverse[last])));
    ray->axis[0] = first;
    ray->axis[1] = second;
    ray->axis[2] = last;
    ray->start[0] = origin[first];
    ray->start[1] = origin[second];
    ray->start[2] = origin[last];
    ray->shear[0] = shear[first];
    ray->shear[1] = shear[second];
    ray->per_last = -(ray->inverse[last] * (float)frame->scale);
    ray->lost = 0.0F;
    ray->time_blur = FLT_MIN; /* for what is below */
    ray->clock = (ray_clock){frame->scale, 0.0, LEAST_LOOSE};
    ray->sees = true;
}

/* Once there are triangles, where it was put off. */
static CAROM_APART void see_from_near(bvh8_ray *ray, const bvh8_query *query) {
    aim_near_triangles(ray, query);
}

/* Rays from within the mesh's box nearly all meet triangles, others often none. */
static CAROM_INLINE bool starts_within(const bvh8_ray *ray) {
    f4 local = f4_abs(f4_load(ray->local));
    return (f4_bits(f4_le(local, f4_all(1.0F))) & 7u) == 7u;
}

static CAROM_APART bool aim_otherwise(bvh8_ray *ray, const bvh8_query *query) {
    return aim_from_afar(ray, query) || carom_bvh8_blind(ray, query->ray);
}

/* False when there is nothing to be met. */
static CAROM_INLINE bool aim_ray(bvh8_ray *ray, const bvh8_query *query) {
    return CAROM_LIKELY(aim_from_near(ray, query)) || aim_otherwise(ray, query);
}

#endif
