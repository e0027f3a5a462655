/* Making eight rays ready at once, as aim_ray does one, a ray to a lane. Of a direction the largest
 * component must be along the same axis for all, and signs the same: then a time in the mesh's
 * frame is a way along that axis there, and no ray needs a power of two of its own. Rays that start
 * near the mesh, as most do that are asked for in packets, are made ready in float. What is out of
 * the ordinary is for aim_ray. */
#ifndef CAROM_MESH_WIDE_RAY_EIGHT_H
#define CAROM_MESH_WIDE_RAY_EIGHT_H

#include "batch/simd_real.h"
#include "mesh/wide_ray_aim.h"

/* Numbers of a carom_ray. */
enum { GIVEN_DIRECTION = 3, GIVEN_T_MIN = 6, GIVEN_T_MAX = 7, GIVEN_NUMBERS = 8 };

/* Row k of a table is of the k-th axis in the common order. */
typedef struct ray_packet {
    wide_query query;                           /* of the first ray */
    carom_real given[GIVEN_NUMBERS][WIDE_RAYS]; /* axes as they are */
    uint32_t axis[3], negative;
    carom_real moved_start[3][WIDE_RAYS];
    const carom_real *start[3];
    float shear[2][WIDE_RAYS], t_min[WIDE_RAYS], t_max[WIDE_RAYS];
    float lost, time_blur; /* the largest */
    float away;            /* from the middle of the mesh, in its frame; the largest, too */
    float side_loss, height_loss;
    float reach;    /* errors of all kinds, in the mesh's frame */
    float per_last; /* with the sign of corners that are seen with all signs changed */
    double moved[WIDE_RAYS];
} ray_packet;

/* From a float scale and center, and of rays near the mesh: what t_min and t_max, and what starts
 * are off by, with room for eight float roundings. */
#define NEAR_LOOSE 9.6e-7F
/* Ranges in which all that is made of rays near the mesh is far from the ends of float's. */
#define NEAR_CENTER 256.0F

/* The order of axes, by the first ray; false when the rays do not go the same way. */
static CAROM_INLINE bool find_common_way(ray_packet *packet) {
    static const uint8_t after[6] = {0, 1, 2, 0, 1, 2};
    const carom_vec3 d = packet->query.ray->direction;
    carom_real x = d.x < 0 ? -d.x : d.x, y = d.y < 0 ? -d.y : d.y, z = d.z < 0 ? -d.z : d.z;
    uint32_t last = y > x ? 1 : 0, mixed = 0;
    last = z > (y > x ? y : x) ? 2 : last;
    packet->negative = 0;
    for (uint32_t k = 0; k < 3; k++) {
        f8 way = f8_load_real(packet->given[GIVEN_DIRECTION + k]);
        uint32_t bits = f8_bits(f8_lt(way, f8_all(0.0F)));
        mixed |= (bits + 1) & 0xfe;
        packet->negative |= (bits & 1u) << k;
        packet->axis[k] = after[last + 1 + k];
    }
    return mixed == 0;
}

/* What a step along the last axis takes from the others; false where one of those is longer. */
static CAROM_INLINE bool shear_eight(ray_packet *packet) {
    const uint32_t *axis = packet->axis;
    uint32_t longest = 0xf;
    f4 shear[2][2];
    for (int h = 0; h < 2; h++) {
        d4 last = d4_load_real(packet->given[GIVEN_DIRECTION + axis[2]] + 4 * h);
        d4 inverse = d4_div(d4_all(-1.0), last), size = d4_abs(last);
        for (int k = 0; k < 2; k++) {
            d4 way = d4_load_real(packet->given[GIVEN_DIRECTION + axis[k]] + 4 * h);
            longest &= d4_bits(d4_le(d4_abs(way), size));
            shear[k][h] = d4_narrow(d4_mul(way, inverse));
        }
    }
    for (int k = 0; k < 2; k++)
        f8_store(packet->shear[k], f8_join(shear[k][0], shear[k][1]));
    return longest == 0xf;
}

/* False for rays that are not near the mesh, which says nothing of them. */
static CAROM_INLINE bool aim_near(ray_packet *packet) {
    const wide_frame *frame = &packet->query.tree->frame;
    const float scale = (float)frame->scale,
                center[3] = {(float)frame->center.x, (float)frame->center.y,
                             (float)frame->center.z};
    float largest = 0.0F;
    f8 away = f8_all(0.0F);
    f8 size = f8_abs(f8_load_real(packet->given[GIVEN_DIRECTION + packet->axis[2]]));
    f8 rate = f8_mul(size, f8_all(scale)), none = f8_all(0.0F);
    f8 first = f8_mul(f8_load_real(packet->given[GIVEN_T_MIN]), rate);
    f8 last = f8_mul(f8_load_real(packet->given[GIVEN_T_MAX]), rate);
    f8_flags near = f8_and(f8_le(f8_all(1.0F / NEAR_SIZE), size), f8_le(size, f8_all(NEAR_SIZE)));
    near = f8_and(near, f8_and(f8_le(none, first), f8_le(first, f8_all((float)NEAR_TIME))));
    near = f8_and(near, f8_le(first, last));
    for (uint32_t k = 0; k < 3; k++) {
        f8 local = f8_mul(f8_load_real(packet->given[k]), f8_all(scale));
        local = f8_sub(local, f8_all(center[k]));
        local = f8_abs(local);
        near = f8_and(near, f8_le(local, f8_all((float)NEAR_START)));
        away = f8_max(local, away);
        largest = center[k] > largest ? center[k] : -center[k] > largest ? -center[k] : largest;
        packet->start[k] = packet->given[packet->axis[k]];
    }
    if (f8_bits(near) != 0xff || !(largest <= NEAR_CENTER)) return false;
    f8 loose = f8_all((float)LEAST_LOOSE);
    f8 before = f8_add(f8_mul(first, f8_all(NEAR_LOOSE)), loose);
    f8 after = f8_add(f8_mul(last, f8_all(NEAR_LOOSE)), loose);
    f8_store(packet->t_min, f8_max(f8_sub(first, before), none));
    f8_store(packet->t_max, f8_min(f8_add(last, after), f8_all(FLT_MAX)));
    packet->reach = (float)TIME_SLACK + NEAR_LOOSE * ((float)NEAR_START + largest);
    packet->lost = packet->time_blur = 0.0F;
    packet->away = f8_most(away) + packet->reach;
    memset(packet->moved, 0, sizeof packet->moved);
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
static CAROM_INLINE bool move_four_rays(ray_lanes *rays, const ray_packet *packet, int at) {
    const wide_frame *frame = &packet->query.tree->frame;
    const double center[3] = {frame->center.x, frame->center.y, frame->center.z};
    const carom_real(*given)[WIDE_RAYS] = packet->given;
    d4 size = d4_abs(d4_load_real(given[GIVEN_DIRECTION + packet->axis[2]] + at));
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
static CAROM_INLINE float more_of(float a, float b) {
    return a > b ? a : b;
}

static CAROM_INLINE void set_four_rays(ray_packet *packet, const ray_lanes *rays, int at) {
    const wide_frame *frame = &packet->query.tree->frame;
    for (int k = 0; k < 3; k++)
        d4_store_real(packet->moved_start[k] + at, rays->start[packet->axis[k]]);
    d4 slack = d4_mul(largest_of_three(rays->start), d4_all((double)NEAR_LOOSE));
    slack = d4_mul(d4_add(slack, rays->error), d4_all(frame->scale * 1.001));
    slack = d4_add(slack, d4_mul(largest_of_three(rays->local), d4_all((double)NEAR_LOOSE)));
    slack = d4_add(slack, d4_all(TIME_SLACK));
    d4 moved = d4_abs(rays->moved);
    packet->reach = more_of(packet->reach, d4_most_above(slack));
    packet->lost = more_of(packet->lost, d4_most_above(d4_add(rays->lost, rays->lost)));
    packet->away = more_of(packet->away, d4_most_above(largest_of_three(rays->local)));
    d4 blur = d4_mul(moved, d4_all((double)TIME_ROUNDING));
    packet->time_blur = more_of(packet->time_blur, d4_most_above(blur));
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
}

/* False where no bounds can be given. */
static CAROM_APART bool aim_afar(ray_packet *packet) {
    ray_lanes half[2];
    if (!move_four_rays(&half[0], packet, 0) || !move_four_rays(&half[1], packet, 4)) return false;
    packet->reach = packet->lost = packet->time_blur = packet->away = 0.0F;
    set_four_rays(packet, &half[0], 0);
    set_four_rays(packet, &half[1], 4);
    for (int k = 0; k < 3; k++)
        packet->start[k] = packet->moved_start[k];
    return true;
}

/** False where the rays are to be aimed one by one. */
static CAROM_INLINE bool aim_eight(ray_packet *packet, const wide_query *query) {
    double scale = query->tree->frame.scale;
    if (!fits_float(&query->tree->frame)) return false;
    packet->query = *query;
    turn_eight(packet->given, &query->ray->origin.x);
    if (!find_common_way(packet) || !shear_eight(packet)) return false;
    packet->per_last = (float)(packet->negative >> packet->axis[2] & 1u ? scale : -scale);
    if (!aim_near(packet) && !aim_afar(packet)) return false;
    double far = ((double)packet->away + MESH_REACH) * query->tree->frame.unscale;
    packet->side_loss = side_loss(0.5 * (double)packet->lost, far);
    packet->height_loss = height_loss(0.5 * (double)packet->lost, far);
    return true;
}

/** Of one of the rays. */
static CAROM_INLINE ray_clock clock_of(const ray_packet *packet, uint32_t ray) {
    double last = (double)packet->given[GIVEN_DIRECTION + packet->axis[2]][ray];
    double scale = packet->query.tree->frame.scale, moved = packet->moved[ray];
    return (ray_clock){fabs(last) * scale, moved, fabs(moved) * 1e-15 + LEAST_LOOSE};
}

#endif
