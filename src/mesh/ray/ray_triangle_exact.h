/* Moller-Trumbore test of one ray and one triangle in double, on lanes x, y, z [MollerTrumbore97]:
 * path_triangle_filter operation by operation, so the bits are its own. What that leaves in doubt
 * goes to carom_path_triangle_exact, so the decision is exact. */
#ifndef CAROM_MESH_RAY_RAY_TRIANGLE_EXACT_H
#define CAROM_MESH_RAY_RAY_TRIANGLE_EXACT_H

#include "simd/simd.h"
#include "mesh/ray/bvh8_ray.h"
#include "query/raycast/kernel_hits.h"

/* A leaf and its corners. */
typedef struct leaf_view {
    bvh8_leaf at;
    const carom_real *corners;
    size_t step; /* numbers from one row to the next */
} leaf_view;

/* A view of a leaf of which only one slot is read. */
static CAROM_INLINE leaf_view leaf_view_of(const bvh8_tree *tree, bvh8_leaf leaf, uint32_t slot,
                                           bvh8_row_scratch *scratch) {
    if (CAROM_LIKELY(tree->compact == NULL))
        return (leaf_view){leaf, bvh8_rows_at(tree, leaf), leaf.count};
    const carom_triangle t = compact_triangle(tree, leaf.first + slot);
    carom_real *row = scratch->numbers + slot;
    for (int k = 0; k < 3; k++) {
        *row = t.v[k].x;
        *(row += BVH8_LEAF) = t.v[k].y;
        *(row += BVH8_LEAF) = t.v[k].z;
        row += BVH8_LEAF;
    }
    return (leaf_view){leaf, scratch->numbers, BVH8_LEAF};
}

/* Decides a slot as carom_raycast_ray_triangle does: by the filter in double, and by exact
 * arithmetic where that is in doubt. */
static CAROM_APART bool decide_triangle(const bvh8_query *query, bvh8_leaf leaf, uint32_t slot,
                                        bvh8_hit *hit) {
    ray_path path = path_of_ray(query->ray);
    carom_triangle t = bvh8_triangle(query->tree, leaf, slot);
    const vec3 v[3] = {load3(t.v[0]), load3(t.v[1]), load3(t.v[2])};
    path_answer answer = path_triangle_filter(&path, v, query->facing, &hit->at);
    if (answer == PATH_MISS) return false;
    hit->is_filtered = answer == PATH_HIT && is_normal_in_range(hit->at.normal);
    if (CAROM_UNLIKELY(!hit->is_filtered) &&
        !carom_path_triangle_exact(&path, v, query->facing, &hit->at))
        return false;
    hit->hit = true;
    hit->t = store_real(hit->at.t);
    hit->rank = leaf.first + slot;
    hit->triangle = query->tree->order[hit->rank];
    return true;
}

typedef struct best_hit {
    bool is_filtered; /* the filter in double decided: `crossing` and `normal` are complete */
    carom_real t;
    uint32_t rank;
    triangle_crossing crossing;
    d4 normal; /* cross product of two sides of the triangle, of any length */
} best_hit;

/* As cross3, operation by operation. */
static CAROM_INLINE d4 cross_of_lanes(d4 a, d4 b) {
    return d4_next(d4_sub(d4_mul(a, d4_next(b)), d4_mul(d4_next(a), b)));
}

/* Corner `k` of a slot, on lanes x, y, z. */
static CAROM_INLINE d4 corner_in_lanes(const leaf_view *leaf, uint32_t slot, size_t k) {
    size_t n = leaf->step;
    return d4_load_real_strided(leaf->corners + 3 * k * n + slot, n);
}

/* The products of a ray and a triangle. */
typedef struct pair_lanes {
    d4 start, dir, e1, e2; /* on lanes x, y, z */
    d4 sizes;              /* largest components of e2, e1, s and the direction */
    d4 products;           /* numerator of t, det, -u and -v */
} pair_lanes;

/* The four triple products at once. Lanes are e2, e1, s and the direction, and a vector takes three
 * registers. Cross products with the same lanes in reverse order are the ones that are needed, each
 * once as it is and once with its sign changed, next to the factor of its dot product. */
static CAROM_INLINE pair_lanes multiply_in_lanes(const bvh8_query *query, const leaf_view *leaf,
                                                 uint32_t slot) {
    const carom_ray *ray = query->ray;
    pair_lanes of = {.start = d4_load_real(&ray->origin.x), .dir = d4_load_real(&ray->direction.x)};
    d4 v = corner_in_lanes(leaf, slot, 0);
    of.e1 = d4_sub(corner_in_lanes(leaf, slot, 1), v);
    of.e2 = d4_sub(corner_in_lanes(leaf, slot, 2), v);
    d4 row[4] = {of.e2, of.e1, d4_sub(of.start, v), of.dir};
    d4_transpose(row);
    d4 x = row[0], y = row[1], z = row[2];
    d4 rx = d4_reverse(x), ry = d4_reverse(y), rz = d4_reverse(z);
    of.sizes = d4_max(d4_abs(x), d4_max(d4_abs(y), d4_abs(z)));
    /* (q, p, -p, -q) after the pairs are swapped: e2 * q, e1 * p, s * -p, direction * -q */
    d4 cx = d4_swap_pairs(d4_sub(d4_mul(ry, z), d4_mul(rz, y)));
    d4 cy = d4_swap_pairs(d4_sub(d4_mul(rz, x), d4_mul(rx, z)));
    d4 cz = d4_swap_pairs(d4_sub(d4_mul(rx, y), d4_mul(ry, x)));
    of.products = d4_add(d4_add(d4_mul(x, cx), d4_mul(y, cy)), d4_mul(z, cz));
    return of;
}

/* The filter in double; *hit is set with PATH_HIT only. Areas between AREA_LEAST and AREA_LARGEST
 * give a normal that needs no scaling; others are left in doubt. */
static CAROM_INLINE path_answer decide_in_lanes(const bvh8_query *query, const leaf_view *leaf,
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
    path_answer answer = decide_products(&of, &path, query->facing, &hit->crossing);
    double area = of.largest_1 * of.largest_2;
    if (answer == PATH_HIT && CAROM_UNLIKELY(!(area > AREA_LEAST && area < AREA_LARGEST)))
        return PATH_DOUBT;
    hit->normal = cross_of_lanes(with.e1, with.e2);
    return answer;
}

/* A certain hit that is not decided yet, and bounds on its time in the frame. */
typedef struct pending_hit {
    bvh8_leaf leaf;
    uint32_t slot;
    float from, to;
} pending_hit;

/* The best hit so far and one to compare it with; and a pending hit. */
typedef struct best_hits {
    best_hit of[2];
    uint32_t best;
    bool found, has_pending;
    float t_max; /* the time of the answer in the frame is at most this */
    pending_hit pending;
} best_hits;

/* Decides a slot, and keeps its hit when that precedes the best so far: true then. */
static CAROM_INLINE bool keep_nearer(const bvh8_query *query, const leaf_view *leaf, uint32_t slot,
                                     best_hits *hits) {
    best_hit *other = &hits->of[hits->best ^ 1u];
    const best_hit *best = &hits->of[hits->best];
    path_answer answer = decide_in_lanes(query, leaf, slot, other);
    if (answer == PATH_MISS) return false;
    other->is_filtered = answer == PATH_HIT;
    if (CAROM_UNLIKELY(!other->is_filtered)) {
        bvh8_hit hit;
        if (!decide_triangle(query, leaf->at, slot, &hit)) return false;
        other->crossing.t = hit.at.t;
    }
    const uint32_t *order = query->tree->order;
    other->t = store_real(other->crossing.t);
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

/* 1 / |x|, for squares in the range of double. */
static CAROM_INLINE double inverse_length(d4 x) {
    double square[4];
    d4_store(square, d4_mul(x, x));
    return 1.0 / sqrt(square[0] + square[1] + square[2]);
}

/* The answer of carom_raycast_ray_triangle for the best hit. */
static CAROM_INLINE carom_mesh_ray_hit hit_of_best(const bvh8_query *query, const best_hit *best) {
    const carom_ray *ray = query->ray;
    uint32_t triangle = query->tree->order[best->rank];
    if (CAROM_UNLIKELY(!best->is_filtered)) {
        carom_triangle t = bvh8_triangle_at(query->tree, best->rank);
        return (carom_mesh_ray_hit){true, triangle,
                                    carom_raycast_ray_triangle_exact(ray, &t, query->facing)};
    }
    d4 delta = d4_mul(d4_load_real(&ray->direction.x), d4_all(best->crossing.t));
    /* the sign comes last: it is known as late as the length is */
    double inverse = inverse_length(best->normal) * best->crossing.flip;
    return (carom_mesh_ray_hit){
        .hit = true,
        .triangle = triangle,
        .at = {.hit = true,
               .t = best->t,
               .point = vec3_of_lanes(d4_add(d4_load_real(&ray->origin.x), delta)),
               .normal = vec3_of_lanes(d4_mul(best->normal, d4_all(inverse))),
               .barycentric = store3(best->crossing.barycentric)}};
}

/* Are the determinant and the numerator, both positive here, so far beyond the bounds of
 * decide_products that their quotient is accurate? The bounds here take the longer of both sides in
 * place of each. */
static CAROM_INLINE bool is_quotient_certain(const pair_lanes *of, d4 oriented) {
    d4 swapped = d4_swap_pairs(of->sizes), longer = d4_max(of->sizes, swapped);
    d4 area = d4_mul(d4_mul(longer, longer), d4_all(TRIANGLE_MARGIN * TRIANGLE_ERROR));
    return (d4_bits(d4_lt(d4_mul(area, d4_reverse(swapped)), oriented)) & 3u) == 3u;
}

/* Are all three sides beyond the error bound of decide_products? When the start was not moved, the
 * filter was certain of them: they are above 200 u^2 (M + Z)^2, which is above 2^-41 (M + Z)^2,
 * with the letters of ray_leaf_filter.h and times the direction. No corner is farther than M + Z
 * and no side longer than twice that, so the bound is below 2^-43 (M + Z)^2. */
static CAROM_INLINE bool are_sides_certain(const pair_lanes *of, double least, bool moved) {
    double size[4];
    if (CAROM_LIKELY(!moved)) return true;
    d4_store(size, of->sizes);
    double longest = max2(size[0], size[1]);
    return least > TRIANGLE_ERROR * size[3] * longest * (2.0 * size[2] + longest);
}

/* Are all products of the pair in the range of double, as products of floats are? `det` is at most
 * seven times the product of both sides and the direction. */
static CAROM_INLINE bool are_products_in_range(const pair_lanes *of, double det) {
    double size[4];
    if ((double)CAROM_REAL_MAX < FLOAT_RANGE) return true;
    d4_store(size, of->sizes);
    return det > DET_LEAST_PER_DIRECTION * size[3] && det > DET_LEAST &&
           max2(size[0], size[1]) < SIDE_LARGEST && size[3] < TRIANGLE_LONG;
}

/* Is t so far within the range of the ray that decide_products has no doubt? Of floats, the
 * neighbour of a bound is farther from it than the slack of decide_products. */
static CAROM_INLINE bool is_strictly_in_range(const carom_ray *ray, carom_real t) {
    if ((double)CAROM_REAL_EPSILON > FLOAT_EPSILON_ABOVE) return t > ray->t_min && t < ray->t_max;
    carom_real slack = (carom_real)RANGE_SEPARATION * t;
    return t - slack > ray->t_min && t + slack < ray->t_max;
}

/* Moller-Trumbore for a triangle whose sides the filter is certain of, hit from either side: writes
 * the bits of carom_raycast_ray_triangle. False decides nothing; true implies PATH_HIT from
 * decide_products, as no comparison here is less strict than there. */
static CAROM_INLINE bool confirm_hit(const bvh8_query *query, bool moved, const leaf_view *leaf,
                                     uint32_t slot, carom_mesh_ray_hit *out) {
    const pair_lanes of = multiply_in_lanes(query, leaf, slot);
    const d4 det = d4_all_second(of.products), size = d4_abs(det);
    const d4 inverse = d4_div(d4_all(1.0), size);
    /* the numerator, det, u and v, all with the sign that they have when det is positive */
    d4 oriented = d4_flip(of.products, d4_flip(det, d4_of(1.0, 1.0, -1.0, -1.0)));
    double product[4], whole[4];
    carom_real number[4];
    d4_store(product, oriented);
    d4_store(whole, size);
    double rest = whole[0] - product[2] - product[3];
    double least = min2(min2(product[2], product[3]), rest);
    d4 quotients =
        d4_mul(d4_with_second(oriented, rest), inverse); /* t and the barycentric weights */
    d4_store_real(number, quotients);
    const carom_real t = number[0];
    if (CAROM_UNLIKELY(
            !(is_quotient_certain(&of, oriented) && are_sides_certain(&of, least, moved) &&
              are_products_in_range(&of, whole[0]) && is_strictly_in_range(query->ray, t))))
        return false;
    d4 point = d4_add(of.start, d4_mul(of.dir, d4_all_first(quotients)));
    d4 normal = cross_of_lanes(of.e1, of.e2);
    normal = d4_flip(d4_mul(normal, d4_all(inverse_length(normal))), det);
    out->hit = out->at.hit = true;
    out->triangle = query->tree->order[leaf->at.first + slot];
    /* member by member, so that compilers write each to its final place at once */
    out->at.t = t;
    out->at.point = vec3_of_lanes(point);
    out->at.normal = vec3_of_lanes(normal);
    out->at.barycentric = (carom_vec3){number[1], number[2], number[3]};
    return true;
}

#endif
