/* Closest point of a regular triangle, from not too near, without branches on the region: the
 * Voronoi regions of [Ericson05] 5.1.5 as masks, which select the weights of the vertices. The
 * region is unpredictable, and a mispredicted branch costs more than all the arithmetic. The
 * values of b and of c are side by side in a pair of lanes. */
#ifndef CAROM_QUERY_CLOSEST_KERNEL_REGULAR_TRIANGLE_H
#define CAROM_QUERY_CLOSEST_KERNEL_REGULAR_TRIANGLE_H

#include "math/pair.h"
#include "query/closest/kernel_point_triangle.h"
#include "query/closest/tolerances.h"

/** The regions of a point as masks; exactly one is set, and of `vertex` and `edge` one lane. */
typedef struct triangle_regions {
    pair_mask a, vertex, edge, opposite, face; /* `edge` from a; `opposite` from b to c */
} triangle_regions;

/* In pairs b is in lane 0 and c in lane 1: the dot products of the edges from a with p - a, the
 * edges' squares and product. */
typedef struct triangle_products {
    pair2 d, square;
    pair2 rest;  /* along b c, towards the other end */
    pair2 share; /* weights on the face, times area2 */
    double bc, area2, share_a;
} triangle_products;

static inline void find_regions(triangle_regions *out, const triangle_products *in) {
    const pair2 zero = {0, 0};
    pair2 past = in->d - in->square;
    pair_mask behind = (pair_mask)(in->d <= zero), before = (pair_mask)(in->rest > zero);
    out->a = behind & SWAP_MASK(behind);
    out->vertex = (pair_mask)(past >= zero) & (pair_mask)(in->rest <= zero);
    out->edge = (pair_mask)(SWAP_PAIR(in->share) <= zero) & (pair_mask)(in->d > zero) &
                (pair_mask)(past < zero);
    pair_mask any = out->vertex | out->edge;
    any = any | SWAP_MASK(any) | out->a;
    out->opposite = before & SWAP_MASK(before) & (pair_mask)(BOTH(in->share_a) <= zero) & ~any;
    out->face = ~(any | out->opposite);
}

static inline carom_feature feature_of_regions(const triangle_regions *in) {
    pair_mask code = (in->a & (pair_mask){CAROM_VERTEX_0}) |
                     (in->vertex & (pair_mask){CAROM_VERTEX_1, 0, CAROM_VERTEX_2}) |
                     (in->edge & (pair_mask){CAROM_EDGE_01, 0, CAROM_EDGE_20}) |
                     (in->opposite & (pair_mask){CAROM_EDGE_12});
    return (carom_feature)(code[0] | code[2]);
}

/* The determinants of [Ericson05] 5.1.5 with the products expanded, so that their common terms
 * cancel algebraically. */
static inline void find_products(triangle_products *out, vec3 ap, const pair2 e[3]) {
    out->d = e[0] * ap.x + e[1] * ap.y + e[2] * ap.z;
    out->square = e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
    out->bc = e[0][0] * e[0][1] + e[1][0] * e[1][1] + e[2][0] * e[2][1];
    out->area2 = out->square[0] * out->square[1] - out->bc * out->bc;
    out->rest = (out->square - out->bc) + (SWAP_PAIR(out->d) - out->d);
    out->share = SWAP_PAIR(out->square) * out->d - SWAP_PAIR(out->d) * out->bc;
    out->share_a = out->area2 - out->share[0] - out->share[1];
}

static inline bool are_regular_products(const triangle_products *in) {
    double bb = in->square[0], cc = in->square[1];
    return (in->area2 > THIN_TRIANGLE * (bb * cc)) & (in->area2 < QUARTIC_MOST) &
           (in->area2 > QUARTIC_LEAST) & (bb < EDGE_RATIO * cc) & (cc < EDGE_RATIO * bb);
}

/** The regular cases; false where the triangle is too thin, or the point too near, for these sums.
 * The result must not be the struct that a fallback returns, for that would force it into memory,
 * and waiting for that costs as much as the rest. */
static CAROM_INLINE bool point_regular_triangle(on_triangle *out, vec3 p, vec3 a, vec3 b, vec3 c) {
    const pair2 e[3] = {{b.x - a.x, c.x - a.x}, {b.y - a.y, c.y - a.y}, {b.z - a.z, c.z - a.z}};
    const vec3 ap = sub3(p, a);
    triangle_products in;
    find_products(&in, ap, e);
    if (CAROM_UNLIKELY(!are_regular_products(&in))) return false;
    triangle_regions at;
    find_regions(&at, &in);
    const pair2 one = {1, 1};
    pair_mask edge = PICK(at.edge, in.square), corner = at.vertex | SWAP_MASK(at.vertex) | at.a;
    pair_mask of_bc = PICK(at.vertex, one) | PICK(at.edge, in.d) |
                      PICK(at.opposite, SWAP_PAIR(in.rest)) | PICK(at.face, in.share);
    pair_mask of_a = PICK(at.edge, in.square - in.d);
    of_a = of_a | SWAP_MASK(of_a) | PICK(at.a, one) | PICK(at.face, BOTH(in.share_a));
    pair_mask all = PICK(corner, one) | edge | SWAP_MASK(edge) |
                    PICK(at.opposite, in.rest + SWAP_PAIR(in.rest)) | PICK(at.face, BOTH(in.area2));
    pair2 scale = one / (pair2)all, bc = (pair2)of_bc * scale;
    double wa = ((pair2)of_a * scale)[0], wb = bc[0], wc = bc[1];
    out->point = add3(add3(scale3(a, wa), scale3(b, wb)), scale3(c, wc));
    const pair2 x = e[0] * bc, y = e[1] * bc, z = e[2] * bc;
    out->away = sub3(ap, vec(x[0] + x[1], y[0] + y[1], z[0] + z[1]));
    out->bary[0] = wa;
    out->bary[1] = wb;
    out->bary[2] = wc;
    out->feature = feature_of_regions(&at);
    out->d2 = len2(out->away);
    return out->d2 >= REGULAR_NEAR * len2(ap);
}

#endif
