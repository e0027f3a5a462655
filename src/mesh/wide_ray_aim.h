/* Making a ray ready, on lanes x, y, z; the fourth is never looked at. */
#include "batch/simd.h"
#include "mesh/wide_ray.h"

/* Times of up to 16 in the mesh's frame, four float roundings each, as a way along an axis of a
 * direction whose largest component is in [1, 2): 2^-17; and two roundings of a plane within 2. The
 * rounding of a shift grows with the start's distance, as does its own margin. */
#define TIME_SLACK 1.52587890625e-5 /* 2^-16 */
/* A component whose inverse is above this is as good as zero over such times. */
#define LARGEST_INVERSE 1099511627776.0 /* 2^40 */
/* From a start nearer than this to the middle, the mesh (within 2) is left by time 16. */
#define NEAR_START 12.0
/* No use to move a start to a first time below this. */
#define NEAR_TIME 4.0

static CAROM_INLINE double largest_lane(d4 x) {
    double lane[4];
    d4_store(lane, d4_abs(x));
    return max2(lane[0], max2(lane[1], lane[2]));
}
static CAROM_INLINE double dot_of_lanes(d4 a, d4 b) {
    double lane[4];
    d4_store(lane, d4_mul(a, b));
    return lane[0] + lane[1] + lane[2];
}

/* `inverse` comes without signs. */
static CAROM_INLINE void aim_at_boxes(wide_ray *ray, d4 start, d4 inverse, d4_flags negative,
                                      double error) {
    d4 reach = d4_all(error), outward = d4_select(negative, d4_neg(reach), reach);
    inverse = d4_select(negative, d4_neg(inverse), inverse);
    f4_store(ray->near_shift, d4_narrow(d4_neg(d4_mul(d4_add(start, outward), inverse))));
    f4_store(ray->far_shift, d4_narrow(d4_neg(d4_mul(d4_sub(start, outward), inverse))));
    f4_store(ray->inverse, d4_narrow(inverse));
    ray->negative = d4_bits(negative);
}

static CAROM_INLINE void aim_at_triangles(wide_ray *ray, d4 start, d4 direction) {
    f4 rounded = d4_narrow(start);
    f4_store(ray->start, rounded);
    f4_store(ray->start_rest, d4_narrow(d4_sub(start, d4_widen(rounded))));
    f4_store(ray->direction, d4_narrow(direction));
}

/* Is nothing NaN, nor near the ends of double's range? */
static CAROM_INLINE bool plain_numbers(d4 direction, d4 local, const carom_ray *ray) {
    d4_flags in_range =
        d4_and(d4_le(d4_abs(direction), d4_all(1e250)), d4_le(d4_abs(local), d4_all(1e30)));
    return (d4_bits(in_range) & 7u) == 7u && ray->t_min <= ray->t_max &&
           (double)ray->t_min <= 1e250 && (double)ray->t_max >= -1e250;
}

/* False where no bounds can be given. */
static CAROM_INLINE bool aim_ray(wide_ray *ray, const wide_query *query) {
    const carom_ray *given = query->ray;
    const wide_frame *frame = &query->tree->frame;
    d4 start = d4_load_real(&given->origin.x), direction = d4_load_real(&given->direction.x);
    d4 scale = d4_all(frame->scale), center = d4_load(&frame->center.x);
    d4 local = d4_sub(d4_mul(start, scale), center);
    double size = largest_lane(direction), away = largest_lane(local);
    double power = taming_power(size), t_scale = frame->scale * taming_power(power);
    bool sound = size > 1e-250 && t_scale > 1e-280 && t_scale < 1e280;
    if (CAROM_UNLIKELY(!(plain_numbers(direction, local, given) && sound))) return false;
    /* divided before it is scaled: the division is what takes longest */
    d4 inverse = d4_mul(d4_div(d4_all(1.0), d4_abs(direction)), d4_all(taming_power(power)));
    d4_flags negative = d4_lt(direction, d4_all(0.0));
    double moved = 0.0, error = 0.0, t_min = (double)given->t_min;
    direction = d4_mul(direction, d4_all(power));
    if (away > NEAR_START || t_min < 0.0 || t_min * t_scale > NEAR_TIME) {
        double nearest = -dot_of_lanes(local, direction) / dot_of_lanes(direction, direction);
        moved = max2(t_min * t_scale, nearest - 8.0);
        d4 by = d4_mul(direction, d4_all(moved * frame->unscale));
        error = 8.9e-16 * (largest_lane(start) + largest_lane(by));
        start = d4_add(start, by);
        local = d4_sub(d4_mul(start, scale), center);
        away = largest_lane(local);
        if (CAROM_UNLIKELY(!(away < 1e30))) return false;
    }
    double outwards = TIME_SLACK + error * frame->scale * 1.001 + 2.4e-7 * away;
    aim_at_boxes(ray, local, d4_min(inverse, d4_all(LARGEST_INVERSE)), negative, outwards);
    aim_at_triangles(ray, start, direction);
    /* the filter takes it for a size, of which it allows 5e-6 for errors */
    ray->lost = (float)((error + largest_lane(start) * 7.2e-15) * 1e6);
    ray->per_local = (float)frame->unscale;
    ray->t_scale = t_scale;
    ray->t_moved = moved;
    double low = t_min * t_scale - moved;
    low -= fabs(low) * 4.8e-7;
    ray->t_min = low > 0.0 ? (float)min2(low, 1e38) : 0.0F;
    ray->t_max = wide_time_bound(ray, (double)given->t_max);
    return true;
}
