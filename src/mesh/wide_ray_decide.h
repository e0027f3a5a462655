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

/* What is made of a ray and a triangle, on lanes x, y, z, and the products that decide. */
typedef struct pair_lanes {
    d4 start, way, e1, e2, s;
    d4 products; /* det, u, v and numerator */
} pair_lanes;

static CAROM_INLINE pair_lanes multiply_in_lanes(const wide_query *query, const asked_leaf *leaf,
                                                 uint32_t slot) {
    const carom_ray *ray = query->ray;
    pair_lanes of = {.start = d4_load_real(&ray->origin.x), .way = d4_load_real(&ray->direction.x)};
    d4 v = corner_in_lanes(leaf, slot, 0);
    of.s = d4_sub(of.start, v);
    of.e1 = d4_sub(corner_in_lanes(leaf, slot, 1), v);
    of.e2 = d4_sub(corner_in_lanes(leaf, slot, 2), v);
    d4 p = cross_of_lanes(of.way, of.e2), q = cross_of_lanes(of.s, of.e1);
    d4 product[4] = {d4_mul(of.e1, p), d4_mul(of.s, p), d4_mul(of.way, q), d4_mul(of.e2, q)};
    d4_turn(product);
    of.products = d4_add(d4_add(product[0], product[1]), product[2]);
    return of;
}

/* A hit's numbers; only with PATH_HIT. Lengths whose product is in this range make a normal that is
 * plain. */
static CAROM_INLINE path_answer decide_in_lanes(const wide_query *query, const asked_leaf *leaf,
                                                uint32_t slot, best_hit *hit) {
    const carom_ray *ray = query->ray;
    const pair_lanes with = multiply_in_lanes(query, leaf, slot);
    d4 part[4] = {d4_abs(with.e1), d4_abs(with.e2), d4_abs(with.s), d4_abs(with.way)};
    triangle_products of;
    ray_path path;
    d4_turn(part);
    d4_store(&of.det, with.products);
    d4_store(&of.largest_1, d4_max(part[0], d4_max(part[1], part[2])));
    path.t_min = (double)ray->t_min;
    path.t_max = (double)ray->t_max;
    path_answer answer = decide_products(&of, &path, query->facing, &hit->spot);
    double area = of.largest_1 * of.largest_2;
    if (answer == PATH_HIT && CAROM_UNLIKELY(!(area > 1e-100 && area < 1e100))) return PATH_DOUBT;
    hit->normal = cross_of_lanes(with.e1, with.e2);
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

/* Of a vector whose squares are in range. */
static CAROM_INLINE double inverse_length(d4 x) {
    double square[4];
    d4_store(square, d4_mul(x, x));
    return 1.0 / sqrt(square[0] + square[1] + square[2]);
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
    d4 way = d4_mul(d4_load_real(&ray->direction.x), d4_all(best->spot.t));
    /* which way it points comes last: it takes as long to know as the length does */
    double inverse = inverse_length(best->normal) * best->spot.flip;
    return (carom_mesh_ray_hit){
        .hit = true,
        .triangle = triangle,
        .at = {.hit = true,
               .t = best->t,
               .point = vec3_of_lanes(d4_add(d4_load_real(&ray->origin.x), way)),
               .normal = vec3_of_lanes(d4_mul(best->normal, d4_all(inverse))),
               .barycentric = store3(best->spot.barycentric)}};
}

/* What rounds in the products of a pair, or more: the bounds of decide_products with the longer of
 * both sides in place of each. */
typedef struct pair_error {
    double det, side, t;
    double longest, direction; /* largest components of the sides and of the direction */
} pair_error;

static CAROM_INLINE pair_error error_of_pair(const pair_lanes *of) {
    d4 sides = d4_max(d4_abs(of->e1), d4_abs(of->e2)), way = d4_abs(of->way);
    d4 part[4] = {sides, d4_abs(of->s), way, way};
    double largest[4];
    d4_turn(part);
    d4_store(largest, d4_max(part[0], d4_max(part[1], part[2])));
    double area = TRIANGLE_ERROR * (largest[0] * largest[0]), det = area * largest[2];
    double side = TRIANGLE_ERROR * largest[2] * largest[1] * (largest[0] + largest[0]);
    return (pair_error){det, side + det, area * largest[1], largest[0], largest[2]};
}

/* Are all products of a pair far from the ends of double's range, as all of floats are? `size` is
 * the determinant's, at most seven times the sides' product times the direction's. */
static CAROM_INLINE bool only_rounds(const pair_error *error, double size) {
    if ((double)CAROM_REAL_MAX < 1e39) return true;
    return size > 1e-99 * error->direction && size > 1e-180 && error->longest < 1e50 &&
           error->direction < TRIANGLE_LONG;
}

/* 1 with the sign of x; without a branch, as nothing foretells it. */
static CAROM_INLINE double signed_one(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits = (bits & (uint64_t)1 << 63) | (uint64_t)0x3ff << 52;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* What carom_raycast_ray_triangle gives for a triangle that is hit for sure, seen from both sides;
 * where decide_products says so, too. False says nothing. The bits are the same: what is compared
 * here is never less strict. */
static CAROM_INLINE bool confirm_hit(const wide_query *query, const asked_leaf *leaf, uint32_t slot,
                                     carom_mesh_ray_hit *out) {
    const carom_ray *ray = query->ray;
    const pair_lanes of = multiply_in_lanes(query, leaf, slot);
    const pair_error error = error_of_pair(&of);
    double product[4], weight[4];
    d4_store(product, of.products);
    double size = fabs(product[0]), flip = signed_one(product[0]), inverse = 1.0 / size;
    d4 turned = d4_mul(of.products, d4_all(flip));
    d4_store(product, turned);
    d4_store(weight, d4_mul(turned, d4_all(inverse)));
    double rest = size - product[1] - product[2], t = weight[3], slack = 1e-8 * t;
    double least = min2(min2(product[1], product[2]), rest);
    bool sure = least > error.side && size > TRIANGLE_MARGIN * error.det &&
                product[3] > TRIANGLE_MARGIN * error.t && only_rounds(&error, size) &&
                t > (double)ray->t_min + slack && t < (double)ray->t_max - slack;
    if (CAROM_UNLIKELY(!sure)) return false;
    d4 normal = cross_of_lanes(of.e1, of.e2), point = d4_add(of.start, d4_mul(of.way, d4_all(t)));
    out->hit = out->at.hit = true;
    out->triangle = query->tree->order[leaf->at.first + slot];
    out->at.t = store_real(t);
    out->at.point = vec3_of_lanes(point);
    out->at.normal = vec3_of_lanes(d4_mul(normal, d4_all(inverse_length(normal) * flip)));
    out->at.barycentric = store3(vec(rest * inverse, weight[1], weight[2]));
    return true;
}

#endif
