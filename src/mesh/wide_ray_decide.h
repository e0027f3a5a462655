/* One ray and one triangle in double, on lanes x, y, z: what path_triangle_filter does, operation
 * by operation, so the bits are its own. What that leaves to exact arithmetic goes where it would.
 */
#ifndef CAROM_MESH_WIDE_RAY_DECIDE_H
#define CAROM_MESH_WIDE_RAY_DECIDE_H

#include "batch/simd.h"
#include "mesh/wide_ray.h"
#include "query/raycast/kernel_hits.h"

/* A leaf whose corners are at hand. */
typedef struct asked_leaf {
    wide_leaf at;
    const carom_real *corners;
} asked_leaf;

/* As carom_raycast_ray_triangle decides: what it takes in plain numbers, and what it does not. */
static CAROM_APART bool decide_triangle(const wide_query *query, wide_leaf leaf, uint32_t slot,
                                        wide_hit *hit) {
    ray_path path = path_of_ray(query->ray);
    carom_triangle t = wide_triangle(query->tree, leaf, slot);
    const vec3 v[3] = {load3(t.v[0]), load3(t.v[1]), load3(t.v[2])};
    path_answer answer = path_triangle_filter(&path, v, query->facing, &hit->at);
    if (answer == PATH_MISS) return false;
    hit->plain = answer == PATH_HIT && plain_length(hit->at.normal);
    if (CAROM_UNLIKELY(!hit->plain) &&
        !carom_path_triangle_exact(&path, v, query->facing, &hit->at))
        return false;
    hit->hit = true;
    hit->t = store_real(hit->at.t);
    hit->rank = leaf.first + slot;
    hit->triangle = query->tree->order[hit->rank];
    return true;
}

typedef struct best_hit {
    bool plain; /* `spot` and `normal` say all that there is to know */
    carom_real t;
    uint32_t rank;
    triangle_spot spot;
    d4 normal; /* the cross product of two sides of the triangle */
} best_hit;

/* cross3 */
static CAROM_INLINE d4 cross_of_lanes(d4 a, d4 b) {
    return d4_next(d4_sub(d4_mul(a, d4_next(b)), d4_mul(d4_next(a), b)));
}

/* Corner `k` of a slot. */
static CAROM_INLINE d4 corner_in_lanes(const asked_leaf *leaf, uint32_t slot, size_t k) {
    size_t n = leaf->at.count;
    const carom_real *at = leaf->corners + 3 * k * n + slot;
    return d4_of_real(at[0], at[n], at[2 * n]);
}

/* A hit's numbers; only with PATH_HIT. Lengths whose product is in this range make a normal that is
 * plain. */
static CAROM_INLINE path_answer decide_in_lanes(const wide_query *query, const asked_leaf *leaf,
                                                uint32_t slot, best_hit *hit) {
    const carom_ray *ray = query->ray;
    d4 start = d4_load_real(&ray->origin.x), way = d4_load_real(&ray->direction.x);
    d4 v = corner_in_lanes(leaf, slot, 0), s = d4_sub(start, v);
    d4 e1 = d4_sub(corner_in_lanes(leaf, slot, 1), v);
    d4 e2 = d4_sub(corner_in_lanes(leaf, slot, 2), v);
    d4 p = cross_of_lanes(way, e2), q = cross_of_lanes(s, e1);
    d4 product[4] = {d4_mul(e1, p), d4_mul(s, p), d4_mul(way, q), d4_mul(e2, q)};
    d4 part[4] = {d4_abs(e1), d4_abs(e2), d4_abs(s), d4_abs(way)};
    triangle_products of;
    ray_path path;
    d4_turn(product);
    d4_turn(part);
    d4_store(&of.det, d4_add(d4_add(product[0], product[1]), product[2]));
    d4_store(&of.largest_1, d4_max(part[0], d4_max(part[1], part[2])));
    path.t_min = (double)ray->t_min;
    path.t_max = (double)ray->t_max;
    path_answer answer = decide_products(&of, &path, query->facing, &hit->spot);
    double area = of.largest_1 * of.largest_2;
    if (answer == PATH_HIT && CAROM_UNLIKELY(!(area > 1e-100 && area < 1e100))) return PATH_DOUBT;
    hit->normal = cross_of_lanes(e1, e2);
    return answer;
}

/* What is certainly hit, and between which times, in the mesh's frame. */
typedef struct waiting_hit {
    wide_leaf leaf;
    uint32_t slot;
    float from, to;
} waiting_hit;

/* Room for the best hit so far, and for one to compare with it; and for one that waits until it has
 * to be compared. */
typedef struct best_hits {
    best_hit of[2];
    uint32_t best;
    bool found, waits;
    float t_max; /* the answer is not after this */
    waiting_hit waiting;
} best_hits;

/* Does a slot give a hit that comes before the best so far? Then it is the best. */
static CAROM_INLINE bool keep_nearer(const wide_query *query, const asked_leaf *leaf, uint32_t slot,
                                     best_hits *hits) {
    best_hit *other = &hits->of[hits->best ^ 1u];
    const best_hit *best = &hits->of[hits->best];
    path_answer answer = decide_in_lanes(query, leaf, slot, other);
    if (answer == PATH_MISS) return false;
    other->plain = answer == PATH_HIT;
    if (CAROM_UNLIKELY(!other->plain)) {
        wide_hit hit;
        if (!decide_triangle(query, leaf->at, slot, &hit)) return false;
        other->spot.t = hit.at.t;
    }
    const uint32_t *order = query->tree->order;
    other->t = store_real(other->spot.t);
    other->rank = leaf->at.first + slot;
    CAROM_PREFETCH(&order[other->rank]);
    if (hits->found &&
        !(other->t < best->t || (other->t == best->t && order[other->rank] < order[best->rank])))
        return false;
    hits->best ^= 1u;
    hits->found = true;
    return true;
}

static CAROM_INLINE carom_vec3 vec3_of_lanes(d4 x) {
    carom_real number[4];
    d4_store_real(number, x);
    return (carom_vec3){number[0], number[1], number[2]};
}

/* What carom_raycast_ray_triangle gives. */
static CAROM_INLINE carom_mesh_ray_hit hit_of_best(const wide_query *query, const best_hit *best) {
    const carom_ray *ray = query->ray;
    uint32_t triangle = query->tree->order[best->rank];
    if (CAROM_UNLIKELY(!best->plain)) {
        carom_triangle t = wide_triangle_at(query->tree, best->rank);
        return (carom_mesh_ray_hit){true, triangle,
                                    carom_raycast_ray_triangle(ray, &t, query->facing)};
    }
    double square[4];
    d4 way = d4_mul(d4_load_real(&ray->direction.x), d4_all(best->spot.t));
    d4_store(square, d4_mul(best->normal, best->normal));
    /* which way it points comes last: it takes as long to know as the length does */
    double length = sqrt(square[0] + square[1] + square[2]);
    double inverse = 1.0 / length * best->spot.flip;
    return (carom_mesh_ray_hit){
        .hit = true,
        .triangle = triangle,
        .at = {.hit = true,
               .t = best->t,
               .point = vec3_of_lanes(d4_add(d4_load_real(&ray->origin.x), way)),
               .normal = vec3_of_lanes(d4_mul(best->normal, d4_all(inverse))),
               .barycentric = store3(best->spot.barycentric)}};
}

#endif
