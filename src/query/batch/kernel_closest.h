/* The distance of a point and a triangle in double, in the order of operations of the single
 * function: the sums of query/closest/kernel_plain_triangle.h where they serve, else the regions of
 * query/closest/kernel_point_triangle.h. A mask per region takes the place of branches. */
#ifndef CAROM_QUERY_BATCH_KERNEL_CLOSEST_H
#define CAROM_QUERY_BATCH_KERNEL_CLOSEST_H

#include "query/batch/kernel_lanes.h"
#include "query/closest/triangle_limits.h"

typedef struct near_lanes {
    d4 d2, least; /* squared distance; less than `least`, it is not to be trusted */
    d4_flags sound;
} near_lanes;

/* Neither too thin nor out of range. */
static CAROM_INLINE d4_flags ordinary_triangle(d4 area2, d4 bb, d4 cc, d4 thin) {
    d4_flags area = d4_and(d4_lt(thin, area2),
                           d4_and(d4_lt(area2, d4_all(1e240)), d4_lt(d4_all(1e-240), area2)));
    return d4_and(area,
                  d4_and(d4_lt(bb, d4_mul(d4_all(1e8), cc)), d4_lt(cc, d4_mul(d4_all(1e8), bb))));
}

/* One of b and c, or of the edges a b and a c, and the other. */
typedef struct plain_end {
    d4 square, d, rest, share;
    d4_flags vertex, edge, behind, before;
} plain_end;

static CAROM_INLINE void find_plain_end(plain_end *b, const plain_end *c) {
    const d4 zero = d4_all(0.0);
    d4 past = d4_sub(b->d, b->square);
    b->behind = d4_le(b->d, zero);
    b->before = d4_lt(zero, b->rest);
    b->vertex = d4_and(d4_le(zero, past), d4_le(b->rest, zero));
    b->edge = d4_and(d4_le(c->share, zero), d4_and(d4_lt(zero, b->d), d4_lt(past, zero)));
}

/* The weight of vertex b, times what all are divided by; of the others' regions `share`. */
static CAROM_INLINE d4 plain_weight(const plain_end *b, const plain_end *c, d4_flags opposite,
                                    d4_flags face) {
    const d4 zero = d4_all(0.0);
    d4 w = d4_select(face, b->share, d4_select(opposite, c->rest, zero));
    return d4_select(b->vertex, d4_all(1.0), d4_select(b->edge, b->d, w));
}

static CAROM_INLINE near_lanes plain_near(lanes3 ap, lanes3 eb, lanes3 ec) {
    const d4 zero = d4_all(0.0);
    plain_end b = {.square = lanes_dot(eb, eb), .d = lanes_dot(eb, ap)};
    plain_end c = {.square = lanes_dot(ec, ec), .d = lanes_dot(ec, ap)};
    d4 bc = lanes_dot(eb, ec);
    d4 area2 = d4_sub(d4_mul(b.square, c.square), d4_mul(bc, bc));
    b.rest = d4_add(d4_sub(b.square, bc), d4_sub(c.d, b.d));
    c.rest = d4_add(d4_sub(c.square, bc), d4_sub(b.d, c.d));
    b.share = d4_sub(d4_mul(c.square, b.d), d4_mul(c.d, bc));
    c.share = d4_sub(d4_mul(b.square, c.d), d4_mul(b.d, bc));
    d4 share_a = d4_sub(d4_sub(area2, b.share), c.share);
    find_plain_end(&b, &c);
    find_plain_end(&c, &b);
    d4_flags corner = d4_or(d4_or(b.vertex, c.vertex), d4_and(b.behind, c.behind));
    d4_flags any = d4_or(corner, d4_or(b.edge, c.edge));
    d4_flags opposite = d4_and(d4_and(b.before, c.before), d4_le(share_a, zero));
    opposite = d4_and(opposite, d4_not(any));
    d4_flags face = d4_not(d4_or(any, opposite));
    d4 all = d4_select(opposite, d4_add(b.rest, c.rest), area2);
    all = d4_select(corner, d4_all(1.0),
                    d4_select(b.edge, b.square, d4_select(c.edge, c.square, all)));
    d4 scale = d4_div(d4_all(1.0), all);
    d4 wb = d4_mul(plain_weight(&b, &c, opposite, face), scale);
    d4 wc = d4_mul(plain_weight(&c, &b, opposite, face), scale);
    lanes3 away = lanes_sub(ap, lanes_add(lanes_scale(eb, wb), lanes_scale(ec, wc)));
    return (near_lanes){
        lanes_dot(away, away), d4_mul(d4_all(PLAIN_NEAR), lanes_dot(ap, ap)),
        ordinary_triangle(area2, b.square, c.square,
                          d4_mul(d4_all(THIN_TRIANGLE), d4_mul(b.square, c.square)))};
}

/* The regions of point_triangle, first come first served. */
typedef struct region_lanes {
    d4_flags left; /* not in a region yet */
    lanes3 from, edge;
    d4 numerator, denominator;
} region_lanes;

static CAROM_INLINE void take_vertex(region_lanes *r, d4_flags in, lanes3 away) {
    in = d4_and(in, r->left);
    r->from = lanes_select(in, away, r->from);
    r->numerator = d4_select(in, d4_all(0.0), r->numerator);
    r->left = d4_and(r->left, d4_not(in));
}

static CAROM_INLINE void take_edge(region_lanes *r, d4_flags in, lanes3 away, lanes3 edge) {
    in = d4_and(in, r->left);
    r->from = lanes_select(in, away, r->from);
    r->edge = lanes_select(in, edge, r->edge);
    r->left = d4_and(r->left, d4_not(in));
}

static CAROM_INLINE d4 choose_lanes(d4_flags in, d4_flags left, d4 a, d4 b) {
    return d4_select(d4_and(in, left), a, b);
}

static CAROM_INLINE near_lanes any_near(lanes3 p, const lanes3 v[3]) {
    const d4 zero = d4_all(0.0), one = d4_all(1.0);
    lanes3 ab = lanes_sub(v[1], v[0]), ac = lanes_sub(v[2], v[0]), ap = lanes_sub(p, v[0]);
    lanes3 bp = lanes_sub(p, v[1]), cp = lanes_sub(p, v[2]);
    d4 bb = lanes_dot(ab, ab), cc = lanes_dot(ac, ac), bc = lanes_dot(ab, ac);
    d4 area2 = d4_sub(d4_mul(bb, cc), d4_mul(bc, bc));
    d4 ab_p = lanes_dot(ab, ap), ac_p = lanes_dot(ac, ap), ab_q = lanes_dot(ab, bp);
    d4 ac_q = lanes_dot(ac, bp), ab_r = lanes_dot(ab, cp), ac_r = lanes_dot(ac, cp);
    d4 vc = d4_sub(d4_mul(ab_p, ac_q), d4_mul(ab_q, ac_p)),
       vb = d4_sub(d4_mul(ab_r, ac_p), d4_mul(ab_p, ac_r));
    d4 va = d4_sub(d4_mul(ab_q, ac_r), d4_mul(ab_r, ac_q));
    d4 along = d4_sub(ac_q, ab_q), back = d4_sub(ab_r, ac_r);
    region_lanes r = {d4_eq(zero, zero), ap, ab, one, d4_add(d4_add(va, vb), vc)};
    take_vertex(&r, d4_and(d4_le(ab_p, zero), d4_le(ac_p, zero)), ap);
    take_vertex(&r, d4_and(d4_le(zero, ab_q), d4_le(ac_q, ab_q)), bp);
    d4_flags in = d4_and(d4_le(vc, zero), d4_and(d4_le(zero, ab_p), d4_le(ab_q, zero)));
    r.numerator = choose_lanes(in, r.left, ab_p, r.numerator);
    r.denominator = choose_lanes(in, r.left, bb, r.denominator);
    take_edge(&r, in, ap, ab);
    take_vertex(&r, d4_and(d4_le(zero, ac_r), d4_le(ab_r, ac_r)), cp);
    in = d4_and(d4_le(vb, zero), d4_and(d4_le(zero, ac_p), d4_le(ac_r, zero)));
    r.numerator = choose_lanes(in, r.left, ac_p, r.numerator);
    r.denominator = choose_lanes(in, r.left, cc, r.denominator);
    take_edge(&r, in, ap, ac);
    in = d4_and(d4_le(va, zero), d4_and(d4_le(zero, along), d4_le(zero, back)));
    r.numerator = choose_lanes(in, r.left, along, r.numerator);
    r.denominator = choose_lanes(in, r.left, d4_add(along, back), r.denominator);
    take_edge(&r, in, bp, lanes_sub(v[2], v[1]));
    d4 t = d4_div(r.numerator, r.denominator);
    lanes3 on_edge = lanes_add(r.from, lanes_scale(r.edge, d4_neg(t)));
    on_edge = lanes_select(d4_eq(r.numerator, zero), r.from, on_edge);
    lanes3 offset = lanes_add(lanes_scale(ab, d4_mul(vb, t)), lanes_scale(ac, d4_mul(vc, t)));
    lanes3 away = lanes_select(r.left, lanes_sub(ap, offset), on_edge);
    d4 reach = lanes_dot(ap, ap);
    return (near_lanes){
        lanes_dot(away, away), d4_mul(d4_select(r.left, d4_all(NEAR_FACE), d4_all(1e-24)), reach),
        ordinary_triangle(area2, bb, cc, d4_mul(d4_mul(d4_all(THIN_TRIANGLE), bb), cc))};
}

static CAROM_INLINE lane_answer point_triangle_lanes(batch_block *block, size_t i) {
    lanes3 p = lane_wide3(&block->a, 0, i);
    const lanes3 v[3] = {lane_wide3(&block->b, 0, i), lane_wide3(&block->b, 3, i),
                         lane_wide3(&block->b, 6, i)};
    near_lanes near =
        PLAIN_SERVES ? plain_near(lanes_sub(p, v[0]), lanes_sub(v[1], v[0]), lanes_sub(v[2], v[0]))
                     : any_near(p, v);
    d4_flags sure = d4_and(near.sound, d4_le(near.least, near.d2));
    sure = d4_and(sure,
                  d4_and(d4_lt(d4_all(TINY_FOURTH), near.d2), d4_lt(near.d2, d4_all(HUGE_FOURTH))));
    d4 distance = d4_as_real(d4_sqrt(near.d2));
    if (block->values) d4_store_real(block->values + i, distance);
    d4_flags finite = d4_le(distance, d4_all((double)CAROM_REAL_MAX));
    return (lane_answer){d4_bits(d4_and(sure, finite)), d4_bits(sure)};
}

#endif
