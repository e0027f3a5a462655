/* Making eight rays ready at once, as aim_ray does one, a ray to a lane. Of a direction the largest
 * component must be along the same axis for all, and signs the same: then a time in the mesh's
 * frame is a way along that axis there, and no ray needs a power of two of its own. What is not so,
 * or out of the ordinary, is for aim_ray. */
#ifndef CAROM_MESH_WIDE_RAY_EIGHT_H
#define CAROM_MESH_WIDE_RAY_EIGHT_H

#include "mesh/wide_ray_aim.h"

/* Row k of a table is of the k-th axis in the common order. */
typedef struct ray_packet {
    wide_query query; /* of the first ray */
    uint32_t axis[3], negative;
    carom_real start[3][WIDE_RAYS];
    float local[3][WIDE_RAYS], reach[WIDE_RAYS]; /* in the mesh's frame; errors of all kinds */
    float shear[2][WIDE_RAYS], lost[WIDE_RAYS], time_blur[WIDE_RAYS];
    float t_min[WIDE_RAYS], t_max[WIDE_RAYS];
    float per_last; /* with the sign of corners that are seen with all signs changed */
    double moved[WIDE_RAYS], scale[WIDE_RAYS], loose[WIDE_RAYS]; /* of their clocks */
} ray_packet;

/* Four rays. */
typedef struct ray_lanes {
    d4 start[3], way[3], t_min, t_max; /* first as given, axis by axis */
    d4 local[3], scale;
    d4 moved, error, lost;
} ray_lanes;

/* In place: of the rest nothing is set yet. */
static CAROM_INLINE void load_four_rays(ray_lanes *out, const carom_ray *ray) {
    d4 a[4], b[4];
    for (int i = 0; i < 4; i++) {
        const carom_real *number = &ray[i].origin.x;
        a[i] = d4_load_real(number);
        b[i] = d4_load_real(number + 4);
    }
    d4_turn(a);
    d4_turn(b);
    for (int k = 0; k < 3; k++)
        out->start[k] = a[k];
    out->way[0] = a[3];
    out->way[1] = b[0];
    out->way[2] = b[1];
    out->t_min = b[2];
    out->t_max = b[3];
    out->moved = out->error = out->lost = d4_all(0.0);
}

/* The order of axes, by the first ray; false when the rays do not go the same way. */
static CAROM_INLINE bool find_common_way(ray_packet *packet, const ray_lanes half[2]) {
    const carom_vec3 d = packet->query.ray->direction;
    carom_real x = d.x < 0 ? -d.x : d.x, y = d.y < 0 ? -d.y : d.y, z = d.z < 0 ? -d.z : d.z;
    uint32_t last = y > x ? 1 : 0, negative = 0, same = 0xf;
    last = z > (y > x ? y : x) ? 2 : last;
    for (uint32_t k = 0; k < 3; k++) {
        packet->axis[k] = (last + 1 + k) % 3;
        uint32_t bits = 0;
        for (int h = 0; h < 2; h++) {
            d4 size = d4_abs(half[h].way[last]), way = half[h].way[k];
            bits |= d4_bits(d4_lt(way, d4_all(0.0))) << 4 * h;
            same &= d4_bits(d4_le(d4_abs(way), size));
        }
        if (bits != 0 && bits != 0xff) return false;
        negative |= (bits & 1u) << k;
    }
    packet->negative = negative;
    return same == 0xf;
}

static CAROM_INLINE d4 largest_of_three(const d4 x[3]) {
    return d4_max(d4_abs(x[0]), d4_max(d4_abs(x[1]), d4_abs(x[2])));
}
static CAROM_INLINE d4 dot_of_three(const d4 a[3], const d4 b[3]) {
    return d4_add(d4_add(d4_mul(a[0], b[0]), d4_mul(a[1], b[1])), d4_mul(a[2], b[2]));
}

/* As move_start. */
static CAROM_INLINE void move_four_starts(ray_lanes *rays, const wide_frame *frame, d4_flags which,
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
static CAROM_INLINE bool move_four_rays(ray_lanes *rays, const wide_frame *frame, uint32_t last) {
    const double center[3] = {frame->center.x, frame->center.y, frame->center.z};
    d4 size = d4_abs(rays->way[last]), each = d4_div(d4_all(1.0), size);
    rays->scale = d4_mul(size, d4_all(frame->scale));
    for (int k = 0; k < 3; k++) {
        rays->way[k] = d4_mul(rays->way[k], each);
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

static CAROM_INLINE void set_four_rays(ray_packet *packet, const ray_lanes *rays,
                                       const wide_frame *frame, int at) {
    const uint32_t *axis = packet->axis;
    d4 inverse = d4_all(packet->negative >> axis[2] & 1u ? -1.0 : 1.0);
    for (int k = 0; k < 3; k++) {
        d4_store_real(packet->start[k] + at, rays->start[axis[k]]);
        f4_store(packet->local[k] + at, d4_narrow(rays->local[axis[k]]));
    }
    for (int k = 0; k < 2; k++)
        f4_store(packet->shear[k] + at, d4_narrow(d4_neg(d4_mul(rays->way[axis[k]], inverse))));
    d4 slack = d4_mul(rays->error, d4_all(frame->scale * 1.001));
    slack = d4_add(slack, d4_mul(largest_of_three(rays->local), d4_all(2.4e-7)));
    f4_store(packet->reach + at, d4_narrow(d4_add(slack, d4_all(TIME_SLACK))));
    f4_store(packet->lost + at, d4_narrow(d4_add(rays->lost, rays->lost)));
    d4 moved = d4_abs(rays->moved);
    f4_store(packet->time_blur + at, d4_narrow(d4_mul(moved, d4_all((double)TIME_ROUNDING))));
    d4 loose = d4_add(d4_mul(moved, d4_all(1e-15)), d4_all(LEAST_LOOSE));
    d4 low = d4_sub(d4_mul(rays->t_min, rays->scale), rays->moved);
    d4 high = d4_sub(d4_mul(rays->t_max, rays->scale), rays->moved);
    low = d4_sub(low, d4_add(d4_mul(d4_abs(low), d4_all(4.8e-7)), loose));
    high = d4_add(high, d4_add(d4_mul(d4_abs(high), d4_all(4.8e-7)), loose));
    low = d4_min(d4_max(low, d4_all(0.0)), d4_all(1e38));
    high = d4_min(d4_max(high, d4_all(0.0)), d4_all((double)FLT_MAX));
    f4_store(packet->t_min + at, d4_narrow(low));
    f4_store(packet->t_max + at, d4_narrow(high));
    d4_store(packet->moved + at, rays->moved);
    d4_store(packet->scale + at, rays->scale);
    d4_store(packet->loose + at, loose);
}

/** False where the rays are to be aimed one by one. */
static CAROM_INLINE bool aim_eight(ray_packet *packet, const wide_query *query) {
    const wide_frame *frame = &query->tree->frame;
    ray_lanes half[2];
    load_four_rays(&half[0], query->ray);
    load_four_rays(&half[1], query->ray + 4);
    packet->query = *query;
    if (!find_common_way(packet, half)) return false;
    const uint32_t *axis = packet->axis;
    if (!move_four_rays(&half[0], frame, axis[2]) || !move_four_rays(&half[1], frame, axis[2]))
        return false;
    double scale = frame->scale;
    packet->per_last = (float)(packet->negative >> axis[2] & 1u ? scale : -scale);
    set_four_rays(packet, &half[0], frame, 0);
    set_four_rays(packet, &half[1], frame, 4);
    return true;
}

#endif
