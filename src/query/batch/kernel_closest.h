/* Distance of a point and a triangle in double, with the operations of the single function in
 * their order: the sums of query/closest/kernel_regular_triangle.h where they are accurate, else
 * the Voronoi regions of query/closest/kernel_point_triangle.h [Ericson05] 5.1.5. A mask per region
 * replaces branches. The bits are those of the single function. */
#ifndef CAROM_QUERY_BATCH_KERNEL_CLOSEST_H
#define CAROM_QUERY_BATCH_KERNEL_CLOSEST_H

#include "query/batch/kernel_lanes.h"
#include "query/closest/tolerances.h"
#include "query/closest/triangle_limits.h"

typedef struct near_lanes {
    doubles d2, least; /* squared distance; below `least` it is undecided */
    doubles_flags in_range;
} near_lanes;

/* True for triangles that are neither too thin nor out of range. */
static CAROM_INLINE doubles_flags is_regular_triangle(doubles area2, doubles bb, doubles cc,
                                                      doubles thin) {
    doubles_flags area = doubles_and(doubles_lt(thin, area2),
                                     doubles_and(doubles_lt(area2, doubles_all(QUARTIC_MOST)),
                                                 doubles_lt(doubles_all(QUARTIC_LEAST), area2)));
    return doubles_and(area, doubles_and(doubles_lt(bb, doubles_mul(doubles_all(EDGE_RATIO), cc)),
                                         doubles_lt(cc, doubles_mul(doubles_all(EDGE_RATIO), bb))));
}

/* One of the vertices b and c, or of the edges a b and a c, and the other one. */
typedef struct regular_end {
    doubles square, d, rest, share;
    doubles_flags vertex, edge, behind, before;
} regular_end;

static CAROM_INLINE void find_regular_end(regular_end *b, const regular_end *c) {
    const doubles zero = doubles_all(0.0);
    doubles past = doubles_sub(b->d, b->square);
    b->behind = doubles_le(b->d, zero);
    b->before = doubles_lt(zero, b->rest);
    b->vertex = doubles_and(doubles_le(zero, past), doubles_le(b->rest, zero));
    b->edge = doubles_and(doubles_le(c->share, zero),
                          doubles_and(doubles_lt(zero, b->d), doubles_lt(past, zero)));
}

/* The weight of vertex b, not yet divided by the common divisor; of the others' regions, `share`.
 */
static CAROM_INLINE doubles regular_weight(const regular_end *b, const regular_end *c,
                                           doubles_flags opposite, doubles_flags face) {
    const doubles zero = doubles_all(0.0);
    doubles w = doubles_select(face, b->share, doubles_select(opposite, c->rest, zero));
    return doubles_select(b->vertex, doubles_all(1.0), doubles_select(b->edge, b->d, w));
}

static CAROM_INLINE near_lanes regular_near(lanes3 ap, lanes3 eb, lanes3 ec) {
    const doubles zero = doubles_all(0.0);
    regular_end b = {.square = lanes_dot(eb, eb), .d = lanes_dot(eb, ap)};
    regular_end c = {.square = lanes_dot(ec, ec), .d = lanes_dot(ec, ap)};
    doubles bc = lanes_dot(eb, ec);
    doubles area2 = doubles_sub(doubles_mul(b.square, c.square), doubles_mul(bc, bc));
    b.rest = doubles_add(doubles_sub(b.square, bc), doubles_sub(c.d, b.d));
    c.rest = doubles_add(doubles_sub(c.square, bc), doubles_sub(b.d, c.d));
    b.share = doubles_sub(doubles_mul(c.square, b.d), doubles_mul(c.d, bc));
    c.share = doubles_sub(doubles_mul(b.square, c.d), doubles_mul(b.d, bc));
    doubles share_a = doubles_sub(doubles_sub(area2, b.share), c.share);
    find_regular_end(&b, &c);
    find_regular_end(&c, &b);
    doubles_flags corner =
        doubles_or(doubles_or(b.vertex, c.vertex), doubles_and(b.behind, c.behind));
    doubles_flags any = doubles_or(corner, doubles_or(b.edge, c.edge));
    doubles_flags opposite =
        doubles_and(doubles_and(b.before, c.before), doubles_le(share_a, zero));
    opposite = doubles_and(opposite, doubles_not(any));
    doubles_flags face = doubles_not(doubles_or(any, opposite));
    doubles all = doubles_select(opposite, doubles_add(b.rest, c.rest), area2);
    all = doubles_select(corner, doubles_all(1.0),
                         doubles_select(b.edge, b.square, doubles_select(c.edge, c.square, all)));
    doubles scale = doubles_div(doubles_all(1.0), all);
    doubles wb = doubles_mul(regular_weight(&b, &c, opposite, face), scale);
    doubles wc = doubles_mul(regular_weight(&c, &b, opposite, face), scale);
    lanes3 away = lanes_sub(ap, lanes_add(lanes_scale(eb, wb), lanes_scale(ec, wc)));
    return (near_lanes){lanes_dot(away, away),
                        doubles_mul(doubles_all(REGULAR_NEAR), lanes_dot(ap, ap)),
                        is_regular_triangle(area2, b.square, c.square,
                                            doubles_mul(doubles_all(THIN_TRIANGLE),
                                                        doubles_mul(b.square, c.square)))};
}

/* The Voronoi regions of point_triangle, in its order: the first that applies. */
typedef struct region_lanes {
    doubles_flags left; /* not in a region yet */
    lanes3 from, edge;
    doubles numerator, denominator;
} region_lanes;

static CAROM_INLINE void take_vertex(region_lanes *r, doubles_flags in, lanes3 away) {
    in = doubles_and(in, r->left);
    r->from = lanes_select(in, away, r->from);
    r->numerator = doubles_select(in, doubles_all(0.0), r->numerator);
    r->left = doubles_and(r->left, doubles_not(in));
}

static CAROM_INLINE void take_edge(region_lanes *r, doubles_flags in, lanes3 away, lanes3 edge) {
    in = doubles_and(in, r->left);
    r->from = lanes_select(in, away, r->from);
    r->edge = lanes_select(in, edge, r->edge);
    r->left = doubles_and(r->left, doubles_not(in));
}

static CAROM_INLINE doubles choose_lanes(doubles_flags in, doubles_flags left, doubles a,
                                         doubles b) {
    return doubles_select(doubles_and(in, left), a, b);
}

static CAROM_INLINE near_lanes any_near(lanes3 p, const lanes3 v[3]) {
    const doubles zero = doubles_all(0.0), one = doubles_all(1.0);
    lanes3 ab = lanes_sub(v[1], v[0]), ac = lanes_sub(v[2], v[0]), ap = lanes_sub(p, v[0]);
    lanes3 bp = lanes_sub(p, v[1]), cp = lanes_sub(p, v[2]);
    doubles bb = lanes_dot(ab, ab), cc = lanes_dot(ac, ac), bc = lanes_dot(ab, ac);
    doubles area2 = doubles_sub(doubles_mul(bb, cc), doubles_mul(bc, bc));
    doubles ab_p = lanes_dot(ab, ap), ac_p = lanes_dot(ac, ap), ab_q = lanes_dot(ab, bp);
    doubles ac_q = lanes_dot(ac, bp), ab_r = lanes_dot(ab, cp), ac_r = lanes_dot(ac, cp);
    doubles vc = doubles_sub(doubles_mul(ab_p, ac_q), doubles_mul(ab_q, ac_p)),
            vb = doubles_sub(doubles_mul(ab_r, ac_p), doubles_mul(ab_p, ac_r));
    doubles va = doubles_sub(doubles_mul(ab_q, ac_r), doubles_mul(ab_r, ac_q));
    doubles along = doubles_sub(ac_q, ab_q), back = doubles_sub(ab_r, ac_r);
    region_lanes r = {doubles_eq(zero, zero), ap, ab, one, doubles_add(doubles_add(va, vb), vc)};
    take_vertex(&r, doubles_and(doubles_le(ab_p, zero), doubles_le(ac_p, zero)), ap);
    take_vertex(&r, doubles_and(doubles_le(zero, ab_q), doubles_le(ac_q, ab_q)), bp);
    doubles_flags in = doubles_and(doubles_le(vc, zero),
                                   doubles_and(doubles_le(zero, ab_p), doubles_le(ab_q, zero)));
    r.numerator = choose_lanes(in, r.left, ab_p, r.numerator);
    r.denominator = choose_lanes(in, r.left, bb, r.denominator);
    take_edge(&r, in, ap, ab);
    take_vertex(&r, doubles_and(doubles_le(zero, ac_r), doubles_le(ab_r, ac_r)), cp);
    in = doubles_and(doubles_le(vb, zero),
                     doubles_and(doubles_le(zero, ac_p), doubles_le(ac_r, zero)));
    r.numerator = choose_lanes(in, r.left, ac_p, r.numerator);
    r.denominator = choose_lanes(in, r.left, cc, r.denominator);
    take_edge(&r, in, ap, ac);
    in = doubles_and(doubles_le(va, zero),
                     doubles_and(doubles_le(zero, along), doubles_le(zero, back)));
    r.numerator = choose_lanes(in, r.left, along, r.numerator);
    r.denominator = choose_lanes(in, r.left, doubles_add(along, back), r.denominator);
    take_edge(&r, in, bp, lanes_sub(v[2], v[1]));
    doubles t = doubles_div(r.numerator, r.denominator);
    lanes3 on_edge = lanes_add(r.from, lanes_scale(r.edge, doubles_neg(t)));
    on_edge = lanes_select(doubles_eq(r.numerator, zero), r.from, on_edge);
    lanes3 offset =
        lanes_add(lanes_scale(ab, doubles_mul(vb, t)), lanes_scale(ac, doubles_mul(vc, t)));
    lanes3 away = lanes_select(r.left, lanes_sub(ap, offset), on_edge);
    doubles reach = lanes_dot(ap, ap);
    return (near_lanes){
        lanes_dot(away, away),
        doubles_mul(
            doubles_select(r.left, doubles_all(NEAR_FACE), doubles_all(CONTACT_BAND_SQUARE)),
            reach),
        is_regular_triangle(area2, bb, cc,
                            doubles_mul(doubles_mul(doubles_all(THIN_TRIANGLE), bb), cc))};
}

static CAROM_INLINE lane_answer point_triangle_lanes(batch_block *block, size_t i) {
    lanes3 p = lane_doubles3(&block->a, 0, i);
    const lanes3 v[3] = {lane_doubles3(&block->b, 0, i), lane_doubles3(&block->b, 3, i),
                         lane_doubles3(&block->b, 6, i)};
    near_lanes near = REGULAR_APPLIES ? regular_near(lanes_sub(p, v[0]), lanes_sub(v[1], v[0]),
                                                     lanes_sub(v[2], v[0]))
                                      : any_near(p, v);
    doubles_flags decided = doubles_and(near.in_range, doubles_le(near.least, near.d2));
    decided = doubles_and(decided, doubles_and(doubles_lt(doubles_all(TINY_FOURTH), near.d2),
                                               doubles_lt(near.d2, doubles_all(HUGE_FOURTH))));
    doubles distance = doubles_as_real(doubles_sqrt(near.d2));
    if (block->values) doubles_store_real(block->values + i, distance);
    doubles_flags finite = doubles_le(distance, doubles_all((double)CAROM_REAL_MAX));
    return (lane_answer){doubles_bits(doubles_and(decided, finite)), doubles_bits(decided)};
}

#endif
