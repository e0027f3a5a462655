/* The first hits of rays that are walked together. What is certainly hit before anything else can
 * be only waits; in the end four are decided at once: what path_triangle_filter and
 * carom_wide_write_hit do, a ray to a lane, operation by operation, so the bits are theirs. What
 * those leave to exact arithmetic is decided ray by ray. */
#ifndef CAROM_MESH_WIDE_RAY_FINISH_H
#define CAROM_MESH_WIDE_RAY_FINISH_H

#include "mesh/wide_ray_beam.h"

#define ALL_RAYS 0xffu

typedef struct leaf_slot {
    wide_leaf leaf;
    uint32_t slot;
} leaf_slot;

/* The best of each ray so far is sure, or decided, or not there. */
typedef struct packet_hits {
    uint32_t sure, decided; /* a bit for each ray */
    leaf_slot at[WIDE_RAYS];
    float from[WIDE_RAYS]; /* a sure hit is not before this; else above or below all bounds */
    wide_hit hit[WIDE_RAYS];
} packet_hits;

static CAROM_INLINE void start_hits(packet_hits *hits) {
    hits->sure = hits->decided = 0;
    f8_store(hits->from, f8_all((float)INFINITY));
}

/* Of one of the rays that a query of eight is the first of. */
static CAROM_INLINE wide_query query_of(const wide_query *query, uint32_t ray) {
    return (wide_query){query->tree, query->ray + ray, query->facing};
}

static CAROM_INLINE void decide_hit(packet_hits *hits, ray_packet *packet, uint32_t i,
                                    leaf_slot at) {
    const wide_query query = query_of(&packet->query, i);
    wide_hit *hit = &hits->hit[i];
    if ((hits->decided >> i & 1u) == 0) hit->hit = false;
    keep_sooner(&query, at.leaf, at.slot, hit);
    if (!hit->hit) return;
    const ray_clock clock = clock_of(packet, i);
    float bound = wide_time_bound(&clock, widen_up((double)hit->t));
    if (bound < packet->t_max[i]) packet->t_max[i] = bound;
    hits->decided |= 1u << i;
    hits->from[i] = -(float)INFINITY;
}

static CAROM_INLINE void decide_if_sure(packet_hits *hits, ray_packet *packet, uint32_t i) {
    if ((hits->sure >> i & 1u) == 0) return;
    hits->sure &= ~(1u << i);
    decide_hit(hits, packet, i, hits->at[i]);
}

/* Is it a part of the triangle that the ray has already? */
static CAROM_INLINE bool is_best(const packet_hits *hits, const ray_packet *packet, uint32_t i,
                                 leaf_slot at) {
    const uint32_t *order = packet->query.tree->order;
    uint32_t id = order[at.leaf.first + at.slot];
    if (hits->sure >> i & 1u) return order[hits->at[i].leaf.first + hits->at[i].slot] == id;
    return (hits->decided >> i & 1u) != 0 && hits->hit[i].triangle == id;
}

/* Takes what may be hits of a triangle, those of `rays`. */
static CAROM_APART void decide_doubtful(packet_hits *hits, ray_packet *packet, leaf_slot at,
                                        uint32_t rays, const float from[WIDE_RAYS]) {
    for (; rays != 0; rays &= rays - 1) {
        uint32_t i = lowest_bit(rays);
        if (from[i] > packet->t_max[i] || is_best(hits, packet, i, at)) continue;
        decide_if_sure(hits, packet, i);
        decide_hit(hits, packet, i, at);
    }
}

/* Takes what the filter left of a triangle. */
static CAROM_INLINE void take_hits(packet_hits *hits, ray_packet *packet, leaf_slot at,
                                   const slot_hits *found, bool both) {
    f8 before = f8_load(hits->from), t_max = f8_load(packet->t_max);
    f8_flags alone = f8_and(found->certain, f8_lt(found->time.to, before));
    uint32_t sure = both ? f8_bits(alone) : 0;
    if (sure != 0) {
        f8_store(hits->from, f8_select(alone, found->time.from, before));
        f8_store(packet->t_max, f8_select(alone, found->time.to, t_max));
        hits->sure |= sure;
        CAROM_PREFETCH(&packet->query.tree->order[at.leaf.first + at.slot]);
        for (uint32_t mask = sure; mask != 0; mask &= mask - 1)
            hits->at[lowest_bit(mask)] = at;
    }
    uint32_t doubtful = found->possible & ~sure;
    if (CAROM_UNLIKELY(doubtful != 0)) {
        float from[WIDE_RAYS];
        f8_store(from, found->time.from);
        decide_doubtful(hits, packet, at, doubtful, from);
    }
}

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
    sure = d4_and(sure, d4_lt(d4_max(largest_1, largest_d), d4_all(TRIANGLE_LONG)));
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

/* The triangles of four rays, or of some of them. */
static CAROM_INLINE void load_four_triangles(four_pairs *out, const packet_hits *hits,
                                             const wide_tree *tree, uint32_t first,
                                             uint32_t lanes) {
    carom_real corner[9][4];
    memset(corner, 0, sizeof corner);
    for (; lanes != 0; lanes &= lanes - 1) {
        uint32_t i = lowest_bit(lanes);
        const leaf_slot *at = &hits->at[first + i];
        carom_triangle t = wide_triangle(tree, at->leaf, at->slot);
        for (int k = 0; k < 3; k++) {
            corner[3 * k][i] = t.v[k].x;
            corner[3 * k + 1][i] = t.v[k].y;
            corner[3 * k + 2][i] = t.v[k].z;
        }
    }
    for (int k = 0; k < 3; k++)
        out->v[k] = (vec3_lanes){d4_load_real(corner[3 * k]), d4_load_real(corner[3 * k + 1]),
                                 d4_load_real(corner[3 * k + 2])};
}

/* One for all four. */
static CAROM_INLINE void spread_triangle(four_pairs *out, const carom_triangle *t) {
    for (int k = 0; k < 3; k++)
        out->v[k] = (vec3_lanes){d4_all((double)t->v[k].x), d4_all((double)t->v[k].y),
                                 d4_all((double)t->v[k].z)};
}

static CAROM_INLINE void load_four_rays(four_pairs *out, const ray_packet *packet, uint32_t at) {
    const carom_real(*given)[WIDE_RAYS] = packet->given;
    out->origin = (vec3_lanes){d4_load_real(given[0] + at), d4_load_real(given[1] + at),
                               d4_load_real(given[2] + at)};
    out->direction = (vec3_lanes){d4_load_real(given[GIVEN_DIRECTION] + at),
                                  d4_load_real(given[GIVEN_DIRECTION + 1] + at),
                                  d4_load_real(given[GIVEN_DIRECTION + 2] + at)};
    out->t_min = d4_load_real(given[GIVEN_T_MIN] + at);
    out->t_max = d4_load_real(given[GIVEN_T_MAX] + at);
}

static CAROM_INLINE void write_lane(const four_hits *hits, uint32_t i, uint32_t triangle,
                                    carom_mesh_ray_hit *out) {
    carom_ray_hit_triangle *at = &out->at;
    memset(out, 0, sizeof *out);
    at->hit = out->hit = true;
    at->t = hits->t[i];
    at->point = (carom_vec3){hits->point[0][i], hits->point[1][i], hits->point[2][i]};
    at->normal = (carom_vec3){hits->normal[0][i], hits->normal[1][i], hits->normal[2][i]};
    at->barycentric =
        (carom_vec3){hits->barycentric[0][i], hits->barycentric[1][i], hits->barycentric[2][i]};
    out->triangle = triangle;
}

/* Writes the sure hits of rays `first` to `first` + 3 as far as they are plain; gives which. */
static CAROM_INLINE uint32_t finish_four(const packet_hits *hits, const ray_packet *packet,
                                         uint32_t first, carom_mesh_ray_hit *out) {
    const wide_tree *tree = packet->query.tree;
    uint32_t lanes = hits->sure >> first & 0xf, rank[4], same = lanes == 0xf;
    four_pairs pairs;
    four_hits found;
    for (uint32_t i = 0; i < 4; i++) {
        rank[i] = hits->at[first + i].leaf.first + hits->at[first + i].slot;
        same &= rank[i] == rank[0];
    }
    if (same) {
        carom_triangle t = wide_triangle(tree, hits->at[first].leaf, hits->at[first].slot);
        spread_triangle(&pairs, &t);
    } else
        load_four_triangles(&pairs, hits, tree, first, lanes);
    load_four_rays(&pairs, packet, first);
    lanes &= decide_four(&pairs, &found);
    for (uint32_t left = lanes; left != 0; left &= left - 1) {
        uint32_t i = lowest_bit(left);
        write_lane(&found, i, tree->order[rank[i]], &out[first + i]);
    }
    return lanes << first;
}

/* The walk is at its end. What is not hit gets zeros one by one: all at once would take as long as
 * forty stores to begin. */
static CAROM_APART void finish_hits(packet_hits *hits, ray_packet *packet,
                                    carom_mesh_ray_hit out[WIDE_RAYS]) {
    uint32_t done = 0;
    for (uint32_t first = 0; first < WIDE_RAYS; first += 4) {
        uint32_t lanes = hits->sure >> first & 0xf;
        /* it takes about as long as deciding one */
        if ((lanes & (lanes - 1)) != 0) done |= finish_four(hits, packet, first, out);
    }
    for (uint32_t left = ALL_RAYS & ~done; left != 0; left &= left - 1)
        memset(&out[lowest_bit(left)], 0, sizeof *out);
    for (uint32_t left = (hits->sure & ~done) | hits->decided; left != 0; left &= left - 1) {
        uint32_t i = lowest_bit(left);
        const wide_query query = query_of(&packet->query, i);
        decide_if_sure(hits, packet, i);
        if (hits->decided >> i & 1u) carom_wide_write_hit(&query, &hits->hit[i], &out[i]);
    }
}

#endif
