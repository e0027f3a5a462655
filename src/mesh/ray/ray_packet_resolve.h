/* First hits of a packet. A ray's certain hit that precedes all others stays pending; at the end of
 * the traversal the pending hits are decided together, a ray to a lane: the Moller-Trumbore
 * products [MollerTrumbore97] of path_triangle_filter and carom_bvh8_write_hit, operation by
 * operation, so the bits are theirs. Lanes that these tests leave in doubt are decided ray by ray,
 * in exact arithmetic. */
#ifndef CAROM_MESH_RAY_RAY_PACKET_RESOLVE_H
#define CAROM_MESH_RAY_RAY_PACKET_RESOLVE_H

#include "mesh/ray/ray_packet_filter.h"
#include "mesh/ray/ray_packet.h"

typedef struct leaf_slot {
    uint32_t child, slot; /* the leaf as nodes encode it, a place in it */
} leaf_slot;

/* The best hit of a ray so far is pending (certain, but not decided), decided, or absent. */
typedef struct block_hits {
    uint64_t pending, decided; /* a bit for each ray; never both */
    leaf_slot at[BVH8_BLOCK];
    float from[BVH8_BLOCK]; /* least time of a pending hit; -inf: decided, inf: none */
    bvh8_hit hit[BVH8_BLOCK];
} block_hits;

static CAROM_INLINE void start_hits(block_hits *hits) {
    hits->pending = hits->decided = 0;
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
    const ray_time_map time_map = time_map_of(block, i);
    float bound = bvh8_time_bound(&time_map, widen_up((double)hit->t));
    if (bound < block->t_max[i]) block->t_max[i] = bound;
    hits->decided |= (uint64_t)1 << i;
    hits->from[i] = -(float)INFINITY;
}

static CAROM_INLINE void decide_pending(block_hits *hits, ray_block *block, uint32_t i) {
    if (!has_ray(hits->pending, i)) return;
    hits->pending &= ~((uint64_t)1 << i);
    decide_hit(hits, block, i, hits->at[i]);
}

/* Is it part of the triangle that is the ray's best hit? A spatial split puts one triangle into
 * several leaves. */
static CAROM_INLINE bool is_best(const block_hits *hits, const ray_block *block, uint32_t i,
                                 leaf_slot at) {
    const uint32_t *order = block->query.tree->order;
    uint32_t id = order[rank_of(at)];
    if (has_ray(hits->pending, i)) return order[rank_of(hits->at[i])] == id;
    return has_ray(hits->decided, i) && hits->hit[i].triangle == id;
}

/* Decides a possible hit that is not before `from`, after a pending one that it may precede. */
static CAROM_APART void decide_uncertain(block_hits *hits, ray_block *block, leaf_slot at,
                                         uint32_t i, float from) {
    if (from > block->t_max[i] || is_best(hits, block, i, at)) return;
    decide_pending(hits, block, i);
    decide_hit(hits, block, i, at);
}

static CAROM_INLINE void fetch_order(const ray_block *block, leaf_slot at) {
    CAROM_PREFETCH(&block->query.tree->order[rank_of(at)]);
}

/* Takes the hits that the filter left of a triangle; lane i is ray first + i. */
static CAROM_INLINE void take_hits(block_hits *hits, ray_block *block, uint32_t first, leaf_slot at,
                                   const lane_hits *found) {
    floats before = floats_load(hits->from + first), t_max = floats_load(block->t_max + first);
    floats_flags alone = floats_and(found->certain, floats_lt(found->time.to, before));
    bool both = block->query.facing == CAROM_BOTH_SIDES;
    uint32_t pending = both ? floats_bits(alone) & found->possible : 0;
    uint32_t uncertain = found->possible & ~pending;
    if (pending != 0) {
        floats_store(hits->from + first, floats_select(alone, found->time.from, before));
        floats_store(block->t_max + first, floats_select(alone, found->time.to, t_max));
        hits->pending |= (uint64_t)pending << first;
        fetch_order(block, at);
        for (uint32_t mask = pending; mask != 0; mask &= mask - 1)
            hits->at[first + lowest_bit(mask)] = at;
    }
    if (CAROM_UNLIKELY(uncertain != 0)) {
        float from[FLOATS];
        floats_store(from, found->time.from);
        for (; uncertain != 0; uncertain &= uncertain - 1)
            decide_uncertain(hits, block, at, first + lowest_bit(uncertain),
                             from[lowest_bit(uncertain)]);
    }
}

/* Takes the hits that it left of a leaf, where lanes 8 * k to 8 * k + 7 are those of ray index[k].
 */
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
            decide_uncertain(hits, block, at, i, from[lane]);
            continue;
        }
        hits->from[i] = from[lane];
        block->t_max[i] = to[lane];
        hits->pending |= (uint64_t)1 << i;
        hits->at[i] = at;
        fetch_order(block, at);
    }
}

typedef struct vec3_wides {
    doubles x, y, z;
} vec3_wides;

static CAROM_INLINE vec3_wides sub_wides(vec3_wides a, vec3_wides b) {
    return (vec3_wides){doubles_sub(a.x, b.x), doubles_sub(a.y, b.y), doubles_sub(a.z, b.z)};
}
static CAROM_INLINE vec3_wides scale_wides(vec3_wides a, doubles s) {
    return (vec3_wides){doubles_mul(a.x, s), doubles_mul(a.y, s), doubles_mul(a.z, s)};
}
static CAROM_INLINE vec3_wides cross_wides(vec3_wides a, vec3_wides b) {
    return (vec3_wides){doubles_sub(doubles_mul(a.y, b.z), doubles_mul(a.z, b.y)),
                        doubles_sub(doubles_mul(a.z, b.x), doubles_mul(a.x, b.z)),
                        doubles_sub(doubles_mul(a.x, b.y), doubles_mul(a.y, b.x))};
}
static CAROM_INLINE doubles dot_wides(vec3_wides a, vec3_wides b) {
    return doubles_add(doubles_add(doubles_mul(a.x, b.x), doubles_mul(a.y, b.y)),
                       doubles_mul(a.z, b.z));
}
static CAROM_INLINE doubles max_abs_wides(vec3_wides a) {
    return doubles_max(doubles_abs(a.x), doubles_max(doubles_abs(a.y), doubles_abs(a.z)));
}

/* Rays as the caller gave them, and a triangle for each. */
typedef struct ray_pairs {
    vec3_wides origin, direction, v[3];
    doubles t_min, t_max;
} ray_pairs;

/* The numbers of carom_ray_hit_triangle, a ray to a lane. */
typedef struct pair_hits {
    carom_real t[DOUBLES], point[3][DOUBLES], normal[3][DOUBLES], barycentric[3][DOUBLES];
} pair_hits;

static CAROM_INLINE void store_wides(carom_real to[3][DOUBLES], vec3_wides a) {
    doubles_store_real(to[0], a.x);
    doubles_store_real(to[1], a.y);
    doubles_store_real(to[2], a.z);
}

/* decide_products in lanes, for both faces: writes the numbers of all lanes, and returns the lanes
 * that are hit beyond doubt. */
static CAROM_INLINE uint32_t decide_pairs(const ray_pairs *in, pair_hits *out) {
    vec3_wides d = in->direction;
    vec3_wides e1 = sub_wides(in->v[1], in->v[0]), e2 = sub_wides(in->v[2], in->v[0]);
    vec3_wides s = sub_wides(in->origin, in->v[0]), p = cross_wides(d, e2), q = cross_wides(s, e1);
    doubles det = dot_wides(e1, p), error = doubles_all(TRIANGLE_ERROR),
            margin = doubles_all(TRIANGLE_MARGIN);
    doubles largest_d = max_abs_wides(d), largest_s = max_abs_wides(s);
    doubles largest_1 = max_abs_wides(e1), largest_2 = max_abs_wides(e2);
    doubles det_error = doubles_mul(error, doubles_mul(largest_1, largest_2));
    doubles t_error = doubles_mul(det_error, largest_s);
    doubles side_error = doubles_mul(doubles_mul(doubles_mul(error, largest_d), largest_s),
                                     doubles_add(largest_1, largest_2));
    det_error = doubles_mul(det_error, largest_d);
    side_error = doubles_add(side_error, det_error);
    doubles flip = doubles_select(doubles_lt(det, doubles_all(0.0)), doubles_all(-1.0),
                                  doubles_all(1.0)),
            size = doubles_abs(det);
    doubles u = doubles_mul(dot_wides(s, p), flip), v = doubles_mul(dot_wides(d, q), flip);
    doubles numerator = doubles_mul(dot_wides(e2, q), flip),
            rest = doubles_sub(doubles_sub(size, u), v);
    doubles least = doubles_min(doubles_min(u, v), rest);
    doubles_flags certain = doubles_and(doubles_lt(det_error, size),
                                        doubles_lt(doubles_all(DET_ERROR_LEAST), det_error));
    certain = doubles_and(
        certain, doubles_lt(doubles_max(largest_1, largest_d), doubles_all(TRIANGLE_LONG)));
    doubles_flags inside = doubles_and(doubles_lt(side_error, least),
                                       doubles_lt(doubles_mul(margin, det_error), size));
    certain = doubles_and(doubles_and(certain, inside),
                          doubles_lt(doubles_mul(margin, t_error), doubles_abs(numerator)));
    doubles inverse = doubles_div(doubles_all(1.0), size), t = doubles_mul(numerator, inverse);
    doubles slack = doubles_mul(doubles_all(TIME_SEPARATION), doubles_abs(t));
    certain = doubles_and(certain, doubles_lt(doubles_add(in->t_min, slack), t));
    certain = doubles_and(certain, doubles_lt(t, doubles_sub(in->t_max, slack)));
    vec3_wides normal = scale_wides(cross_wides(e1, e2), flip), delta = scale_wides(d, t);
    doubles square = dot_wides(normal, normal), largest = doubles_all((double)CAROM_REAL_MAX);
    certain =
        doubles_and(certain, doubles_and(doubles_lt(doubles_all(NORMAL_SQUARE_LEAST), square),
                                         doubles_lt(square, doubles_all(NORMAL_SQUARE_LARGEST))));
    doubles_store_real(out->t, doubles_max(doubles_neg(largest), doubles_min(t, largest)));
    const vec3_wides o = in->origin;
    store_wides(out->point, (vec3_wides){doubles_add(o.x, delta.x), doubles_add(o.y, delta.y),
                                         doubles_add(o.z, delta.z)});
    store_wides(out->normal,
                scale_wides(normal, doubles_div(doubles_all(1.0), doubles_sqrt(square))));
    store_wides(out->barycentric, (vec3_wides){doubles_mul(rest, inverse), doubles_mul(u, inverse),
                                               doubles_mul(v, inverse)});
    return doubles_bits(certain);
}

/* Loads the pending triangle of each ray in `lanes`. */
static CAROM_INLINE void load_triangles(ray_pairs *out, const block_hits *hits,
                                        const bvh8_tree *tree, uint32_t first, uint32_t lanes) {
    carom_real corner[9][DOUBLES];
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
        out->v[k] =
            (vec3_wides){doubles_load_real(corner[3 * k]), doubles_load_real(corner[3 * k + 1]),
                         doubles_load_real(corner[3 * k + 2])};
}

/* One triangle for all rays. */
static CAROM_INLINE void broadcast_triangle(ray_pairs *out, const carom_triangle *t) {
    for (int k = 0; k < 3; k++)
        out->v[k] = (vec3_wides){doubles_all((double)t->v[k].x), doubles_all((double)t->v[k].y),
                                 doubles_all((double)t->v[k].z)};
}

static CAROM_INLINE void load_rays(ray_pairs *out, const ray_block *block, uint32_t at) {
    const carom_real(*given)[BVH8_BLOCK] = block->given;
    out->origin = (vec3_wides){doubles_load_real(given[0] + at), doubles_load_real(given[1] + at),
                               doubles_load_real(given[2] + at)};
    out->direction = (vec3_wides){doubles_load_real(given[GIVEN_DIRECTION] + at),
                                  doubles_load_real(given[GIVEN_DIRECTION + 1] + at),
                                  doubles_load_real(given[GIVEN_DIRECTION + 2] + at)};
    out->t_min = doubles_load_real(given[GIVEN_T_MIN] + at);
    out->t_max = doubles_load_real(given[GIVEN_T_MAX] + at);
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

/* Decides the pending hits of the rays first + i, i in `lanes`, and writes those beyond doubt;
 * returns their lanes. */
static CAROM_INLINE uint32_t resolve_lanes(const block_hits *hits, const ray_block *block,
                                           uint32_t first, uint32_t lanes,
                                           carom_mesh_ray_hit *out) {
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
        broadcast_triangle(&pairs, &t);
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

/* Writes all hits at the end of the traversal. Misses are zeroed one by one: a memset of the whole
 * array takes as long to start as forty stores. */
static CAROM_APART void resolve_hits(block_hits *hits, ray_block *block, carom_mesh_ray_hit *out) {
    for (uint32_t first = 0; first < block->count; first += DOUBLES) {
        uint32_t pending = (uint32_t)(hits->pending >> first) & ALL_DOUBLES, done = 0;
        uint32_t rest = block->count - first;
        /* resolve_lanes takes about as long as deciding one hit */
        if ((pending & (pending - 1)) != 0) done = resolve_lanes(hits, block, first, pending, out);
        uint32_t left = (rest < DOUBLES ? (1u << rest) - 1u : ALL_DOUBLES) & ~done;
        for (; left != 0; left &= left - 1) {
            uint32_t i = first + lowest_bit(left);
            memset(&out[i], 0, sizeof *out);
            decide_pending(hits, block, i);
            if (!has_ray(hits->decided, i)) continue;
            const bvh8_query query = query_of(&block->query, i);
            carom_bvh8_write_hit(&query, &hits->hit[i], &out[i]);
        }
    }
}

#endif
