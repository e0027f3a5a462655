/* Making a ray ready, on lanes x, y, z; the fourth is never looked at. */
#ifndef CAROM_MESH_WIDE_RAY_AIM_H
#define CAROM_MESH_WIDE_RAY_AIM_H

#include "batch/simd.h"
#include "mesh/wide_ray.h"

/* Times of up to 16 in the mesh's frame, four float roundings each, as a way along an axis of a
 * direction whose largest component is in [1, 2): 2^-17; and two roundings of a plane within 2. The
 * rounding of a shift grows with the start's distance, as does its own margin. */
#define TIME_SLACK 1.52587890625e-5 /* 2^-16 */
/* Of the bound on the error of sides in wide_ray_leaf.h, for each of its sums. */
#define SIDE_SHARPNESS 2.442e-4F /* above 2^-12 + 2^12 * (13 * 2^-24)^2 */
#define SIDE_DEPTH 2.47e-9F      /* above 2^12 * (13 * 2^-24)^2 */
#define SIDE_LOSS 8200.0F        /* above 2^13 */
#define SIDE_LEAST (16.0F * FLT_MIN)
#define FLOAT_ROUNDING 5.9604644775390625e-8F /* 2^-24, relative */
/* Twice what rounding to carom_real and back does to a time, and what the rounding of t_min and
 * t_max in the frame does. */
#define TIME_ROUNDING 3.814697265625e-6F /* 2^-18 */
/* A component whose inverse is above this is as good as zero over such times. */
#define LARGEST_INVERSE 1099511627776.0 /* 2^40 */
/* From a start nearer than this to the middle, the mesh (within 2) is left by time 16. */
#define NEAR_START 12.0
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

static CAROM_INLINE void aim_at_boxes(wide_ray *ray, const aimed_lanes *aimed, double error) {
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

static CAROM_INLINE void aim_at_triangles(wide_ray *ray, const aimed_lanes *aimed, double scale) {
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
    ray->per_last = (float)(per_last * scale);
    ray->lost = (float)(2.0 * aimed->lost);
    ray->time_blur = (float)(fabs(aimed->moved) * (double)TIME_ROUNDING);
}

/* Is nothing NaN, nor near the ends of the range? */
static CAROM_INLINE bool plain_numbers(const aimed_lanes *aimed, const carom_ray *ray) {
    d4_flags in_range = d4_and(d4_le(d4_abs(aimed->direction), d4_all(1e250)),
                               d4_le(d4_abs(aimed->local), d4_all(1e30)));
    return (d4_bits(in_range) & 7u) == 7u && ray->t_min <= ray->t_max &&
           (double)ray->t_min <= 1e250 && (double)ray->t_max >= -1e250;
}

/* Moves a start that is far away, or a long time before t_min, to near the mesh. */
static CAROM_INLINE void move_start(aimed_lanes *aimed, const wide_frame *frame, double t_min) {
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

static CAROM_INLINE void aim_in_time(wide_ray *ray, const carom_ray *given) {
    double low = (double)given->t_min * ray->clock.scale - ray->clock.moved;
    low -= fabs(low) * 4.8e-7;
    ray->t_min = low > 0.0 ? (float)min2(low, 1e38) : 0.0F;
    ray->t_max = wide_time_bound(&ray->clock, (double)given->t_max);
    /* times out of carom_real's range, or denormal, are for the exact queries alone */
    double largest = ray->clock.scale * (double)CAROM_REAL_MAX;
    bool told = ray->clock.scale < LARGEST_SCALE && fabs(ray->clock.moved) + 100.0 < largest * 1e-3;
    if (CAROM_UNLIKELY(!told)) ray->time_blur = (float)INFINITY;
}

/* False where no bounds can be given. */
static CAROM_INLINE bool aim_ray(wide_ray *ray, const wide_query *query) {
    const carom_ray *given = query->ray;
    const wide_frame *frame = &query->tree->frame;
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
    aim_at_triangles(ray, &aimed, frame->scale);
    ray->clock = (ray_clock){t_scale, aimed.moved, LEAST_LOOSE};
    aim_in_time(ray, given);
    return true;
}

#endif
