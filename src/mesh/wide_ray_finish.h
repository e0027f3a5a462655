/* Certain hits of rays that were walked together, decided four at once: what path_triangle_filter
 * and carom_wide_write_hit do, a ray to a lane, operation by operation, so the bits are theirs. Of
 * what those leave to exact arithmetic nothing is told here. */
#ifndef CAROM_MESH_WIDE_RAY_FINISH_H
#define CAROM_MESH_WIDE_RAY_FINISH_H

#include "mesh/wide_ray_eight.h"
#include "mesh/wide_ray_kernel.h"

typedef struct vec3_lanes {
    d4 x, y, z;
} vec3_lanes;

static CAROM_INLINE vec3_lanes sub_lanes(vec3_lanes a, vec3_lanes b) {
    return (vec3_lanes){d4_sub(a.x, b.x), d4_sub(a.y, b.y), d4_sub(a.z, b.z)};
}
static CAROM_INLINE vec3_lanes scale_lanes(vec3_lanes a, d4 s) {
    return (vec3_lanes){d4_mul(a.x, s), d4_mul(a.y, s), d4_mul(a.z, s)};
}
static CAROM_INLINE vec3_lanes cross_lanes(vec3_lanes a, vec3_lanes b) {
    return (vec3_lanes){d4_sub(d4_mul(a.y, b.z), d4_mul(a.z, b.y)),
                        d4_sub(d4_mul(a.z, b.x), d4_mul(a.x, b.z)),
                        d4_sub(d4_mul(a.x, b.y), d4_mul(a.y, b.x))};
}
static CAROM_INLINE d4 dot_lanes(vec3_lanes a, vec3_lanes b) {
    return d4_add(d4_add(d4_mul(a.x, b.x), d4_mul(a.y, b.y)), d4_mul(a.z, b.z));
}
static CAROM_INLINE d4 max_abs_lanes(vec3_lanes a) {
    return d4_max(d4_abs(a.x), d4_max(d4_abs(a.y), d4_abs(a.z)));
}

/* Four rays as they were given, and a triangle of each. */
typedef struct four_pairs {
    vec3_lanes origin, direction, v[3];
    d4 t_min, t_max;
} four_pairs;

/* What carom_ray_hit_triangle holds, number by number. */
typedef struct four_hits {
    carom_real t[4], point[3][4], normal[3][4], barycentric[3][4];
} four_hits;

static CAROM_INLINE void store_lanes(carom_real to[3][4], vec3_lanes a) {
    d4_store_real(to[0], a.x);
    d4_store_real(to[1], a.y);
    d4_store_real(to[2], a.z);
}

/* The four that are hit in plain numbers, seen from both sides. */
static CAROM_INLINE uint32_t decide_four(const four_pairs *in, four_hits *out) {
    vec3_lanes d = in->direction;
    vec3_lanes e1 = sub_lanes(in->v[1], in->v[0]), e2 = sub_lanes(in->v[2], in->v[0]);
    vec3_lanes s = sub_lanes(in->origin, in->v[0]), p = cross_lanes(d, e2), q = cross_lanes(s, e1);
    d4 det = dot_lanes(e1, p), error = d4_all(TRIANGLE_ERROR), margin = d4_all(TRIANGLE_MARGIN);
    d4 largest_d = max_abs_lanes(d), largest_s = max_abs_lanes(s);
    d4 largest_1 = max_abs_lanes(e1), largest_2 = max_abs_lanes(e2);
    d4 det_error = d4_mul(error, d4_mul(largest_1, largest_2));
    d4 t_error = d4_mul(det_error, largest_s);
    d4 side_error =
        d4_mul(d4_mul(d4_mul(error, largest_d), largest_s), d4_add(largest_1, largest_2));
    det_error = d4_mul(det_error, largest_d);
    side_error = d4_add(side_error, det_error);
    d4 flip = d4_select(d4_lt(det, d4_all(0.0)), d4_all(-1.0), d4_all(1.0)), size = d4_abs(det);
    d4 u = d4_mul(dot_lanes(s, p), flip), v = d4_mul(dot_lanes(d, q), flip);
    d4 numerator = d4_mul(dot_lanes(e2, q), flip), rest = d4_sub(d4_sub(size, u), v);
    d4 least = d4_min(d4_min(u, v), rest);
    d4_flags sure = d4_and(d4_lt(det_error, size), d4_lt(d4_all(1e-200), det_error));
    d4_flags inside = d4_and(d4_lt(side_error, least), d4_lt(d4_mul(margin, det_error), size));
    sure = d4_and(d4_and(sure, inside), d4_lt(d4_mul(margin, t_error), d4_abs(numerator)));
    d4 inverse = d4_div(d4_all(1.0), size), t = d4_mul(numerator, inverse);
    d4 slack = d4_mul(d4_all(1e-8), d4_abs(t));
    sure = d4_and(sure, d4_lt(d4_add(in->t_min, slack), t));
    sure = d4_and(sure, d4_lt(t, d4_sub(in->t_max, slack)));
    vec3_lanes normal = scale_lanes(cross_lanes(e1, e2), flip), way = scale_lanes(d, t);
    d4 square = dot_lanes(normal, normal), largest = d4_all((double)CAROM_REAL_MAX);
    sure = d4_and(sure, d4_and(d4_lt(d4_all(1e-240), square), d4_lt(square, d4_all(1e240))));
    d4_store_real(out->t, d4_max(d4_neg(largest), d4_min(t, largest)));
    const vec3_lanes o = in->origin;
    store_lanes(out->point,
                (vec3_lanes){d4_add(o.x, way.x), d4_add(o.y, way.y), d4_add(o.z, way.z)});
    store_lanes(out->normal, scale_lanes(normal, d4_div(d4_all(1.0), d4_sqrt(square))));
    store_lanes(out->barycentric,
                (vec3_lanes){d4_mul(rest, inverse), d4_mul(u, inverse), d4_mul(v, inverse)});
    return d4_bits(sure);
}

/* `lanes` are those with a triangle. */
static CAROM_INLINE void load_four_pairs(four_pairs *out, const first_walk walk[4],
                                         uint32_t lanes) {
    ray_lanes rays;
    carom_real corner[9][4];
    memset(corner, 0, sizeof corner);
    for (; lanes != 0; lanes &= lanes - 1) {
        uint32_t i = lowest_bit(lanes);
        carom_triangle t = wide_triangle(walk[i].query->tree, walk[i].sure.leaf, walk[i].sure.slot);
        for (int k = 0; k < 3; k++) {
            corner[3 * k][i] = t.v[k].x;
            corner[3 * k + 1][i] = t.v[k].y;
            corner[3 * k + 2][i] = t.v[k].z;
        }
    }
    load_four_rays(&rays, walk->query->ray);
    out->origin = (vec3_lanes){rays.start[0], rays.start[1], rays.start[2]};
    out->direction = (vec3_lanes){rays.way[0], rays.way[1], rays.way[2]};
    out->t_min = rays.t_min;
    out->t_max = rays.t_max;
    for (int k = 0; k < 3; k++)
        out->v[k] = (vec3_lanes){d4_load_real(corner[3 * k]), d4_load_real(corner[3 * k + 1]),
                                 d4_load_real(corner[3 * k + 2])};
}

static CAROM_INLINE void write_lane(const first_walk *walk, const four_hits *hits, uint32_t i,
                                    carom_mesh_ray_hit *out) {
    carom_ray_hit_triangle *at = &out->at;
    at->hit = out->hit = true;
    at->t = hits->t[i];
    at->point = (carom_vec3){hits->point[0][i], hits->point[1][i], hits->point[2][i]};
    at->normal = (carom_vec3){hits->normal[0][i], hits->normal[1][i], hits->normal[2][i]};
    at->barycentric =
        (carom_vec3){hits->barycentric[0][i], hits->barycentric[1][i], hits->barycentric[2][i]};
    out->triangle = walk->query->tree->order[walk->sure.leaf.first + walk->sure.slot];
}

/* Four walks are at their end; `out` is zero where nothing is hit. */
static CAROM_APART void finish_four(first_walk walk[4], carom_mesh_ray_hit out[4]) {
    uint32_t lanes = 0, done = 0;
    for (uint32_t i = 0; i < 4; i++)
        lanes |= (uint32_t)(walk[i].sure.leaf.count != 0) << i;
    if ((lanes & (lanes - 1)) != 0) { /* it takes about as long as deciding one */
        four_pairs pairs;
        four_hits hits;
        load_four_pairs(&pairs, walk, lanes);
        done = decide_four(&pairs, &hits) & lanes;
        for (uint32_t left = done; left != 0; left &= left - 1) {
            uint32_t i = lowest_bit(left);
            write_lane(&walk[i], &hits, i, &out[i]);
        }
    }
    for (uint32_t left = done ^ 0xf; left != 0; left &= left - 1) {
        uint32_t i = lowest_bit(left);
        decide_sure(&walk[i]);
        if (walk[i].hit->hit) carom_wide_write_hit(walk[i].query, walk[i].hit, &out[i]);
    }
}

#endif
