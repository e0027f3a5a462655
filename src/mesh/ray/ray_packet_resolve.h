/* The first hits of rays that are walked together. What is certainly hit before anything else can
 * be only waits; in the end as many as there are lanes are decided at once: what
 * path_triangle_filter and carom_bvh8_write_hit do, a ray to a lane, operation by operation, so the
 * bits are theirs. What those leave to exact arithmetic is decided ray by ray. */
#ifndef CAROM_MESH_RAY_RAY_PACKET_RESOLVE_H
#define CAROM_MESH_RAY_RAY_PACKET_RESOLVE_H

#include "mesh/ray/ray_packet_filter.h"

typedef struct leaf_slot {
    uint32_t child, slot; /* as the node names the leaf */
} leaf_slot;

/* The best of each ray so far is sure, or decided, or not there. */
typedef struct block_hits {
    uint64_t sure, decided; /* a bit for each ray */
    leaf_slot at[BVH8_BLOCK];
    float from[BVH8_BLOCK]; /* a sure hit is not before this; else above or below all bounds */
    bvh8_hit hit[BVH8_BLOCK];
} block_hits;

static CAROM_INLINE void start_hits(block_hits *hits) {
    hits->sure = hits->decided = 0;
    for (int i = 0; i < BVH8_BLOCK; i += FLOATS)
        floats_store(hits->from + i, floats_all((float)INFINITY));
}

static CAROM_INLINE bool has_ray(uint64_t rays, uint32_t i) {
    return (rays >> i & 1u) != 0;
}

static CAROM_INLINE uint32_t rank_of(leaf_slot at) {
    return bvh8_leaf_of(at.child).first + at.slot;
}

static CAROM_INLINE void decide_hit(block_hits *hits, ray_block *block, uint32_t i, leaf_slot at) {
    const bvh8_query query = query_of(&block->query, i);
    bvh8_hit *hit = &hits->hit[i];
    if (!has_ray(hits->decided, i)) hit->hit = false;
    keep_sooner(&query, bvh8_leaf_of(at.child), at.slot, hit);
    if (!hit->hit) return;
    const ray_clock clock = clock_of(block, i);
    float bound = bvh8_time_bound(&clock, widen_up((double)hit->t));
    if (bound < block->t_max[i]) block->t_max[i] = bound;
    hits->decided |= (uint64_t)1 << i;
    hits->from[i] = -(float)INFINITY;
}

static CAROM_INLINE void decide_if_sure(block_hits *hits, ray_block *block, uint32_t i) {
    if (!has_ray(hits->sure, i)) return;
    hits->sure &= ~((uint64_t)1 << i);
    decide_hit(hits, block, i, hits->at[i]);
}

/* Is it a part of the triangle that the ray has already? */
static CAROM_INLINE bool is_best(const block_hits *hits, const ray_block *block, uint32_t i,
                                 leaf_slot at) {
    const uint32_t *order = block->query.tree->order;
    uint32_t id = order[rank_of(at)];
    if (has_ray(hits->sure, i)) return order[rank_of(hits->at[i])] == id;
    return has_ray(hits->decided, i) && hits->hit[i].triangle == id;
}

/* Takes what may be a hit, not before `from`. */
static CAROM_APART void decide_doubtful(block_hits *hits, ray_block *block, leaf_slot at,
                                        uint32_t i, float from) {
    if (from > block->t_max[i] || is_best(hits, block, i, at)) return;
    decide_if_sure(hits, block, i);
    decide_hit(hits, block, i, at);
}

static CAROM_INLINE void fetch_order(const ray_block *block, leaf_slot at) {
    CAROM_PREFETCH(&block->query.tree->order[rank_of(at)]);
}

/* Takes what the filter left of a triangle, of the rays that follow `first`. */
static CAROM_INLINE void take_hits(block_hits *hits, ray_block *block, uint32_t first, leaf_slot at,
                                   const lane_hits *found) {
    floats before = floats_load(hits->from + first), t_max = floats_load(block->t_max + first);
    floats_flags alone = floats_and(found->certain, floats_lt(found->time.to, before));
    bool both = block->query.facing == CAROM_BOTH_SIDES;
    uint32_t sure = both ? floats_bits(alone) & found->possible : 0;
    uint32_t doubtful = found->possible & ~sure;
    if (sure != 0) {
        floats_store(hits->from + first, floats_select(alone, found->time.from, before));
        floats_store(block->t_max + first, floats_select(alone, found->time.to, t_max));
        hits->sure |= (uint64_t)sure << first;
        fetch_order(block, at);
        for (uint32_t mask = sure; mask != 0; mask &= mask - 1)
            hits->at[first + lowest_bit(mask)] = at;
    }
    if (CAROM_UNLIKELY(doubtful != 0)) {
        float from[FLOATS];
        floats_store(from, found->time.from);
        for (; doubtful != 0; doubtful &= doubtful - 1)
            decide_doubtful(hits, block, at, first + lowest_bit(doubtful),
                            from[lowest_bit(doubtful)]);
    }
}

/* Takes what it left of a leaf, where lanes 8 * k to 8 * k + 7 are of ray index[k]. */
static CAROM_INLINE void take_hits_of_rays(block_hits *hits, ray_block *block,
                                           const uint8_t index[FLOAT_EIGHTS], uint32_t child,
                                           const lane_hits *found) {
    bool both = block->query.facing == CAROM_BOTH_SIDES;
    uint32_t certain = both ? floats_bits(found->certain) : 0;
    float from[FLOATS], to[FLOATS];
    floats_store(from, found->time.from);
    floats_store(to, found->time.to);
    for (uint32_t left = found->possible; left != 0; left &= left - 1) {
        uint32_t lane = lowest_bit(left), i = index[lane / 8];
        const leaf_slot at = {child, lane % 8};
        if ((certain >> lane & 1u) == 0 || !(to[lane] < hits->from[i])) {
            decide_doubtful(hits, block, at, i, from[lane]);
            continue;
        }
        hits->from[i] = from[lane];
        block->t_max[i] = to[lane];
        hits->sure |= (uint64_t)1 << i;
        hits->at[i] = at;
        fetch_order(block, at);
    }
}

typedef struct vec3_wides {
    wides x, y, z;
} vec3_wides;

static CAROM_INLINE vec3_wides sub_wides(vec3_wides a, vec3_wides b) {
    return (vec3_wides){wides_sub(a.x, b.x), wides_sub(a.y, b.y), wides_sub(a.z, b.z)};
}
static CAROM_INLINE vec3_wides scale_wides(vec3_wides a, wides s) {
    return (vec3_wides){wides_mul(a.x, s), wides_mul(a.y, s), wides_mul(a.z, s)};
}
static CAROM_INLINE vec3_wides cross_wides(vec3_wides a, vec3_wides b) {
    return (vec3_wides){wides_sub(wides_mul(a.y, b.z), wides_mul(a.z, b.y)),
                        wides_sub(wides_mul(a.z, b.x), wides_mul(a.x, b.z)),
                        wides_sub(wides_mul(a.x, b.y), wides_mul(a.y, b.x))};
}
static CAROM_INLINE wides dot_wides(vec3_wides a, vec3_wides b) {
    return wides_add(wides_add(wides_mul(a.x, b.x), wides_mul(a.y, b.y)), wides_mul(a.z, b.z));
}
static CAROM_INLINE wides max_abs_wides(vec3_wides a) {
    return wides_max(wides_abs(a.x), wides_max(wides_abs(a.y), wides_abs(a.z)));
}

/* Rays as they were given, and a triangle of each. */
typedef struct ray_pairs {
    vec3_wides origin, direction, v[3];
    wides t_min, t_max;
} ray_pairs;

/* What carom_ray_hit_triangle holds, number by number. */
typedef struct pair_hits {
    carom_real t[WIDES], point[3][WIDES], normal[3][WIDES], barycentric[3][WIDES];
} pair_hits;

static CAROM_INLINE void store_wides(carom_real to[3][WIDES], vec3_wides a) {
    wides_store_real(to[0], a.x);
    wides_store_real(to[1], a.y);
    wides_store_real(to[2], a.z);
}

/* Those that are hit in plain numbers, seen from both sides. */
static CAROM_INLINE uint32_t decide_pairs(const ray_pairs *in, pair_hits *out) {
    vec3_wides d = in->direction;
    vec3_wides e1 = sub_wides(in->v[1], in->v[0]), e2 = sub_wides(in->v[2], in->v[0]);
    vec3_wides s = sub_wides(in->origin, in->v[0]), p = cross_wides(d, e2), q = cross_wides(s, e1);
    wides det = dot_wides(e1, p), error = wides_all(TRIANGLE_ERROR),
          margin = wides_all(TRIANGLE_MARGIN);
    wides largest_d = max_abs_wides(d), largest_s = max_abs_wides(s);
    wides largest_1 = max_abs_wides(e1), largest_2 = max_abs_wides(e2);
    wides det_error = wides_mul(error, wides_mul(largest_1, largest_2));
    wides t_error = wides_mul(det_error, largest_s);
    wides side_error = wides_mul(wides_mul(wides_mul(error, largest_d), largest_s),
                                 wides_add(largest_1, largest_2));
    det_error = wides_mul(det_error, largest_d);
    side_error = wides_add(side_error, det_error);
    wides flip = wides_select(wides_lt(det, wides_all(0.0)), wides_all(-1.0), wides_all(1.0)),
          size = wides_abs(det);
    wides u = wides_mul(dot_wides(s, p), flip), v = wides_mul(dot_wides(d, q), flip);
    wides numerator = wides_mul(dot_wides(e2, q), flip), rest = wides_sub(wides_sub(size, u), v);
    wides least = wides_min(wides_min(u, v), rest);
    wides_flags sure = wides_and(wides_lt(det_error, size), wides_lt(wides_all(1e-200), det_error));
    sure = wides_and(sure, wides_lt(wides_max(largest_1, largest_d), wides_all(TRIANGLE_LONG)));
    wides_flags inside =
        wides_and(wides_lt(side_error, least), wides_lt(wides_mul(margin, det_error), size));
    sure = wides_and(wides_and(sure, inside),
                     wides_lt(wides_mul(margin, t_error), wides_abs(numerator)));
    wides inverse = wides_div(wides_all(1.0), size), t = wides_mul(numerator, inverse);
    wides slack = wides_mul(wides_all(1e-8), wides_abs(t));
    sure = wides_and(sure, wides_lt(wides_add(in->t_min, slack), t));
    sure = wides_and(sure, wides_lt(t, wides_sub(in->t_max, slack)));
    vec3_wides normal = scale_wides(cross_wides(e1, e2), flip), way = scale_wides(d, t);
    wides square = dot_wides(normal, normal), largest = wides_all((double)CAROM_REAL_MAX);
    sure = wides_and(
        sure, wides_and(wides_lt(wides_all(1e-240), square), wides_lt(square, wides_all(1e240))));
    wides_store_real(out->t, wides_max(wides_neg(largest), wides_min(t, largest)));
    const vec3_wides o = in->origin;
    store_wides(out->point,
                (vec3_wides){wides_add(o.x, way.x), wides_add(o.y, way.y), wides_add(o.z, way.z)});
    store_wides(out->normal, scale_wides(normal, wides_div(wides_all(1.0), wides_sqrt(square))));
    store_wides(out->barycentric, (vec3_wides){wides_mul(rest, inverse), wides_mul(u, inverse),
                                               wides_mul(v, inverse)});
    return wides_bits(sure);
}

/* The triangles of rays. */
static CAROM_INLINE void load_triangles(ray_pairs *out, const block_hits *hits,
                                        const bvh8_tree *tree, uint32_t first, uint32_t lanes) {
    carom_real corner[9][WIDES];
    memset(corner, 0, sizeof corner);
    for (; lanes != 0; lanes &= lanes - 1) {
        uint32_t i = lowest_bit(lanes);
        const leaf_slot *at = &hits->at[first + i];
        carom_triangle t = bvh8_triangle(tree, bvh8_leaf_of(at->child), at->slot);
        for (int k = 0; k < 3; k++) {
            corner[3 * k][i] = t.v[k].x;
            corner[3 * k + 1][i] = t.v[k].y;
            corner[3 * k + 2][i] = t.v[k].z;
        }
    }
    for (int k = 0; k < 3; k++)
        out->v[k] = (vec3_wides){wides_load_real(corner[3 * k]), wides_load_real(corner[3 * k + 1]),
                                 wides_load_real(corner[3 * k + 2])};
}

/* One for all. */
static CAROM_INLINE void spread_triangle(ray_pairs *out, const carom_triangle *t) {
    for (int k = 0; k < 3; k++)
        out->v[k] = (vec3_wides){wides_all((double)t->v[k].x), wides_all((double)t->v[k].y),
                                 wides_all((double)t->v[k].z)};
}

static CAROM_INLINE void load_rays(ray_pairs *out, const ray_block *block, uint32_t at) {
    const carom_real(*given)[BVH8_BLOCK] = block->given;
    out->origin = (vec3_wides){wides_load_real(given[0] + at), wides_load_real(given[1] + at),
                               wides_load_real(given[2] + at)};
    out->direction = (vec3_wides){wides_load_real(given[GIVEN_DIRECTION] + at),
                                  wides_load_real(given[GIVEN_DIRECTION + 1] + at),
                                  wides_load_real(given[GIVEN_DIRECTION + 2] + at)};
    out->t_min = wides_load_real(given[GIVEN_T_MIN] + at);
    out->t_max = wides_load_real(given[GIVEN_T_MAX] + at);
}

static CAROM_INLINE void write_lane(const pair_hits *hits, uint32_t i, uint32_t triangle,
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

/* Writes the sure hits among rays that follow `first` as far as they are plain; gives which. */
static CAROM_INLINE uint32_t finish_some(const block_hits *hits, const ray_block *block,
                                         uint32_t first, uint32_t lanes, carom_mesh_ray_hit *out) {
    const bvh8_tree *tree = block->query.tree;
    const leaf_slot *at = hits->at + first;
    bool same = true;
    ray_pairs pairs;
    pair_hits found;
    uint32_t some = lowest_bit(lanes);
    for (uint32_t left = lanes; left != 0; left &= left - 1) {
        uint32_t i = lowest_bit(left);
        same &= at[i].child == at[some].child && at[i].slot == at[some].slot;
    }
    if (same) {
        carom_triangle t = bvh8_triangle(tree, bvh8_leaf_of(at[some].child), at[some].slot);
        spread_triangle(&pairs, &t);
    } else
        load_triangles(&pairs, hits, tree, first, lanes);
    load_rays(&pairs, block, first);
    lanes &= decide_pairs(&pairs, &found);
    for (uint32_t left = lanes; left != 0; left &= left - 1) {
        uint32_t i = lowest_bit(left);
        write_lane(&found, i, tree->order[rank_of(at[i])], &out[first + i]);
    }
    return lanes;
}

/* The walk is at its end. What is not hit gets zeros one by one: all at once would take as long as
 * forty stores to begin. */
static CAROM_APART void finish_hits(block_hits *hits, ray_block *block, carom_mesh_ray_hit *out) {
    for (uint32_t first = 0; first < block->count; first += WIDES) {
        uint32_t sure = (uint32_t)(hits->sure >> first) & ALL_WIDES, done = 0;
        uint32_t rest = block->count - first;
        /* it takes about as long as deciding one */
        if ((sure & (sure - 1)) != 0) done = finish_some(hits, block, first, sure, out);
        uint32_t left = (rest < WIDES ? (1u << rest) - 1u : ALL_WIDES) & ~done;
        for (; left != 0; left &= left - 1) {
            uint32_t i = first + lowest_bit(left);
            memset(&out[i], 0, sizeof *out);
            decide_if_sure(hits, block, i);
            if (!has_ray(hits->decided, i)) continue;
            const bvh8_query query = query_of(&block->query, i);
            carom_bvh8_write_hit(&query, &hits->hit[i], &out[i]);
        }
    }
}

#endif
