/* Setup of a ray in the mesh's frame, for the float filters: inverse and shifts for slab tests
 * [KayKajiya86], shears for triangles [WoopBenthinWald13], and a bound on the error of each, on
 * lanes x, y, z (the fourth lane is not used). A ray that starts near the mesh is set up in float;
 * any other in double, after its start is moved along it to near the mesh. A ray whose numbers are
 * near the ends of the range of double gets no bounds: the filters then pass everything to the
 * exact test. */
#ifndef CAROM_MESH_RAY_RAY_SETUP_H
#define CAROM_MESH_RAY_RAY_SETUP_H

#include "simd/simd.h"
#include "mesh/ray/bvh8_ray.h"

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

/* A ray that is scaled for setup. */
typedef struct scaled_ray {
    d4 start, direction,
        local;                 /* as given; scaled, the largest in [1, 2); the start in the frame */
    d4 inverse;                /* 1 / |component| of the direction */
    double moved;              /* time in the frame by which the start was moved */
    double error, start_error; /* error of the moved start; and after it is rounded to carom_real */
} scaled_ray;

/* The absolute part of the error bound of a side; no corner is farther than `far` from the start.
 */
static CAROM_INLINE float side_abs_error(double start_error, double far) {
    double off = 2.0 * start_error + RAY_CORNER_ROUNDINGS * FLOAT_ROUNDING * far;
    return (float)min2(SIDE_ABSOLUTE * (off * off) + SIDE_UNDERFLOW, (double)FLT_MAX);
}

/* The absolute part of the error bound of the height of a triangle's plane over a point, besides
 * its slopes. */
static CAROM_INLINE float height_abs_error(double start_error, double far) {
    return (float)min2(2.0 * start_error + RAY_CORNER_ROUNDINGS * FLOAT_ROUNDING * far,
                       (double)FLT_MAX);
}

/* The slab test of the ray: its start is moved outwards by `error`, a distance in the frame. */
static CAROM_INLINE void setup_boxes(bvh8_ray *ray, const scaled_ray *scaled, double error) {
    d4_flags negative = d4_lt(scaled->direction, d4_all(0.0));
    d4 box_error = d4_all(error), outward = d4_select(negative, d4_neg(box_error), box_error);
    d4 inverse = d4_min(scaled->inverse, d4_all(LARGEST_INVERSE)), start = scaled->local;
    inverse = d4_select(negative, d4_neg(inverse), inverse);
    f4_store(ray->near_shift, d4_narrow(d4_neg(d4_mul(d4_add(start, outward), inverse))));
    f4_store(ray->far_shift, d4_narrow(d4_neg(d4_mul(d4_sub(start, outward), inverse))));
    f4_store(ray->inverse, d4_narrow(inverse));
    ray->negative = d4_bits(negative);
}

/* The axis of the largest component, without branches, as they would be mispredicted. */
static CAROM_INLINE uint32_t largest_axis(d4 direction) {
    double size[4];
    d4_store(size, d4_abs(direction));
    uint32_t y = size[1] > size[0], z = size[2] > max2(size[0], size[1]);
    return z << 1 | (y & ~z);
}

/* The shear of the ray, along its largest component. */
static CAROM_INLINE void setup_triangles(bvh8_ray *ray, const scaled_ray *scaled,
                                         const bvh8_frame *frame) {
    static const uint8_t after[4] = {1, 2, 0, 1};
    uint32_t last = largest_axis(scaled->direction), first = after[last], second = after[last + 1];
    d4_flags negative = d4_lt(scaled->direction, d4_all(0.0));
    carom_real start[4];
    double inverse[4];
    float shear[4];
    d4_store_real(start, scaled->start);
    d4_store(inverse, d4_select(negative, d4_neg(scaled->inverse), scaled->inverse));
    double per_last = inverse[last];
    f4_store(shear, d4_narrow(d4_mul(scaled->direction, d4_all(-per_last))));
    ray->axis[0] = first;
    ray->axis[1] = second;
    ray->axis[2] = last;
    ray->start[0] = start[first];
    ray->start[1] = start[second];
    ray->start[2] = start[last];
    ray->shear[0] = shear[first];
    ray->shear[1] = shear[second];
    ray->per_last = (float)-(per_last * frame->scale);
    ray->start_error = (float)min2(2.0 * scaled->start_error, (double)FLT_MAX);
    double time_slack =
        fabs(scaled->moved) * (double)RAY_TIME_ROUNDING + 2.0 * scaled->start_error * frame->scale;
    /* a time that is not a normal float bounds nothing */
    bool is_in_range = fabs(per_last * frame->scale) > (double)FLT_MIN;
    ray->time_error = is_in_range ? (float)time_slack : (float)INFINITY;
}

/* Is nothing NaN, nor near the ends of the range of double? */
static CAROM_INLINE bool is_in_double_range(const scaled_ray *scaled, const carom_ray *ray) {
    d4_flags in_range = d4_and(d4_le(d4_abs(scaled->direction), d4_all(LARGEST_NUMBER)),
                               d4_le(d4_abs(scaled->local), d4_all(LARGEST_DISTANCE)));
    return (d4_bits(in_range) & 7u) == 7u && ray->t_min <= ray->t_max &&
           (double)ray->t_min <= LARGEST_NUMBER && (double)ray->t_max >= -LARGEST_NUMBER;
}

/* Moves a start that is far away, or long before t_min, along the ray to near the mesh, and bounds
 * the error that this makes. Times from there are at most 16 in the frame, so their rounding is
 * bounded. */
static CAROM_INLINE void move_start(scaled_ray *scaled, const bvh8_frame *frame, double t_min) {
    double nearest = -dot_of_lanes(scaled->local, scaled->direction) /
                     dot_of_lanes(scaled->direction, scaled->direction);
    scaled->moved = max2(t_min, nearest - START_LEAD);
    d4 by = d4_mul(scaled->direction, d4_all(scaled->moved * frame->unscale));
    scaled->error = START_ROUNDING * (largest_lane(scaled->start) + largest_lane(by));
    scaled->start = d4_add(scaled->start, by);
    scaled->local = d4_sub(d4_mul(scaled->start, d4_all(frame->scale)), d4_load(&frame->center.x));
    scaled->start_error = scaled->error + largest_lane(scaled->start) * (double)CAROM_REAL_EPSILON;
}

/* Returns 1 / size, rounded up to a power of two, and sets *back to its inverse; size is well
 * within the range of double. */
static CAROM_INLINE double power_for(double size, double *back) {
    uint64_t bits;
    memcpy(&bits, &size, sizeof bits);
    bits &= (uint64_t)0x7ff << 52;
    memcpy(back, &bits, sizeof bits);
    bits = ((uint64_t)2046 << 52) - bits;
    memcpy(&size, &bits, sizeof bits);
    return size;
}

/* t_min and t_max in the frame, from the moved start, rounded outwards. */
static CAROM_INLINE void setup_range(bvh8_ray *ray, const carom_ray *given) {
    double low = (double)given->t_min * ray->time_map.scale - ray->time_map.moved;
    low -= fabs(low) * TIME_BOUND_ROUNDING;
    ray->t_min = low > 0.0 ? (float)min2(low, LARGEST_T_MIN) : 0.0F;
    ray->t_max = bvh8_time_bound(&ray->time_map, (double)given->t_max);
    /* times that carom_real cannot hold as normal numbers are for the exact test alone */
    double largest = ray->time_map.scale * (double)CAROM_REAL_MAX;
    bool is_in_range = ray->time_map.scale < LARGEST_SCALE &&
                       fabs(ray->time_map.moved) + MOVED_LEAD < largest * MOVED_PART;
    if (CAROM_UNLIKELY(!is_in_range)) {
        ray->time_error = (float)INFINITY;
        ray->time_map = (ray_time_map){0.0, -DBL_MAX, 0.0}; /* any time is within these bounds */
    }
}

/* Setup in double. False where no error bound can be given. */
static CAROM_INLINE bool setup_far_ray(bvh8_ray *ray, const bvh8_query *query) {
    const carom_ray *given = query->ray;
    const bvh8_frame *frame = &query->tree->frame;
    scaled_ray scaled = {.moved = 0.0, .error = 0.0, .start_error = 0.0};
    d4 scale = d4_all(frame->scale), center = d4_load(&frame->center.x);
    scaled.start = d4_load_real(&given->origin.x);
    scaled.direction = d4_load_real(&given->direction.x);
    scaled.local = d4_sub(d4_mul(scaled.start, scale), center);
    double size = largest_lane(scaled.direction), away = largest_lane(scaled.local), back;
    if (CAROM_UNLIKELY(!(size > LEAST_NUMBER && is_in_double_range(&scaled, given)))) return false;
    double power = power_for(size, &back), t_scale = frame->scale * back;
    if (CAROM_UNLIKELY(!(t_scale > LEAST_TIME_SCALE && t_scale < LARGEST_TIME_SCALE))) return false;
    /* divided before it is scaled: the division has the longest latency */
    d4 inverse = d4_div(d4_all(1.0), d4_abs(scaled.direction));
    scaled.inverse = d4_mul(inverse, d4_all(back));
    scaled.direction = d4_mul(scaled.direction, d4_all(power));
    double t_min = (double)given->t_min * t_scale;
    if (away > NEAR_START || t_min < 0.0 || t_min > NEAR_TIME) {
        move_start(&scaled, frame, t_min);
        away = largest_lane(scaled.local);
        if (CAROM_UNLIKELY(!(away < LARGEST_DISTANCE))) return false;
    }
    double outwards =
        TIME_SLACK + scaled.error * frame->scale * START_ERROR_SHARE + LOCAL_ROUNDING * away;
    setup_boxes(ray, &scaled, outwards);
    setup_triangles(ray, &scaled, frame);
    ray->has_triangle_setup = true;
    ray->time_map = (ray_time_map){t_scale, scaled.moved, FLOAT_UNDERFLOW};
    setup_range(ray, given);
    return true;
}

/* ---- rays that start near the mesh at a time >= 0, the common case */

static CAROM_INLINE bool fits_float(const bvh8_frame *frame) {
    return frame->float_scale > 0.0F;
}

static CAROM_INLINE void setup_near_boxes(bvh8_ray *ray, f4 local, f4 dir) {
    f4 most = f4_all(NEAR_INVERSE), inverse = f4_div(f4_all(1.0F), dir);
    inverse = f4_max(f4_min(inverse, most), f4_neg(most));
    f4 at = f4_mul(f4_neg(local), inverse), length = f4_abs(inverse);
    f4_store(ray->near_shift, f4_mad_about(length, f4_all(-(float)TIME_SLACK), at));
    f4_store(ray->far_shift, f4_mad_about(length, f4_all((float)TIME_SLACK), at));
    f4_store(ray->inverse, inverse);
    ray->negative = f4_signs(dir);
}

static CAROM_INLINE float less_of(float a, float b) {
    return a < b ? a : b;
}
static CAROM_INLINE float more_of(float a, float b) {
    return a > b ? a : b;
}

/* t_min rounded down and t_max rounded up, in the frame. */
static CAROM_INLINE void setup_near_range(bvh8_ray *ray, float first, float last) {
    ray->t_min = more_of(0.0F, first * LEAST_TIME_PART - (float)FLOAT_UNDERFLOW);
    ray->t_max = less_of(last * MOST_TIME_PART + (float)FLOAT_UNDERFLOW, FLT_MAX);
}

/* Setup in float, of slab tests only: has_triangle_setup is false then. False where setup_far_ray
 * is needed. A NaN is in no range. */
static CAROM_INLINE bool setup_near_ray(bvh8_ray *ray, const bvh8_query *query) {
    const carom_ray *given = query->ray;
    const bvh8_frame *frame = &query->tree->frame;
    d4 start = d4_mul(d4_load_real(&given->origin.x), d4_all(frame->scale));
    f4 local = d4_narrow(d4_sub(start, d4_load(&frame->center.x)));
    f4 dir = f4_load_real(&given->direction.x), size = f4_abs(dir);
    f4_flags near = f4_and(f4_le(f4_abs(local), f4_all(frame->near_start)),
                           f4_le(size, f4_all(NEAR_DIRECTION)));
    uint32_t far = ~f4_bits(near) & 7u,
             moves = f4_bits(f4_le(f4_all(1.0F / NEAR_DIRECTION), size)) & 7u;
    bool in_time = !signbit(given->t_min) && given->t_min <= given->t_max;
    if (CAROM_UNLIKELY(far != 0 || moves == 0 || !in_time)) return false;
    setup_near_boxes(ray, local, dir);
    float scale = frame->float_scale;
    setup_near_range(ray, (float)given->t_min * scale, (float)given->t_max * scale);
    f4_store(ray->local, local);
    ray->has_triangle_setup = false;
    return true;
}

/* Setup of triangles in float, for a ray of setup_near_ray. */
static CAROM_INLINE void setup_near_triangles(bvh8_ray *ray, const bvh8_query *query) {
    static const uint8_t after[4] = {1, 2, 0, 1};
    const bvh8_frame *frame = &query->tree->frame;
    const carom_real *origin = &query->ray->origin.x;
    f4 dir = f4_load_real(&query->ray->direction.x);
    float most[4], shear[4];
    f4_store(most, f4_abs(f4_load(ray->inverse)));
    uint32_t y = most[1] < most[0], z = most[2] < most[y], last = z << 1 | (y & ~z);
    uint32_t first = after[last], second = after[last + 1];
    f4_store(shear, f4_mul(dir, f4_all(-ray->inverse[last])));
    ray->axis[0] = first;
    ray->axis[1] = second;
    ray->axis[2] = last;
    ray->start[0] = origin[first];
    ray->start[1] = origin[second];
    ray->start[2] = origin[last];
    ray->shear[0] = shear[first];
    ray->shear[1] = shear[second];
    ray->per_last = -(ray->inverse[last] * (float)frame->scale);
    ray->start_error = 0.0F;
    ray->time_error = FLT_MIN; /* covers underflow */
    ray->time_map = (ray_time_map){frame->scale, 0.0, FLOAT_UNDERFLOW};
    ray->has_triangle_setup = true;
}

/* Not inlined: the setup of triangles when the first leaf is met. */
static CAROM_APART void setup_near_triangles_apart(bvh8_ray *ray, const bvh8_query *query) {
    setup_near_triangles(ray, query);
}

/* Does the ray start in the box of the mesh? Such rays nearly all meet triangles, others often
 * none. */
static CAROM_INLINE bool starts_in_mesh_box(const bvh8_ray *ray) {
    f4 local = f4_abs(f4_load(ray->local));
    return (f4_bits(f4_le(local, f4_all(1.0F))) & 7u) == 7u;
}

static CAROM_APART bool setup_unusual_ray(bvh8_ray *ray, const bvh8_query *query) {
    return setup_far_ray(ray, query) || carom_bvh8_unbounded_ray(ray, query->ray);
}

/* Sets up any ray; false when it is invalid. */
static CAROM_INLINE bool setup_ray(bvh8_ray *ray, const bvh8_query *query) {
    return CAROM_LIKELY(setup_near_ray(ray, query)) || setup_unusual_ray(ray, query);
}

#endif
