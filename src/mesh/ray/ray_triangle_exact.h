/* One ray and one triangle in double, on lanes x, y, z: what path_triangle_filter does, operation
 * by operation, so the bits are its own. What that leaves to exact arithmetic goes where it would.
 */
#ifndef CAROM_MESH_RAY_RAY_TRIANGLE_EXACT_H
#define CAROM_MESH_RAY_RAY_TRIANGLE_EXACT_H

#include "simd/simd.h"
#include "mesh/ray/bvh8_ray.h"
#include "query/raycast/kernel_hits.h"

/* A leaf whose corners are at hand. */
typedef struct asked_leaf {
    bvh8_leaf at;
    const carom_real *corners;
    size_t step; /* from row to row */
} asked_leaf;

/* For one slot. */
static CAROM_INLINE asked_leaf asked_leaf_of(const bvh8_tree *tree, bvh8_leaf leaf, uint32_t slot,
                                             bvh8_row_room *room) {
    if (CAROM_LIKELY(tree->compact == NULL))
        return (asked_leaf){leaf, bvh8_rows_at(tree, leaf), leaf.count};
    const carom_triangle t = compact_triangle(tree, leaf.first + slot);
    carom_real *row = room->numbers + slot;
    for (int k = 0; k < 3; k++) {
        *row = t.v[k].x;
        *(row += BVH8_LEAF) = t.v[k].y;
        *(row += BVH8_LEAF) = t.v[k].z;
        row += BVH8_LEAF;
    }
    return (asked_leaf){leaf, room->numbers, BVH8_LEAF};
}

/* As carom_raycast_ray_triangle decides: what it takes in plain numbers, and what it does not. */
static CAROM_APART bool decide_triangle(const bvh8_query *query, bvh8_leaf leaf, uint32_t slot,
                                        bvh8_hit *hit) {
    ray_path path = path_of_ray(query->ray);
    carom_triangle t = bvh8_triangle(query->tree, leaf, slot);
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
    size_t n = leaf->step;
    return d4_load_real_apart(leaf->corners + 3 * k * n + slot, n);
}

/* What is made of a ray and a triangle. */
typedef struct pair_lanes {
    d4 start, way, e1, e2; /* on lanes x, y, z */
    d4 sizes;              /* largest components of e2, e1, s and the way */
    d4 products;           /* numerator, det, -u and -v */
} pair_lanes;

/* From here on lanes are e2, e1, s and the way, and a vector is three registers. Their cross
 * products with the same in reverse order are those that are needed, each once as it is and once
 * with its sign changed, beside what they are to be multiplied by. */
static CAROM_INLINE pair_lanes multiply_in_lanes(const bvh8_query *query, const asked_leaf *leaf,
                                                 uint32_t slot) {
    const carom_ray *ray = query->ray;
    pair_lanes of = {.start = d4_load_real(&ray->origin.x), .way = d4_load_real(&ray->direction.x)};
    d4 v = corner_in_lanes(leaf, slot, 0);
    of.e1 = d4_sub(corner_in_lanes(leaf, slot, 1), v);
    of.e2 = d4_sub(corner_in_lanes(leaf, slot, 2), v);
    d4 row[4] = {of.e2, of.e1, d4_sub(of.start, v), of.way};
    d4_turn(row);
    d4 x = row[0], y = row[1], z = row[2];
    d4 rx = d4_reverse(x), ry = d4_reverse(y), rz = d4_reverse(z);
    of.sizes = d4_max(d4_abs(x), d4_max(d4_abs(y), d4_abs(z)));
    /* (q, p, -p, -q) after the pairs are swapped: e2 * q, e1 * p, s * -p, way * -q */
    d4 cx = d4_swap_pairs(d4_sub(d4_mul(ry, z), d4_mul(rz, y)));
    d4 cy = d4_swap_pairs(d4_sub(d4_mul(rz, x), d4_mul(rx, z)));
    d4 cz = d4_swap_pairs(d4_sub(d4_mul(rx, y), d4_mul(ry, x)));
    of.products = d4_add(d4_add(d4_mul(x, cx), d4_mul(y, cy)), d4_mul(z, cz));
    return of;
}

/* A hit's numbers; only with PATH_HIT. Lengths whose product is in this range make a normal that is
 * plain. */
static CAROM_INLINE path_answer decide_in_lanes(const bvh8_query *query, const asked_leaf *leaf,
                                                uint32_t slot, best_hit *hit) {
    const carom_ray *ray = query->ray;
    const pair_lanes with = multiply_in_lanes(query, leaf, slot);
    double product[4], size[4];
    ray_path path;
    d4_store(product, with.products);
    d4_store(size, with.sizes);
    const triangle_products of = {product[1], -product[2], -product[3], product[0],
                                  size[1],    size[0],     size[2],     size[3]};
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
    bvh8_leaf leaf;
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
static CAROM_INLINE bool keep_nearer(const bvh8_query *query, const asked_leaf *leaf, uint32_t slot,
                                     best_hits *hits) {
    best_hit *other = &hits->of[hits->best ^ 1u];
    const best_hit *best = &hits->of[hits->best];
    path_answer answer = decide_in_lanes(query, leaf, slot, other);
    if (answer == PATH_MISS) return false;
    other->plain = answer == PATH_HIT;
    if (CAROM_UNLIKELY(!other->plain)) {
        bvh8_hit hit;
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
static CAROM_INLINE carom_mesh_ray_hit hit_of_best(const bvh8_query *query, const best_hit *best) {
    const carom_ray *ray = query->ray;
    uint32_t triangle = query->tree->order[best->rank];
    if (CAROM_UNLIKELY(!best->plain)) {
        carom_triangle t = bvh8_triangle_at(query->tree, best->rank);
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

/* Are the determinant and the numerator, which are above 0, so far beyond the bounds of
 * decide_products that their quotient is accurate? These are with the longer of both sides in place
 * of each. */
static CAROM_INLINE bool surely_accurate(const pair_lanes *of, d4 turned) {
    d4 swapped = d4_swap_pairs(of->sizes), longer = d4_max(of->sizes, swapped);
    d4 area = d4_mul(d4_mul(longer, longer), d4_all(TRIANGLE_MARGIN * TRIANGLE_ERROR));
    return (d4_bits(d4_lt(d4_mul(area, d4_reverse(swapped)), turned)) & 3u) == 3u;
}

/* The same of all three sides. Where a start was not moved, the filter was certain of them: they
 * are above 200 u^2 (M + Z)^2, which is above 2^-41 (M + Z)^2, with the letters of bvh8_ray_leaf.h
 * and times the way. As no corner is further off than M + Z, and no side longer than twice that,
 * the bound is below 2^-43 (M + Z)^2. */
static CAROM_INLINE bool sides_agree_surely(const pair_lanes *of, double least, bool moved) {
    double size[4];
    if (CAROM_LIKELY(!moved)) return true;
    d4_store(size, of->sizes);
    double longest = max2(size[0], size[1]);
    return least > TRIANGLE_ERROR * size[3] * longest * (2.0 * size[2] + longest);
}

/* Are all products of a pair far from the ends of double's range, as all of floats are? `det` is at
 * most seven times the sides' product times the way's. */
static CAROM_INLINE bool only_rounds(const pair_lanes *of, double det) {
    double size[4];
    if ((double)CAROM_REAL_MAX < 1e39) return true;
    d4_store(size, of->sizes);
    return det > 1e-99 * size[3] && det > 1e-180 && max2(size[0], size[1]) < 1e50 &&
           size[3] < TRIANGLE_LONG;
}

/* Is a time so far within the ray's that decide_products has no doubt? What is next to a float is
 * further off than its slack. */
static CAROM_INLINE bool surely_in_time(const carom_ray *ray, carom_real t) {
    if ((double)CAROM_REAL_EPSILON > 1e-10) return t > ray->t_min && t < ray->t_max;
    carom_real slack = (carom_real)2e-8 * t;
    return t - slack > ray->t_min && t + slack < ray->t_max;
}

/* What carom_raycast_ray_triangle gives for a triangle of whose sides the filter was certain, seen
 * from both sides; where decide_products says so, too. False says nothing. The bits are the same:
 * what is compared here is never less strict. */
static CAROM_INLINE bool confirm_hit(const bvh8_query *query, bool moved, const asked_leaf *leaf,
                                     uint32_t slot, carom_mesh_ray_hit *out) {
    const pair_lanes of = multiply_in_lanes(query, leaf, slot);
    const d4 det = d4_all_second(of.products), size = d4_abs(det);
    const d4 inverse = d4_div(d4_all(1.0), size);
    /* the numerator, det, u and v, all with the sign that they have when det is above 0 */
    d4 turned = d4_flip(of.products, d4_flip(det, d4_of(1.0, 1.0, -1.0, -1.0)));
    double product[4], whole[4];
    carom_real number[4];
    d4_store(product, turned);
    d4_store(whole, size);
    double rest = whole[0] - product[2] - product[3];
    double least = min2(min2(product[2], product[3]), rest);
    d4 told = d4_mul(d4_with_second(turned, rest), inverse); /* t and the weights */
    d4_store_real(number, told);
    const carom_real t = number[0];
    if (CAROM_UNLIKELY(!(surely_accurate(&of, turned) && sides_agree_surely(&of, least, moved) &&
                         only_rounds(&of, whole[0]) && surely_in_time(query->ray, t))))
        return false;
    d4 point = d4_add(of.start, d4_mul(of.way, d4_all_first(told)));
    d4 normal = cross_of_lanes(of.e1, of.e2);
    normal = d4_flip(d4_mul(normal, d4_all(inverse_length(normal))), det);
    out->hit = out->at.hit = true;
    out->triangle = query->tree->order[leaf->at.first + slot];
    /* number by number, so that compilers put them where they are given back, and nowhere before */
    out->at.t = t;
    out->at.point = vec3_of_lanes(point);
    out->at.normal = vec3_of_lanes(normal);
    out->at.barycentric = (carom_vec3){number[1], number[2], number[3]};
    return true;
}

#endif
